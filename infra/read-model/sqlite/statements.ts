import type { DatabaseSync, StatementSync } from '../../sqlite/database.ts';

export type Param = null | number | bigint | string | Uint8Array;

/** A piece of SQL with its parameters in order. */
export interface Sql {
  readonly text: string;
  readonly params: readonly Param[];
}

export const sql = (text: string, ...params: readonly Param[]): Sql => ({ text, params });

/** All of them; `TRUE` for none. */
export const allOf = (parts: readonly Sql[]): Sql => joined(parts, ' AND ', 'TRUE');
/** Any of them; `FALSE` for none. */
export const anyOf = (parts: readonly Sql[]): Sql => joined(parts, ' OR ', 'FALSE');

const joined = (parts: readonly Sql[], by: string, none: string): Sql =>
  parts.length === 0
    ? sql(none)
    : {
        text: `(${parts.map(part => part.text).join(by)})`,
        params: parts.flatMap(part => part.params),
      };

/**
 * A list of keys as one parameter, `IN (SELECT value FROM json_each(?))`, so that no statement
 * grows with a list.
 */
export const listOf = (keys: readonly (number | string)[]): string =>
  `[${keys.map(jsonOf).join(',')}]`;

// SQLite reads whole numbers of a JSON text as integers, which are not exactly what a double says;
// with an exponent they stay doubles.
const jsonOf = (key: number | string): string =>
  typeof key === 'string'
    ? JSON.stringify(key.toWellFormed())
    : Number.isFinite(key)
      ? key.toExponential()
      : key > 0
        ? '9e999'
        : '-9e999';

/** Bounds of what is kept: a statement takes some seven KB, and twenty times its text. */
const MAX_STATEMENTS = 1000;
const KEPT_TEXT = 2 ** 20;

/** Runs SQL; what was prepared lately is kept. */
export class Statements {
  readonly #database: DatabaseSync;
  /**
   * Throws if the reading under way is to end. Called between its steps; `guard` calls it for each
   * row.
   */
  readonly check: () => void;
  /** Leads the conditions of a statement that may look at many rows. */
  readonly guard: readonly Sql[];
  readonly #prepared = new Map<string, StatementSync>();
  #keptText = 0;

  /** @param check ends statements that take too long, by throwing; absent: all are short */
  constructor(database: DatabaseSync, check?: () => void) {
    this.#database = database;
    this.check = check ?? (() => undefined);
    this.guard = check ? [sql('goes_on()')] : [];
    // Not deterministic: otherwise SQLite would call it once for all rows.
    if (check) database.function('goes_on', () => (check(), 1));
  }

  exec(text: string): void {
    this.#database.exec(text);
  }

  run(text: string, ...params: readonly Param[]): void {
    this.#prepare(text).run(...params);
  }

  /**
   * Made ready for who runs it many times in a row: finding a long text takes as long as a short
   * statement.
   */
  runner(text: string): (params: readonly Param[]) => void {
    const statement = this.#prepare(text);
    return params => void statement.run(...params);
  }

  /** The first row as an array; undefined when there is none. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows what it selected
  row<R extends readonly unknown[]>(text: string, ...params: readonly Param[]): R | undefined {
    return this.#prepare(text).get(...params) as R | undefined;
  }

  /** All rows as arrays. */
  rows<R extends readonly unknown[]>(text: string, ...params: readonly Param[]): R[] {
    return this.#prepare(text).all(...params) as unknown as R[];
  }

  /** All rows as arrays, one by one; prepared for itself, since it may be left in the middle. */
  *each<R extends readonly unknown[]>(text: string, ...params: readonly Param[]): Generator<R> {
    const statement = this.#database.prepare(text);
    statement.setReturnArrays(true);
    yield* statement.iterate(...params) as unknown as Iterable<R>;
  }

  #prepare(text: string): StatementSync {
    const known = this.#prepared.get(text);
    // Which one was used last only matters when the oldest are to go.
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
