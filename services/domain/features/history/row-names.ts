import { isDamaged, type DamagedEvent, type Event } from '@hzm/contracts/core/event';
import { type JsonObject, memberOf } from '@hzm/contracts/core/json';
import { rowDocs } from '@hzm/projections/features/rows/rows';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import type { Engine } from '../../../core/engine.ts';
import { ByteBudget, MIB, weigh } from '../../../core/ports/byte-budget.ts';
import { fieldsOf } from '../tables/view.ts';

/** The longest name, in characters. */
const MAX_NAME_LENGTH = 60;

/** So much of rows is read for their names, in memory; behind it they have none. */
const MAX_READ_BYTES = MIB;

type Texts = readonly string[];

/**
 * Names the rows that events are about by their first text: as the event says it, else as it is
 * now. Remembers what it has read.
 */
export class RowNames {
  readonly #model: Engine['model'];
  /** The ids of a table's text fields, in their order. */
  readonly #texts = new Map<string, Texts>();
  readonly #names = new Map<string, string>();
  readonly #read = new ByteBudget(MAX_READ_BYTES);
  #isFull = false;

  constructor({ model }: Pick<Engine, 'model'>) {
    this.#model = model;
  }

  /**
   * The row that an event is about, if it is one alone; an empty name where the event does not say
   * it and it has no text, is gone, or too much was read already.
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
 * The first text there is; undefined where there is none. @param needed must be told for the others
 * to count: a change of the second text says nothing of the first
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
