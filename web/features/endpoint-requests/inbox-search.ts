import type {
  RequestCategory,
  RequestPriority,
} from '@hzm/contracts/features/endpoint-requests/request';

export const categories = [
  'inbox',
  'approved',
  'testing',
  'implementing',
  'completed',
  'rejected',
] as const satisfies readonly RequestCategory[];
export const priorities = [
  'low',
  'medium',
  'high',
  'urgent',
  'critical',
] as const satisfies readonly RequestPriority[];
export const sorts = ['newest', 'oldest', 'priority'] as const;

/**
 * Search parameters of an inbox: filters, order, and the open request. The category defaults to the
 * inbox.
 */
export interface InboxSearch {
  readonly category?: RequestCategory;
  readonly priority?: RequestPriority;
  readonly sort?: (typeof sorts)[number];
  readonly q?: string;
  readonly request?: string;
  readonly new?: true;
}

const oneOf = <Name extends string>(names: readonly Name[], value: unknown): Name | undefined =>
  names.find(name => name === value);

/** Parses search parameters, ignoring invalid ones. */
export function readInbox({
  category,
  priority,
  sort,
  q,
  request,
  new: isNew,
}: Record<string, unknown>): InboxSearch {
  const found = {
    category: oneOf(categories, category),
    priority: oneOf(priorities, priority),
    sort: oneOf(sorts, sort),
  };
  return {
    ...(found.category && found.category !== 'inbox' && { category: found.category }),
    ...(found.priority && { priority: found.priority }),
    ...(found.sort && found.sort !== 'newest' && { sort: found.sort }),
    ...(typeof q === 'string' && q !== '' && { q: q.slice(0, 200) }),
    ...(typeof request === 'string' && request !== '' && { request }),
    ...(isNew === true && { new: true }),
  };
}
