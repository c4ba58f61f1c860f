import { setTimeout as sleep } from 'node:timers/promises';
import { busy, type Place } from './gate.ts';

/**
 * Minimum upload speed in bytes per millisecond; slower clients yield their place to waiting ones.
 */
const FAIR_BYTES_PER_MS = 64;
/** Initial time without a minimum speed, in milliseconds. */
const GRACE_MS = 5_000;
/** Interval of checking a silent client, in milliseconds. */
const LOOK_MS = 500;
const RETRY_MS = 30_000;

/**
 * Passes an upload through while it is fast enough or nobody waits for its place. Only the client's
 * own time counts.
 * @throws Problem NOT_READY
 */
export async function* atFairSpeed(
  chunks: AsyncIterable<Uint8Array>,
  { isWanted }: Place,
): AsyncGenerator<Uint8Array> {
  const sent = chunks[Symbol.asyncIterator]();
  let [bytes, spentMs] = [0, 0];
  const isSlow = (ms: number): boolean =>
    ms > GRACE_MS && bytes < ms * FAIR_BYTES_PER_MS && isWanted();
  try {
    for (;;) {
      const began = performance.now();
      const next = sent.next();
      // The chunk may fail after this generator has stopped waiting for it.
      next.catch(() => undefined);
      let result: IteratorResult<Uint8Array> | undefined;
      while (!(result = await Promise.race([next, look()])))
        if (isSlow(spentMs + performance.now() - began)) throw busy(RETRY_MS);
      spentMs += performance.now() - began;
      if (result.done === true) return;
      bytes += result.value.length;
      if (isSlow(spentMs)) throw busy(RETRY_MS);
      yield result.value;
    }
  } finally {
    sent.return?.().catch(() => undefined);
  }
}

const look = (): Promise<undefined> => sleep(LOOK_MS, undefined, { ref: false });
