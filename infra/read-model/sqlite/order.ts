import type { Find } from '@hzm/services/core/ports/read-model';
import type { Key } from '@hzm/services/core/ports/value';
import { type KeysetCursor, sortKeysOf } from '../cursor.ts';
import type { Partition } from './partition.ts';
import { allOf, sql, type Sql } from './statements.ts';
import { idOfStored, storedId } from './stored.ts';

/** One key of a sort in SQL. */
export interface OrderKey {
  readonly text: string;
  readonly descending: boolean;
  /** The index in the order of `text`. */
  readonly index: string | undefined;
  /** Whether it is an id, which the column stores as bytes. */
  readonly isId: boolean;
}

/** A sort in SQL; created order if it has no keys. */
export interface Order {
  readonly keys: readonly OrderKey[];
  /** Direction of created order among ties. */
  readonly descending: boolean;
}

/** If no document has a value, all are tied. */
const NOTHING = 'NULL';

export function orderOf(partition: Partition, sort: Find['sort']): Order {
  const { keys, descending } = sortKeysOf(sort);
  return {
    keys: keys.map(key => ({ ...placeOf(partition, key.by), descending: key.descending })),
    descending,
  };
}

function placeOf(
  partition: Partition,
  by: 'changed' | { readonly path: string },
): Omit<OrderKey, 'descending'> {
  if (by === 'changed')
    return {
      text: 'pos',
      index: partition.state.indexed ? `${partition.table}_pos` : undefined,
      isId: false,
    };
  const path = partition.pathSql(by.path);
  return path
    ? { text: path.order, index: path.index, isId: path.order === 'id' }
    : { text: NOTHING, index: undefined, isId: false };
}

/** A stored sort key; ids are bytes. */
export type KeptKey = Key | Uint8Array;

/** The end of a page in stored keys. */
export interface Place {
  readonly keys: readonly KeptKey[];
  readonly seq: number;
}

/** Converts a cursor, which names ids as texts. */
export const placeAt = (order: Order, { keys, seq }: KeysetCursor): Place => ({
  keys: keys.map((key, i) =>
    order.keys[i]?.isId && typeof key === 'string' ? (storedId(key) as KeptKey) : key,
  ),
  seq,
});

export const cursorAt = ({ keys, seq }: Place): KeysetCursor => ({
  keys: keys.map(key => (key instanceof Uint8Array ? idOfStored(key) : key)),
  seq,
});

/**
 * Consecutive documents: equal in `ties`, ordered by `keys`, then created order. Runs are
 * consecutive, too.
 */
export interface Run {
  readonly ties: readonly Tie[];
  readonly where: Sql;
  readonly keys: readonly OrderKey[];
  /** Whether every document has a value for the first of `keys`. */
  readonly filled?: true;
}

/** Condition that a key has one value. */
export interface Tie extends Sql {
  readonly index: string | undefined;
}

export const TRUE = sql('TRUE');

export const tieAt = ({ text, index }: OrderKey, key: KeptKey): Tie => ({
  ...(key === null ? sql(`${text} IS NULL`) : sql(`${text} = ?`, key)),
  index,
});

/** Returns the keys that distinguish documents. */
export const telling = (keys: readonly OrderKey[]): OrderKey[] =>
  keys.filter(({ text }) => text !== NOTHING);

/** Returns the start of the page in the order of the first key that distinguishes documents. */
export function startOf({ keys }: Order, after: Place | undefined): Sql {
  const first = keys.findIndex(({ text }) => text !== NOTHING);
  const [key, value] = [keys[first], after?.keys[first] ?? null];
  return key === undefined || value === null
    ? TRUE
    : sql(`${key.text} ${key.descending ? '<=' : '>='} ?`, value);
}

/**
 * Returns the runs of a sort, or those after a page: its ties first, then later values of the last
 * key, and so on to the first. `seq` is the column of created order.
 */
export function runsAfter(
  { keys, descending }: Order,
  after: Place | undefined,
  seq: string,
): Run[] {
  if (after === undefined) return [{ ties: [], where: TRUE, keys: telling(keys) }];
  const ties = keys.map((key, i) => tieAt(key, after.keys[i]!));
  const runs: Run[] = [
    { ties, where: sql(`${seq} ${descending ? '<' : '>'} ?`, after.seq), keys: [] },
  ];
  for (let i = keys.length - 1; i >= 0; i--)
    runs.push(
      ...runsBehind(keys.slice(i), after.keys[i]!).map(run => ({
        ...run,
        ties: [...ties.slice(0, i), ...run.ties],
      })),
    );
  return runs;
}

/**
 * Returns the runs after a value of the first key. Null does not compare in SQL, so it is separate.
 */
function runsBehind(keys: readonly OrderKey[], value: KeptKey): Run[] {
  const key = keys[0]!;
  if (value === null) return key.descending ? [] : [filledRun(keys)];
  const rest: Run = {
    ...filledRun(keys),
    where: sql(`${key.text} ${key.descending ? '<' : '>'} ?`, value),
  };
  return key.descending ? [rest, emptyRun(keys)] : [rest];
}

const filledRun = (keys: readonly OrderKey[]): Run => ({
  ties: [],
  where: sql(`${keys[0]!.text} IS NOT NULL`),
  keys: telling(keys),
  filled: true,
});
const emptyRun = ([key, ...rest]: readonly OrderKey[]): Run => ({
  ties: [tieAt(key!, null)],
  where: TRUE,
  keys: telling(rest),
});

/** Splits a run into documents with and without a value for its first key. */
export function splitRun({ ties, where, keys }: Run): Run[] {
  const parts = keys[0]!.descending
    ? [filledRun(keys), emptyRun(keys)]
    : [emptyRun(keys), filledRun(keys)];
  return parts.map(part => ({
    ...part,
    ties: [...ties, ...part.ties],
    where: allOf([where, part.where]),
  }));
}

export const keySql = ({ text, descending }: OrderKey): string =>
  text + (descending ? ' DESC' : '');
export const orderBy = (keys: readonly OrderKey[], seq: string): string =>
  [...keys.map(keySql), seq].join(', ');
