import type { ListedRequest } from '@hzm/contracts/features/endpoint-requests/request';
import { describe, expect, it } from 'vitest';
import { readInbox } from './inbox-search.ts';
import { countsOf, neighbour, nextWithout, shownOf, totalOf } from './inbox.ts';

const request = (id: string, more: Partial<ListedRequest> = {}) =>
  ({
    id,
    status: 'pending',
    priority: 'medium',
    endpoint_name: `İstek ${id}`,
    description: 'Stok',
    requester_name: 'Ayşe',
    created_at: `2026-01-0${id}T00:00:00Z`,
    unread: false,
    ...more,
  }) as ListedRequest;
const all = [
  request('1', { priority: 'critical' }),
  request('2', { status: 'reviewing', unread: true }),
  request('3', { status: 'approved' }),
  request('4', { description: 'Iğdır deposu' }),
  request('5', { status: 'withdrawn', unread: true }),
];
const ids = (list: readonly { readonly id: string }[]): string => list.map(({ id }) => id).join('');

describe('inbox', () => {
  it('filters and orders requests by its address', () => {
    expect(ids(shownOf(all, {}))).toBe('421');
    expect(ids(shownOf(all, { sort: 'oldest' }))).toBe('124');
    expect(ids(shownOf(all, { sort: 'priority' }))).toBe('142');
    expect(ids(shownOf(all, { category: 'approved' }))).toBe('3');
    expect(ids(shownOf(all, { priority: 'critical' }))).toBe('1');
    expect(ids(shownOf(all, { q: ' IGDIR ' }))).toBe('4');
  });

  it('counts requests by category, without withdrawn ones', () => {
    expect(countsOf(all)).toMatchObject({
      inbox: { count: 3, unread: 1, priorities: { low: 0, medium: 2, critical: 1 } },
      approved: { count: 1, unread: 0 },
      rejected: { count: 0 },
    });
    expect(totalOf(all)).toBe(4);
  });

  it('finds the neighbour of a request and its successor after a removal', () => {
    const list = shownOf(all, {});
    expect([
      neighbour(list, undefined, 1),
      neighbour(list, '4', 1),
      neighbour(list, '1', 1),
      neighbour(list, '4', -1),
      neighbour([], '4', 1),
    ]).toEqual(['4', '2', '1', '4', undefined]);
    expect([
      nextWithout(list, '2'),
      nextWithout(list, '1'),
      nextWithout([request('1')], '1'),
      nextWithout(list, '9'),
    ]).toEqual(['1', '2', undefined, undefined]);
  });

  it('ignores invalid search parameters', () => {
    expect(
      readInbox({
        category: 'rejected',
        priority: 'high',
        sort: 'priority',
        q: 'x',
        request: 'r',
        new: true,
      }),
    ).toEqual({
      category: 'rejected',
      priority: 'high',
      sort: 'priority',
      q: 'x',
      request: 'r',
      new: true,
    });
    expect(
      readInbox({
        category: 'inbox',
        priority: 'x',
        sort: 'newest',
        q: 3,
        request: '',
        new: 'yes',
      }),
    ).toEqual({});
  });
});
