import { Problem } from '@hzm/contracts/core/problem';
import { projectDocs } from '@hzm/projections/features/projects/projects';
import { accountDoc } from '@hzm/services/domain/features/accounts/view';
import { projectChange } from '../publications/projects.ts';
import type { TopicKind } from './topic.ts';

/** Changes of all projects are buffered under one key: their owner is known only when a message is made. */
const KEY = 'user';

/** The projects that a person has in their list; an administrator has all. */
export const user: TopicKind = {
  name: 'user',
  keyOf: () => KEY,
  keysOf: (_, changes) => (changes.some(({ collection }) => collection === projectDocs.name) ? [KEY] : []),
  async allow(engine, caller, accountId) {
    if (caller.key) throw new Problem('KEY_SCOPE');
    if (!caller.isAdmin && caller.actor !== accountId) throw new Problem('NOT_FOUND');
    await accountDoc(engine, accountId);
    return {};
  },
  async toChanges(entry, accountId, context) {
    const change = await projectChange(entry, context);
    if (!change) return [];
    return change.ownerId === accountId || (await context.people.get(accountId))?.isAdmin ? [change.part] : [];
  },
};
