import { START } from '@hzm/contracts/core/position';
import { topicAccess } from '@hzm/contracts/features/members/rights';
import { authorize } from '@hzm/services/domain/access/authorize';
import { published, topicIdsOf } from '../publications/registry.ts';
import type { TopicKind } from './topic.ts';

const name = 'pricing';

/** Plans and campaigns: people see those on offer and no presence; administrators see all. */
export const pricing: TopicKind = {
  name,
  keysTo: () => [name],
  keysOf: (event, changes) => (topicIdsOf(name, event, changes).size > 0 ? [name] : []),
  async allow(engine, caller) {
    await authorize(engine, caller, { access: topicAccess.pricing, method: 'GET' }, {});
    return { role: null, isStranger: !caller.isAdmin, since: START, readsPast: caller.isAdmin };
  },
  toChanges: (entry, _, context) => published(name, entry, '', context),
};
