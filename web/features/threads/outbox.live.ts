import { newId } from '@hzm/contracts/core/ids';
import { openThread, writeMessage } from '@hzm/contracts/features/threads/api';
import type { Message } from '@hzm/contracts/features/threads/message';
import i18n from 'i18next';
import { useMemo } from 'react';
import { asApiError } from '../../lib/api-error.ts';
import { errorText } from '../../lib/error-text.ts';
import { send } from '../../lib/http.ts';
import { atom, store, useAtomValue } from '../../state/jotai.ts';
import { sessionAtom } from '../../state/session.ts';
import {
  added,
  again,
  keepUnsent,
  keptUnsent,
  nextOf,
  removed,
  sending,
  settled,
  unsentIn,
  type Outcome,
  type Unsent,
} from './model/outbox.ts';
import { takeThread } from './threads.live.ts';

/** Maximum and first pause before a retry, in milliseconds. */
const LONGEST_PAUSE_MS = 30_000;
const FIRST_PAUSE_MS = 1_000;

const ownerNow = (): string | undefined => store.get(sessionAtom)?.user.id;
let owner = ownerNow();
const held = atom<readonly Unsent[]>(owner === undefined ? [] : keptUnsent(localStorage, owner));
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let onMessage: (message: Message) => void = () => undefined;

function update(change: (all: readonly Unsent[]) => readonly Unsent[]): void {
  const before = store.get(held);
  const after = change(before);
  if (after === before) return;
  store.set(held, after);
  if (owner !== undefined) keepUnsent(localStorage, owner, before, after);
}

async function request({
  id,
  thread,
  opens,
  content,
  replyTo,
  attachments,
}: Unsent): Promise<void> {
  if (opens) {
    const { projectId, title, row } = opens;
    return takeThread(
      (
        await send(
          openThread,
          { params: { projectId }, body: { title, initialMessage: content, row } },
          { requestId: id },
        )
      ).data,
    );
  }
  const { data } = await send(
    writeMessage,
    {
      params: { threadId: thread },
      body: {
        content,
        attachments: attachments.map(file => ({ id: file.id })),
        ...(replyTo !== null && { replyTo }),
      },
    },
    { requestId: id },
  );
  onMessage(data);
}

/**
 * Sends a message and classifies the answer: transient failures are retried, refused messages stay
 * with the reason.
 */
async function deliver(unsent: Unsent): Promise<Outcome> {
  try {
    await request(unsent);
    return { kind: 'sent' };
  } catch (thrown) {
    const error = asApiError(thrown);
    if (error.status === 0 || error.status === 503) return { kind: 'again', waitMs: error.waitMs };
    return { kind: 'refused', reason: errorText(error, i18n.t('failedSend', { ns: 'threads' })) };
  }
}

/**
 * Sends waiting messages, in order within each thread. Pauses after a transient failure, with
 * exponential back-off.
 */
function flush(): void {
  if (timer !== undefined || !navigator.onLine) return;
  const mine = owner;
  for (const one of nextOf(store.get(held))) {
    update(all => sending(all, one.id));
    void deliver(one).then(outcome => {
      if (mine !== owner) return;
      update(all => settled(all, one.id, outcome));
      if (outcome.kind !== 'again') failures = 0;
      else pause(outcome.waitMs);
      flush();
    });
  }
}

function pause(waitMs: number): void {
  timer ??= setTimeout(
    resume,
    Math.max(waitMs, Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures++)),
  );
}

function resume(): void {
  clearTimeout(timer);
  timer = undefined;
  flush();
}

/** Starts sending, including messages stored earlier. @param take applies a sent message */
export function startSending(take: (message: Message) => void): void {
  onMessage = take;
  flush();
}

/** Queues a message, which is sent exactly once as soon as the server is reachable. */
export function sendMessage(
  message: Pick<Unsent, 'thread' | 'opens' | 'content' | 'replyTo' | 'attachments'>,
): void {
  update(all =>
    added(all, { ...message, id: newId(), at: new Date().toISOString(), state: 'waiting' }),
  );
  flush();
}

export const sendAgain = (id: string): void => {
  update(all => again(all, id));
  resume();
};
export const discard = (id: string): void => update(all => removed(all, id));
/** Removes a message that a topic reports under its request id. */
export const confirmed = (id: string): void =>
  update(all => (all.some(one => one.id === id) ? removed(all, id) : all));

/** One's unconfirmed messages in a thread, oldest first. */
export function useUnsent(thread: string): readonly Unsent[] {
  const all = useAtomValue(held);
  return useMemo(() => all.filter(one => one.thread === thread), [all, thread]);
}

window.addEventListener('online', resume);
// Another tab has sent or discarded it.
window.addEventListener('storage', ({ key, newValue }) => {
  const id = owner === undefined ? undefined : unsentIn(owner, key);
  if (id !== undefined && newValue === null) store.set(held, all => removed(all, id));
});
store.sub(sessionAtom, () => {
  if (ownerNow() === owner) return;
  owner = ownerNow();
  store.set(held, owner === undefined ? [] : keptUnsent(localStorage, owner));
  resume();
});
