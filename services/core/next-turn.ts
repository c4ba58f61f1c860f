import { setImmediate } from 'node:timers/promises';

/** Resolves in the next turn of the event loop: long work lets other requests run in between. */
export const nextTurn = (): Promise<void> => setImmediate();
