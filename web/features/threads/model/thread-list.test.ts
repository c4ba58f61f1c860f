import type { ListedThread, Thread } from '@hzm/contracts/features/threads/thread';
import { describe, expect, it } from 'vitest';
import { readThreads } from '../threads-search.ts';
import {
  asListed,
  isFound,
  isLike,
  mayBeFound,
  searched,
  withThread,
  withThreads,
  type ThreadList,
} from './thread-list.ts';

const thread = (id: string, more: Partial<ListedThread> = {}) =>
  ({
    id,
    title: `Konu ${id}`,
    status: 'waiting_reply',
    tags: [],
    last_message: '',
    message_count: 1,
    position: id,
    changed: id,
    is_starred: false,
    unread_count: 0,
    ...more,
  }) as unknown as ListedThread;
const counts = {
  total: 0,
  waiting_reply: 0,
  replied: 0,
  closed: 0,
  rejected: 0,
  starred: 0,
  unread: 0,
};
const list = (threads: readonly ListedThread[], nextCursor?: string): ThreadList => ({
  threads,
  counts,
  nextCursor,
});
const ids = ({ threads }: Pick<ThreadList, 'threads'>): string =>
  threads.map(({ id }) => id).join('');

describe('list of threads', () => {
  it('sorts by newest message, without duplicates, and matches its filter', () => {
    const here = list([thread('3'), thread('2')]);
    expect(ids(withThread(here, thread('2', { position: '4' }), 'all'))).toBe('23');
    expect(ids(withThread(here, thread('4'), 'all'))).toBe('432');
    expect(ids(withThread(here, thread('3', { status: 'closed' }), 'waiting_reply'))).toBe('2');
    expect(withThread(here, thread('5', { status: 'closed' }), 'waiting_reply')).toBe(here);
    expect([
      isFound('starred', thread('1')),
      isFound('starred', thread('1', { is_starred: true })),
      isFound('closed', thread('1')),
    ]).toEqual([false, true, false]);
  });

  it('leaves threads after its end to the next page', () => {
    const here = list([thread('5'), thread('3')], 'c');
    expect(withThread(here, thread('1'), 'all')).toBe(here);
    expect(ids(withThread(here, thread('4'), 'all'))).toBe('543');
    const more = withThreads(here, { threads: [thread('3'), thread('2')], nextCursor: undefined });
    expect([ids(more), more.nextCursor]).toEqual(['532', undefined]);
  });

  it('needs an unknown thread only if that may match the filter', () => {
    const said = thread('1', { status: 'closed' }) as Thread;
    expect([
      mayBeFound(list([]), said, 'all'),
      mayBeFound(list([]), said, 'closed'),
      mayBeFound(list([]), said, 'replied'),
      mayBeFound(list([]), said, 'starred'),
      mayBeFound(list([], 'c'), said, 'starred'),
    ]).toEqual([true, true, false, false, true]);
  });

  it("keeps the reader's star and read mark under shared changes", () => {
    const said = thread('1', { message_count: 3 }) as Thread;
    const known = thread('1', { is_starred: true, unread_count: 1 });
    expect(asListed(undefined, said, false)).toBeUndefined();
    expect(asListed(known, said, false)).toMatchObject({ is_starred: true, unread_count: 3 });
    expect(asListed(known, said, true)).toMatchObject({ unread_count: 1 });
    expect(asListed(known, { ...said, message_count: 900 }, false)).toMatchObject({
      unread_count: 100,
    });
  });

  it('searches visible texts locally and messages on the server', () => {
    const here = [
      thread('1', { title: 'Iğdır deposu' }),
      thread('2', { tags: ['ödeme'] }),
      thread('3', { last_message: 'bak @[Çağrı](user:01937b5e-0000-7000-8000-000000000001)' }),
    ];
    expect(
      here.map(one => [
        isLike(one, ' IGDIR'),
        isLike(one, 'odeme'),
        isLike(one, '@cagri'),
        isLike(one, 'user:'),
      ]),
    ).toEqual([
      [true, false, false, false],
      [false, true, false, false],
      [false, false, true, false],
    ]);
    expect(
      searched(here, [thread('2', { title: 'eski' }), thread('9')], 'ığdır', 'all').map(
        ({ id, title }) => `${id}${title}`,
      ),
    ).toEqual(['9Konu 9', '2Konu 2', '1Iğdır deposu']);
    expect(searched(here, [thread('9')], 'ığdır', 'closed')).toEqual([]);
  });

  it('parses valid search parameters only', () => {
    expect(
      readThreads({ tab: 'chat', filter: 'closed', q: 'x', thread: 't', message: 'm', new: true }),
    ).toEqual({ tab: 'chat', filter: 'closed', q: 'x', thread: 't', message: 'm', new: true });
    expect(
      readThreads({
        filter: 'all',
        q: 3,
        thread: '',
        message: 'm',
        new: 'yes',
        category: 'approved',
      }),
    ).toEqual({ tab: 'chat' });
  });
});
