import { type Json, type JsonObject, memberOf } from '@hzm/contracts/core/json';
import { Problem } from '@hzm/contracts/core/problem';
import type {
  ChosenField,
  Lookup,
  RowsAction,
} from '@hzm/contracts/features/custom-endpoints/definition';
import type { Field } from '@hzm/contracts/features/tables/table';
import { rowDocs, type RowDoc } from '@hzm/projections/features/rows/rows';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import { askerOf, type Asking, type Engine } from '@hzm/services/core/engine';
import {
  ANSWER_BYTES,
  ByteBudget,
  ENVELOPE_BYTES,
  jsonBytes,
} from '@hzm/services/core/ports/byte-budget';
import {
  BadCursor,
  type Asker,
  type Find,
  type SortKey,
} from '@hzm/services/core/ports/read-model';
import { readInSlices } from '@hzm/services/core/ports/slices';
import { inAnswer } from '@hzm/services/core/read-model/answer-page';
import { allValues, type ShownRow } from '../../access/given.ts';
import { fieldsOf } from '../../access/table.ts';
import { sortBy, sortByTime } from '../rows/choice-query.ts';
import { rowDoc } from '../rows/snapshot.ts';
import { conditionsOf, isAskedFor, type Conditions } from './conditions.ts';
import type { Given } from './parameters.ts';
import { naming } from './row-names.ts';
import type { EndpointTable } from './table.ts';

/** The parameters of a page, beside the endpoint's own. */
export interface Paging {
  readonly limit: number;
  readonly cursor: string | undefined;
  /** Maximum bytes of the answer, and of the rows that are read for it, unless as of any answer. */
  readonly bytes?: { readonly answer: number; readonly read: number };
}

const own: Readonly<
  Record<string, (doc: Pick<RowDoc, 'id' | 'created_at' | 'updated_at' | 'version'>) => Json>
> = {
  id: ({ id }) => id,
  created_at: ({ created_at }) => created_at,
  updated_at: ({ updated_at }) => updated_at,
  _version: ({ version }) => version,
};

/** A row as an endpoint answers it: the fields chosen, and nothing else. @param of those of its table */
export const chosenOf = (
  doc: ShownRow & Pick<RowDoc, 'id' | 'version'>,
  fields: readonly ChosenField[],
  of: readonly Field[],
): JsonObject => {
  const values = allValues(of, doc);
  return Object.fromEntries(
    fields.map(({ field, name }) => [
      name,
      memberOf(own, field)?.(doc) ?? memberOf(values, field) ?? null,
    ]),
  );
};

/**
 * Returns the maximum bytes by which a row grows from its stored form to the answer: each chosen
 * field stands there once, under its name.
 */
const perRow = (fields: readonly ChosenField[]): number =>
  fields.reduce((sum, { name }) => sum + jsonBytes(name) + 40, 40);

/** The number of rows that are looked up at once. */
const ROWS_AT_ONCE = 64;

/** Counts the bytes of one answer. */
const answerBudget = (
  bytes = ANSWER_BYTES - ENVELOPE_BYTES,
): (<Part extends JsonObject>(part: Part) => Part) => {
  const budget = new ByteBudget(bytes);
  return part => {
    if (!budget.takes(jsonBytes(part)))
      throw new Problem('PAYLOAD_TOO_LARGE', { text: 'answer-too-large-whole' });
    return part;
  };
};

/** @throws Problem PAYLOAD_TOO_LARGE when the looked-up rows do not fit into an answer */
async function lookedUp(
  engine: Engine,
  docs: readonly RowDoc[],
  { field, tableId, fields }: Lookup,
): Promise<ReadonlyMap<string, JsonObject>> {
  const ids = [
    ...new Set(
      docs.map(({ values }) => memberOf(values, field)).filter(id => typeof id === 'string'),
    ),
  ];
  const table = await engine.model.get(tableDocs, tableId);
  const of = table ? fieldsOf(table) : [];
  const counted = answerBudget();
  const found = new Map<string, JsonObject>();
  for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
    await readInSlices(ids.slice(from, from + ROWS_AT_ONCE), async id => {
      const row = await rowDoc(engine, tableId, id);
      if (row) found.set(row.id, counted(chosenOf(row, fields, of)));
    });
  }
  return found;
}

const rowNamed = (rows: ReadonlyMap<string, JsonObject>, id: Json | undefined): Json =>
  (typeof id === 'string' ? rows.get(id) : undefined) ?? null;

/**
 * Rows as they are answered, with what they refer to: a row that many refer to stands there as
 * often. @throws Problem PAYLOAD_TOO_LARGE
 */
async function shown(
  context: Asking,
  table: EndpointTable,
  { fields, lookups }: RowsAction,
  docs: readonly RowDoc[],
  bytes: Paging['bytes'],
): Promise<JsonObject[]> {
  const { engine } = context;
  const found: {
    readonly field: string;
    readonly name: string;
    readonly rows: ReadonlyMap<string, JsonObject>;
  }[] = [];
  for (const lookup of lookups)
    found.push({ ...lookup, rows: await lookedUp(engine, docs, lookup) });
  const told = docs.map(({ values }) => values);
  const named = await naming(context, table, fields, told, bytes?.read);
  const counted = answerBudget(bytes?.answer);
  return docs.map(doc =>
    counted({
      ...chosenOf(doc, fields, table.fields),
      ...named(doc.values),
      ...Object.fromEntries(
        found.map(({ field, name, rows }) => [name, rowNamed(rows, memberOf(doc.values, field))]),
      ),
    }),
  );
}

/** Whether an answer depends on other rows, so that the version of its own does not tell it. */
const tellsOthers = ({ fields, lookups }: RowsAction): boolean =>
  lookups.length > 0 || fields.some(({ label }) => label !== undefined);

/** One row by its id needs no search. */
async function rowsFound(
  engine: Engine,
  table: EndpointTable,
  action: RowsAction,
  asked: Conditions,
  { limit, cursor, bytes, ...asker }: Paging & Asker,
): Promise<{ readonly docs: readonly RowDoc[]; readonly nextCursor?: string }> {
  if (asked.rowId !== undefined) {
    const doc = await rowDoc(engine, table.id, asked.rowId);
    return { docs: doc && cursor === undefined && isAskedFor(doc, asked) ? [doc] : [] };
  }
  return engine.model
    .find({
      collection: rowDocs,
      partition: table.id,
      where: asked.where,
      sort: sortOf(table, action),
      limit,
      bytes: { ...inAnswer(perRow(action.fields)), ...(bytes && { most: bytes.read }) },
      ...(cursor !== undefined && { cursor }),
      ...asker,
    })
    .catch((error: unknown) => {
      throw error instanceof BadCursor
        ? new Problem('VALIDATION_ERROR', {
            details: [{ path: 'query.cursor', message: { key: 'cursor-unknown' } }],
          })
        : error;
    });
}

function sortOf({ byId }: EndpointTable, { sort }: RowsAction): NonNullable<Find<RowDoc>['sort']> {
  const by = (id: string): SortKey<RowDoc>['by'] => {
    if (id === 'created_at' || id === 'updated_at') return sortByTime(id);
    const field = byId.get(id);
    return field ? sortBy(field) : { path: `values.${id}` };
  };
  const [first, ...thenBy] = sort.map(({ field, order }) => ({
    by: by(field),
    descending: order === 'desc',
  }));
  return first ? { ...first, thenBy } : { by: 'created' };
}

/**
 * The rows that an endpoint is asked for, or, of one that answers a single row, that row. @throws
 * Problem NOT_FOUND, VALIDATION_ERROR, PAYLOAD_TOO_LARGE
 */
export async function readRows(
  context: Asking,
  table: EndpointTable,
  action: RowsAction,
  given: Given,
  paging: Paging,
): Promise<{ readonly data: JsonObject; readonly version?: number }> {
  const { engine } = context;
  const asked = conditionsOf(table, action.filters, given);
  const { docs, nextCursor } = await rowsFound(engine, table, action, asked, {
    ...(action.single ? { limit: 1, cursor: undefined } : paging),
    ...askerOf(context),
  });
  const rows = await shown(context, table, action, docs, paging.bytes);
  if (action.single) {
    const [doc] = docs;
    if (!doc) throw new Problem('NOT_FOUND');
    return {
      data: { row: rows[0]! },
      ...(!tellsOthers(action) && { version: doc.version }),
    };
  }
  // Without pages one that does not fit is not told in part.
  if (!action.paged && docs.length < paging.limit && nextCursor !== undefined)
    throw new Problem('PAYLOAD_TOO_LARGE', { text: 'answer-too-large-whole' });
  return {
    data: {
      rows,
      ...(action.paged && {
        pagination: { limit: paging.limit, ...(nextCursor !== undefined && { nextCursor }) },
      }),
    },
  };
}
