import { topicAccess } from '@hzm/contracts/features/members/rights';
import { authorize } from '@hzm/services/domain/access/authorize';
import type { TopicKind } from './topic.ts';

export const ADMIN = 'admin';

/** How everything that runs does. Nothing of it is in the log: who watches is sent `status` every second. */
export const admin: TopicKind = {
  name: ADMIN,
  keyOf: () => ADMIN,
  keysOf: () => [],
  async allow(engine, caller) {
    return authorize(engine, caller, { access: topicAccess.admin, method: 'GET' }, {});
  },
  toChanges: async () => [],
};
