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
    const known = await context.schema(projectId).at(event.position);
    const version = ordinal(event.position);
    return [...ids].map((id): Part => {
      const doc = known.get(id);
      return doc
        ? { op: 'put', kind: 'table', id, version, doc: { ...tableOf(doc) } }
        : { op: 'drop', kind: 'table', id, version };
    });
  },
};

/** The end of a table, for those who watch its rows. */
export const tableEnds: Publication = {
  collection: tableDocs,
  topic: 'table',
  idsOf: (_, changes) =>
    changesIn(tableDocs, changes).flatMap(change => (change.op === 'drop' ? [change.id] : [])),
  async toChanges({ event: { position } }, id, { engine }) {
    // A table of another owner than the event's was not dropped.
    if (await engine.model.get(tableDocs, id)) return [];
    return [{ op: 'drop', kind: 'table', id, version: ordinal(position) }];
  },
};
