import { type Json, memberOf } from '@hzm/contracts/core/json';
import { Details, Problem } from '@hzm/contracts/core/problem';
import type { Cells } from '@hzm/contracts/features/rows/row';
import type { Relationship } from '@hzm/contracts/features/tables/relationship';
import type { Field } from '@hzm/contracts/features/tables/table';
import { rowDocs } from '@hzm/projections/features/rows/rows';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import { withinTime } from '@hzm/services/core/commands/command-executor';
import type { Request } from '@hzm/services/core/commands/request';
import type { Engine } from '@hzm/services/core/engine';
import { waitForHead } from '@hzm/services/core/projecting/wait-for-head';
import { pages } from '@hzm/services/core/read-model/pages';

/** Bounds of a page of rows that are only looked up. */
const LOOKED_UP = { limit: 200, bytes: { most: 1_048_576 } };
const IDS_AT_ONCE = 200;

/** A field with its relationship. */
export interface Related {
  readonly field: Field;
  readonly relationship: Relationship;
}

export const relatedFields = (fields: readonly Field[]): readonly Related[] =>
  fields.flatMap(field =>
    field.relationships.map((relationship): Related => ({ field, relationship })),
  );

/** Returns the row ids in a value of a related field. */
export const targetIds = (value: Json | undefined): readonly string[] =>
  typeof value === 'string' && value !== ''
    ? [value]
    : Array.isArray(value)
      ? value.filter(one => typeof one === 'string')
      : [];

/**
 * The lane in which writes that name a row as a target and deletions of it take turns, within this
 * process.
 */
export const targetLane = (tableId: string, rowId: string): string => `target-${tableId}-${rowId}`;

/** The new values of a row, by field id; `id` of one that is there. */
export interface Naming {
  readonly id?: string;
  readonly cells: Cells;
  readonly path: string;
}

/** The read model, and the account whose turns its queries take. */
export interface Reader extends Pick<Engine, 'model'> {
  readonly by: string;
}
export const readerFor = (
  { model }: Pick<Engine, 'model'>,
  { account, actor }: Pick<Request, 'account' | 'actor'>,
): Reader => ({ model, by: account ?? actor });

/** Returns the ids of a table's rows among these; none of a deleted table. */
export async function presentRows(
  { model, by }: Reader,
  tableId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const present = new Set<string>();
  if (ids.length === 0 || !(await model.get(tableDocs, tableId))) return present;
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE)
    for await (const docs of pages(model, {
      ...LOOKED_UP,
      collection: rowDocs,
      partition: tableId,
      ids: ids.slice(from, from + IDS_AT_ONCE),
      by,
    }))
      for (const { id } of docs) present.add(id);
  return present;
}

/** Returns rows of a table that name one of these rows in a field, by id. */
export async function rowsNaming(
  { model, by }: Reader,
  { tableId, fieldId }: { readonly tableId: string; readonly fieldId: string },
  ids: readonly string[],
  most: number,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE)
    for await (const docs of pages(model, {
      ...LOOKED_UP,
      collection: rowDocs,
      partition: tableId,
      where: [
        { path: `values.${fieldId}`, op: 'has', values: ids.slice(from, from + IDS_AT_ONCE) },
      ],
      by,
    })) {
      for (const { id, values } of docs) found.set(id, targetIds(memberOf(values, fieldId)));
      if (found.size > most) return found;
    }
  return found;
}

type Place = { readonly id: string; readonly fields: readonly Field[] };

/** Returns the ids that rows newly name in a field: those that they name already are kept. */
async function newlyNamed(
  { model }: Reader,
  tableId: string,
  fieldId: string,
  rows: readonly Naming[],
): Promise<readonly (readonly string[])[]> {
  return Promise.all(
    rows.map(async ({ id, cells }) => {
      const named = targetIds(memberOf(cells, fieldId));
      const doc =
        id === undefined || named.length === 0 ? undefined : await model.get(rowDocs, id, tableId);
      const held = new Set(targetIds(memberOf(doc?.values, fieldId)));
      return named.filter(one => !held.has(one));
    }),
  );
}

/** Reports the targets that another row has in a one-to-one relationship. */
async function refuseTaken(
  reader: Reader,
  table: Place,
  { field }: Related,
  rows: readonly Naming[],
  details: Details,
): Promise<void> {
  const named = rows.map(({ cells }) => targetIds(memberOf(cells, field.id)));
  const written = new Set(
    rows.flatMap(({ id, cells }) =>
      id !== undefined && memberOf(cells, field.id) !== undefined ? [id] : [],
    ),
  );
  const ids = [...new Set(named.flat())];
  const holders = await rowsNaming(
    reader,
    { tableId: table.id, fieldId: field.id },
    ids,
    ids.length + written.size + 1,
  );
  const taken = new Set(
    [...holders].filter(([id]) => !written.has(id)).flatMap(([, targets]) => targets),
  );
  for (const [i, { path }] of rows.entries())
    for (const id of named[i]!) {
      if (taken.has(id))
        details.push({ path: `${path}${field.name}`, message: { key: 'value-target-taken' } });
      taken.add(id);
    }
}

/** @throws Problem VALIDATION_ERROR with a detail for each value whose target is not there or taken */
async function checkTargets(reader: Reader, table: Place, rows: readonly Naming[]): Promise<void> {
  const details = new Details();
  for (const related of relatedFields(table.fields)) {
    const { field, relationship } = related;
    const named = await newlyNamed(reader, table.id, field.id, rows);
    const present = await presentRows(reader, relationship.targetTableId, [
      ...new Set(named.flat()),
    ]);
    for (const [i, ids] of named.entries())
      if (!ids.every(id => present.has(id)))
        details.push({
          path: `${rows[i]!.path}${field.name}`,
          message: { key: 'value-target-missing' },
        });
    if (relationship.relationshipType === 'one-to-one')
      await refuseTaken(reader, table, related, rows, details);
  }
  if (details.length > 0) throw new Problem('VALIDATION_ERROR', { details });
}

/**
 * Writes rows whose related fields name targets: in turn with deletions of those, once all of them
 * are there.
 * @throws Problem VALIDATION_ERROR
 */
export async function withTargets<T>(
  engine: Engine,
  request: Request,
  table: Place,
  rows: readonly Naming[],
  write: () => Promise<T>,
): Promise<T> {
  const lanes = new Set(
    relatedFields(table.fields).flatMap(({ field, relationship }) =>
      rows.flatMap(({ cells }) =>
        targetIds(memberOf(cells, field.id)).map(id => targetLane(relationship.targetTableId, id)),
      ),
    ),
  );
  if (lanes.size === 0) return write();
  // A repeated request has its first answer, whatever became of its targets.
  if (request.repeatable && (await engine.executor.repeats.last(request))) return write();
  return engine.executor.queue.run(
    [...lanes],
    async () => {
      await waitForHead(engine);
      await checkTargets(readerFor(engine, request), table, rows);
      return write();
    },
    withinTime(request),
  );
}

/** Values by name of fields, as cells by their id; what is no field is left out. */
export function namedCells(
  fields: readonly Field[],
  values: { readonly [name: string]: Json },
): Cells {
  const cells: Record<string, Json> = {};
  for (const { field } of relatedFields(fields)) {
    const value = memberOf(values, field.name);
    if (value !== undefined) cells[field.id] = value;
  }
  return cells;
}
