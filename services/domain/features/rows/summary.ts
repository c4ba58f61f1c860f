import { Problem } from '@hzm/contracts/core/problem';
import {
  computationsOf,
  groupKindOf,
  MAX_SUMMARY_GROUPS,
  MAX_SUMMARY_ROWS,
  type Computation,
  type GroupStep,
} from '@hzm/contracts/features/rows/summary';
import type { Field } from '@hzm/contracts/features/tables/table';
import type { RowDoc } from '@hzm/projections/features/rows/rows';
import type { Context } from '@hzm/services/core/engine';
import { mapInSlices, type Pause } from '@hzm/services/core/ports/slices';
import { Distinct } from '@hzm/services/core/read-model/distinct';
import { pages, type WholeFind } from '@hzm/services/core/read-model/pages';
import { valueIn, type ShownRow } from '../../access/given.ts';
import { COMPUTED_PAGE, inComputingTime, ROWS_AT_ONCE, tooMany } from './computing.ts';
import { compareGroups, groupsBy, type GroupKey } from './group-keys.ts';
import { Tally, type Figure, type Sizes } from './tally.ts';

/** Maximum distinct values that one summary holds. */
const MAX_DISTINCT = 250_000;

export interface Column {
  readonly field: Field;
  readonly compute: Computation;
}
export interface Grouping {
  readonly field: Field;
  readonly by: GroupStep;
}
export interface Group extends GroupKey {
  readonly rows: number;
  readonly values: readonly Figure[];
}
export interface Summary {
  readonly rows: number;
  readonly values: readonly Figure[];
  readonly groups?: readonly Group[];
}

const sizesOf = ({ type }: Field): Sizes =>
  type === 'currency' ? 'money' : groupKindOf(type) === 'date' ? 'dates' : 'numbers';

const figureKey = ({ field, compute }: Column): string => `${compute} ${field.id}`;

/** Figures of some rows so far. */
class Figures {
  rows = 0;
  readonly #columns: readonly Column[];
  /** One for each figure, also where it is asked for again and again. */
  readonly #tallies = new Map<string, { readonly field: Field; readonly tally: Tally }>();

  constructor(columns: readonly Column[], distinct: Distinct) {
    this.#columns = columns;
    for (const { field, compute } of columns) {
      const key = figureKey({ field, compute });
      const tally = new Tally({ compute, sizes: sizesOf(field) }, distinct);
      if (!this.#tallies.has(key)) this.#tallies.set(key, { field, tally });
    }
  }

  add(row: ShownRow): void {
    this.rows += 1;
    for (const { field, tally } of this.#tallies.values()) tally.add(valueIn(field, row));
  }

  result(): { readonly rows: number; readonly values: readonly Figure[] } {
    const figures = new Map([...this.#tallies].map(([key, { tally }]) => [key, tally.result()]));
    return { rows: this.rows, values: this.#columns.map(one => figures.get(figureKey(one))!) };
  }
}

/** A summary while rows come. */
export class Summing {
  readonly #columns: readonly Column[];
  readonly #grouping: Grouping | undefined;
  readonly #keyOf: ReturnType<typeof groupsBy> | undefined;
  readonly #distinct = new Distinct(MAX_DISTINCT);
  readonly #all: Figures;
  readonly #groups = new Map<string, GroupKey & { readonly of: Figures }>();

  constructor(columns: readonly Column[], grouping: Grouping | undefined, timeZone: string) {
    this.#columns = columns;
    this.#grouping = grouping;
    this.#keyOf = grouping && groupsBy(grouping.field, grouping.by, timeZone);
    this.#all = new Figures(columns, this.#distinct);
  }

  /** @throws Problem PAYLOAD_TOO_LARGE */
  add(row: ShownRow): void {
    if (this.#all.rows >= MAX_SUMMARY_ROWS) throw tooMany('summary-rows', MAX_SUMMARY_ROWS);
    this.#all.add(row);
    if (this.#grouping) this.#groupOf(row, this.#grouping.field).add(row);
    if (this.#distinct.isFull) throw new Problem('PAYLOAD_TOO_LARGE', { text: 'summary-values' });
  }

  #groupOf(row: ShownRow, field: Field): Figures {
    const key = this.#keyOf!(valueIn(field, row));
    const known = this.#groups.get(key.id);
    if (known) return known.of;
    if (this.#groups.size >= MAX_SUMMARY_GROUPS)
      throw tooMany('summary-groups', MAX_SUMMARY_GROUPS);
    const of = new Figures(this.#columns, this.#distinct);
    this.#groups.set(key.id, { ...key, of });
    return of;
  }

  /** @throws errors of `pause` */
  async result(pause?: Pause): Promise<Summary> {
    const field = this.#grouping?.field;
    if (!field) return this.#all.result();
    const groups = await mapInSlices(
      [...this.#groups.values()].toSorted((a, b) => compareGroups(field, a, b)),
      ({ of, ...key }) => ({ ...key, ...of.result() }),
      pause,
    );
    return { ...this.#all.result(), groups };
  }
}

const refused = (path: string, key: string): Problem =>
  new Problem('VALIDATION_ERROR', { details: [{ path, message: { key } }] });

/** @throws Problem VALIDATION_ERROR for what cannot be computed of a field's type */
export function checkSummary(columns: readonly Column[], grouping: Grouping | undefined): void {
  for (const [i, { field, compute }] of columns.entries())
    if (!computationsOf(field.type).includes(compute))
      throw refused(`values.${i}.compute`, 'summary-compute');
  if (grouping && groupKindOf(grouping.field.type) === undefined)
    throw refused('group.field', 'summary-group');
}

/**
 * Computes over the rows of a query, a part at a time; few requests compute at once.
 * @throws Problem PAYLOAD_TOO_LARGE, NOT_READY
 */
export function summed(
  { engine, source, pause }: Context,
  find: WholeFind<RowDoc>,
  summing: Summing,
): Promise<Summary> {
  return engine.computing.run(source, async () => {
    const query = { ...find, ...COMPUTED_PAGE };
    for await (const docs of pages(engine.model, query, inComputingTime(pause)))
      for (const [i, doc] of docs.entries()) {
        summing.add(doc);
        if (i % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await pause();
      }
    return summing.result(pause);
  });
}
