import type { DomainEvent } from '@hzm/contracts/core/event';
import { newId } from '@hzm/contracts/core/ids';
import { Problem } from '@hzm/contracts/core/problem';
import { rowsAdded } from '@hzm/contracts/features/rows/events';
import { fieldAdded, tableCreated } from '@hzm/contracts/features/tables/events';
import { MemoryEventStore } from '@hzm/infra/event-store/memory/memory-event-store';
import { rowDocs } from '@hzm/projections/features/rows/rows';
import { numberingDocs } from '@hzm/projections/features/tables/numbers';
import { decider } from '@hzm/services/core/commands/decider';
import type { Request } from '@hzm/services/core/commands/request';
import { waitForHead } from '@hzm/services/core/projecting/wait-for-head';
import { writeBatch } from '@hzm/services/domain/features/rows/batch';
import { addRows, removeRows, restoreRows } from '@hzm/services/domain/features/rows/bulk';
import { numbering } from '@hzm/services/domain/features/rows/numbering';
import { rowPasts } from '@hzm/services/domain/features/rows/past';
import { addRow, row, rowStream } from '@hzm/services/domain/features/rows/row';
import { RowNumbering } from '@hzm/services/domain/features/tables/number-rows';
import { takeNumbers } from '@hzm/services/domain/features/tables/numbers';
import { fieldShape } from '@hzm/services/domain/testing/field-shape';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { newCodec } from './fixtures.ts';
import { newProject } from './hand-over-engine.ts';
import { Process, someRequest } from './processes.ts';
import { sharedLogs } from './shared-logs.ts';

const shape = fieldShape({ name: 'no', type: 'auto_number' });
const stateless = decider(null, () => []);
const DAY_MS = 86_400_000;

/** A table with a field of auto numbers, which several processes write. */
class Desk {
  readonly projectId = newId();
  readonly tableId = newId();
  readonly fieldId = newId();
  readonly of = { projectId: this.projectId, tableId: this.tableId };
  readonly processes: readonly Process[];

  constructor(processes: readonly Process[]) {
    this.processes = processes;
  }

  async append(...facts: readonly DomainEvent[]): Promise<void> {
    const [{ sources }] = this.processes as [Process];
    await sources.executor.execute(someRequest(), {
      stream: `schema-${newId()}`,
      decider: stateless,
      fresh: true,
      about: { projectId: this.projectId },
      decide: () => facts,
    });
    await this.settle();
  }

  settle(): Promise<unknown> {
    return Promise.all(this.processes.map(({ sources }) => waitForHead(sources)));
  }

  /** Makes the table with rows that are older than its field, oldest last. */
  async make(older: readonly string[] = []): Promise<void> {
    const { of, projectId, fieldId } = this;
    const rows = older.map((id, i) => ({
      id,
      values: {},
      createdAt: new Date((older.length - i) * DAY_MS).toISOString(),
    }));
    await this.append(newProject(newId(), projectId), tableCreated({ ...of, name: 'T' }));
    if (rows.length > 0) await this.append(rowsAdded({ ...of, rows }));
    await this.append(fieldAdded({ ...of, fieldId, field: shape }));
  }

  /** Adds one row; a repeated request adds the same. */
  async add({ sources }: Process, rowId: string, request: Request = someRequest()) {
    const of = { ...this.of, rowId };
    const { state } = await sources.executor.execute(request, {
      stream: rowStream(of),
      about: of,
      decider: row,
      fresh: true,
      complete: numbering(sources, of),
      decide: addRow(of, {}),
    });
    return state.kind === 'kept' ? state.values[this.fieldId] : undefined;
  }

  addMany({ sources }: Process, ids: readonly string[]): Promise<unknown> {
    return writeBatch(
      sources,
      someRequest(),
      this.of,
      { are: 'new', ids },
      () => () =>
        addRows(
          this.of,
          ids.map(id => ({ id, values: {} })),
        ),
    );
  }

  remove({ sources }: Process, ids: readonly string[]): Promise<unknown> {
    return writeBatch(sources, someRequest(), this.of, { are: 'there', ids }, () =>
      removeRows(this.of),
    );
  }

  restore({ sources }: Process, ids: readonly string[]): Promise<unknown> {
    const { tableId } = this;
    const pasts = (rowIds: readonly string[]) => rowPasts(sources, { tableId, rowIds });
    return writeBatch(sources, someRequest(), this.of, { are: 'there', ids, pasts }, () =>
      restoreRows(this.of, last => last),
    );
  }

  /** Numbers rows in the background of a process. */
  async number({ sources }: Process, now = new Date()): Promise<void> {
    const background = new RowNumbering(sources, {
      now: () => now,
      goesOn: () => true,
      failed: error => {
        throw error;
      },
    });
    await background.round();
  }

  /** The numbers of the rows by id, in each process. */
  async numbers(process = this.processes[0]!): Promise<Record<string, unknown>> {
    await this.settle();
    const { docs } = await process.sources.model.find({
      collection: rowDocs,
      partition: this.tableId,
      limit: 1_000,
      by: 'test',
    });
    return Object.fromEntries(docs.map(({ id, values }) => [id, values[this.fieldId]]));
  }

  close(): Promise<unknown> {
    return Promise.all(this.processes.map(process => process.close()));
  }
}

const someIds = (count: number): string[] => Array.from({ length: count }, () => newId());

describe.each(sharedLogs())('auto numbers of processes on one log (%s)', (_, make) => {
  let desk: Desk;
  let close: () => Promise<void>;
  afterEach(async () => {
    await desk.close();
    await close();
  });
  async function opened(count: number): Promise<readonly Process[]> {
    const shared = await make();
    ({ close } = shared);
    const codec = newCodec();
    const processes: Process[] = [];
    for (let n = 0; n < count; n++) processes.push(await Process.start(shared.open(), codec));
    desk = new Desk(processes);
    return processes;
  }

  it('are used once each by many writers, and kept by restored rows', async () => {
    const processes = await opened(2);
    await desk.make();
    const ids = someIds(16);
    const many = [someIds(20), someIds(20)] as const;
    await Promise.all([
      ...ids.map((id, i) => desk.add(processes[i % 2]!, id)),
      ...many.map((some, i) => desk.addMany(processes[i]!, some)),
    ]);
    const before = await desk.numbers();
    const numbers = Object.values(before) as number[];
    expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((__, i) => i + 1));
    // Rows of one request are numbered in their order.
    for (const some of many)
      expect(some.map(id => before[id])).toEqual(
        some.map((__, i) => (before[some[0]!] as number) + i),
      );
    await desk.remove(processes[0]!, ids);
    await desk.add(processes[1]!, newId());
    await desk.settle();
    await desk.restore(processes[1]!, ids);
    expect(await desk.numbers()).toMatchObject(before);
    expect(await desk.numbers(processes[1])).toEqual(await desk.numbers(processes[0]));
  });

  it('are given to older rows by age, and to nobody else, while rows are added', async () => {
    const processes = await opened(2);
    const older = someIds(150);
    await desk.make(older);
    const added = someIds(3);
    await Promise.all([
      desk.number(processes[0]!),
      desk.number(processes[1]!),
      ...added.map((id, i) => desk.add(processes[i % 2]!, id)),
    ]);
    await desk.number(processes[0]!);
    const numbers = await desk.numbers(processes[1]);
    expect(older.map(id => numbers[id])).toEqual(older.map((__, i) => older.length - i));
    expect(new Set(added.map(id => numbers[id]))).toEqual(new Set([151, 152, 153]));
  });
});

describe('auto numbers', () => {
  const started = async (older: readonly string[] = []) => {
    const process = await Process.start(new MemoryEventStore(), newCodec());
    const desk = new Desk([process]);
    await desk.make(older);
    return { desk, process };
  };

  it('of a repeated request are those of its first answer', async () => {
    const { desk, process } = await started();
    const [id, other] = [newId(), newId()];
    const request = someRequest({ repeatable: true, digest: 'd' });
    expect(await desk.add(process, id, request)).toBe(1);
    expect(await desk.add(process, other)).toBe(2);
    expect(await desk.add(process, id, request)).toBe(1);
    expect(await desk.add(process, newId())).toBe(3);
    await desk.close();
  });

  it('of concurrent requests share an append, and each request gets its own', async () => {
    const { desk, process } = await started();
    const of = { ...desk.of, fieldId: desk.fieldId };
    const before = await process.sources.store.head();
    const first = await Promise.all([2, 1, 3, 1].map(n => takeNumbers(process.sources, of, n)));
    expect(first).toEqual([1, 3, 4, 7]);
    const events = await process.sources.store.readAll({ after: before, limit: 10 });
    expect(events).toHaveLength(2);
    expect(await takeNumbers(process.sources, of, 1)).toBe(8);
    await desk.close();
  });

  it('cost a table without such a field no event', async () => {
    const { desk, process } = await started();
    const plain = new Desk(desk.processes);
    await plain.append(tableCreated({ ...plain.of, name: 'T' }));
    const before = await process.sources.store.head();
    expect(await plain.add(process, newId())).toBeUndefined();
    const events = await process.sources.store.readAll({ after: before, limit: 10 });
    expect(events.map(({ type }) => type)).toEqual(['row-added']);
    await desk.close();
  });

  it('of older rows end once all processes number what they add, rows of theirs included', async () => {
    const older = someIds(2);
    const { desk, process } = await started(older);
    const { model } = process.sources;
    await desk.number(process);
    const late = newId();
    await desk.append(rowsAdded({ ...desk.of, rows: [{ id: late, values: {} }] }));
    await desk.number(process);
    expect(await model.get(numberingDocs, desk.fieldId)).toBeDefined();
    await desk.number(process, new Date(Date.now() + DAY_MS));
    await desk.settle();
    expect(await model.get(numberingDocs, desk.fieldId)).toBeUndefined();
    expect(await desk.numbers()).toEqual({ [older[0]!]: 2, [older[1]!]: 1, [late]: 3 });
    expect(await desk.add(process, newId())).toBe(4);
    await desk.close();
  });

  it('are unique, rise with each addition and stay with their rows, whatever happens', async () => {
    const act = fc.record({
      kind: fc.constantFrom('add', 'many', 'remove', 'restore', 'number'),
      at: fc.nat(20),
    });
    await fc.assert(
      fc.asyncProperty(fc.nat(3), fc.array(act, { maxLength: 12 }), async (count, acts) => {
        const older = someIds(count);
        const { desk, process } = await started(older);
        const known = new Map<string, unknown>();
        const there = new Set(older);
        let last = 0;
        const rising = async (ids: readonly string[]) => {
          const numbers = await desk.numbers();
          const first = numbers[ids[0]!] as number;
          expect(first).toBeGreaterThan(last);
          expect(ids.map(id => numbers[id])).toEqual(ids.map((__, i) => first + i));
          for (const id of ids) there.add(id);
        };
        for (const { kind, at } of acts) {
          const some = [...there].filter((__, i) => i % 3 === at % 3);
          const gone = [...known.keys()].filter(id => !there.has(id));
          if (kind === 'number') await desk.number(process);
          else if (kind === 'remove' && some.length > 0) {
            await desk.remove(process, some);
            for (const id of some) there.delete(id);
          } else if (kind === 'restore' && gone.length > 0) {
            await desk.settle();
            await desk.restore(process, gone);
            for (const id of gone) there.add(id);
          } else if (kind === 'add' || kind === 'many') {
            const ids = someIds(kind === 'add' ? 1 : 1 + (at % 3));
            await (kind === 'add' ? desk.add(process, ids[0]!) : desk.addMany(process, ids));
            await rising(ids);
          }
          const now = await desk.numbers();
          expect(Object.keys(now).toSorted()).toEqual([...there].toSorted());
          for (const [id, number] of Object.entries(now)) {
            if (typeof number !== 'number') continue;
            expect(known.get(id) ?? number).toBe(number);
            known.set(id, number);
            last = Math.max(last, number);
          }
          expect(new Set(known.values()).size).toBe(known.size);
        }
        await desk.number(process);
        expect(Object.values(await desk.numbers()).filter(Number.isInteger).length).toBe(
          there.size,
        );
        await desk.close();
      }),
      { numRuns: 30 },
    );
  });

  it('rest with all fields of their project while it is full', async () => {
    const { desk, process } = await started(someIds(3));
    await desk.append(fieldAdded({ ...desk.of, fieldId: newId(), field: { ...shape, name: 'b' } }));
    const { executor, model } = process.sources;
    const find = vi.spyOn(model, 'find');
    vi.spyOn(executor, 'encode').mockRejectedValue(new Problem('PLAN_LIMIT'));
    await desk.number(process);
    const pagesRead = find.mock.calls.filter(([{ collection }]) => collection === rowDocs);
    expect(pagesRead).toHaveLength(1);
    await desk.close();
  });

  it('wait for a project in the bin without a failure', async () => {
    const process = await Process.start(new MemoryEventStore(), newCodec());
    const desk = new Desk([process]);
    await desk.append(
      tableCreated({ ...desk.of, name: 'T' }),
      fieldAdded({ ...desk.of, fieldId: desk.fieldId, field: shape }),
    );
    await expect(desk.number(process)).resolves.toBeUndefined();
    await desk.close();
  });

  it('skip those that a process took before it ended, and no row has them twice', async () => {
    const log = new MemoryEventStore();
    const codec = newCodec();
    const [first, second] = [await Process.start(log, codec), await Process.start(log, codec)];
    const desk = new Desk([second, first]);
    await desk.make();
    const { executor } = first.sources;
    const append = executor.append.bind(executor);
    executor.append = async (stream, ...rest) => {
      if (stream.startsWith('row-')) throw new Problem('NOT_READY', { retryAfter: 1 });
      return append(stream, ...rest);
    };
    await expect(desk.add(first, newId())).rejects.toThrow(Problem);
    expect(await desk.add(second, newId())).toBe(2);
    await desk.close();
  });
});
