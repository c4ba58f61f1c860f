import type { DomainEvent } from '@hzm/contracts/core/event';
import { newId } from '@hzm/contracts/core/ids';
import { requestKey } from '@hzm/contracts/core/request';
import {
  fieldAdded,
  fieldChanged,
  tableCreated,
  tableDeleted,
} from '@hzm/contracts/features/tables/events';
import { CommandExecutor } from '@hzm/services/core/commands/command-executor';
import type { RequestIndex } from '@hzm/services/core/commands/repeats';
import { StreamStates } from '@hzm/services/core/commands/stream-states';
import type { StoredEvent } from '@hzm/services/core/ports/event-store';
import type { KeyVault } from '@hzm/services/core/ports/key-vault';
import { busy, countingTurns } from '@hzm/services/core/testing/turns';
import {
  addField,
  changeField,
  createTable,
  schema,
} from '@hzm/services/domain/features/tables/schema';
import { fieldShape } from '@hzm/services/domain/testing/field-shape';
import { beforeEach, describe, expect, it } from 'vitest';
import { FaultInjectingEventStore, newCodec, newVault, request } from './fixtures.ts';

const [projectId, tableId, fieldId] = [newId(), newId(), newId()];
const of = { projectId, tableId, fieldId };
const field = (description: string) => fieldShape({ description });
const stream = `schema-${projectId}`;

/** A log that counts what is read from it. */
class CountingStore extends FaultInjectingEventStore {
  read = 0;
  override async readStream(
    ...asked: Parameters<FaultInjectingEventStore['readStream']>
  ): Promise<StoredEvent[]> {
    const events = await super.readStream(...asked);
    this.read += events.length;
    return events;
  }
}

/** Keys that count how often they open something. */
function countingVault() {
  const vault = newVault();
  const counts = { opened: 0 };
  const find: KeyVault['find'] = scope => {
    counts.opened++;
    return vault.find(scope);
  };
  return {
    vault: new Proxy(vault, {
      get: (target, name) =>
        name === 'find'
          ? find
          : typeof target[name as 'find'] === 'function'
            ? (target[name as 'find'] as unknown as () => unknown).bind(target)
            : target[name as 'find'],
    }),
    counts,
  };
}

const none: RequestIndex = { find: async () => undefined };

let store: CountingStore;
let vault: KeyVault;
let counts: { opened: number };
let executor: CommandExecutor;
let codec: ReturnType<typeof newCodec>;
beforeEach(() => {
  store = new CountingStore();
  const counting = countingVault();
  ({ vault, counts } = counting);
  codec = newCodec(counting.vault);
  executor = new CommandExecutor(store, codec, none);
});

const write = async (facts: readonly DomainEvent[], from = -1): Promise<void> => {
  for (let at = 0; at < facts.length; at += 100)
    await store.append(
      stream,
      from + at,
      await codec.encode(
        facts.slice(at, at + 100),
        { at: '2026-01-01T00:00:00.000Z', actor: 'a', request: 'r' },
        () => newId(),
      ),
    );
};
const history = (changes: number): DomainEvent[] => [
  tableCreated({ projectId, tableId, name: 'Ürünler' }),
  fieldAdded({ ...of, field: field('') }),
  ...Array.from({ length: changes - 2 }, (_, n) =>
    fieldChanged({ ...of, field: field(String(n)) }),
  ),
];
const change = (to: string, id: string, by = executor) =>
  by.execute(request(id, { repeatable: false }), {
    stream,
    decider: schema,
    decide: changeField(of, { description: to }),
  });
const spent = async (work: () => Promise<unknown>) => {
  [store.read, counts.opened] = [0, 0];
  await work();
  return { read: store.read, opened: counts.opened };
};

describe('a stream of 1,500 changes', () => {
  beforeEach(() => write(history(1500)));

  it('is folded once; from then on a command reads and opens what is new', async () => {
    expect(await spent(() => change('first', '1'))).toEqual({ read: 1500, opened: 1500 });
    for (let n = 0; n < 100; n++)
      expect(await spent(() => change(`then ${n}`, `t${n}`))).toEqual({
        read: expect.toSatisfy(read => read <= 32),
        opened: expect.toSatisfy(opened => opened <= 32),
      });
    expect((await spent(() => executor.load(stream, schema))).opened).toBeLessThanOrEqual(32);
    expect(
      (await executor.load(stream, schema)).get(tableId)!.fields.get(fieldId)!.description,
    ).toBe('then 99');
  });

  it('is the same for whoever folds it, also when others write', async () => {
    const other = new CommandExecutor(store, codec, none);
    for (let n = 0; n < 80; n++) await change(String(n), `${n}`, n % 3 === 0 ? other : executor);
    const fresh = await new CommandExecutor(store, codec, none).load(stream, schema);
    for (const one of [executor, other]) expect(await one.load(stream, schema)).toEqual(fresh);
    expect((await change('79', 'again')).position).toBeUndefined();
  });

  it('gives a repeated request its first answer', async () => {
    await change('first', '1');
    const step = {
      stream,
      decider: schema,
      decide: addField({ ...of, fieldId: newId() }, { ...field(''), name: 'başka' }),
    };
    const first = await executor.execute(request('mine'), step);
    const { revision } = (await store.readStream(stream)).at(-1)!;
    for (let n = 0; n < 70; n++) await change(`then ${n}`, `t${n}`);
    const indexed = new CommandExecutor(store, codec, {
      find: async key =>
        key === requestKey(request('mine').actor, 'mine') ? { stream, revision } : undefined,
    });
    await indexed.load(stream, schema);
    expect(await indexed.execute(request('mine'), step)).toEqual({
      ...first,
      repeated: first.position,
    });
  });

  it('knows a request again that the index has forgotten, also when what it made was deleted since', async () => {
    const made = { ...of, tableId: newId() };
    const create = (id: string) =>
      executor.execute(request(id), {
        stream,
        decider: schema,
        decide: createTable(made, 'Yeni', -1),
      });
    const first = await create('mine');
    await executor.execute(request('gone'), {
      stream,
      decider: schema,
      decide: () => [tableDeleted(made)],
    });
    for (let n = 0; n < 70; n++) await change(`then ${n}`, `t${n}`);
    expect(await create('mine')).toEqual({ ...first, repeated: first.position });
    expect((await executor.load(stream, schema)).has(made.tableId)).toBe(false);
    expect((await spent(() => change('other', 'other'))).read).toBeLessThanOrEqual(32);
  });

  it('judges a precondition by what stands before the state that is remembered, too', async () => {
    await change('first', '1');
    const [seen] = await store.readStream(stream, { from: 100, limit: 1 });
    const precondition = {
      position: seen!.position,
      expected: Number(seen!.position),
      isAbout: ({ data }: StoredEvent) => data['fieldId'] === fieldId,
      current: async () => 'now',
    };
    await expect(
      executor.execute(request('2'), {
        stream,
        decider: schema,
        decide: changeField(of, { description: 'late' }),
        precondition,
      }),
    ).rejects.toMatchObject({ code: 'VERSION_MISMATCH' });
  });
});

it('a short stream is not remembered: reading it is cheaper than weighing it', async () => {
  await write(history(20));
  await change('first', '1');
  expect(executor.states.find(stream, schema)).toBeUndefined();
});

it('a command that waited while its project was deleted is refused as of no project', async () => {
  await write(history(2));
  await vault.destroy(`project:${projectId}`);
  const creating = executor.execute(request('late', { repeatable: false }), {
    stream,
    about: { projectId },
    decider: schema,
    decide: createTable({ projectId, tableId: newId() }, 'Yeni', 10),
  });
  await expect(creating).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('folding a long stream gives others their turns', async () => {
  await write(history(1_000));
  const turns = await countingTurns(async turn => {
    const folding = {
      initial: [] as readonly number[],
      evolve: (s: readonly number[]) => {
        busy(0.05);
        return [turn(), ...s.slice(-1)];
      },
    };
    return executor.load(stream, folding);
  });
  expect(turns[0]! - turns[1]!).toBeGreaterThan(3);
});

it('two deciders of one stream do not forget the states of each other', async () => {
  await write(history(200));
  const counting = { initial: 0, evolve: (s: number) => s + 1 };
  await executor.load(stream, schema);
  await executor.load(stream, counting);
  expect(executor.states.find(stream, schema)).toBeDefined();
  expect(executor.states.find(stream, counting)?.state).toBe(200);
});

it('as many are remembered as fit, none that is a large part of it, and none that was deleted', () => {
  const states = new StreamStates(40_000);
  const state = (letters: number) => ({
    state: 'x'.repeat(letters),
    revision: 1,
    position: '1' as never,
    requests: [],
  });
  const decider = { initial: '', evolve: (s: string) => s };
  for (let n = 0; n < 10; n++) states.keep(`schema-${n}`, decider, state(7_000), 32);
  expect(
    Array.from({ length: 10 }, (_, n) => states.find(`schema-${n}`, decider) !== undefined),
  ).toEqual([false, false, false, false, false, true, true, true, true, true]);
  states.keep('schema-large', decider, state(11_000), 32);
  expect(states.find('schema-large', decider)).toBeUndefined();
  expect(states.find('schema-9', { ...decider })).toBeUndefined();
  states.forget('9');
  expect([
    states.find('schema-9', decider),
    states.find('schema-8', decider) !== undefined,
  ]).toEqual([undefined, true]);
});
