import { topicAccess } from '@hzm/contracts/features/members/rights';
import { authorize } from '@hzm/services/domain/access/authorize';
import { peopleProjectOf } from '@hzm/services/domain/access/people-of';
import { projectDoc } from '@hzm/services/domain/features/projects/view';
import { published, topicIdsOf } from '../publications/registry.ts';
import { topicName, type TopicKind } from './topic.ts';

const name = 'requests';

/** The endpoint requests of a project. */
export const requests: TopicKind = {
  name,
  keysTo: id => [topicName(name, id)],
  keysOf: (event, changes) => [...topicIdsOf(name, event, changes)].map(id => topicName(name, id)),
  async allow(engine, caller, projectId) {
    const { role } = await authorize(engine, caller, { access: topicAccess.requests, method: 'GET' }, { projectId });
    return { projectId, peopleProjectId: peopleProjectOf(await projectDoc(engine, projectId)), role };
  },
  toChanges: (entry, projectId, context) => published(name, entry, projectId, context),
};
