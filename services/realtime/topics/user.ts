import { Problem } from '@hzm/contracts/core/problem';
import { projectDocs } from '@hzm/projections/features/projects/projects';
import { accountDoc } from '@hzm/services/domain/features/accounts/view';
import { tellProject } from './project.ts';
import type { TopicKind } from './topic.ts';

/** Every change of a project is remembered under one key: only when it is told the owner is known. */
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
  async toChanges(entry, accountId, facts) {
    const told = await tellProject(entry, facts);
    if (!told) return [];
    return told.ownerId === accountId || (await facts.people.get(accountId))?.isAdmin ? [told.part] : [];
  },
};
