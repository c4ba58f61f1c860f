import { removeMessage } from '@hzm/contracts/features/threads/api';
import type { Message } from '@hzm/contracts/features/threads/message';
import { asApiError, type ApiError } from '../../lib/api-error.ts';
import { send } from '../../lib/http.ts';
import { atom, store, useAtomValue } from '../../state/jotai.ts';
import { takeMessage } from './conversation.live.ts';

/** Time to undo a removal, in milliseconds; afterwards it is final. */
const UNDO_MS = 8_000;

interface Removal {
  readonly message: Message;
  readonly timer: ReturnType<typeof setTimeout>;
  readonly onFailed: (error: ApiError) => void;
}

const held = atom<ReadonlyMap<string, Removal>>(new Map());
const without =
  (id: string) =>
  (all: ReadonlyMap<string, Removal>): ReadonlyMap<string, Removal> =>
    new Map([...all].filter(([other]) => other !== id));

async function carryOut({ message, timer, onFailed }: Removal): Promise<void> {
  clearTimeout(timer);
  try {
    // Completes even if the page is left now.
    const { data } = await send(
      removeMessage,
      { params: { threadId: message.thread_id, messageId: message.id } },
      { keepalive: true },
    );
    takeMessage(data);
  } catch (error) {
    onFailed(asApiError(error));
  } finally {
    store.set(held, without(message.id));
  }
}

/** Removes a message after `UNDO_MS`; it is shown as removed at once. @returns the undo */
export function removeSoon(message: Message, onFailed: (error: ApiError) => void): () => void {
  const timer = setTimeout(() => void carryOut(removal), UNDO_MS);
  const removal: Removal = { message, timer, onFailed };
  store.set(held, all => new Map(all).set(message.id, removal));
  return () => {
    clearTimeout(timer);
    store.set(held, without(message.id));
  };
}

/** Messages with a pending removal. */
export const useRemovals = (): ReadonlyMap<string, unknown> => useAtomValue(held);

window.addEventListener('pagehide', () => {
  for (const removal of store.get(held).values()) void carryOut(removal);
});
