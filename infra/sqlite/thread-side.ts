import { type MessagePort, parentPort } from 'node:worker_threads';
import type { Answer, Asked, Calls, ErrorMessage, Hosted, Served, Unasked } from './thread-messages.ts';

/* What runs in each thread: it serves the modules that it is told, each at a port of its own. */

parentPort!.on('message', (hosted: Hosted) => void begin(hosted));

/** What cannot be served ends the thread. */
async function begin({ module, port }: Hosted): Promise<void> {
  const { serve } = (await import(module)) as Served;
  answer(port, serve(said => port.postMessage({ said } satisfies Unasked)));
}

function answer(port: MessagePort, calls: Calls): void {
  const byName = new Map(Object.entries(calls));
  const send = (message: Answer): void => port.postMessage(message);
  port.on('message', ({ id, name, argument }: Asked) => {
    const failed = (error: unknown): void => send({ id, error: messageOf(error) });
    try {
      const value = byName.get(name)!(argument);
      if (value instanceof Promise) value.then((later: unknown) => send({ id, value: later }), failed);
      else send({ id, value });
    } catch (error) {
      failed(error);
    }
  });
}

function messageOf(error: unknown): ErrorMessage {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message, code, errcode, cause } = error as Error & { code?: string; errcode?: number };
  return { name, message, ...(code !== undefined && { code }), ...(errcode !== undefined && { errcode }), ...(cause !== undefined && { cause: messageOf(cause) }) };
}
