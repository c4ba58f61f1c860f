import { newId } from '@hzm/contracts/core/ids';
import { Problem } from '@hzm/contracts/core/problem';
import type { Context } from '@hzm/services/core/engine';
import { wholeSource } from '@hzm/services/core/limits/source';
import { expect, it } from 'vitest';
import type { ImportState } from './import.ts';
import { receive } from './receive.ts';

const place = { isWanted: () => false, giveWay: () => Promise.resolve() };

/** A context whose import is written or not before the answer fails, and the files that are left. */
function failing(written: boolean) {
  const files = new Set<string>();
  let state: { readonly kind: ImportState['kind'] } = { kind: 'none' };
  const fails = (): never => {
    throw new Problem('NOT_READY', { retryAfter: 1 });
  };
  const engine = {
    executor: {
      queue: { run: (_: unknown, work: () => unknown) => work() },
      idWithStream: async () => newId(),
      load: async () => state,
      execute: async () => {
        if (!written) fails();
        state = { kind: 'ready' };
        return { position: '1' };
      },
    },
    projector: { waitForPosition: async () => fails() },
    files: { uploads: { run: (_: unknown, work: (at: typeof place) => unknown) => work(place) } },
    vault: { obtain: async () => new Uint8Array(32) },
    rowFiles: {
      uploads: {
        ids: async () => [...files],
        write: async (id: string) => {
          files.add(id);
          return { size: 1, digest: '' };
        },
        remove: async (id: string) => void files.delete(id),
      },
    },
  };
  const context = {
    engine,
    caller: { actor: 'a' },
    source: wholeSource('a'),
    request: {},
    file: (async function* () {})(),
  } as unknown as Context;
  return { context, files };
}

it.each([
  [true, 1],
  [false, 0],
])('a failed upload whose import was written (%s) leaves %i files', async (written, left) => {
  const { context, files } = failing(written);
  await expect(receive(context, newId(), 'a.csv')).rejects.toMatchObject({ code: 'NOT_READY' });
  expect(files.size).toBe(left);
});
