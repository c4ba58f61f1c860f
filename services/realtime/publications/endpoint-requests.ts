import { ordinal } from '@hzm/contracts/core/position';
import { changesIn } from '@hzm/projections/core/changes';
import { endpointRequestDocs } from '@hzm/projections/features/endpoint-requests/endpoint-requests';
import { projectDoc } from '@hzm/services/domain/access/project';
import {
  endpointPathOf,
  requesterOf,
  requestOf,
} from '@hzm/services/domain/features/endpoint-requests/view';
import type { Part } from '../topics/topic.ts';
import type { Publication } from './publication.ts';

/**
 * The endpoint requests of a project, including withdrawn ones, by their status. Read marks are on
 * the person's topic.
 */
export const endpointRequests: Publication = {
  collection: endpointRequestDocs,
  topic: 'requests',
  idsOf: ({ data: { projectId } }) => (typeof projectId === 'string' ? [projectId] : []),
  async toChanges({ event: { position }, changes }, projectId, { engine, people }) {
    const ids = new Set(
      changesIn(endpointRequestDocs, changes).flatMap(change =>
        change.op === 'drop-where' ? [] : [change.id],
      ),
    );
    if (ids.size === 0) return [];
    const project = await projectDoc(engine, projectId);
    return (
      await Promise.all(
        [...ids].map(async (id): Promise<readonly Part[]> => {
          const doc = await engine.model.get(endpointRequestDocs, id);
          // Deleted with its project.
          if (!doc) return [];
          const around = {
            projectName: project.name,
            requester: await requesterOf(
              doc.requesterId,
              project,
              other => people.get(other),
              other => people.actor(other),
            ),
            endpointPath: await endpointPathOf(engine, id, doc.status),
          };
          return [
            {
              op: 'put',
              kind: 'endpoint-request',
              id,
              version: ordinal(position),
              doc: { ...requestOf(id, doc, around), position: doc.position },
            },
          ];
        }),
      )
    ).flat();
  },
};
