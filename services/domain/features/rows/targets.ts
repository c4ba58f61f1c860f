import { type Json, memberOf } from '@hzm/contracts/core/json';
import { Details, Problem } from '@hzm/contracts/core/problem';
import type { Cells } from '@hzm/contracts/features/rows/row';
import type { Relationship } from '@hzm/contracts/features/tables/relationship';
import type { Field } from '@hzm/contracts/features/tables/table';
import { rowDocs } from '@hzm/projections/features/rows/rows';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import { withinTime } from '@hzm/services/core/commands/command-executor';
import type { Lane } from '@hzm/services/core/commands/lanes';
import type { Request } from '@hzm/services/core/commands/request';
import type { Engine } from '@hzm/services/core/engine';
import { jsonBytes, type ByteBudget } from '@hzm/services/core/ports/byte-budget';
import { slice } from '@hzm/services/core/ports/slices';
import { waitForHead } from '@hzm/services/core/projecting/wait-for-head';
import { pages } from '@hzm/services/core/read-model/pages';
import {
  IDS_AT_ONCE,
  LOOKED_UP,
  relatedFields,
  readerFor,
  rowsById,
  targetIds,
  wanted,
  type Reader,
  type Related,
} from '../../access/related-rows.ts';
import { tellsAll, UNTOLD, type Telling } from '../../access/told.ts';
import { isTargetShaped, namingOf } from './validate.ts';

/** Maximum different rows that one request names, as many as lanes are entered in one turn. */
const MAX_NAMED = 10_000;

/** The ids in cells by field, because many are judged slowly. */
const judged = new WeakMap<Cells, Map<string, readonly string[]>>();

/** Returns the row ids in a value of a related field; none if it does not fit the field. */
function namedIn(field: Field, cells: Cells): readonly string[] {
  const known = judged.get(cells) ?? new Map<string, readonly string[]>();
  judged.set(cells, known);
  const value = memberOf(cells, field.id);
  const ids =
    known.get(field.id) ??
    (value !== undefined && isTargetShaped(field, value) ? targetIds(value) : []);
  known.set(field.id, ids);
  return ids;
}

/** The lane in which writes that name a row as a target and deletions of it take turns. */
export const targetLane = (tableId: string, rowId: string): Lane => ({
  group: `target-${tableId}`,
  key: rowId,
});

/** The new values of a row, by field id; `id` of one that is there. */
export interface Naming {
  readonly id?: string;
  readonly cells: Cells;
  readonly path: string;
}

/** Returns the ids of a table's rows among these; none of a deleted table. */
export async function presentRows(
  reader: Reader,
  tableId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const present = new Set<string>();
  if (ids.length === 0 || !(await reader.model.get(tableDocs, tableId))) return present;
  for await (const { id } of rowsById(reader, tableId, ids)) present.add(id);
  return present;
}

/** Rows that name others, by id. */
export interface RowsNaming {
  readonly rows: ReadonlyMap<
    string,
    { readonly targets: readonly string[]; readonly version: number }
  >;
  /** Whether there may be others, beyond the bounds. */
  readonly isCut: boolean;
}

/**
 * Returns the condition of rows that name one of these rows in a field; only lists are searched
 * without an index.
 */
export const naming = (
  fieldId: string,
  { relationshipType }: Pick<Relationship, 'relationshipType'>,
  ids: readonly string[],
) =>
  ({
    path: `values.${fieldId}`,
    op: relationshipType === 'many-to-many' ? 'has' : 'in',
    values: ids,
  }) as const;

/** A field of a table with its relationship. */
interface Source extends Pick<Relationship, 'relationshipType'> {
  readonly tableId: string;
  readonly fieldId: string;
}

/** Finds rows of a table that name one of these rows in a field. */
export async function rowsNaming(
  reader: Reader,
  source: Source,
  ids: readonly string[],
  { rows: most, bytes }: { readonly rows: number; readonly bytes?: ByteBudget },
): Promise<RowsNaming> {
  const { model, by } = reader;
  const { tableId, fieldId } = source;
  const rows = new Map<string, { targets: readonly string[]; version: number }>();
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE)
    for await (const docs of pages(model, {
      ...LOOKED_UP,
      collection: rowDocs,
      partition: tableId,
      where: [naming(fieldId, source, ids.slice(from, from + IDS_AT_ONCE))],
      by,
    })) {
      wanted(reader);
      for (const { id, values, version } of docs) {
        rows.set(id, { targets: targetIds(memberOf(values, fieldId)), version });
        if (bytes && !bytes.takes(jsonBytes(values))) return { rows, isCut: true };
      }
      if (rows.size > most) return { rows, isCut: true };
    }
  return { rows, isCut: false };
}

/** A table that is written to, with what a refusal may tell of its fields. */
interface Place {
  readonly id: string;
  readonly fields: readonly Field[];
  readonly telling?: Telling;
}

/** Reads the ids that rows name by now, by row and field. */
async function heldTargets(
  reader: Reader,
  table: Place,
  rows: readonly Naming[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>> {
  const related = relatedFields(table.fields);
  const ids = rows.flatMap(({ id, cells }) =>
    id !== undefined && related.some(({ field }) => namedIn(field, cells).length > 0) ? [id] : [],
  );
  const held = new Map<string, ReadonlyMap<string, readonly string[]>>();
  for await (const { id, values } of rowsById(reader, table.id, [...new Set(ids)]))
    held.set(
      id,
      new Map(related.map(({ field }) => [field.id, targetIds(memberOf(values, field.id))])),
    );
  return held;
}

/** Reports values of a field in a refusal, without the name of a field that it must not name. */
const refuseIn =
  (details: Details, { telling = tellsAll }: Place, field: Field) =>
  (path: string, key: string) =>
    details.push({
      path: telling.isUnnamed(field) ? '' : `${path}${field.name}`,
      message: telling.isUnshown(field) ? UNTOLD : { key },
    });

/**
 * Reports the targets that another row has in a one-to-one relationship.
 * @param fresh ids that the rows do not name already
 */
async function refuseTaken(
  reader: Reader,
  table: Place,
  { field, relationship }: Related,
  rows: readonly Naming[],
  fresh: readonly (readonly string[])[],
  details: Details,
): Promise<void> {
  const refuse = refuseIn(details, table, field);
  const written = new Set(
    rows.flatMap(({ id, cells }) =>
      id !== undefined && memberOf(cells, field.id) !== undefined ? [id] : [],
    ),
  );
  const ids = [...new Set(fresh.flat())];
  const { relationshipType } = relationship;
  const source = { tableId: table.id, fieldId: field.id, relationshipType };
  const holders = await rowsNaming(reader, source, ids, { rows: ids.length + written.size + 1 });
  const kept = rows.flatMap(({ cells }, i) =>
    namedIn(field, cells).filter(id => !fresh[i]!.includes(id)),
  );
  const others = [...holders.rows].filter(([id]) => !written.has(id));
  const taken = new Set([...kept, ...others.flatMap(([, { targets }]) => targets)]);
  for (const [i, { path }] of rows.entries())
    for (const id of fresh[i]!) {
      if (taken.has(id)) refuse(path, 'value-target-taken');
      taken.add(id);
    }
}

/** @throws Problem VALIDATION_ERROR with a detail for each value whose target is not there or taken */
async function checkTargets(reader: Reader, table: Place, rows: readonly Naming[]): Promise<void> {
  const details = new Details();
  const held = await heldTargets(reader, table, rows);
  for (const related of relatedFields(table.fields)) {
    const { field, relationship } = related;
    const refuse = refuseIn(details, table, field);
    // Ids that a row names already are kept.
    const named = rows.map(({ id, cells }) => {
      const earlier = new Set(id === undefined ? [] : held.get(id)?.get(field.id));
      return namedIn(field, cells).filter(one => !earlier.has(one));
    });
    const present = await presentRows(reader, relationship.targetTableId, [
      ...new Set(named.flat()),
    ]);
    for (const [i, ids] of named.entries())
      if (!ids.every(id => present.has(id))) refuse(rows[i]!.path, 'value-target-missing');
    if (relationship.relationshipType === 'one-to-one')
      await refuseTaken(reader, table, related, rows, named, details);
  }
  if (details.length > 0) throw new Problem('VALIDATION_ERROR', { details });
}

/**
 * Writes rows whose related fields name targets: in turn with deletions of those, once all of them
 * are there.
 * @throws Problem VALIDATION_ERROR; PAYLOAD_TOO_LARGE for too many targets
 */
export async function withTargets<T>(
  engine: Engine,
  request: Request,
  table: Place,
  rows: readonly Naming[],
  write: () => Promise<T>,
): Promise<T> {
  const named = new Map(
    relatedFields(table.fields).flatMap(({ field, relationship: { targetTableId } }) =>
      rows.flatMap(({ cells }) =>
        // One text may name rows of two tables.
        namedIn(field, cells).map(
          id => [`${targetTableId} ${id}`, targetLane(targetTableId, id)] as const,
        ),
      ),
    ),
  );
  if (named.size === 0) return write();
  // A repeated request has its first answer, whatever became of its targets.
  if (request.repeatable && (await engine.executor.repeats.last(request))) return write();
  if (named.size > MAX_NAMED) throw new Problem('PAYLOAD_TOO_LARGE');
  const limited = withinTime(request);
  await slice();
  return engine.executor.lanes.run(
    [...named.values()],
    async () => {
      await waitForHead(engine);
      await checkTargets(readerFor(engine, limited), table, rows);
      return write();
    },
    limited,
  );
}

/** Returns the values of related fields only. */
export const relatedCells = (fields: readonly Field[], cells: Cells): Cells =>
  Object.fromEntries(
    relatedFields(fields).map(({ field }) => [field.id, memberOf(cells, field.id) ?? null]),
  );

/** Returns the values of rows by the names of related fields as cells by the ids of these. */
export function namedCells(
  fields: readonly Field[],
  rows: readonly { readonly [name: string]: Json }[],
): readonly Cells[] {
  if (relatedFields(fields).length === 0) return rows.map(() => ({}));
  const fieldOf = namingOf(fields);
  return rows.map(values => {
    const cells: Record<string, Json> = {};
    for (const [name, value] of Object.entries(values)) {
      const field = fieldOf(name);
      if (field && field.relationships.length > 0) cells[field.id] = value;
    }
    return cells;
  });
}
