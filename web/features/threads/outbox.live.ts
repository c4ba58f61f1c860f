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

/** The longest pause before something is tried again, and the first one, in milliseconds. */
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
 * What the answer to a message means: what passes is tried again by itself, what the server refuses
 * stays with its reason.
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
 * Sends what waits: in order in each thread. After a failure that may pass it pauses, longer each
 * time.
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

/**
 * Sends what waits from now on, and what this browser kept from before. @param take draws a message
 * that was sent
 */
export function startSending(take: (message: Message) => void): void {
  onMessage = take;
  flush();
}

/**
 * Sends a message, now or as soon as the server can be reached; once, however often it is tried.
 */
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
/** The server has it: what its topic said of a message names the request that made it. */
export const confirmed = (id: string): void =>
  update(all => (all.some(one => one.id === id) ? removed(all, id) : all));

/** One's messages to a thread that are not confirmed, oldest first. */
export function useUnsent(thread: string): readonly Unsent[] {
  const all = useAtomValue(held);
  return useMemo(() => all.filter(one => one.thread === thread), [all, thread]);
}

window.addEventListener('online', resume);
// Another tab has sent it, or taken it away.
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
