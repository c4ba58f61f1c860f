import { isDamaged, type DamagedEvent, type Event } from '@hzm/contracts/core/event';
import { type JsonObject, memberOf } from '@hzm/contracts/core/json';
import { rowDocs } from '@hzm/projections/features/rows/rows';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import type { Engine } from '../../../core/engine.ts';
import { ByteBudget, MIB, weigh } from '../../../core/ports/byte-budget.ts';
import { fieldsOf } from '../../access/table.ts';

/** Maximum characters of a name. */
const MAX_NAME_LENGTH = 60;

/** Maximum memory of rows read for their names; further rows have none. */
const MAX_READ_BYTES = MIB;

type Texts = readonly string[];

/**
 * Names the rows of events by their first text, from the event or else from the current row. Caches
 * what it reads.
 */
export class RowNames {
  readonly #model: Engine['model'];
  /** The ids of a table's text fields, in order. */
  readonly #texts = new Map<string, Texts>();
  readonly #names = new Map<string, string>();
  readonly #read = new ByteBudget(MAX_READ_BYTES);
  #isFull = false;

  constructor({ model }: Pick<Engine, 'model'>) {
    this.#model = model;
  }

  /**
   * Returns the only row of an event. Its name is empty if the event lacks it and the row has no
   * text, is gone, or too much was read.
   */
  async of(
    event: Event | DamagedEvent,
  ): Promise<{ readonly id: string; readonly name: string } | undefined> {
    if (isDamaged(event) || event.erased) return undefined;
    const { tableId, rowId, values, before } = event.data;
    if (typeof tableId !== 'string' || typeof rowId !== 'string') return undefined;
    const texts = await this.#textsOf(tableId);
    const said = nameIn(
      texts,
      { ...(before as JsonObject | undefined), ...(values as JsonObject | undefined) },
      texts[0],
    );
    return { id: rowId, name: said ?? (await this.#nameOf(tableId, rowId, texts)) };
  }

  async #textsOf(tableId: string): Promise<Texts> {
    const known = this.#texts.get(tableId);
    if (known) return known;
    const table = await this.#model.get(tableDocs, tableId);
    const texts = table
      ? fieldsOf(table)
          .filter(({ type, isHidden }) => !isHidden && (type === 'string' || type === 'text'))
          .map(({ id }) => id)
      : [];
    this.#texts.set(tableId, texts);
    return texts;
  }

  async #nameOf(tableId: string, rowId: string, texts: Texts): Promise<string> {
    const known = this.#names.get(rowId);
    if (known !== undefined) return known;
    const row =
      texts.length > 0 && !this.#isFull
        ? await this.#model.get(rowDocs, rowId, tableId)
        : undefined;
    this.#isFull ||= !this.#read.takes(weigh(row?.values));
    const name = nameIn(texts, row?.values ?? {}) ?? '';
    this.#names.set(rowId, name);
    return name;
  }
}

/**
 * Returns the first text; undefined if there is none.
 * @param needed must be present for the others to count: a change of the second text does not
 * reveal the first
 */
function nameIn(texts: Texts, values: JsonObject, needed?: string): string | undefined {
  if (needed !== undefined && memberOf(values, needed) === undefined) return undefined;
  const found = texts
    .map(id => memberOf(values, id))
    .find(value => typeof value === 'string' && value.trim() !== '');
  if (typeof found !== 'string') return undefined;
  const line = Array.from(
    found
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, MAX_NAME_LENGTH * 2 + 2),
  );
  return line.length > MAX_NAME_LENGTH
    ? `${line.slice(0, MAX_NAME_LENGTH).join('')}…`
    : line.join('');
}
