import type { Event, DomainEvent } from '@hzm/contracts/core/event';
import { positionOf } from '@hzm/contracts/core/position';
import {
  fieldAdded,
  fieldChanged,
  fieldMoved,
  fieldRemoved,
  tableCreated,
  tableDeleted,
  tableRenamed,
} from '@hzm/contracts/features/tables/events';
import type { Engine } from '@hzm/services/core/engine';
import { busy, countingTurns } from '@hzm/services/core/testing/turns';
import { fieldsOf } from '@hzm/services/domain/access/table';
import { describe, expect, it } from 'vitest';
import { MAX_SCHEMAS_BYTES, Schema, Schemas } from './schema.ts';

const of = { projectId: 'p', tableId: 't' };
const field = (name: string) => ({
  name,
  type: 'string' as const,
  required: false,
  description: '',
  validation: {},
  isHidden: false,
});
const history = (
  [
    tableCreated({ ...of, name: 'A' }),
    fieldAdded({ ...of, fieldId: 'f1', field: field('a') }),
    fieldAdded({ ...of, fieldId: 'f2', field: field('b') }),
    fieldChanged({ ...of, fieldId: 'f1', field: field('z') }),
    fieldMoved({ ...of, fieldId: 'f2', order: ['f2', 'f1'] }),
    tableRenamed({ ...of, name: 'B' }),
    fieldRemoved({ ...of, fieldId: 'f1' }),
    tableDeleted(of),
  ] as DomainEvent[]
).map((fact, i): Event => ({
  ...fact,
  id: `${i}`,
  stream: 'schema-p',
  revision: i,
  position: positionOf(i + 1),
  meta: { at: `at ${i + 1}`, actor: '', request: '' },
  erased: false,
  bytes: 100,
}));
const states: readonly (readonly [name: string, ...fields: string[]] | undefined)[] = [
  ['A'],
  ['A', 'a'],
  ['A', 'a', 'b'],
  ['A', 'z', 'b'],
  ['A', 'b', 'z'],
  ['B', 'b', 'z'],
  ['B', 'b'],
  undefined,
];

/** A schema that reads these events from the log. */
const schemaOf = (events: readonly Event[]): Schema =>
  new Schema(async function* read(from) {
    yield* events.slice(from);
  });

/** One after another, as the feed asks. */
const shownAt = async (schema: Schema, positions: readonly number[]) => {
  const all: unknown[] = [];
  for (const n of positions) all.push(await shown(schema, n));
  return all;
};
const shown = async (schema: Schema, n: number) => {
  const table = (await schema.at(positionOf(n))).get('t');
  return table && [table['name'], ...fieldsOf(table).map(({ name }) => name)];
};

describe('Schema', () => {
  it('equals the schema at each position, even if later events are known', async () => {
    const schema = schemaOf(history);
    const positions = history.map((_, i) => i + 1);
    expect(await shownAt(schema, positions)).toEqual(states);
  });

  it('adds each event once', async () => {
    const schema = schemaOf(history.slice(0, 4));
    for (const event of history) schema.add(event);
    const positions = [1, 4, 6, 8];
    expect(await shownAt(schema, positions)).toEqual(positions.map(n => states[n - 1]));
  });

  it('keeps few events while nobody asks, and reads the others from the log', async () => {
    const log = history.slice(0, 1);
    const reads: number[] = [];
    const schema = new Schema(async function* read(from) {
      reads.push(from);
      yield* log.slice(from);
    });
    expect(await shown(schema, 1)).toEqual(['A']);
    const renames = Array.from({ length: 30 }, (_, i): Event => {
      const [revision, position] = [i + 1, positionOf(i + 2)];
      return { ...history[5]!, data: { ...of, name: `T${i}` }, revision, position };
    });
    for (const event of renames) {
      log.push(event);
      schema.add(event);
      if (event.revision === 2) await shown(schema, 3);
    }
    expect(await shown(schema, 20)).toEqual(['T18']);
    expect(await shown(schema, 31)).toEqual(['T29']);
    expect(new Set(reads)).toEqual(new Set([0, 3]));
  });

  it('returns immutable documents', async () => {
    const schema = schemaOf(history);
    const before = (await schema.at(positionOf(3))).get('t');
    await schema.at(positionOf(7));
    expect(before).toMatchObject({
      name: 'A',
      fields: { f1: { name: 'a' }, f2: { name: 'b' } },
      updatedAt: 'at 3',
    });
  });

  it('is folded in turns, so that a long history holds nobody up', async () => {
    const renames = Array.from({ length: 1_000 }, (_, i): Event => {
      const { data, ...event } = history[i === 0 ? 0 : 5]!;
      return {
        ...event,
        id: `${i}`,
        position: positionOf(i + 1),
        get data() {
          busy(0.03);
          return data;
        },
      };
    });
    const schema = schemaOf(renames);
    const turns = await countingTurns(async turn => {
      await schema.at(positionOf(renames.length));
      return turn();
    });
    expect(turns).toBeGreaterThan(2);
    expect(await shown(schema, renames.length)).toEqual(['B']);
  });
});

describe('Schema of a project', () => {
  it('weighs its tables and the events ahead, and nothing that was removed', async () => {
    const bytesAt = async (n: number) => {
      const schema = schemaOf(history.slice(0, n));
      await schema.at(positionOf(n));
      return schema.bytes;
    };
    const description = 'x'.repeat(10_000);
    const long = { ...field('a'), description };
    const added = fieldAdded({ ...of, fieldId: 'f9', field: long });
    const removed = fieldRemoved({ ...of, fieldId: 'f9' });
    const events = [history[0]!, ...[added, removed].map(fact => ({ ...history[1]!, ...fact }))];
    const schema = schemaOf(events.map((event, i) => ({ ...event, position: positionOf(i + 1) })));
    const weights: number[] = [];
    for (const n of [1, 2, 3]) {
      await schema.at(positionOf(n));
      weights.push(schema.bytes);
    }
    expect(weights[1]! - weights[0]!).toBeGreaterThan(10_000);
    expect(weights[2]! - weights[0]!).toBeLessThan(1_000);
    expect(await bytesAt(8)).toBeLessThan(100);
  });

  it('is evicted once schemas that were used later fill the memory', async () => {
    const reads: string[] = [];
    const bytes = MAX_SCHEMAS_BYTES / 4;
    const description = 'x'.repeat(bytes);
    const engine = {
      store: {
        readStream: async (stream: string, { from }: { readonly from: number }) => {
          if (from === 0) reads.push(stream.slice('schema-'.length));
          return from === 0 ? [{ ...history[0]!, bytes: 1 }] : [];
        },
      },
      codec: {
        async *slices() {
          const fact = fieldAdded({ ...of, fieldId: 'f', field: { ...field('a'), description } });
          yield { events: [history[0]!, { ...history[1]!, ...fact }] };
        },
      },
    } as unknown as Engine;
    const schemas = new Schemas(engine);
    for (const id of ['a', 'b', 'c', 'a', 'd', 'e', 'a', 'b']) {
      await schemas.of(id).at(positionOf(2));
      schemas.of(id);
    }
    expect(reads).toEqual(['a', 'b', 'c', 'd', 'e', 'b']);
  });
});
