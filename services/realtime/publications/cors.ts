import { ordinal } from '@hzm/contracts/core/position';
import { changesIn } from '@hzm/projections/core/changes';
import { corsDocs } from '@hzm/projections/features/cors/cors';
import { corsOf } from '@hzm/services/domain/features/cors/handlers';
import type { Part } from '../topics/topic.ts';
import type { Publication } from './publication.ts';

/** The allowed origins of a project. Their deletion follows from the project's. */
export const cors: Publication = {
  collection: corsDocs,
  topic: 'project',
  idsOf: ({ data: { projectId } }) => (typeof projectId === 'string' ? [projectId] : []),
  async toChanges({ event, changes }) {
    return changesIn(corsDocs, changes).flatMap((change): readonly Part[] =>
      change.op === 'put'
        ? [
            {
              op: 'put',
              kind: 'cors',
              id: change.doc.id,
              version: ordinal(event.position),
              doc: corsOf(change.doc),
            },
          ]
        : [],
    );
  },
};
