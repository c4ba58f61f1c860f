import { START } from '@hzm/contracts/core/position';
import { topicAccess } from '@hzm/contracts/features/members/rights';
import { authorize } from '@hzm/services/domain/access/authorize';
import { published, topicIdsOf } from '../publications/registry.ts';
import type { TopicKind } from './topic.ts';

export const ADMIN = 'admin';

/**
 * Everybody's accounts and projects. Beside it who watches is sent `status` every second: how
 * everything that runs does, of which nothing is in the log.
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
