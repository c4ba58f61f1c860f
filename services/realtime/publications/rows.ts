import type { ChangeOwner } from '@hzm/contracts/core/change';
import type { Event } from '@hzm/contracts/core/event';
import type { FieldKey } from '@hzm/contracts/core/field-key';
import { type Json, memberOf } from '@hzm/contracts/core/json';
import { ordinal, type Position } from '@hzm/contracts/core/position';
import { changesIn, type ChangeOf } from '@hzm/projections/core/changes';
import { rowDocs, type RowDoc } from '@hzm/projections/features/rows/rows';
import { tableDocs, type TableDoc } from '@hzm/projections/features/tables/tables';
import { readInSlices } from '@hzm/services/core/ports/slices';
import { memberOfType } from '@hzm/services/domain/access/given';
import { fieldsOf } from '@hzm/services/domain/access/table';
import { keyedFields } from '@hzm/services/domain/features/rows/field-key';
import { rowOf } from '@hzm/services/domain/features/rows/view';
import type { BufferedEvent } from '../replay-buffer.ts';
import { topicName, type Part, type TopicContext } from '../topics/topic.ts';
import type { Publication } from './publication.ts';

/** The rows of a table; dropping all of them means that the table is deleted. */
export const rows: Publication = {
  collection: rowDocs,
  topic: 'table',
  idsOf: (_, changes) => changes.flatMap(({ partition }) => partition ?? []),
  async toChanges(entry, tableId, context) {
    const {
      event: { position, data },
    } = entry;
    const changes = changesIn(rowDocs, entry.changes).filter(
      ({ partition }) => partition === tableId,
    );
    const isTold = changesIn(tableDocs, entry.changes).some(
      change => change.op === 'drop' && change.id === tableId,
    );
    if (isTold) return [];
    const dropped = changes.find(({ op }) => op === 'drop-where');
    if (dropped) {
      const isRefused = await isOfAnother(context, tableId, dropped.owner);
      const gone = { op: 'drop', kind: 'table', id: tableId, version: ordinal(position) } as const;
      return isRefused ? [] : [gone];
    }
    const doc = (await context.schema(data['projectId'] as string).at(position)).get(tableId);
    if (!doc) return [];
    const seen = await seenRows(entry, tableId, context);
    const versions = await versionsAt(entry, seen, tableId, context);
    const { fieldKey } = context;
    const hidden = fieldsOf(doc)
      .filter(({ isHidden }) => isHidden)
      .map(field => field[fieldKey]);
    const parts = changes.flatMap(change =>
      rowPart(change, { table: doc, position, versions, seen, fieldKey }),
    );
    return hidden.length === 0 ? parts : parts.map(part => ({ ...part, hidden }));
  },
};

/** Whether a table belongs to another owner than the change's, which was therefore refused. */
async function isOfAnother(
  { engine }: TopicContext,
  tableId: string,
  owner: ChangeOwner | undefined,
): Promise<boolean> {
  const table = await engine.model.get(tableDocs, tableId);
  return table !== undefined && owner !== undefined && table.projectId !== owner.id;
}

interface RowContext {
  readonly table: TableDoc;
  readonly position: Position;
  readonly versions: ReadonlyMap<string, number>;
  readonly seen: ReadonlyMap<string, SeenRow>;
  readonly fieldKey: FieldKey;
}

/** Returns a row's change under the keys of the table's fields. */
export function rowPart(change: ChangeOf<RowDoc>, context: RowContext): Part[] {
  const { table, position, versions, fieldKey } = context;
  switch (change.op) {
    case 'put': {
      const doc = rowOf(change.doc, keyedFields(fieldsOf(table), fieldKey));
      return [{ op: 'put', kind: 'row', id: change.id, version: doc._version, doc: { ...doc } }];
    }
    case 'patch': {
      const version = versions.get(change.id) ?? 0;
      const updated = change.set.updated_at ?? null;
      const patch: Record<string, Json> = { updated_at: updated, _version: version };
      for (const field of fieldsOf(table)) {
        const shown = memberOfType(field.type);
        if (shown === 'updated_at' || shown === 'updated_by')
          patch[field[fieldKey]] = change.set[shown] ?? null;
      }
      for (const [path, value] of Object.entries(change.set)) {
        const field = path.startsWith('values.')
          ? memberOf(table.fields, path.slice('values.'.length))
          : undefined;
        if (field) patch[field[fieldKey]] = value ?? null;
      }
      return [{ op: 'patch', kind: 'row', id: change.id, version, patch }];
    }
    case 'reform':
      return convertedPart(change, context);
    case 'drop':
      return [{ op: 'drop', kind: 'row', id: change.id, version: ordinal(position) }];
    default:
      return [];
  }
}

/** Returns the converted value of a row, whose version stays as it was at that position. */
function convertedPart(
  { id, path }: ChangeOf<RowDoc> & { readonly op: 'reform' },
  { table, versions, seen, fieldKey }: RowContext,
): Part[] {
  const row = seen.get(id);
  const fieldId = path.slice('values.'.length);
  const field = memberOf(table.fields, fieldId);
  if (!row || !field) return [];
  const { updated_at } = row;
  const version = versions.get(id) ?? 0;
  const value = memberOf(row.converted, fieldId) ?? null;
  const patch = { updated_at, _version: version, [field[fieldKey]]: value };
  return [{ op: 'patch', kind: 'row', id, version, patch }];
}

/** The members of a row's present document that its changes lack. */
export interface SeenRow extends Pick<RowDoc, 'id' | 'position' | 'version' | 'updated_at'> {
  /** Values that the entry converts, by field id; events have none. */
  readonly converted: Record<string, Json>;
}

/**
 * Reads the rows that an entry patches or converts. All values of many rows would not be needed,
 * but take memory together.
 */
async function seenRows(
  { changes }: BufferedEvent,
  tableId: string,
  { engine }: TopicContext,
): Promise<ReadonlyMap<string, SeenRow>> {
  const fieldsOfRow = new Map<string, string[]>();
  for (const change of changesIn(rowDocs, changes)) {
    if (change.op !== 'patch' && change.op !== 'reform') continue;
    const fieldIds = fieldsOfRow.get(change.id) ?? [];
    if (change.op === 'reform') fieldIds.push(change.path.slice('values.'.length));
    fieldsOfRow.set(change.id, fieldIds);
  }
  const docs = await readInSlices([...fieldsOfRow], async ([rowId, fieldIds]) => {
    const doc = await engine.model.get(rowDocs, rowId, tableId);
    if (!doc) return undefined;
    const { id, position, version, updated_at, values } = doc;
    const converted = Object.fromEntries(
      fieldIds.map(fieldId => [fieldId, memberOf(values, fieldId) ?? null]),
    );
    return { id, position, version, updated_at, converted };
  });
  return new Map(docs.flatMap(doc => (doc ? [[doc.id, doc] as const] : [])));
}

/**
 * Returns the versions of patched and converted rows right after the entry. They come from the
 * documents, because events lack them, less the later changes in the buffer.
 */
async function versionsAt(
  { event, changes }: BufferedEvent,
  seen: ReadonlyMap<string, SeenRow>,
  tableId: string,
  { engine, buffer }: TopicContext,
): Promise<Map<string, number>> {
  for (const { position } of seen.values())
    if (position > engine.projector.position) await engine.projector.waitForPosition(position);
  const isAhead = [...seen.values()].some(({ position }) => position > event.position);
  const later = isAhead ? buffer.after([topicName('table', tableId)], event.position) : [];
  const versionOf = (row: SeenRow | undefined): number =>
    (row && versionBefore(row, later)) ?? countedVersion(event);
  return new Map(
    changesIn(rowDocs, changes).flatMap(change =>
      change.op === 'patch' || change.op === 'reform'
        ? [[change.id, versionOf(seen.get(change.id))] as const]
        : [],
    ),
  );
}

/**
 * Returns a row's version before later changes, of which conversions change none; undefined if it
 * was removed and restored.
 */
export function versionBefore(
  doc: Pick<RowDoc, 'id' | 'position' | 'version'>,
  later: readonly BufferedEvent[],
): number | undefined {
  let { version } = doc;
  for (const { event, changes } of later) {
    const change =
      event.position > doc.position
        ? undefined
        : changesIn(rowDocs, changes).find(one => isVersioned(one) && one.id === doc.id);
    if (change?.op === 'patch') version--;
    else if (change) return undefined;
  }
  return version;
}

const isVersioned = (
  change: ChangeOf<RowDoc>,
): change is Exclude<ChangeOf<RowDoc>, { readonly op: 'drop-where' | 'reform' }> =>
  change.op !== 'drop-where' && change.op !== 'reform';

/** Derives the version of a row deleted by now from its own stream, which lacks batch changes. */
const countedVersion = ({ stream, revision }: Event): number =>
  stream.startsWith('row-') ? revision + 1 : 0;
