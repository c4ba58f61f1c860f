import type { Call } from '@hzm/contracts/core/call';
import { topicAccess } from '@hzm/contracts/features/members/rights';
import { authorize } from '@hzm/services/domain/access/authorize';
import { projectDoc } from '@hzm/services/domain/access/project';
import { published, topicIdsOf } from '../publications/registry.ts';
import { allowedIn } from './allowed.ts';
import { topicName, type TopicKind } from './topic.ts';

/** @param access required to watch */
const ofProject = (
  name: 'project' | 'requests' | 'threads',
  access: Call['access'],
): TopicKind => ({
  name,
  keysTo: id => [topicName(name, id)],
  keysOf: (event, changes) => [...topicIdsOf(name, event, changes)].map(id => topicName(name, id)),
  async allow(engine, caller, projectId) {
    const { role } = await authorize(engine, caller, { access, method: 'GET' }, { projectId });
    return allowedIn(engine, caller, await projectDoc(engine, projectId), {
      role,
      past: 'past:read',
    });
  },
  toChanges: (entry, projectId, context) => published(name, entry, projectId, context),
});

/** A project with its tables and their fields, its people and invitations. */
export const project = ofProject('project', topicAccess.project);

/** The endpoint requests of a project. */
export const requests = ofProject('requests', topicAccess.requests);

/** The threads of a project. */
export const threads = ofProject('threads', topicAccess.threads);
