import type { ReadMark } from '@hzm/contracts/features/read-marks/read-mark';
import type { ListedThread, Thread } from '@hzm/contracts/features/threads/thread';
import { asListed, byNewest } from './thread-list.ts';

/**
 * The newest threads of all projects of a person, and how many of all threads hold something
 * unread.
 */
export interface Chat {
  readonly threads: readonly ListedThread[];
  readonly unread: number;
}

const withThread = ({ threads, unread }: Chat, before: ListedThread, next: ListedThread): Chat => ({
  threads: [...threads.filter(({ id }) => id !== next.id), next].toSorted(byNewest),
  unread: Math.max(0, unread + Number(next.unread_count > 0) - Number(before.unread_count > 0)),
});

/**
 * The chat after everybody was told of a thread; undefined if only the server knows its reader's
 * part of that.
 */
export function withSaid(chat: Chat, said: Thread, isOwn: boolean): Chat | undefined {
  const before = chat.threads.find(({ id }) => id === said.id);
  if (before && before.changed >= said.changed) return chat;
  const next = asListed(before, said, isOwn);
  return before && next && withThread(chat, before, next);
}

/**
 * The chat after its reader has read something, on whatever device; undefined if only the server
 * knows the rest.
 */
export function withMark(chat: Chat, { topic, scope, upTo }: ReadMark): Chat | undefined {
  if (!scope.startsWith('threads:')) return chat;
  const thread = chat.threads.find(({ id }) => topic === `thread:${id}`);
  if (thread?.unread_count === 0) return chat;
  if (thread === undefined || upTo < thread.position) return undefined;
  return withThread(chat, thread, { ...thread, unread_count: 0 });
}
