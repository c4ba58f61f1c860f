import { namedChoices } from '@hzm/contracts/core/choices';
import { textOfValue } from '@hzm/contracts/core/conversion';
import { memberOf, type Json, type JsonObject } from '@hzm/contracts/core/json';
import { Problem } from '@hzm/contracts/core/problem';
import { formOf } from '@hzm/contracts/features/tables/field-types';
import type { Field } from '@hzm/contracts/features/tables/table';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import type { Context } from '@hzm/services/core/engine';
import { ByteBudget, jsonBytes } from '@hzm/services/core/ports/byte-budget';
import { slice } from '@hzm/services/core/ports/slices';
import { valueIn, type ShownRow } from './given.ts';
import { mayRead } from './may-read.ts';
import { IDS_AT_ONCE, rowsById, targetIds, type Reader, type Related } from './related-rows.ts';
import { shownFields } from './shown-fields.ts';

/** Maximum labels that are kept from one list of rows to the next. */
const MAX_KEPT = 10_000;
const MAX_LABEL_LENGTH = 200;

const isText = ({ type }: Field): boolean =>
  ['text', 'email', 'url', 'phone'].includes(formOf(type));

/** Returns the field that rows of a table are named by: the target field, or the first text. */
export const labelFieldOf = (fields: readonly Field[], targetFieldId: string): Field | undefined =>
  fields.find(field => field.id === targetFieldId && isText(field)) ??
  fields.find(field => isText(field) && field.relationships.length === 0) ??
  fields.find(({ id }) => id === targetFieldId);

/** Returns the text that names a row. */
export const labelIn = (value: Json | undefined): string =>
  value === undefined || value === null
    ? ''
    : (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MAX_LABEL_LENGTH);

/** A related field, and the field by which rows of its target table are named. */
export interface Labelled {
  readonly fieldId: string;
  readonly tableId: string;
  readonly label: Field;
}

/** Returns the related fields whose targets the caller may read, with the field that names them. */
export async function labelledFields(
  context: Pick<Context, 'engine' | 'caller'>,
  related: readonly Related[],
): Promise<readonly Labelled[]> {
  const shown = new Map<string, readonly Field[]>();
  const labelled: Labelled[] = [];
  for (const { field, relationship } of related) {
    const { targetTableId: tableId, targetFieldId } = relationship;
    const fields = shown.get(tableId) ?? (await readableFields(context, tableId));
    if (!fields) continue;
    shown.set(tableId, fields);
    const label = labelFieldOf(fields, targetFieldId);
    if (label) labelled.push({ fieldId: field.id, tableId, label });
  }
  return labelled;
}

/** Returns the fields of a table that the caller is shown and may read; undefined if it is gone. */
async function readableFields(
  context: Pick<Context, 'engine' | 'caller'>,
  tableId: string,
): Promise<readonly Field[] | undefined> {
  const table = await context.engine.model.get(tableDocs, tableId);
  if (!table) return undefined;
  return (await mayRead(context, 'rows:read', table.projectId)) ? shownFields(context, table) : [];
}

/** @throws Problem FORBIDDEN once the caller is no longer shown one of these labels */
export async function labelsKept(
  context: Pick<Context, 'engine' | 'caller'>,
  labelled: readonly Labelled[],
): Promise<void> {
  const shown = new Map<string, readonly Field[]>();
  for (const { tableId, label } of labelled) {
    const fields = shown.get(tableId) ?? (await readableFields(context, tableId));
    // Rows of a deleted table are told by their ids.
    if (!fields) continue;
    shown.set(tableId, fields);
    if (!fields.some(({ id }) => id === label.id)) throw new Problem('FORBIDDEN');
  }
}

/** Bounds of the documents that are read for labels; rows beyond them are named by their ids. */
interface Bounds {
  readonly ids: number;
  readonly bytes: number;
}

/** The texts that name rows, read for many rows at once. */
export class Labels {
  readonly fields: readonly Labelled[];
  readonly #read: <T>(work: (reader: Reader) => Promise<T>) => Promise<T>;
  readonly #known = new Map<string, string | null>();
  readonly #bytes: ByteBudget;
  #idsLeft: number;
  #isFull = false;
  #isCut = false;

  /** @param read runs a query, in turn with others */
  constructor(
    fields: readonly Labelled[],
    read: <T>(work: (reader: Reader) => Promise<T>) => Promise<T>,
    { ids, bytes }: Bounds = { ids: Infinity, bytes: Infinity },
  ) {
    this.fields = fields;
    this.#read = read;
    this.#idsLeft = ids;
    this.#bytes = new ByteBudget(bytes);
  }

  /** Reads the labels of the rows that these values name. */
  async learn(rows: readonly JsonObject[]): Promise<void> {
    if (this.#known.size > MAX_KEPT) this.#known.clear();
    for (const labelled of this.fields) {
      const ids = new Set<string>();
      for (const values of rows) {
        await slice();
        for (const id of targetIds(memberOf(values, labelled.fieldId)))
          if (!this.#known.has(keyOf(labelled, id))) ids.add(id);
      }
      this.#isCut ||= ids.size > this.#idsLeft;
      await this.#learn(labelled, [...ids].slice(0, this.#idsLeft));
    }
  }

  async #learn(labelled: Labelled, ids: readonly string[]): Promise<void> {
    this.#idsLeft -= ids.length;
    for (let from = 0; from < ids.length && !this.#isFull; from += IDS_AT_ONCE) {
      const part = ids.slice(from, from + IDS_AT_ONCE);
      await this.#read(async reader => {
        for (const id of part) this.#known.set(keyOf(labelled, id), null);
        for await (const row of rowsById(reader, labelled.tableId, part)) {
          this.#known.set(keyOf(labelled, row.id), labelOf(labelled.label, row));
          this.#isFull ||= !this.#bytes.takes(jsonBytes(row.values));
          if (this.#isFull) return;
        }
      });
    }
  }

  /** Whether rows are without their names because of the bounds. */
  get isCut(): boolean {
    return this.#isCut || this.#isFull;
  }

  /** Returns the name of a row, or a list of names; null for rows that are gone. */
  nameIn(labelled: Labelled, values: JsonObject): Json {
    const value = memberOf(values, labelled.fieldId) ?? null;
    const names = targetIds(value).map(id => this.#known.get(keyOf(labelled, id)) ?? null);
    return Array.isArray(value) ? names.filter(name => name !== null) : (names[0] ?? null);
  }

  /** Returns the names of the rows in a value, the ids of those that are unknown; null for none. */
  textIn(labelled: Labelled, values: JsonObject): string | null {
    const ids = targetIds(memberOf(values, labelled.fieldId));
    return ids.length === 0
      ? null
      : ids.map(id => this.#known.get(keyOf(labelled, id)) || id).join(', ');
  }

  /** Returns the known names of the rows in these values, by their ids. */
  namesIn(rows: readonly JsonObject[]): Record<string, string> {
    const names: Record<string, string> = {};
    for (const labelled of this.fields)
      for (const values of rows)
        for (const id of targetIds(memberOf(values, labelled.fieldId))) {
          const name = this.#known.get(keyOf(labelled, id));
          if (name) names[id] = name;
        }
    return names;
  }
}

const keyOf = ({ label }: Labelled, id: string): string => `${label.id}/${id}`;

/** Returns the text by which a field names a row; options are told by their names. */
export function labelOf(label: Field, row: ShownRow): string {
  const value = valueIn(label, row) ?? null;
  const { options } = label.validation;
  return value === null ? '' : labelIn(textOfValue(options ? namedChoices(options, value) : value));
}
