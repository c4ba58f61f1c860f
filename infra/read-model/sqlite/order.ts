import { fold } from '@hzm/contracts/core/turkish';
import type { Find, TextOrder } from '@hzm/services/core/ports/read-model';
import { type Key, type KeySection, sectionAt, sectionsOf } from '@hzm/services/core/ports/value';
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
  /** Sections that come first, in their order, before all other values. */
  readonly sections?: readonly KeySection[];
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
  by: 'changed' | { readonly path: string; readonly order?: TextOrder },
): Omit<OrderKey, 'descending'> {
  if (by === 'changed')
    return {
      text: 'pos',
      index: partition.state.indexed ? `${partition.table}_pos` : undefined,
      isId: false,
    };
  const path = partition.pathSql(by.path);
  return path
    ? {
        text: path.order,
        index: path.index,
        isId: path.isId === true,
        ...(by.order && {
          sections: path.isId && !by.order.areLists ? idSections(by.order) : sectionsOf(by.order),
        }),
      }
    : { text: NOTHING, index: undefined, isId: false };
}

/** Sections of ids as texts: `storedAt` converts them. */
const idSections = ({ texts }: TextOrder): KeySection[] =>
  texts.map(fold).map(id => ({ low: id, high: id }));

/** A stored sort key; ids are bytes. */
export type KeptKey = Key | Uint8Array;

/** The end of a page in stored keys. */
export interface Place {
  readonly keys: readonly KeptKey[];
  readonly seq: number;
}

/** Converts a cursor, which names ids as texts. */
export const placeAt = (order: Order, { keys, seq }: KeysetCursor): Place => ({
  keys: keys.map((key, i) => storedAt(order.keys[i], key)),
  seq,
});

export const cursorAt = ({ keys, seq }: Place): KeysetCursor => ({
  keys: keys.map(toldKey),
  seq,
});

const storedAt = (of: Pick<OrderKey, 'isId'> | undefined, key: Key): KeptKey =>
  of?.isId && typeof key === 'string' ? (storedId(key) as KeptKey) : key;

const toldKey = (key: KeptKey): Key => (key instanceof Uint8Array ? idOfStored(key) : key);

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
  return key === undefined || value === null || key.sections
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
  if (key.sections) return sectionsBehind(keys, key.sections, value);
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

const plain = ({ text, descending, index, isId }: OrderKey): OrderKey => ({
  text,
  descending,
  index,
  isId,
});

/** Returns the runs of filled documents by the sections of the first key, ascending. */
function filledRuns(keys: readonly OrderKey[], sections: readonly KeySection[]): Run[] {
  const [key, ...rest] = [plain(keys[0]!), ...keys.slice(1)];
  const within = sections.map(({ low, high }): Run =>
    low === high
      ? { ties: [tieAt(key, storedAt(key, low))], where: TRUE, keys: telling(rest) }
      : {
          ties: [],
          where: sql(`${key.text} >= ? AND ${key.text} <= ?`, low, high),
          keys: telling([key, ...rest]),
          filled: true,
        },
  );
  const others = allOf([
    sql(`${key.text} IS NOT NULL`),
    ...sections.map(({ low, high }) =>
      sql(`${key.text} NOT BETWEEN ? AND ?`, storedAt(key, low), storedAt(key, high)),
    ),
  ]);
  return [...within, { ties: [], where: others, keys: telling([key, ...rest]), filled: true }];
}

/** Same, with the documents without a value, in the direction of the key. */
function sectionRuns(keys: readonly OrderKey[], sections: readonly KeySection[]): Run[] {
  const runs = [emptyRun([plain(keys[0]!), ...keys.slice(1)]), ...filledRuns(keys, sections)];
  return keys[0]!.descending ? runs.toReversed() : runs;
}

/** Returns the runs after a value of a first key that has sections. */
function sectionsBehind(
  keys: readonly OrderKey[],
  sections: readonly KeySection[],
  value: KeptKey,
): Run[] {
  const { text, descending } = keys[0]!;
  const runs = sectionRuns(keys, sections);
  const place = sectionAt(sections, toldKey(value)) + 1;
  const at = descending ? runs.length - 1 - place : place;
  const own = runs[at]!;
  const rest = runs.slice(at + 1);
  // A section of one text holds ties only, which come before.
  return own.ties.length > 0
    ? rest
    : [
        { ...own, where: allOf([own.where, sql(`${text} ${descending ? '<' : '>'} ?`, value)]) },
        ...rest,
      ];
}

/** Splits a run by the sections of its first key; undefined if that has none. */
export function sectionsIn({ ties, where, keys }: Run): Run[] | undefined {
  const sections = keys[0]?.sections;
  return (
    sections &&
    sectionRuns(keys, sections).map(run => ({
      ...run,
      ties: [...ties, ...run.ties],
      where: allOf([where, run.where]),
    }))
  );
}

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
const quoted = (key: KeptKey): string =>
  key instanceof Uint8Array
    ? `x'${Buffer.from(key).toString('hex')}'`
    : `'${String(key).replaceAll("'", "''")}'`;

/** The place of a key among its sections as a key of its own. */
const placeKey = ({ text, descending, isId, sections = [] }: OrderKey): OrderKey => ({
  text: `CASE WHEN ${text} IS NULL THEN -1 ${sections
    .map(
      ({ low, high }, at) =>
        `WHEN ${text} >= ${quoted(storedAt({ isId }, low))} AND ${text} <= ${quoted(storedAt({ isId }, high))} THEN ${at}`,
    )
    .join(' ')} ELSE ${sections.length} END`,
  descending,
  index: undefined,
  isId: false,
});

/** Replaces keys that have sections by their place among those and the key itself. */
const flatKeys = (keys: readonly OrderKey[]): OrderKey[] =>
  keys.flatMap(key => (key.sections ? [placeKey(key), plain(key)] : [key]));

/** Same for a sort and the end of a page in it, for a source that is sorted as a whole. */
export const flatAfter = (
  order: Order,
  after: Place | undefined,
): readonly [Order, Place | undefined] => [
  { ...order, keys: flatKeys(order.keys) },
  after && {
    ...after,
    keys: order.keys.flatMap(({ sections }, i): KeptKey[] => {
      const key = after.keys[i]!;
      return sections ? [sectionAt(sections, toldKey(key)), key] : [key];
    }),
  },
];

export const orderBy = (keys: readonly OrderKey[], seq: string): string =>
  [...flatKeys(keys).map(keySql), seq].join(', ');
