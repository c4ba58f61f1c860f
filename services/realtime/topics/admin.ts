import { START } from '@hzm/contracts/core/position';
import { topicAccess } from '@hzm/contracts/features/members/rights';
import { authorize } from '@hzm/services/domain/access/authorize';
import { published, topicIdsOf } from '../publications/registry.ts';
import type { TopicKind } from './topic.ts';

export const ADMIN = 'admin';

/**
 * The accounts and projects of all people. Watchers also receive `status` every second, which is
 * not in the log.
 */
export const admin: TopicKind = {
  name: ADMIN,
  keysTo: () => [ADMIN],
  keysOf: (event, changes) => (topicIdsOf(ADMIN, event, changes).size > 0 ? [ADMIN] : []),
  async allow(engine, caller) {
    const { role } = await authorize(
      engine,
      caller,
      { access: topicAccess.admin, method: 'GET' },
      {},
    );
    return { role, since: START, readsPast: true };
  },
  toChanges: (entry, _, context) => published(ADMIN, entry, '', context),
};
