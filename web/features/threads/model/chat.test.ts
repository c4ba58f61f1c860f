import type { ReadMark } from '@hzm/contracts/features/read-marks/read-mark';
import type { ListedThread, Thread } from '@hzm/contracts/features/threads/thread';
import { describe, expect, it } from 'vitest';
import { withMark, withSaid, type Chat } from './chat.ts';

const thread = (id: string, more: Partial<ListedThread> = {}) =>
  ({
    id,
    position: id,
    changed: id,
    message_count: 1,
    is_starred: false,
    unread_count: 0,
    ...more,
  }) as unknown as ListedThread;
const mark = (id: string, upTo: string, scope = 'threads:p'): ReadMark => ({
  topic: `thread:${id}`,
  scope,
  upTo,
});
const chat: Chat = { threads: [thread('3'), thread('1', { unread_count: 2 })], unread: 4 };

describe('chat of all projects', () => {
  it('counts a thread once for any number of messages, and puts it first', () => {
    const said = thread('3', { changed: '5', position: '5', message_count: 2 }) as Thread;
    const next = withSaid(chat, said, false)!;
    expect([next.unread, next.threads[0]?.id, next.threads[0]?.unread_count]).toEqual([5, '3', 1]);
    const more = withSaid(next, { ...said, changed: '6', position: '6', message_count: 3 }, false)!;
    expect(more.unread).toBe(5);
    expect(withSaid(more, said, false)).toBe(more);
    expect(withSaid(chat, said, true)?.unread).toBe(4);
  });

  it('stops counting a thread read to its end on any device', () => {
    expect(withMark(chat, mark('1', '1'))?.unread).toBe(3);
    expect(withMark(chat, mark('3', '3'))).toBe(chat);
    expect(withMark(chat, mark('n', '9', 'notifications:a'))).toBe(chat);
  });

  it('needs the server for an unknown thread, and for one read in part', () => {
    expect(withSaid(chat, thread('9') as Thread, false)).toBeUndefined();
    expect(withMark(chat, mark('9', '9'))).toBeUndefined();
    expect(withMark(chat, mark('1', '0'))).toBeUndefined();
  });
});
