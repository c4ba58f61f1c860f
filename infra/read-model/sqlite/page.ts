import {
  type KeptKey,
  keySql,
  type Order,
  orderBy,
  type OrderKey,
  type Place,
  type Run,
  flatAfter,
  runsAfter,
  sectionsIn,
  splitRun,
  telling,
  tieAt,
  TRUE,
} from './order.ts';
import { type Part, planTies, type Sought, type Source } from './plan.ts';
import { allOf, anyOf, sql, type Sql, type Statements } from './statements.ts';

/**
 * Rank and sort keys of a document. Its text, which may be large, is read later by rank, so that
 * sorting handles only keys.
 */
export type Row = readonly [seq: number, ...keys: KeptKey[]];

export class PageReader {
  readonly #statements: Statements;
  readonly #sought: Sought;
  readonly #order: Order;

  constructor(statements: Statements, sought: Sought, order: Order) {
    this.#statements = statements;
    this.#sought = sought;
    this.#order = order;
  }

  /** Returns `limit` rows of a source, in order, after a place and `skip` more. */
  read(source: Source, after: Place | undefined, skip: number, limit: number): Row[] {
    if (source.walked)
      return this.#readRuns(runsAfter(this.#order, after, source.seq), source, skip, limit);
    // A source that must be sorted anyway is read once.
    const [order, place] = flatAfter(this.#order, after);
    const behind = ({ seq }: Part): Sql =>
      anyOf(runsAfter(order, place, seq).map(run => allOf([...run.ties, run.where])));
    return this.#rows(source, behind, telling(this.#order.keys), skip, limit);
  }

  /**
   * Same from the start of a source of few documents, counting them on the way. Without a total the
   * page is beyond them.
   */
  readCounted(
    source: Source,
    skip: number,
    limit: number,
  ): { readonly rows: Row[]; readonly total: number | undefined } {
    const by = this.#by(telling(this.#order.keys));
    const rows = this.#select<readonly [...Row, total: number]>(
      source,
      part => `${this.#columns(part)}, count(*) OVER ()`,
      () => TRUE,
      by,
      skip,
      limit,
    );
    return {
      rows: rows.map(row => row.slice(0, -1) as unknown as Row),
      total: rows[0]?.at(-1) as number | undefined,
    };
  }

  #readRuns(runs: readonly Run[], source: Source, skip: number, limit: number): Row[] {
    const rows: Row[] = [];
    let toSkip = skip;
    for (const run of runs) {
      if (rows.length === limit) break;
      const found = this.#readRun(run, source, toSkip, limit - rows.length);
      rows.push(...found);
      if (toSkip > 0)
        toSkip =
          found.length > 0
            ? 0
            : toSkip -
              count(this.#statements, {
                ...source,
                where: allOf([source.where, ...run.ties, run.where]),
              });
    }
    return rows;
  }

  /** @param whole the source of all documents of the query, in the order of its first key */
  #readRun(run: Run, whole: Source, skip: number, limit: number): Row[] {
    const { ties, where, keys, filled } = run;
    const [key, ...rest] = keys;
    const source =
      ties.length === 0 ? whole : planTies(this.#statements, this.#sought, ties, key, skip + limit);
    const isInOrder =
      rest.length === 0 && (key === undefined || key.descending === this.#order.descending);
    const sections = source.walked ? sectionsIn(run) : undefined;
    if (sections) return this.#readRuns(sections, whole, skip, limit);
    if (!source.walked || isInOrder) return this.#rows(source, () => where, keys, skip, limit);
    if (!filled) return this.#readRuns(splitRun(run), whole, skip, limit);

    // An index orders one key with ties in created order, so sorting by further keys would read a
    // tie as large as the table. Instead: find the first key of the page and count the documents
    // before it, read up to its last key, which is no more than a page, then that key's ties by the
    // next keys.
    const keyAt = (place: number): KeptKey | undefined =>
      this.#select<[KeptKey]>(
        source,
        () => key!.text,
        () => where,
        keySql(key!),
        place,
        1,
      )[0]?.[0];
    const beside = (side: 'before' | 'behind', at: KeptKey): Sql =>
      allOf([
        where,
        sql(`${key!.text} ${(side === 'before') === key!.descending ? '>' : '<'} ?`, at),
      ]);
    const tied = (at: KeptKey): Run => ({ ties: [...ties, tieAt(key!, at)], where, keys: rest });
    if (skip > 0) {
      const start = keyAt(skip);
      if (start === undefined) return [];
      const before = count(this.#statements, {
        ...source,
        where: allOf([source.where, beside('before', start)]),
      });
      return this.#readRuns(
        [tied(start), { ...run, where: beside('behind', start) }],
        whole,
        skip - before,
        limit,
      );
    }
    const end = keyAt(limit - 1);
    if (end === undefined) return this.#rows(source, () => where, keys, 0, limit);
    const rows = this.#rows(source, () => beside('before', end), keys, 0, limit);
    return [...rows, ...this.#readRun(tied(end), whole, 0, limit - rows.length)];
  }

  #rows(
    source: Source,
    where: (part: Part) => Sql,
    keys: readonly OrderKey[],
    skip: number,
    limit: number,
  ): Row[] {
    return this.#select<Row>(
      source,
      part => this.#columns(part),
      where,
      this.#by(keys),
      skip,
      limit,
    );
  }

  #columns({ seq }: Part): string {
    return [`${seq} AS seq`, ...this.#order.keys.map(({ text }) => text)].join(', ');
  }

  #by(keys: readonly OrderKey[]): string {
    return orderBy(keys, this.#order.descending ? 'seq DESC' : 'seq');
  }

  /** SQLite merges the two parts of a source if each is in created order. */
  #select<R extends readonly unknown[]>(
    source: Source,
    what: (part: Part) => string,
    run: (part: Part) => Sql,
    by: string,
    skip: number,
    limit: number,
  ): R[] {
    const { prelude, beside } = source;
    const selects = (beside ? [source, beside] : [source]).map(part => {
      const all = allOf([...this.#statements.guard, part.where, run(part)]);
      return sql(
        `SELECT ${what(part)} FROM ${part.from.text} WHERE ${all.text}`,
        ...part.from.params,
        ...all.params,
      );
    });
    const text = `${prelude.text} ${selects.map(select => select.text).join(' UNION ALL ')} ORDER BY ${by} LIMIT ? OFFSET ?`;
    return this.#statements.rows<R>(
      text,
      ...prelude.params,
      ...selects.flatMap(({ params }) => params),
      limit,
      skip,
    );
  }
}

/** @param most bound of the count */
export function count(
  statements: Statements,
  { prelude, from, where, beside }: Source,
  most?: number,
): number {
  const all = allOf([...statements.guard, where]);
  const [what, behind, end] =
    most === undefined ? ['count(*)', '', []] : ['count(*) FROM (SELECT 1', 'LIMIT ?)', [most]];
  const [total] = statements.row<[number]>(
    `${prelude.text} SELECT ${what} FROM ${from.text} WHERE ${all.text} ${behind}`,
    ...prelude.params,
    ...from.params,
    ...all.params,
    ...end,
  )!;
  return beside
    ? total +
        count(statements, { prelude, ...beside }, most === undefined ? undefined : most - total)
    : total;
}
