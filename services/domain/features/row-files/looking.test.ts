import type { Engine } from '@hzm/services/core/engine';
import { wholeSource } from '@hzm/services/core/limits/source';
import { expect, it } from 'vitest';
import type { PreviewAsk, RowsAsk } from './jobs.ts';
import { previewed, refusedIn } from './looking.ts';

const file = { id: '', key: new Uint8Array(32), size: 0 };
const ask = {} as RowsAsk & PreviewAsk;

/** An engine whose threads are counted, and make chunks until they are ended. */
function counting() {
  let running = 0;
  async function* run(_job: string, _file: unknown, _ask: unknown, signal: AbortSignal) {
    running++;
    try {
      while (!signal.aborted) yield 'x';
    } finally {
      running--;
    }
  }
  return { engine: { rowFiles: { run } } as unknown as Engine, running: () => running };
}

const asking = (engine: Engine, account: string) => {
  const client = new AbortController();
  return { client, looking: { engine, source: wholeSource(account), left: () => client.signal } };
};

it('files of refused rows that are read slowly hold one thread of an account', async () => {
  const { engine, running } = counting();
  const ayşe = asking(engine, 'ayşe');
  const first = await refusedIn(ayşe.looking, file, ask);
  expect((await first.next()).value).toBe('x');
  const more = asking(engine, 'ayşe');
  const second = refusedIn(more.looking, file, ask);
  const can = await refusedIn(asking(engine, 'can').looking, file, ask);
  await can.next();
  expect(running()).toBe(2);
  await first.return(undefined);
  await (await second).next();
  expect(running()).toBe(2);
});

it('a client that leaves gives its place back, whether it read anything or nothing', async () => {
  const { engine, running } = counting();
  const unread = asking(engine, 'ayşe');
  await refusedIn(unread.looking, file, ask);
  unread.client.abort();
  const begun = asking(engine, 'ayşe');
  const chunks = await refusedIn(begun.looking, file, ask);
  await chunks.next();
  begun.client.abort();
  await expect(chunks.next()).rejects.toMatchObject({ code: 'NOT_READY' });
  const next = await refusedIn(asking(engine, 'ayşe').looking, file, ask);
  await next.next();
  expect(running()).toBe(1);
});

it('previews take no place of lists, and end with their client', async () => {
  async function* run(_job: string, _file: unknown, _ask: unknown, signal: AbortSignal) {
    await new Promise(resolve => signal.addEventListener('abort', resolve));
    yield* [];
  }
  const engine = { rowFiles: { run } } as unknown as Engine;
  const { client, looking } = asking(engine, 'ayşe');
  const preview = previewed(looking, file, ask);
  setTimeout(() => client.abort(), 20);
  await expect(preview).rejects.toMatchObject({ code: 'NOT_READY' });
});
