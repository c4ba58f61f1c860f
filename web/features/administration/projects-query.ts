import type { RequestOf } from '@hzm/contracts/core/call';
import { Id } from '@hzm/contracts/core/ids';
import type { listAllProjects } from '@hzm/contracts/features/administration/api';
import type { EveryProjectView } from './projects-view.ts';

const PAGE_SIZE = 24;
const sorted = {
  newest: { sort: 'createdAt', order: 'desc' },
  oldest: { sort: 'createdAt', order: 'asc' },
  name: { sort: 'name', order: 'asc' },
} as const;

export const everyProjectQuery = ({
  q,
  owner,
  sort = 'newest',
  page = 1,
}: EveryProjectView): RequestOf<typeof listAllProjects>['query'] => ({
  ...(q?.trim() && { search: q.trim().slice(0, 200) }),
  ...(Id.safeParse(owner).success && { owner }),
  ...sorted[sort],
  page,
  limit: PAGE_SIZE,
});
