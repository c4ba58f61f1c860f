import type { Change } from '@hzm/contracts/core/change';
import { collection } from '@hzm/contracts/core/collection';
import type { Event } from '@hzm/contracts/core/event';
import type { Json } from '@hzm/contracts/core/json';
import type { Position } from '@hzm/contracts/core/position';
import { events } from '@hzm/contracts/registry';
import { dropWhere, put } from '../../core/changes.ts';
import { on, projection } from '../../core/projection.ts';

/**
 * The position in the log of an event about a project. An event about many rows has one document
 * for its project (`projectId`) and one per row (`partOf`).
 */
export type IndexEntry = {
  readonly id: string;
  readonly position: Position;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly actor: string;
  readonly projectId?: string;
  readonly partOf?: string;
  readonly tableId?: string;
  readonly rowId?: string;
};

export const historyDocs = collection<IndexEntry>({
  name: 'history',
  positions: ['position'],
  indexes: [
    ['projectId', 'position'],
    ['projectId', 'type', 'position'],
    ['projectId', 'actor', 'position'],
    ['tableId', 'position'],
    ['rowId', 'position'],
    ['partOf', 'position'],
  ],
});

const isRow = (row: Json): row is { readonly id: string } =>
  typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'string';

/** Returns the index entries of an event: one for its project, and one per row. */
function entries({
  position,
  stream,
  revision,
  type,
  meta,
  data: { projectId, tableId, rowId, rows },
}: Event): readonly Change[] {
  if (typeof projectId !== 'string') return [];
  const place = { position, stream, revision, type, actor: meta.actor };
  return [
    put(historyDocs, {
      id: position,
      ...place,
      projectId,
      ...(typeof tableId === 'string' && { tableId }),
      ...(typeof rowId === 'string' && { rowId }),
    }),
    ...(Array.isArray(rows) ? rows : []).filter(isRow).map(row =>
      put(historyDocs, {
        id: `${position}-${row.id}`,
        ...place,
        partOf: projectId,
        rowId: row.id,
      }),
    ),
  ];
}

const shredded = ({ data: { projectId } }: Event): readonly Change[] =>
  typeof projectId === 'string'
    ? [dropWhere(historyDocs, { projectId }), dropWhere(historyDocs, { partOf: projectId })]
    : [];

/** The index of each project's history: all events that name a project. */
export const history = projection({
  name: 'history',
  version: 2,
  collections: [historyDocs],
  on: events
    .filter(({ isOfProject }) => isOfProject)
    .map(definition => on(definition, definition.shreds ? shredded : entries)),
});
