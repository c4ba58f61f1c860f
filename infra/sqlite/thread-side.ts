import { parentPort } from 'node:worker_threads';
import type { Answer, Asked, Calls, ErrorMessage, Unasked } from './thread-messages.ts';

/** Does what the thread is asked from now on. */
export function serve(calls: Calls): void {
  const byName = new Map(Object.entries(calls));
  const answer = (message: Answer): void => parentPort!.postMessage(message);
  parentPort!.on('message', ({ id, name, argument }: Asked) => {
    const failed = (error: unknown): void => answer({ id, error: messageOf(error) });
    try {
      const value = byName.get(name)!(argument);
      if (value instanceof Promise) value.then((later: unknown) => answer({ id, value: later }), failed);
      else answer({ id, value });
    } catch (error) {
      failed(error);
    }
  });
}

/** Says something unasked. */
export const tell = (said?: unknown): void => parentPort!.postMessage({ said } satisfies Unasked);

function messageOf(error: unknown): ErrorMessage {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message, code, errcode, cause } = error as Error & { code?: string; errcode?: number };
  return { name, message, ...(code !== undefined && { code }), ...(errcode !== undefined && { errcode }), ...(cause !== undefined && { cause: messageOf(cause) }) };
}
