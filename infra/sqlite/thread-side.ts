import { parentPort } from 'node:worker_threads';
import type { Calls } from './thread.ts';

export interface Asked {
  readonly id: number;
  readonly name: string;
  readonly argument: unknown;
}

/** An error as it comes from one thread to another; its own members would be lost on the way. */
export interface ToldError {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly errcode?: number;
  readonly cause?: ToldError;
}

export interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: ToldError;
}

/** Does what the thread is asked from now on. */
export function serve(calls: Calls): void {
  const byName = new Map(Object.entries(calls));
  parentPort!.on('message', ({ id, name, argument }: Asked) => {
    let answer: Answer;
    try {
      answer = { id, value: byName.get(name)!(argument) };
    } catch (error) {
      answer = { id, error: toldOf(error) };
    }
    parentPort!.postMessage(answer);
  });
}

/** Says something unasked. */
export const tell = (): void => parentPort!.postMessage(undefined);

function toldOf(error: unknown): ToldError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message, code, errcode, cause } = error as Error & { code?: string; errcode?: number };
  return { name, message, ...(code !== undefined && { code }), ...(errcode !== undefined && { errcode }), ...(cause !== undefined && { cause: toldOf(cause) }) };
}
