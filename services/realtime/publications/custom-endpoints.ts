import { ordinal } from '@hzm/contracts/core/position';
import { changesIn } from '@hzm/projections/core/changes';
import { customEndpointDocs } from '@hzm/projections/features/custom-endpoints/custom-endpoints';
import type { Part } from '../topics/topic.ts';
import type { Publication } from './publication.ts';

/** Created, changed and deleted endpoints of a project, without their definitions. */
export const customEndpoints: Publication = {
  collection: customEndpointDocs,
  topic: 'project',
  idsOf: ({ data: { projectId } }) => (typeof projectId === 'string' ? [projectId] : []),
  async toChanges({ event: { position }, changes }, _projectId, { engine }) {
    const ids = new Set(
      changesIn(customEndpointDocs, changes).flatMap(change =>
        change.op === 'drop-where' ? [] : [change.id],
      ),
    );
    const version = ordinal(position);
    return Promise.all(
      [...ids].map(async (id): Promise<Part> => {
        const doc = await engine.model.get(customEndpointDocs, id);
        if (!doc) return { op: 'drop', kind: 'custom-endpoint', id, version };
        const { projectId, requestId, name, current, isOn } = doc;
        return {
          op: 'put',
          kind: 'custom-endpoint',
          id,
          version,
          doc: { id, projectId, requestId, name, version: current, isOn },
        };
      }),
    );
  },
};
