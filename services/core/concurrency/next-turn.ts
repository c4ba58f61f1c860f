import { setImmediate, setTimeout } from 'node:timers/promises';

/** Resolves in the next turn of the event loop, so that long work lets other requests run. */
export const nextTurn = (): Promise<void> => setImmediate();

/** Resolves after the milliseconds, or when the signal aborts. */
export const rest = (ms: number, signal: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal }).catch(() => undefined);
