import { ordinal } from '@hzm/contracts/core/position';
import { changesIn } from '@hzm/projections/core/changes';
import { keyDocs } from '@hzm/projections/features/keys/keys';
import type { Part } from '../topics/topic.ts';
import type { Publication } from './publication.ts';

/** A change of a project's keys, without content, because watchers may not be allowed to see it. */
export const keys: Publication = {
  collection: keyDocs,
  topic: 'project',
  idsOf: ({ data: { projectId } }) => (typeof projectId === 'string' ? [projectId] : []),
  async toChanges({ event, changes }) {
    const version = ordinal(event.position);
    return changesIn(keyDocs, changes).flatMap((change): readonly Part[] =>
      change.op === 'drop-where'
        ? []
        : [
            {
              op: change.op === 'drop' ? 'drop' : 'patch',
              kind: 'key',
              id: change.id,
              version,
              ...(change.op !== 'drop' && { patch: {} }),
            },
          ],
    );
  },
};
