import { ordinal } from '@hzm/contracts/core/position';
import { changesIn } from '@hzm/projections/core/changes';
import { transferDocs } from '@hzm/projections/features/transfers/transfers';
import type { Part } from '../topics/topic.ts';
import type { Publication } from './publication.ts';

/**
 * A transfer to a live project, or its undoing, without the receipt, because watchers may not be
 * allowed to see it.
 */
export const transfers: Publication = {
  collection: transferDocs,
  topic: 'project',
  idsOf: ({ data: { projectId } }) => (typeof projectId === 'string' ? [projectId] : []),
  async toChanges({ event, changes }) {
    const version = ordinal(event.position);
    return changesIn(transferDocs, changes).flatMap((change): readonly Part[] =>
      change.op === 'drop-where'
        ? []
        : [{ op: 'patch', kind: 'transfer', id: change.id, version, patch: {} }],
    );
  },
};
