import { fold } from '@hzm/contracts/core/turkish';
import {
  categoryOf,
  priorityWeight,
  type ListedRequest,
  type RequestCategory,
  type RequestPriority,
} from '@hzm/contracts/features/endpoint-requests/request';
import { categories, priorities, type InboxSearch } from './inbox-search.ts';

type Listed = Pick<
  ListedRequest,
  | 'id'
  | 'status'
  | 'priority'
  | 'endpoint_name'
  | 'description'
  | 'requester_name'
  | 'created_at'
  | 'unread'
>;

const byAge = (a: Listed, b: Listed): number =>
  `${a.created_at} ${a.id}` < `${b.created_at} ${b.id}` ? -1 : 1;
const orders = {
  newest: (a: Listed, b: Listed) => byAge(b, a),
  oldest: byAge,
  priority: (a: Listed, b: Listed) =>
    priorityWeight[b.priority] - priorityWeight[a.priority] || byAge(b, a),
} as const;

/** Filters and orders requests. The search ignores case and Turkish diacritics. */
export function shownOf<Request extends Listed>(
  requests: readonly Request[],
  { category = 'inbox', priority, sort = 'newest', q = '' }: InboxSearch,
): readonly Request[] {
  const wanted = fold(q.trim());
  return requests
    .filter(
      one =>
        categoryOf[one.status] === category &&
        (priority === undefined || one.priority === priority) &&
        fold(`${one.endpoint_name} ${one.description} ${one.requester_name}`).includes(wanted),
    )
    .toSorted(orders[sort]);
}

interface Count {
  readonly count: number;
  readonly unread: number;
  readonly priorities: Readonly<Record<RequestPriority, number>>;
}

/** Counts requests by category, with unread ones and priorities. */
export const countsOf = (requests: readonly Listed[]): Readonly<Record<RequestCategory, Count>> =>
  Object.fromEntries(
    categories.map(category => {
      const own = requests.filter(({ status }) => categoryOf[status] === category);
      return [
        category,
        {
          count: own.length,
          unread: own.filter(({ unread }) => unread).length,
          priorities: Object.fromEntries(
            priorities.map(priority => [
              priority,
              own.filter(one => one.priority === priority).length,
            ]),
          ),
        },
      ];
    }),
  ) as unknown as Readonly<Record<RequestCategory, Count>>;

/** Counts all requests except withdrawn ones. */
export const totalOf = (requests: readonly Listed[]): number =>
  requests.filter(({ status }) => categoryOf[status] !== null).length;

/** Returns the neighbour in a list, clamped to its ends; the first for an id that is not in it. */
export function neighbour(
  list: readonly { readonly id: string }[],
  id: string | undefined,
  steps: 1 | -1,
): string | undefined {
  const at = list.findIndex(one => one.id === id);
  return at < 0 ? list[0]?.id : list[Math.min(list.length - 1, Math.max(0, at + steps))]?.id;
}

/** Returns the request to show when one leaves the list: the next, at the end the previous. */
export const nextWithout = (
  list: readonly { readonly id: string }[],
  id: string,
): string | undefined => {
  const at = list.findIndex(one => one.id === id);
  return at < 0 ? undefined : (list[at + 1] ?? list[at - 1])?.id;
};
