import type { ReadMark } from '@hzm/contracts/features/read-marks/read-mark';
import type { ListedThread, Thread } from '@hzm/contracts/features/threads/thread';
import { asListed, byNewest } from './thread-list.ts';

/** Newest threads of a person's projects, and the number of all unread threads. */
export interface Chat {
  readonly threads: readonly ListedThread[];
  readonly unread: number;
}

const withThread = ({ threads, unread }: Chat, before: ListedThread, next: ListedThread): Chat => ({
  threads: [...threads.filter(({ id }) => id !== next.id), next].toSorted(byNewest),
  unread: Math.max(0, unread + Number(next.unread_count > 0) - Number(before.unread_count > 0)),
});

/** Applies a thread change; undefined if only the server knows the reader's part of it. */
export function withSaid(chat: Chat, said: Thread, isOwn: boolean): Chat | undefined {
  const before = chat.threads.find(({ id }) => id === said.id);
  if (before && before.changed >= said.changed) return chat;
  const next = asListed(before, said, isOwn);
  return before && next && withThread(chat, before, next);
}

/** Applies a read mark from any device; undefined if only the server knows the rest. */
export function withMark(chat: Chat, { topic, scope, upTo }: ReadMark): Chat | undefined {
  if (!scope.startsWith('threads:')) return chat;
  const thread = chat.threads.find(({ id }) => topic === `thread:${id}`);
  if (thread?.unread_count === 0) return chat;
  if (thread === undefined || upTo < thread.position) return undefined;
  return withThread(chat, thread, { ...thread, unread_count: 0 });
}
