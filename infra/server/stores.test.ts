import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { newId } from '@hzm/contracts/core/ids';
import { START } from '@hzm/contracts/core/position';
import { NO_STREAM, OutcomeUnknown } from '@hzm/services/core/ports/event-store';
import { checkpointOf, type CollectionSpec } from '@hzm/services/core/ports/read-model';
import { Unavailable } from '@hzm/services/core/ports/unavailable';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openStores, type Stores } from './stores.ts';

const notes: CollectionSpec = { name: 'notes', projection: 'notes' };

let dataDirectory: string;
let held: AsyncDisposableStack;
const warned: string[] = [];
const posted = vi.spyOn(Worker.prototype, 'postMessage');
beforeEach(() => {
  dataDirectory = mkdtempSync(join(tmpdir(), 'hzm-'));
  held = new AsyncDisposableStack();
});
afterEach(async () => {
  await held.disposeAsync();
  rmSync(dataDirectory, { recursive: true });
});

/** Appends an event and waits for the views, retrying while the thread restarts. */
async function write(
  { store, model }: Pick<Stores, 'store' | 'model'>,
  stream: string,
): Promise<void> {
  const events = [{ id: newId(), type: 'noted', data: {}, meta: {} }];
  for (;;) {
    try {
      const { position } = await store.append(stream, NO_STREAM, events);
      await model.apply([
        {
          projection: 'notes',
          version: 1,
          batch: [
            {
              position,
              changes: [{ op: 'put', collection: 'notes', id: stream, doc: { id: stream } }],
            },
          ],
          checkpoint: position,
        },
      ]);
      return;
    } catch (error) {
      if (!(error instanceof OutcomeUnknown || error instanceof Unavailable)) throw error;
    }
  }
}

it('log and views lose nothing when their shared writer thread ends and restarts', async () => {
  const stores = await openStores(
    {
      dataDirectory,
      secret: Buffer.alloc(32, 7),
      eventStore: undefined,
      readModel: undefined,
      roles: new Set(),
    },
    held,
    {
      progress: () => undefined,
      warn: (_, what) => warned.push(what),
      emptied: () => expect.unreachable(),
    },
  );
  await stores.model.define([notes]);
  const streams = Array.from({ length: 60 }, (_, n) => `s${n}`);
  for (const [n, stream] of streams.entries()) {
    const written = write(stores, stream);
    if (n % 20 === 10) await (posted.mock.contexts.at(-1) as Worker).terminate();
    await written;
  }
  expect(new Set(posted.mock.contexts).size).toBe(4);
  expect(warned.toSorted()).toEqual([
    ...Array(3).fill('the thread that writes events.db ended'),
    ...Array(3).fill('the thread that writes views.db ended'),
  ]);
  const log = await stores.store.readAll({ after: START, limit: 100 });
  expect(log.map(({ stream }) => stream)).toEqual(streams);
  expect(
    (await stores.model.find({ collection: notes, limit: 100 })).docs
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(streams.toSorted());
  expect((await checkpointOf(stores.model, 'notes'))?.position).toBe(await stores.store.head());
});
