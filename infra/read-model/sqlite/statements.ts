import type { DatabaseSync, StatementSync } from '../../sqlite/database.ts';

export type Param = null | number | bigint | string | Uint8Array;

/** A fragment of SQL with its parameters in order. */
export interface Sql {
  readonly text: string;
  readonly params: readonly Param[];
}

export const sql = (text: string, ...params: readonly Param[]): Sql => ({ text, params });

/** Joins with AND; `TRUE` if empty. */
export const allOf = (parts: readonly Sql[]): Sql => joined(parts, ' AND ', 'TRUE');
/** Joins with OR; `FALSE` if empty. */
export const anyOf = (parts: readonly Sql[]): Sql => joined(parts, ' OR ', 'FALSE');

const joined = (parts: readonly Sql[], by: string, none: string): Sql =>
  parts.length === 0
    ? sql(none)
    : {
        text: `(${parts.map(part => part.text).join(by)})`,
        params: parts.flatMap(part => part.params),
      };

/**
 * Encodes keys as one parameter, `IN (SELECT value FROM json_each(?))`, so that no statement
 * depends on the length of a list.
 */
export const listOf = (keys: readonly (number | string)[]): string =>
  `[${keys.map(jsonOf).join(',')}]`;

// SQLite reads whole numbers in JSON as integers, which differ from doubles; with an exponent they
// stay doubles.
const jsonOf = (key: number | string): string =>
  typeof key === 'string'
    ? JSON.stringify(key.toWellFormed())
    : Number.isFinite(key)
      ? key.toExponential()
      : key > 0
        ? '9e999'
        : '-9e999';

/** Bounds of the statement cache: a statement takes about 7 KB plus twenty times its text. */
const MAX_STATEMENTS = 1000;
const KEPT_TEXT = 2 ** 20;

/** Runs SQL with a cache of prepared statements. */
export class Statements {
  readonly #database: DatabaseSync;
  /**
   * Throws if the current read must end. Called between its steps; `guard` calls it for each row.
   */
  readonly check: () => void;
  /** Leading condition of statements that may read many rows. */
  readonly guard: readonly Sql[];
  readonly #prepared = new Map<string, StatementSync>();
  #keptText = 0;

  /** @param check throws to end long statements; absent if all are short */
  constructor(database: DatabaseSync, check?: () => void) {
    this.#database = database;
    this.check = check ?? (() => undefined);
    this.guard = check ? [sql('goes_on()')] : [];
    // Not declared deterministic, or SQLite would call it once for all rows.
    if (check) database.function('goes_on', () => (check(), 1));
  }

  exec(text: string): void {
    this.#database.exec(text);
  }

  run(text: string, ...params: readonly Param[]): void {
    this.#prepare(text).run(...params);
  }

  /**
   * Prepares a statement for repeated use, because looking up a long text in the cache takes as
   * long as a short statement.
   */
  runner(text: string): (params: readonly Param[]) => void {
    const statement = this.#prepare(text);
    return params => void statement.run(...params);
  }

  /** Returns the first row as an array; undefined when there is none. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows what it selected
  row<R extends readonly unknown[]>(text: string, ...params: readonly Param[]): R | undefined {
    return this.#prepare(text).get(...params) as R | undefined;
  }

  rows<R extends readonly unknown[]>(text: string, ...params: readonly Param[]): R[] {
    return this.#prepare(text).all(...params) as unknown as R[];
  }

  /** Yields rows as arrays. Prepared separately, because the caller may stop early. */
  *each<R extends readonly unknown[]>(text: string, ...params: readonly Param[]): Generator<R> {
    const statement = this.#database.prepare(text);
    statement.setReturnArrays(true);
    yield* statement.iterate(...params) as unknown as Iterable<R>;
  }

  #prepare(text: string): StatementSync {
    const known = this.#prepared.get(text);
    // The order of use matters only when eviction is near.
    if (known && this.#prepared.size < MAX_STATEMENTS / 2 && this.#keptText < KEPT_TEXT / 2)
      return known;
    const statement = known ?? this.#database.prepare(text);
    if (known) {
      this.#prepared.delete(text);
    } else {
      statement.setReturnArrays(true);
      this.#keptText += text.length;
    }
    this.#prepared.set(text, statement);
    while (this.#prepared.size > MAX_STATEMENTS || this.#keptText > KEPT_TEXT)
      this.#forget(this.#prepared.keys().next().value!);
    return statement;
  }

  #forget(text: string): void {
    this.#prepared.delete(text);
    this.#keptText -= text.length;
  }
}
