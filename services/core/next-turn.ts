import { setImmediate, setTimeout } from 'node:timers/promises';

/** Resolves in the next turn of the event loop: long work lets other requests run in between. */
export const nextTurn = (): Promise<void> => setImmediate();

/** Resolves after so many milliseconds, or when the signal aborts. */
export const rest = (ms: number, signal: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal }).catch(() => undefined);
