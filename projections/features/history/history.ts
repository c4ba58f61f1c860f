import type { Change } from '@hzm/contracts/core/change';
import { collection } from '@hzm/contracts/core/collection';
import type { Event, EventDefinition } from '@hzm/contracts/core/event';
import type { Position } from '@hzm/contracts/core/position';
import { projectDeleted } from '@hzm/contracts/features/projects/events';
import * as projectEvents from '@hzm/contracts/features/projects/events';
import * as rowEvents from '@hzm/contracts/features/rows/events';
import * as tableEvents from '@hzm/contracts/features/tables/events';
import { dropWhere, put } from '../../core/changes.ts';
import { on, projection } from '../../core/projection.ts';

interface About { readonly projectId: string; readonly tableId?: string; readonly rowId?: string; readonly rows?: readonly { readonly id: string }[] }

const { projectDeleted: _, ...livingProject } = projectEvents;
// These only guard streams.
const { rowHeld: __, batchAbandoned: ___, ...saidOfRows } = rowEvents;
const all = [...Object.values<unknown>(livingProject), ...Object.values<unknown>(tableEvents), ...Object.values<unknown>(saidOfRows)]
  .filter((value): value is EventDefinition<About> => typeof value === 'function' && 'open' in value);

/**
 * Where in the log an event about a project stands. An event about many rows has one document for its project (`projectId`) and one for each
 * row (`partOf`).
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
  indexes: [['projectId', 'position'], ['projectId', 'type', 'position'], ['projectId', 'actor', 'position'], ['tableId', 'position'], ['rowId', 'position'], ['partOf']],
});

/** Where to look: the log keeps what happened, this only finds it. An event about many rows has one entry more for each of them. */
function entries({ position, stream, revision, type, meta, data: { projectId, tableId, rowId, rows } }: Event<About>): readonly Change[] {
  const place = { position, stream, revision, type, actor: meta.actor };
  return [
    put(historyDocs, { id: position, ...place, projectId, ...(tableId && { tableId }), ...(rowId && { rowId }) }),
    ...(rows ?? []).map(row => put(historyDocs, { id: `${position}-${row.id}`, ...place, partOf: projectId, rowId: row.id })),
  ];
}

/** The index of each project's past. */
export const history = projection({
  name: 'history',
  version: 2,
  collections: [historyDocs],
  on: [
    ...all.map(definition => on(definition, entries)),
    on(projectDeleted, ({ data: { projectId } }) => [dropWhere(historyDocs, { projectId }), dropWhere(historyDocs, { partOf: projectId })]),
  ],
});
