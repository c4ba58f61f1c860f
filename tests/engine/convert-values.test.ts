import type { DomainEvent } from '@hzm/contracts/core/event';
import { newId } from '@hzm/contracts/core/ids';
import { positionOf } from '@hzm/contracts/core/position';
import { projectBinned, projectRestored } from '@hzm/contracts/features/projects/events';
import { rowsAdded } from '@hzm/contracts/features/rows/events';
import {
  fieldAdded,
  fieldChanged,
  tableCreated,
  type FieldShape,
} from '@hzm/contracts/features/tables/events';
import { MemoryReadModel } from '@hzm/infra/read-model/memory/memory-read-model';
import { projectDocs } from '@hzm/projections/features/projects/projects';
import { rows } from '@hzm/projections/features/rows/rows';
import { conversionDocs } from '@hzm/projections/features/tables/conversions';
import { Gate } from '@hzm/services/core/limits/gate';
import type { ReadModel } from '@hzm/services/core/ports/read-model';
import { ShownDocuments } from '@hzm/services/core/read-model/shown-documents';
import { convertFirst, convertWaiting } from '@hzm/services/domain/features/tables/convert';
import { readingFor } from '@hzm/services/domain/features/tables/reading';
import { fieldShape } from '@hzm/services/domain/testing/field-shape';
import { beforeEach, describe, expect, it } from 'vitest';
import { emptyModel, writesOf } from '../projections/documents.ts';
import { told } from '../projections/sample-events.ts';
import { newProject } from './hand-over-engine.ts';

const reading = { language: 'tr', timeZone: 'UTC', currency: 'TRY', unit: 'kg' } as const;
const shape = (type: FieldShape['type']): FieldShape => fieldShape({ name: 'v', type });
let model: ReadModel;
let events = 0;
/** The fields whose conversions ended, in this order. */
let ended: string[] = [];
let failures: unknown[] = [];
beforeEach(async () => {
  model = await emptyModel(async () => new MemoryReadModel());
  [events, ended, failures] = [0, [], []];
});

async function write(...facts: readonly DomainEvent[]): Promise<void> {
  await model.apply(writesOf(told(facts, events)));
  events += facts.length;
}

/** A field of text, in a project of its own, that becomes one of numbers. */
async function waiting(rowCount: number) {
  const of = { projectId: newId(), tableId: newId() };
  const fieldId = newId();
  await write(
    newProject(newId(), of.projectId),
    tableCreated({ ...of, name: 'T' }),
    fieldAdded({ ...of, fieldId, field: shape('string') }),
    rowsAdded({
      ...of,
      rows: Array.from({ length: rowCount }, () => ({ id: newId(), values: { [fieldId]: '1,5' } })),
    }),
    fieldChanged({ ...of, fieldId, field: shape('number'), reading }),
  );
  return { ...of, fieldId };
}

/** Runs one round of the background, in which nothing can be told of some fields. */
const convert = (...broken: readonly string[]) =>
  convertWaiting(
    {
      model: new ShownDocuments(model),
      projector: {
        waitForPosition: async () => undefined,
        progress: [{ projection: rows, position: positionOf(1_000_000), paused: undefined }],
      },
      executor: {
        execute: async (_: unknown, { decide }: { decide: () => DomainEvent[] }) => {
          const [fact] = decide() as [DomainEvent];
          const { fieldId, isLast } = fact.data as { fieldId: string; isLast: boolean };
          if (broken.includes(fieldId)) throw new Error('broken');
          if (isLast) ended.push(fieldId);
          await write(fact);
          return { position: positionOf(events) };
        },
      },
    } as never,
    { goesOn: () => true, failed: error => failures.push(error) },
  );
const left = async () =>
  (await model.find({ collection: conversionDocs, limit: 500 })).docs.map(({ id }) => id);

describe('conversions in the background', () => {
  it('end for all fields but those that fail, which are tried again in the next round', async () => {
    const fields: string[] = [];
    for (let n = 0; n < 120; n++) fields.push((await waiting(1)).fieldId);
    await convert(fields[0]!);
    expect([await left(), failures.length]).toEqual([[fields[0]], 1]);
    await convert();
    expect(await left()).toEqual([]);
  });

  it('of a small table do not wait for those of a large one', async () => {
    const large = await waiting(3_000);
    const small = await waiting(1);
    await convert();
    expect(ended).toEqual([small.fieldId, large.fieldId]);
  });

  it('wait for a project in the bin without a failure, and end when it is back', async () => {
    const { fieldId, projectId } = await waiting(1);
    const { ownerId } = (await model.get(projectDocs, projectId))!;
    const until = '2100-01-01T00:00:00.000Z';
    await write(projectBinned({ projectId, ownerId, memberIds: [], until }));
    await convert();
    expect([ended, failures]).toEqual([[], []]);
    await write(projectRestored({ projectId, ownerId, name: 'Stok' }));
    await convert();
    expect([ended, failures]).toEqual([[fieldId], []]);
  });

  it('end without naming rows once the type has changed without a reading', async () => {
    const { fieldId, ...of } = await waiting(10);
    const change = (type: FieldShape['type'], description = '') =>
      fieldChanged({ ...of, fieldId, field: { ...shape(type), description } });
    await write(change('number', 'x'));
    expect(await model.get(conversionDocs, fieldId)).toMatchObject({ later: 'number' });
    await write(change('boolean'));
    await convert();
    expect([ended, await left()]).toEqual([[fieldId], []]);
  });
});

it('requests of one account that change types convert rows one at a time', async () => {
  const { fieldId } = await waiting(1);
  const reading = Promise.withResolvers<undefined>();
  let asked = 0;
  const get = () => {
    asked++;
    return reading.promise;
  };
  const engine = { executor: {}, model: { get } };
  const first = (account: string) =>
    convertFirst({ engine, source: { account } } as never, [fieldId], positionOf(1));
  const all = [first('a'), first('a'), first('b')];
  expect(asked).toBe(2);
  reading.resolve(undefined);
  await Promise.all(all);
  await first('a');
  expect(asked).toBe(3);
});

describe('texts of a field that decide how its numbers are read', () => {
  it('are looked through in turn with long answers, and not for yes or no', async () => {
    const { projectId, tableId, fieldId } = await waiting(1);
    const source = { account: 'a', member: 'a' };
    const lists = new Gate({ together: 2, each: 1, waiting: 0, waitingEach: 0, timeoutMs: 1_000 });
    const to = (type: 'number' | 'boolean') =>
      readingFor(
        { engine: { model, lists, now: () => new Date() }, language: 'en', source } as never,
        {
          table: { id: tableId, projectId },
          field: { id: fieldId, type: 'string', validation: {} },
        },
        type,
      );
    await lists.enter(source, 1);
    expect((await to('boolean')).reading.language).toBe('en');
    await expect(to('number')).rejects.toMatchObject({ code: 'NOT_READY' });
    lists.leave(source, 1);
    expect((await to('number')).reading.language).toBe('tr');
  });
});
