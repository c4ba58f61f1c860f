import type { RowThread, Thread } from '@hzm/contracts/features/threads/thread';
import { describe, expect, it } from 'vitest';
import { byRow, marksOf, withRead, withThread } from './row-marks.ts';

const mark = (id: string, row_id: string, more: Partial<RowThread> = {}): RowThread => ({
  id,
  row_id,
  status: 'waiting_reply',
  message_count: 1,
  position: '10',
  is_unread: false,
  _version: 1,
  ...more,
});
const said = (id: string, row: string | null, more: Partial<Thread> = {}) =>
  ({
    id,
    row: row === null ? null : { table_id: 't', row_id: row },
    status: 'waiting_reply',
    message_count: 1,
    position: '20',
    _version: 2,
    ...more,
  }) as unknown as Thread;
const all = byRow([
  mark('1', 'a', { is_unread: true }),
  mark('2', 'a', { status: 'closed' }),
  mark('3', 'b', { status: 'rejected' }),
]);

describe('comment badges of rows', () => {
  it('count unread, open and closed threads', () => {
    expect([...marksOf(all)]).toEqual([
      ['a', { unread: 1, open: 1, closed: 1 }],
      ['b', { unread: 0, open: 0, closed: 1 }],
    ]);
  });

  it('become unread by a message of another person only', () => {
    const now = (change: Thread, isOwn: boolean) => marksOf(withThread(all, change, isOwn));
    expect(now(said('3', 'b', { message_count: 2, status: 'replied' }), false).get('b')).toEqual({
      unread: 1,
      open: 1,
      closed: 0,
    });
    expect(now(said('1', 'a', { message_count: 2 }), true).get('a')).toEqual({
      unread: 0,
      open: 1,
      closed: 1,
    });
    expect(now(said('1', 'a', { status: 'closed' }), false).get('a')).toEqual({
      unread: 1,
      open: 0,
      closed: 2,
    });
    expect(now(said('9', 'c'), false).get('c')).toEqual({ unread: 1, open: 1, closed: 0 });
    expect(now(said('9', 'c'), true).get('c')).toEqual({ unread: 0, open: 1, closed: 0 });
    expect(withThread(all, said('9', null), false)).toBe(all);
  });

  it('ignore older changes, and drop removed messages', () => {
    const later = withThread(all, said('3', 'b', { _version: 5, message_count: 4 }), true);
    expect(withThread(later, said('3', 'b', { _version: 4, status: 'closed' }), true)).toBe(later);
    const fewer = withThread(later, said('3', 'b', { _version: 5, message_count: 3 }), false);
    expect(
      marksOf(withThread(fewer, said('3', 'b', { _version: 6, message_count: 4 }), false)).get('b'),
    ).toEqual({ unread: 1, open: 1, closed: 0 });
  });

  it('apply read marks from any device up to their position', () => {
    const scope = 'threads:p';
    const unread = (topic: string, upTo: string, projectId = 'p') =>
      marksOf(withRead(all, { topic, scope, upTo }, projectId)).get('a')?.unread;
    expect([
      unread('thread:1', '10'),
      unread('thread:1', '09'),
      unread('thread:2', '99'),
      unread(scope, '99'),
      unread(scope, '99', 'other'),
    ]).toEqual([0, 1, 1, 0, 1]);
  });

  it('stay the same objects for unchanged rows', () => {
    const [before, after] = [
      marksOf(all),
      marksOf(withThread(all, said('3', 'b', { status: 'closed' }), true)),
    ];
    expect([before.get('a') === after.get('a'), before.get('b') === after.get('b')]).toEqual([
      true,
      false,
    ]);
  });
});
