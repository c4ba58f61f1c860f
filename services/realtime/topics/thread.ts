import { topicAccess } from '@hzm/contracts/features/members/rights';
import { authorize } from '@hzm/services/domain/access/authorize';
import { projectDoc } from '@hzm/services/domain/access/project';
import { threadDoc } from '@hzm/services/domain/access/thread';
import { published, topicIdsOf } from '../publications/registry.ts';
import { allowedIn } from './allowed.ts';
import { topicName, type TopicKind } from './topic.ts';

const name = 'thread';

/** A thread and its messages. */
export const thread: TopicKind = {
  name,
  keysTo: id => [topicName(name, id)],
  keysOf: (event, changes) => [...topicIdsOf(name, event, changes)].map(id => topicName(name, id)),
  async allow(engine, caller, threadId) {
    const { role } = await authorize(
      engine,
      caller,
      { access: topicAccess.thread, method: 'GET' },
      { threadId },
    );
    const { projectId } = await threadDoc(engine, threadId);
    return allowedIn(engine, caller, await projectDoc(engine, projectId), {
      role,
      past: 'past:read',
    });
  },
  toChanges: (entry, threadId, context) => published(name, entry, threadId, context),
};
