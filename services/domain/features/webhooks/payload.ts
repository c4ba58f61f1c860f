import { isDamaged, type DamagedEvent, type Event } from '@hzm/contracts/core/event';
import { memberOf, type Json, type JsonObject } from '@hzm/contracts/core/json';
import { authorOf } from '@hzm/contracts/features/rows/author';
import {
  rowChanged,
  rowRestored,
  rowsChanged,
  rowsRestored,
} from '@hzm/contracts/features/rows/events';
import { tableDocs, type TableDoc } from '@hzm/projections/features/tables/tables';
import type { Engine } from '@hzm/services/core/engine';
import { memberOfType } from '../../access/given.ts';
import { kindOf, toldType } from './kinds.ts';

/** A message to a receiver; `body` is its JSON. */
export interface Payload {
  readonly id: string;
  readonly type: string;
  readonly body: string;
}

type Objects = readonly JsonObject[];

/** Values by the names of fields now; a field that is gone by now has no value. */
function named(values: Json | undefined, table: TableDoc): JsonObject | undefined {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return undefined;
  return Object.fromEntries(
    Object.values(table.fields).flatMap(({ id, name }) => {
      const value = memberOf(values as JsonObject, id);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** Returns the times and authors that an event gives a row, in the fields that show them. */
function ownIn(row: JsonObject, { type, meta }: Event | DamagedEvent, table: TableDoc): JsonObject {
  const isChange = type === rowChanged.type || type === rowsChanged.type;
  const isRestored = type === rowRestored.type || type === rowsRestored.type;
  const by = authorOf(meta.actor);
  const own = {
    created_at: row['createdAt'] ?? meta.at ?? null,
    updated_at: row['updatedAt'] ?? meta.at ?? null,
    created_by: isRestored ? (row['createdBy'] ?? null) : by,
    updated_by: by,
  };
  return Object.fromEntries(
    Object.values(table.fields).flatMap(({ name, type: of }) => {
      const shown = memberOfType(of);
      if (!shown || (isChange && shown.startsWith('created'))) return [];
      return [[name, own[shown]]];
    }),
  );
}

function rowsOf(event: Event | DamagedEvent, table: TableDoc | undefined): Objects {
  const { data } = event;
  const rows = Array.isArray(data['rows']) ? (data['rows'] as unknown as Objects) : [data];
  return rows.map(row => {
    const id = row['id'] ?? row['rowId'] ?? null;
    if (!table) return { id };
    const [values, before] = [named(row['values'], table), named(row['before'], table)];
    const own = values && ownIn(row, event, table);
    return { id, ...(values && { values: { ...values, ...own } }), ...(before && { before }) };
  });
}

/**
 * Returns the members of a schema event, of a conversion or of numbered rows, but for the project, the
 * table and the counter.
 */
function restOf({
  projectId: _project,
  tableId: _table,
  counter: _counter,
  ...rest
}: JsonObject): JsonObject {
  return rest;
}

/**
 * Returns what a receiver is told of an event: what the project's owner may read now. Rows of a
 * table that is gone have no values, and an event that cannot be opened any more only its ids.
 */
export async function payloadOf(
  { model }: Pick<Engine, 'model'>,
  event: Event | DamagedEvent,
): Promise<Payload> {
  const { id, position, meta, data } = event;
  const { projectId, tableId } = data;
  const table = typeof tableId === 'string' ? await model.get(tableDocs, tableId) : undefined;
  const isGone = isDamaged(event) || event.erased;
  const isOfRows = kindOf(event.type)?.startsWith('row-') === true && data['fieldId'] === undefined;
  const type = toldType(event.type);
  const told = {
    id,
    type,
    timestamp: meta.at,
    position,
    projectId,
    actor: meta.actor,
    data: {
      ...(typeof tableId === 'string' && {
        table: { id: tableId, name: table?.name ?? data['name'] ?? null },
      }),
      ...(isOfRows ? { rows: rowsOf(event, isGone ? undefined : table) } : restOf(data)),
      ...(isGone && { erased: true }),
    },
  };
  return { id, type, body: JSON.stringify(told) };
}
