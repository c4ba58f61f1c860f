import { isJsonObject, memberOf } from '@hzm/contracts/core/json';
import { eraseProject, restoreProject } from '@hzm/contracts/features/projects/bin-api';
import { bulkRows } from '@hzm/contracts/features/rows/api';
import { deleteTable, removeField } from '@hzm/contracts/features/tables/api';
import {
  eraseField,
  eraseTable,
  restoreField,
  restoreTable,
} from '@hzm/contracts/features/tables/bin-api';
import type { ApiError } from '../../lib/api-error.ts';
import { send } from '../../lib/http.ts';
import type { Item, ListKind } from './kinds.ts';

/** The place of the things that a call is about. */
export interface Place {
  /** Empty for the list of projects. */
  readonly projectId: string;
  readonly kind: ListKind;
  /** The table whose rows are listed. */
  readonly tableId?: string | undefined;
}

interface Return {
  /** Another name than it had. */
  readonly name?: string;
  /** Whether published endpoints may break. */
  readonly force?: boolean;
}

/** Restores one project, table or field. */
async function restoreOne(
  { projectId, kind }: Place,
  entryId: string,
  { name, force = false }: Return,
): Promise<void> {
  const params = { projectId, entryId };
  const body = name === undefined ? {} : { name: name.trim() };
  if (kind === 'projects') await send(restoreProject, { params: { entryId }, body });
  else if (kind === 'tables') await send(restoreTable, { params, body });
  else
    await send(restoreField, {
      params,
      body,
      query: force ? { force: 'true' } : {},
    });
}

/**
 * Restores things of one list: rows together, others one after the other.
 * @param done called with each thing that is back
 */
export async function restore(
  place: Place,
  items: readonly Item[],
  done: (item: Item) => void,
  more: Return = {},
): Promise<void> {
  if (place.kind === 'rows') {
    await send(bulkRows, {
      params: { tableId: place.tableId! },
      body: { restores: items.map(({ id }) => id) },
    });
    items.forEach(done);
    return;
  }
  for (const item of items) {
    await restoreOne(place, item.id, more);
    done(item);
  }
}

/** Puts things back into the bin that were just restored. */
export async function removeAgain(place: Place, items: readonly Item[]): Promise<void> {
  const query = { force: 'true' } as const;
  if (place.kind === 'rows')
    await send(bulkRows, {
      params: { tableId: place.tableId! },
      body: { deletes: items.map(({ id }) => id) },
    });
  else
    for (const { id, tableId } of items)
      await (place.kind === 'tables'
        ? send(deleteTable, { params: { tableId: id }, query })
        : send(removeField, { params: { tableId: tableId!, fieldId: id }, query }));
}

/** Erases a project, table or field for good. @param protectionPassword of a protected project */
export async function erase(
  { projectId, kind }: Place,
  { id: entryId, name: confirm, isProtected }: Item,
  protectionPassword: string,
): Promise<void> {
  if (kind === 'projects') {
    const body = { confirm, ...(isProtected && { protectionPassword }) };
    await send(eraseProject, { params: { entryId }, body });
    return;
  }
  await send(kind === 'tables' ? eraseTable : eraseField, {
    params: { projectId, entryId },
    body: { confirm },
  });
}

/** Returns the free name that the server suggests for one that is taken. */
export function suggestionIn({ code, data }: ApiError): string | undefined {
  const suggestion = isJsonObject(data) ? memberOf(data, 'suggestion') : undefined;
  return code === 'NAME_TAKEN' && typeof suggestion === 'string' ? suggestion : undefined;
}
