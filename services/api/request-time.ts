import { REQUEST_MS } from '../core/command-executor.ts';
import type { Response } from 'express';

/** Aborts when nobody waits for the answer any more, or the request's time is up. */
export function timeOf(response: Response): AbortSignal {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), REQUEST_MS);
  response.once('close', () => {
    clearTimeout(timer);
    over.abort();
  });
  return over.signal;
}
