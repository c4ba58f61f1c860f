import { Problem } from '@hzm/contracts/core/problem';
import { slice, type Pause } from '@hzm/services/core/ports/slices';
import type { Response } from 'express';
import { REQUEST_MS } from '../core/commands/command-executor.ts';

/** Returns a signal that aborts if the client disconnects or the request's time is up. */
export function timeOf(response: Response): AbortSignal {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), REQUEST_MS);
  response.once('close', () => {
    clearTimeout(timer);
    // Aborting after the answer would only create an error with its stack.
    if (!response.writableFinished) over.abort();
  });
  return over.signal;
}

/** Returns a signal that aborts if the client disconnects before the answer. */
export function leavingOf(response: Response): AbortSignal {
  const left = new AbortController();
  if (response.destroyed) left.abort();
  response.once('close', () => {
    if (!response.writableFinished) left.abort();
  });
  return left.signal;
}

/** Pauses long work for a request, and ends it if the client has disconnected. */
export const pauseOf =
  (response: Response): Pause =>
  () => {
    if (response.destroyed) throw new Problem('NOT_READY', { retryAfter: 1 });
    return slice();
  };
