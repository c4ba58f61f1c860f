import { ordinal } from '@hzm/contracts/core/position';
import { changesIn } from '@hzm/projections/core/changes';
import { widgetDocs } from '@hzm/projections/features/widgets/widgets';
import type { Part } from '../topics/topic.ts';
import type { Publication } from './publication.ts';

/** Created, changed and deleted widgets of a project, without their settings. */
export const widgets: Publication = {
  collection: widgetDocs,
  topic: 'project',
  idsOf: ({ data: { projectId } }) => (typeof projectId === 'string' ? [projectId] : []),
  async toChanges({ event: { position }, changes }, _projectId, { engine }) {
    const ids = new Set(
      changesIn(widgetDocs, changes).flatMap(change =>
        change.op === 'drop-where' ? [] : [change.id],
      ),
    );
    const version = ordinal(position);
    return Promise.all(
      [...ids].map(async (id): Promise<Part> => {
        const doc = await engine.model.get(widgetDocs, id);
        if (!doc) return { op: 'drop', kind: 'widget', id, version };
        const { projectId, name, type, description } = doc;
        return {
          op: 'put',
          kind: 'widget',
          id,
          version,
          doc: { id, projectId, name, type, description },
        };
      }),
    );
  },
};
