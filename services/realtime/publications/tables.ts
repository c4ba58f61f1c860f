import { ordinal } from '@hzm/contracts/core/position';
import { changesIn } from '@hzm/projections/core/changes';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import { tableOf } from '@hzm/services/domain/access/table';
import type { Part } from '../topics/topic.ts';
import type { Publication } from './publication.ts';

/** The tables of a project with their fields. */
export const tables: Publication = {
  collection: tableDocs,
  topic: 'project',
  idsOf: ({ data: { projectId } }) => (typeof projectId === 'string' ? [projectId] : []),
  async toChanges({ event, changes }, projectId, context) {
    const ids = new Set(
      changesIn(tableDocs, changes).flatMap(change =>
        change.op === 'drop-where' ? [] : [change.id],
      ),
    );
    if (ids.size === 0) return [];
    const tables = (await context.schema(projectId)).at(event.position);
    const version = ordinal(event.position);
    return [...ids].map((id): Part => {
      const doc = tables.get(id);
      return doc
        ? { op: 'put', kind: 'table', id, version, doc: { ...tableOf(doc) } }
        : { op: 'drop', kind: 'table', id, version };
    });
  },
};
