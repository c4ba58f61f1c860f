import { isDamaged, type DamagedEvent, type Event } from '@hzm/contracts/core/event';
import { isJsonObject, type Json, type JsonObject } from '@hzm/contracts/core/json';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import { askerOf, type Context } from '../../../core/engine.ts';
import { MIB } from '../../../core/ports/byte-budget.ts';
import { relatedFields } from '../../access/related-rows.ts';
import { labelledFields, Labels } from '../../access/row-labels.ts';
import { shownFields } from '../../access/shown-fields.ts';

/** Bounds of the rows that one answer reads for each table. */
const BOUNDS = { ids: 500, bytes: MIB };
/** Maximum tables whose related rows one answer names. */
const MAX_TABLES = 20;

/** Returns the cells that an event tells, of the first rows of many. */
export const toldCells = (
  { values, before, rows }: JsonObject,
  most: number,
): readonly JsonObject[] =>
  [{ values, before }, ...(Array.isArray(rows) ? rows.slice(0, most) : [])].flatMap(row =>
    isJsonObject(row as Json) ? [row['values'], row['before']].filter(isJsonObject) : [],
  );

/** Names by the ids of rows. */
export type NamesById = Readonly<Record<string, string>>;

/**
 * Names the rows that values in events point to, as they are called now. Rows that are gone, or
 * that the reader may not read, have no name.
 */
export class TargetNames {
  readonly #context: Context;
  readonly #labels = new Map<string, Labels>();

  constructor(context: Context) {
    this.#context = context;
  }

  /** @param most maximum rows of an event about many */
  async of(event: Event | DamagedEvent, most: number): Promise<NamesById> {
    if (isDamaged(event) || event.erased) return {};
    const { tableId } = event.data;
    const told = toldCells(event.data, most);
    if (typeof tableId !== 'string' || told.length === 0) return {};
    const labels = await this.#labelsOf(tableId);
    if (!labels || labels.fields.length === 0) return {};
    await labels.learn(told);
    return labels.namesIn(told);
  }

  async #labelsOf(tableId: string): Promise<Labels | undefined> {
    const known = this.#labels.get(tableId);
    if (known || this.#labels.size >= MAX_TABLES) return known;
    const { engine } = this.#context;
    const table = await engine.model.get(tableDocs, tableId);
    const related = table ? relatedFields(await shownFields(this.#context, table)) : [];
    const reader = { model: engine.model, ...askerOf(this.#context) };
    const fields = await labelledFields(this.#context, related);
    const labels = new Labels(fields, work => work(reader), BOUNDS);
    this.#labels.set(tableId, labels);
    return labels;
  }
}

/** Returns cells with names in the place of ids, for a sentence. */
export const withNames = (cells: JsonObject, names: NamesById): JsonObject =>
  Object.fromEntries(
    Object.entries(cells).map(([field, value]) => [
      field,
      Array.isArray(value) ? value.map(item => named(item, names) ?? item) : named(value, names),
    ]),
  );

const named = (value: Json | undefined, names: NamesById): Json | undefined =>
  typeof value === 'string' && Object.hasOwn(names, value) ? names[value]! : value;
