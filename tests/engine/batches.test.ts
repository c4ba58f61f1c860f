import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { isEventOf } from '@hzm/contracts/core/event';
import { newId } from '@hzm/contracts/core/ids';
import { START, type Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import { batchAbandoned, rowHeld } from '@hzm/contracts/features/rows/events';
import type { Cells } from '@hzm/contracts/features/rows/row';
import { MemoryEventStore } from '@hzm/infra/event-store/memory/memory-event-store';
import { waitForHead } from '@hzm/services/core/projecting/wait-for-head';
import { writeBatch } from '@hzm/services/domain/features/rows/batch';
import {
  addRows,
  changeRows,
  removeRows,
  restoreRows,
} from '@hzm/services/domain/features/rows/bulk';
import { rowPasts } from '@hzm/services/domain/features/rows/past';
import {
  changeRow,
  removeRow,
  restoreRow,
  row,
  type RowState,
} from '@hzm/services/domain/features/rows/row';
import { snapshotOfPast, rowDoc, rowCommand } from '@hzm/services/domain/features/rows/snapshot';
import { stateOf } from '@hzm/services/domain/features/rows/view';
import { partsOf } from '@hzm/services/domain/past/row-events';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newCodec } from './fixtures.ts';
import { Process, someRequest } from './processes.ts';

const ROWS = 4;
const PROCESSES = 3;

const at = fc.nat(ROWS - 1);
const some = fc.uniqueArray(at, { minLength: 1 });
const value = fc.integer({ min: 0, max: 2 });
const member = fc.constantFrom('f', 'g');
const pinned = fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined, freq: 2 });
const doing = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('change' as const), at, member, value, pinned }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), at, pinned }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('restore' as const), at, value }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('change many' as const),
      rows: some,
      member,
      value,
      pinned,
      dies: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove many' as const), rows: some }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('restore many' as const), rows: some }) },
);
type Doing = typeof doing extends fc.Arbitrary<infer D> ? D : never;
/**
 * Work of many clients at once; each begins some turns after the one before it, and the log answers
 * after `turns`.
 */
const scenario = fc.record({
  acts: fc.array(fc.record({ doing, process: fc.nat(PROCESSES - 1), turns: fc.nat(12) }), {
    minLength: 4,
    maxLength: 14,
  }),
  turns: fc.infiniteStream(fc.nat(4)),
});
type Scenario = typeof scenario extends fc.Arbitrary<infer S> ? S : never;

interface Answer {
  readonly doing: Doing;
  /** Positions of the log when a request began and when it was answered. */
  readonly from: Position;
  readonly until: Position;
  readonly result:
    | { readonly states: readonly RowState[]; readonly position: Position | undefined }
    | Problem
    | 'died';
}

/** Every row as the log has it after each event that changed one. */
type Story = readonly {
  readonly position: Position;
  readonly rows: ReadonlyMap<string, RowState>;
}[];

const valuesOf = (state: RowState | undefined): Cells | undefined =>
  state?.kind === 'kept' ? state.values : undefined;

async function told(log: MemoryEventStore, codec: ReturnType<typeof newCodec>): Promise<Story> {
  let rows: ReadonlyMap<string, RowState> = new Map();
  const story: Story[number][] = [{ position: START, rows }];
  const all = (await codec.decode(await log.readAll({ after: START, limit: 100_000 }))).filter(
    ({ type }) => type !== rowHeld.type && type !== batchAbandoned.type,
  );
  for (const event of all) {
    const parts = partsOf(event);
    const said = parts.size > 0 ? [...parts] : [[event.data['rowId'] as string, event] as const];
    rows = new Map([
      ...rows,
      ...said.map(([id, part]) => [id, row.evolve(rows.get(id) ?? row.initial, part)] as const),
    ]);
    story.push({ position: event.position, rows });
  }
  return story;
}

/** Fails unless each batch that ended its own attempt counts the rows that it held. */
async function checkCounted(log: MemoryEventStore, codec: ReturnType<typeof newCodec>) {
  const all = await codec.decode(await log.readAll({ after: START, limit: 100_000 }));
  const held = new Map<string, number>();
  for (const event of all)
    if (isEventOf(rowHeld, event)) {
      const key = `${event.data.batchId} ${event.data.attempt}`;
      held.set(key, (held.get(key) ?? 0) + 1);
    }
  for (const event of all)
    if (isEventOf(batchAbandoned, event) && event.data.held !== undefined)
      expect(event.data.held).toBe(held.get(`${event.data.batchId} ${event.revision - 1}`));
}

async function play({ acts, turns }: Scenario): Promise<void> {
  const log = new MemoryEventStore();
  const codec = newCodec();
  const of = { projectId: newId(), tableId: newId() };
  const ids = Array.from({ length: ROWS }, () => newId()).toSorted();
  const nextTurns = () => turns.next().value ?? 0;
  const processes = await Promise.all(
    Array.from({ length: PROCESSES }, () => Process.start(log, codec, nextTurns)),
  );
  await writeBatch(
    processes[0]!.sources,
    someRequest(),
    of,
    { are: 'new', ids },
    () => () =>
      addRows(
        of,
        ids.map(id => ({ id, values: { f: 0 } })),
      ),
  );

  async function act(
    process: Process,
    doing: Doing,
  ): Promise<{ states: readonly RowState[]; position: Position | undefined }> {
    const { sources } = process;
    const request = someRequest();
    const shown = (state: RowState) => state;
    const named = 'rows' in doing ? doing.rows.map(one => ids[one]!) : [ids[doing.at]!];
    const ofRow = { ...of, rowId: named[0]! };
    const command = rowCommand(sources, request, ofRow);
    switch (doing.kind) {
      case 'change': {
        const { state, position } = await sources.executor.execute(request, {
          ...command,
          decide: changeRow(ofRow, { [doing.member]: doing.value }, doing.pinned, shown),
        });
        return { states: [state], position };
      }
      case 'remove': {
        const { state, position } = await sources.executor.execute(request, {
          ...command,
          decide: removeRow(ofRow, doing.pinned, shown),
        });
        return { states: [state], position };
      }
      case 'restore': {
        await waitForHead(sources);
        const snapshot = snapshotOfPast(
          sources,
          ofRow,
          (await rowPasts(sources, { ...of, rowIds: named })).get(named[0]!)!.now,
        );
        const { state, position } = await sources.executor.execute(request, {
          ...command,
          snapshot: async () => snapshot,
          decide: restoreRow(
            ofRow,
            { values: { f: doing.value }, unwritten: {} },
            undefined,
            shown,
          ),
        });
        return { states: [state], position };
      }
      case 'restore many': {
        const batched = await writeBatch(
          sources,
          request,
          of,
          { are: 'there', ids: named, pasts: rowIds => rowPasts(sources, { ...of, rowIds }) },
          () => restoreRows(of, last => last),
        );
        if (batched.kind === 'repeated') throw new Error('nothing is repeated here');
        return { states: batched.after, position: batched.position };
      }
      case 'change many':
      case 'remove many': {
        const values = named.map((): Cells =>
          'member' in doing ? { [doing.member]: doing.value } : {},
        );
        const versions = named.map(() => ('pinned' in doing ? doing.pinned : undefined));
        const batched = await writeBatch(sources, request, of, { are: 'there', ids: named }, () =>
          doing.kind === 'remove many'
            ? removeRows(of)
            : changeRows(of, values, versions, ({ id }) => id),
        );
        if (batched.kind === 'repeated') throw new Error('nothing is repeated here');
        return { states: batched.after, position: batched.position };
      }
    }
  }

  const answers: Promise<Answer>[] = [];
  for (const { doing, process: number, turns: pause } of acts) {
    for (let left = pause; left > 0; left--) await setImmediate();
    // A process that dies in the middle of a batch is one of its own, so that the others go on.
    const dies = doing.kind === 'change many' && doing.dies;
    const process = dies ? await Process.start(log, codec, nextTurns) : processes[number]!;
    const from = await log.head();
    const deadly = dies
      ? setImmediate().then(async () => {
          for (let left = nextTurns() * 8; left > 0; left--) await setImmediate();
          process.die();
        })
      : undefined;
    answers.push(
      act(process, doing)
        .then(
          result => result,
          (error: unknown) => {
            if (dies && !(error instanceof Problem && error.code !== 'NOT_READY'))
              return 'died' as const;
            if (error instanceof Problem) return error;
            throw error;
          },
        )
        .then(async result => ({ doing, from, until: await log.head(), result })),
    );
    void deadly;
    if (dies) processes.push(process);
  }
  const all = await Promise.all(answers);
  // A change of every row meets whatever was left undecided.
  const last = await writeBatch(
    processes[0]!.sources,
    someRequest(),
    of,
    {
      are: 'there',
      ids: [...(await told(log, codec)).at(-1)!.rows]
        .filter(([, { kind }]) => kind === 'kept')
        .map(([id]) => id),
    },
    () =>
      changeRows(
        of,
        ids.map(() => ({ last: true })),
        [],
        ({ id }) => id,
      ),
  );
  const story = await told(log, codec);

  const before = (position: Position) => story.findLast(one => one.position < position)!.rows;
  const then = (position: Position) => story.find(one => one.position === position)!.rows;
  for (const { doing, from, until, result } of all) {
    if (result === 'died') continue;
    const named = ('rows' in doing ? doing.rows : [doing.at]).map(one => ids[one]!);
    const moments = story.filter(
      (one, i) =>
        one.position <= until && (story[i + 1] === undefined || story[i + 1]!.position > from),
    );
    const fits = (state: RowState): boolean =>
      state.kind === 'kept' &&
      (!('pinned' in doing) || doing.pinned === undefined || doing.pinned === state.version);
    if (result instanceof Problem) {
      // It was right at some moment while it was asked.
      const isRefused = (state: RowState): boolean =>
        result.code === 'NOT_FOUND'
          ? state.kind !== 'kept'
          : result.code === 'VERSION_MISMATCH' && !fits(state);
      assert(
        moments.some(({ rows }) => named.some(id => isRefused(rows.get(id)!))),
        `${JSON.stringify(doing)} is refused without a reason: ${result.code}`,
      );
    } else if (result.position === undefined) {
      for (const [i, id] of named.entries())
        assert(
          moments.some(({ rows }) => isDeepStrictEqual(rows.get(id), result.states[i])),
          `${JSON.stringify(doing)} found what never was`,
        );
    } else {
      // All of it was decided on what stood in the log right before it, and is answered as it
      // stands right after it.
      const stood = before(result.position);
      const isRestored = doing.kind === 'restore' || doing.kind === 'restore many';
      assert(
        isRestored || named.every(id => fits(stood.get(id)!)),
        `${JSON.stringify(doing)} was decided on what was no more`,
      );
      assert.deepEqual(
        result.states,
        named.map(id => then(result.position!).get(id)),
      );
      // Rows that are restored together are as they were.
      if (doing.kind === 'restore many')
        for (const id of named)
          assert.deepEqual(
            valuesOf(then(result.position).get(id)),
            valuesOf(
              story
                .findLast(
                  ({ position, rows }) =>
                    position < result.position! && rows.get(id)?.kind === 'kept',
                )!
                .rows.get(id),
            ),
          );
    }
  }
  // Nothing is there that nobody asked for.
  const written = new Set(
    all.flatMap(({ result }) =>
      result === 'died' || result instanceof Problem ? [] : (result.position ?? []),
    ),
  );
  const died = all.filter(({ result }) => result === 'died').length;
  const extra = story
    .slice(2)
    .filter(({ position }) => !written.has(position) && position !== last.position);
  expect(extra.length).toBeLessThanOrEqual(died);

  await checkCounted(log, codec);
  for (const { sources } of processes.slice(0, PROCESSES)) {
    await waitForHead(sources);
    for (const [id, state] of story.at(-1)!.rows) {
      const doc = await rowDoc(sources, of.tableId, id);
      expect(doc ? stateOf(doc) : undefined).toEqual(state.kind === 'kept' ? state : undefined);
    }
  }
  await Promise.all(processes.map(process => process.close()));
}

const seed = Number(process.env['FC_SEED'] ?? Date.now() % 1_000_000);
const SCENARIOS = 160;
const AT_ONCE = 40;

it(
  `many at once, alone and by the batch, in several processes of which some die: each decides on what stands before it (FC_SEED=${seed})`,
  { timeout: 60_000 },
  async () => {
    const scenarios = fc.sample(scenario, { numRuns: SCENARIOS, seed });
    // Side by side, because who meets a dead process's batch waits for it a while.
    for (let first = 0; first < SCENARIOS; first += AT_ONCE) {
      await Promise.all(
        scenarios.slice(first, first + AT_ONCE).map((one, i) =>
          play(one).catch((error: unknown) => {
            throw new Error(`scenario ${first + i}: ${JSON.stringify(one.acts)}`, { cause: error });
          }),
        ),
      );
    }
  },
);
