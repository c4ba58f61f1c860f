import { parentPort } from 'node:worker_threads';
import type { Answer, Asked, Calls, ErrorMessage } from './thread-messages.ts';

/** Does what the thread is asked from now on. */
export function serve(calls: Calls): void {
  const byName = new Map(Object.entries(calls));
  parentPort!.on('message', ({ id, name, argument }: Asked) => {
    let answer: Answer;
    try {
      answer = { id, value: byName.get(name)!(argument) };
    } catch (error) {
      answer = { id, error: messageOf(error) };
    }
    parentPort!.postMessage(answer);
  });
}

/** Says something unasked. */
export const tell = (): void => parentPort!.postMessage(undefined);

function messageOf(error: unknown): ErrorMessage {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message, code, errcode, cause } = error as Error & { code?: string; errcode?: number };
  return { name, message, ...(code !== undefined && { code }), ...(errcode !== undefined && { errcode }), ...(cause !== undefined && { cause: messageOf(cause) }) };
}
