import type { RequestOf } from '@hzm/contracts/core/call';
import type { User } from '@hzm/contracts/features/accounts/account';
import type { listUsers } from '@hzm/contracts/features/administration/api';

// Spelled out, because the contracts load with the screen, after the address is parsed.
export const plans = [
  'free',
  'basic',
  'premium',
  'enterprise',
] as const satisfies readonly User['subscriptionType'][];
type Plan = (typeof plans)[number];
export const isPlan = (value: unknown): value is Plan => plans.some(plan => plan === value);

export const peopleSorts = ['newest', 'oldest', 'name', 'email'] as const;
type PeopleSort = (typeof peopleSorts)[number];
export const isPeopleSort = (value: unknown): value is PeopleSort =>
  peopleSorts.some(sort => sort === value);

/**
 * Filters of the list of people in the address. `add` means that the form for a new person is open.
 */
export interface PeopleView {
  readonly q?: string;
  readonly state?: 'active' | 'passive';
  readonly role?: 'admin';
  readonly plan?: Plan;
  readonly sort?: PeopleSort;
  readonly page?: number;
  readonly add?: true;
}

const PAGE_SIZE = 25;

const sorted = {
  newest: { sort: 'createdAt', order: 'desc' },
  oldest: { sort: 'createdAt', order: 'asc' },
  name: { sort: 'name', order: 'asc' },
  email: { sort: 'email', order: 'asc' },
} as const;

export const peopleQuery = (
  { q, state, role, plan, sort = 'newest', page = 1 }: PeopleView,
  count: 'exact' | 'bounded',
): RequestOf<typeof listUsers>['query'] => ({
  ...(q?.trim() && { search: q.trim().slice(0, 200) }),
  ...(state && { isActive: state === 'active' ? 'true' : 'false' }),
  ...(role && { isAdmin: 'true' }),
  ...(plan && { subscriptionType: plan }),
  ...sorted[sort],
  page,
  limit: PAGE_SIZE,
  count,
});

/** Returns the filters as one text; empty without filters. */
export const narrowingOf = ({ q, state, role, plan }: PeopleView): string =>
  [q, state, role, plan].some(Boolean) ? JSON.stringify([q, state, role, plan]) : '';
