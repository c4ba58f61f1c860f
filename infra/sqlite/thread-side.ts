import { type MessagePort, parentPort } from 'node:worker_threads';
import { collectAfterStart } from '../collect-after-start.ts';
import type {
  Answer,
  CallMessage,
  Calls,
  ErrorMessage,
  LoadMessage,
  Notification,
  Served,
} from './thread-messages.ts';

/* Entry point of each worker: loads modules and serves the calls of each on its own port. */

parentPort!.on('message', (message: LoadMessage) => void begin(message));
collectAfterStart();

/** Loads a module; a failure ends the thread. */
async function begin({ module, port }: LoadMessage): Promise<void> {
  const { serve } = (await import(module)) as Served;
  answer(
    port,
    serve(said => port.postMessage({ said } satisfies Notification)),
  );
}

function answer(port: MessagePort, calls: Calls): void {
  const byName = new Map(Object.entries(calls));
  const send = (message: Answer): void => port.postMessage(message);
  port.on('message', ({ id, name, argument }: CallMessage) => {
    const failed = (error: unknown): void => send({ id, error: messageOf(error) });
    try {
      const value = byName.get(name)!(argument);
      if (value instanceof Promise)
        value.then((later: unknown) => send({ id, value: later }), failed);
      else send({ id, value });
    } catch (error) {
      failed(error);
    }
  });
}

function messageOf(error: unknown): ErrorMessage {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message, code, errcode, cause } = error as Error & {
    code?: string;
    errcode?: number;
  };
  return {
    name,
    message,
    ...(code !== undefined && { code }),
    ...(errcode !== undefined && { errcode }),
    ...(cause !== undefined && { cause: messageOf(cause) }),
  };
}
