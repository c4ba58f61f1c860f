import { newId } from '@hzm/contracts/core/ids';
import { rowAdded, rowChanged } from '@hzm/contracts/features/rows/events';
import { MemoryEventStore } from '@hzm/infra/event-store/memory/memory-event-store';
import { NO_STREAM, type StoredEvent } from '@hzm/services/core/ports/event-store';
import { waitForHead } from '@hzm/services/core/projecting/wait-for-head';
import { writeBatch } from '@hzm/services/domain/features/rows/batch';
import { changeRows } from '@hzm/services/domain/features/rows/bulk';
import {
  changeRow,
  removeRow,
  rowStream,
  type OfRow,
} from '@hzm/services/domain/features/rows/row';
import { rowDoc, rowCommand } from '@hzm/services/domain/features/rows/snapshot';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newCodec, request } from './fixtures.ts';
import { Process } from './processes.ts';

/** A log that counts the events that are read of single streams. */
class CountingStore extends MemoryEventStore {
  read = 0;

  override async readStream(
    ...asked: Parameters<MemoryEventStore['readStream']>
  ): Promise<StoredEvent[]> {
    const events = await super.readStream(...asked);
    this.read += events.length;
    return events;
  }
}

const CHANGES = 300;
const of: OfRow = { projectId: newId(), tableId: newId(), rowId: newId() };
const codec = newCodec();
let store: CountingStore;
let process: Process;

beforeEach(async () => {
  store = new CountingStore();
  const facts = [
    rowAdded({ ...of, values: { n: 0 } }),
    ...Array.from({ length: CHANGES }, (_, n) =>
      rowChanged({ ...of, values: { n: n + 1 }, before: { n } }),
    ),
  ];
  const meta = { at: '2026-01-01T00:00:00.000Z', actor: 'a', request: 'r' };
  let revision = NO_STREAM;
  for (let from = 0; from < facts.length; from += 100)
    ({ revision } = await store.append(
      rowStream(of),
      revision,
      await codec.encode(facts.slice(from, from + 100), meta, () => newId()),
    ));
  process = await Process.start(store, codec);
});
afterEach(() => process.close());

/** The events that are read to do some work on the row, when its document is up to date. */
async function read(work: () => Promise<unknown>): Promise<number> {
  await waitForHead(process.sources);
  store.read = 0;
  await work();
  return store.read;
}
const once = (id: string) => request(id, { repeatable: false });
const change = (n: number) => () =>
  process.sources.executor.execute(once(`c${n}`), {
    ...rowCommand(process.sources, once(`c${n}`), of),
    decide: changeRow(of, { n }, undefined, () => undefined),
  });

it('a write on one row reads no event that its document holds', async () => {
  expect(await read(change(-1))).toBe(0);
  expect(await read(change(-2))).toBe(0);
  expect((await rowDoc(process.sources, of.tableId, of.rowId))!.revision).toBe(CHANGES + 1);
});

it('a write that meets a document which is behind reads what is beyond it', async () => {
  await waitForHead(process.sources);
  const doc = (await rowDoc(process.sources, of.tableId, of.rowId))!;
  await change(-1)();
  const command = rowCommand(process.sources, once('late'), of);
  const behind = {
    ...command,
    snapshot: async () => ({
      state: {
        kind: 'kept' as const,
        values: doc.values,
        version: doc.version,
        createdAt: doc.created_at,
        updatedAt: doc.updated_at,
        createdBy: doc.created_by,
        updatedBy: doc.updated_by,
      },
      position: doc.position,
      revision: doc.revision,
      at: async () => command.decider.initial,
    }),
  };
  expect(
    await read(() =>
      process.sources.executor.execute(once('late'), {
        ...behind,
        decide: changeRow(of, { n: -2 }, undefined, () => undefined),
      }),
    ),
  ).toBe(1);
});

it("a batch reads no event that its rows' documents hold", async () => {
  expect(
    await read(() =>
      writeBatch(process.sources, once('b'), of, { are: 'there', ids: [of.rowId] }, () =>
        changeRows(of, [{ n: -1 }], [undefined], () => undefined),
      ),
    ),
  ).toBe(0);
  // The hold and the batch that it stands for are beyond the document until the batch is projected;
  // then nothing is.
  expect(await read(change(-2))).toBe(0);
  expect(
    await read(() =>
      process.sources.executor.execute(once('r'), {
        ...rowCommand(process.sources, once('r'), of),
        decide: removeRow(of, undefined, () => undefined),
      }),
    ),
  ).toBe(0);
});
