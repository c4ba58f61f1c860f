import type { Change } from '@hzm/contracts/core/change';
import type { Event, EventDefinition } from '@hzm/contracts/core/event';
import type { Json } from '@hzm/contracts/core/json';
import { projectDeleted } from '@hzm/contracts/features/projects/events';
import * as projectEvents from '@hzm/contracts/features/projects/events';
import * as rowEvents from '@hzm/contracts/features/rows/events';
import * as tableEvents from '@hzm/contracts/features/tables/events';
import { on, projection } from '../../core/projection.ts';

interface About { readonly projectId: string; readonly tableId?: string; readonly rowId?: string; readonly rows?: readonly { readonly id: string }[] }

const { projectDeleted: _, ...livingProject } = projectEvents;
// These only guard streams.
const { rowHeld: __, batchAbandoned: ___, ...saidOfRows } = rowEvents;
const all = [...Object.values<unknown>(livingProject), ...Object.values<unknown>(tableEvents), ...Object.values<unknown>(saidOfRows)]
  .filter((value): value is EventDefinition<About> => typeof value === 'function' && 'open' in value);

const put = (id: string, doc: { readonly [member: string]: Json }): Change => ({ op: 'put', collection: 'history', id, doc: { id, ...doc } });
const dropWhere = (where: Record<string, string>): Change => ({ op: 'drop-where', collection: 'history', where });

/** Where to look: the log keeps what happened, this only finds it. An event about many rows has one entry more for each of them. */
function entries({ position, stream, revision, type, meta, data: { projectId, tableId, rowId, rows } }: Event<About>): readonly Change[] {
  const place = { position, stream, revision, type, actor: meta.actor };
  return [
    put(position, { ...place, projectId, ...(tableId && { tableId }), ...(rowId && { rowId }) }),
    ...(rows ?? []).map(row => put(`${position}-${row.id}`, { ...place, partOf: projectId, rowId: row.id })),
  ];
}

/** The index of each project's past. */
export const history = projection({
  name: 'history',
  version: 2,
  collections: [{ name: 'history', indexes: [['projectId', 'position'], ['projectId', 'type', 'position'], ['projectId', 'actor', 'position'], ['tableId', 'position'], ['rowId', 'position'], ['partOf']] }],
  on: [
    ...all.map(definition => on(definition, entries)),
    on(projectDeleted, ({ data: { projectId } }) => [dropWhere({ projectId }), dropWhere({ partOf: projectId })]),
  ],
});
