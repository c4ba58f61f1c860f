import {
  RequestCategory,
  type RequestPriority,
  type RequestCounts,
} from '@hzm/contracts/features/endpoint-requests/request';
import type { RequestMarkDoc } from '@hzm/projections/features/endpoint-requests/endpoint-requests';

const perPriority = (): Record<RequestPriority, number> => ({
  low: 0,
  medium: 0,
  high: 0,
  urgent: 0,
  critical: 0,
});

/** Counts requests by category and priority, without withdrawn ones. */
export function countsOf(
  docs: readonly RequestMarkDoc[],
  isUnread: (doc: RequestMarkDoc) => boolean,
): RequestCounts {
  const categories = Object.fromEntries(
    RequestCategory.options.map(name => [name, { count: 0, unread: 0, priorities: perPriority() }]),
  ) as RequestCounts['categories'];
  const counts = { total: 0, unread: 0, categories };
  for (const doc of docs) {
    if (doc.category === null) continue;
    const category = categories[doc.category];
    const unread = Number(isUnread(doc));
    counts.total++;
    counts.unread += unread;
    category.count++;
    category.unread += unread;
    category.priorities[doc.priority]++;
  }
  return counts;
}
