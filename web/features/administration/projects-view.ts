import type { listAllProjects } from '@hzm/contracts/features/administration/api';
import type { RequestOf } from '@hzm/contracts/core/call';
import { Id } from '@hzm/contracts/core/ids';

export const everyProjectSorts = ['newest', 'oldest', 'name'] as const;
type Sort = (typeof everyProjectSorts)[number];
export const isEveryProjectSort = (value: unknown): value is Sort => everyProjectSorts.some(sort => sort === value);

/** What of everybody's projects is looked at, as the address says it. `owner`: only that person's. */
export interface EveryProjectView {
  readonly q?: string;
  readonly owner?: string;
  readonly sort?: Sort;
  readonly page?: number;
}

const PAGE_SIZE = 24;
const sorted = { newest: { sort: 'createdAt', order: 'desc' }, oldest: { sort: 'createdAt', order: 'asc' }, name: { sort: 'name', order: 'asc' } } as const;

/** The same as the server is asked. */
export const everyProjectQuery = ({ q, owner, sort = 'newest', page = 1 }: EveryProjectView): RequestOf<typeof listAllProjects>['query'] => ({
  ...(q?.trim() && { search: q.trim().slice(0, 200) }),
  ...(Id.safeParse(owner).success && { owner }),
  ...sorted[sort], page, limit: PAGE_SIZE,
});
