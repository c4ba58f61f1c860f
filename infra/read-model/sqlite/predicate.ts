import { fold } from '@hzm/contracts/core/turkish';
import { matches, type CompiledCondition, compile } from '@hzm/services/core/ports/condition';
import type { Condition, ConditionGroup, Find, Operand } from '@hzm/services/core/ports/read-model';
import { type Key, TEXT, TEXT_END } from '@hzm/services/core/ports/value';
import { hasTrigrams } from './full-text.ts';
import type { Partition, PathSql } from './partition.ts';
import { allOf, anyOf, listOf, type Param, sql, type Sql } from './statements.ts';
import { storedEqualKey, storedId } from './stored.ts';

/** A condition as SQL, and the index that can find its documents. */
export interface Predicate extends Sql {
  /** Whether an index of the table serves it alone. */
  readonly indexed: boolean;
  /** The index of which it is a section. */
  readonly pieceOf?: string;
  /** Folded text by which the text index proposes rows. */
  readonly needle?: string;
}

/**
 * Returns the conditions of a query, without those true for all documents; undefined if no document
 * can match.
 */
export function predicatesOf(
  partition: Partition,
  {
    ids,
    where = [],
    groups = [],
    search,
    searchIn,
    searchAlso = [],
  }: Pick<Find, 'ids' | 'where' | 'groups' | 'search' | 'searchIn' | 'searchAlso'>,
): Predicate[] | undefined {
  const predicates: Predicate[] = [];
  if (ids) predicates.push({ ...anyOf(inList('id', ids.map(storedId))), indexed: true });
  for (const condition of where) {
    const path = partition.pathSql(condition.path);
    if (path)
      predicates.push(
        ownPredicate(path, condition) ?? predicateOf(partition, path, compile(condition)),
      );
    // No document has a value there, so all give the same result.
    else if (!matches({}, compile(condition))) return undefined;
  }
  for (const group of groups) predicates.push({ ...groupSql(partition, group), indexed: false });
  if (search !== undefined) {
    const found = searchOf(partition, fold(search), searchIn);
    // The text index proposes only documents with the text.
    predicates.push(
      searchAlso.length > 0
        ? { ...anyOf([found, groupSql(partition, { any: searchAlso })]), indexed: false }
        : found,
    );
  }
  return predicates;
}

function groupSql(partition: Partition, group: ConditionGroup): Sql {
  const sqlOf = (one: Condition | ConditionGroup): Sql => {
    if (!('path' in one)) return groupSql(partition, one);
    const path = partition.pathSql(one.path);
    if (!path) return sql(matches({}, compile(one)) ? 'TRUE' : 'FALSE');
    return ownPredicate(path, one) ?? predicateOf(partition, path, compile(one));
  };
  return 'any' in group ? anyOf(group.any.map(sqlOf)) : allOf(group.all.map(sqlOf));
}

const signs = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** Compiles a comparison in a column that stores texts in a form of its own. */
function ownPredicate(path: PathSql, condition: Condition): Predicate | undefined {
  const { order, stored, index } = path;
  if (!stored || condition.op === 'contains' || condition.op === 'empty') return undefined;
  if (condition.op === 'has') return undefined;
  const values = condition.op === 'in' ? condition.values : [condition.value];
  const texts = values.filter(value => typeof value === 'string').map(stored);
  const indexed = index !== undefined;
  if (condition.op === 'in') {
    const others = compile({ ...condition, values: values.filter(isNoText) });
    const among = others.kind === 'among' ? [amongOf(path, others.keys)] : [];
    return { ...anyOf([...inList(order, texts), ...among]), indexed };
  }
  if (texts.length < values.length) return undefined;
  if (condition.op === 'eq') return { ...anyOf(inList(order, texts)), indexed };
  if (condition.op === 'ne') return { ...sql(`${order} IS NOT ?`, texts[0]!), indexed: false };
  return {
    ...sql(`${order} ${signs[condition.op]} ?`, texts[0]!),
    indexed,
    ...(indexed && { pieceOf: index }),
  };
}

const isNoText = (value: Operand): boolean => typeof value !== 'string';

function predicateOf(partition: Partition, path: PathSql, test: CompiledCondition): Predicate {
  const hasIndex = path.index !== undefined;
  switch (test.kind) {
    case 'contains': {
      // The text index holds only members of the object; a path with its own column is a member.
      const inTextIndex =
        partition.state.indexed && path.equal === undefined && hasTrigrams(test.needle);
      return {
        ...sql(`instr(${path.text}, ?) > 0`, test.needle),
        indexed: false,
        ...(inTextIndex && { needle: test.needle }),
      };
    }
    case 'has': {
      const found = hasOne(path.text, [...test.needles]);
      return {
        text: test.negated ? `${found.text} IS NOT TRUE` : found.text,
        params: found.params,
        indexed: false,
      };
    }
    case 'range': {
      const order = path.key ?? path.order;
      const isIndexed = hasIndex && path.key === undefined;
      const ranges = test.ranges.map(({ low, lowIn, high, highIn }) =>
        sql(`(${order} ${lowIn ? '>=' : '>'} ? AND ${order} ${highIn ? '<=' : '<'} ?)`, low, high),
      );
      return {
        ...(ranges.length === 1 ? ranges[0]! : anyOf(ranges)),
        indexed: isIndexed,
        ...(isIndexed && ranges.length === 1 && { pieceOf: path.index }),
      };
    }
    case 'among': {
      const among = amongOf(path, test.keys);
      return {
        text: test.negated ? `${among.text} IS NOT TRUE` : among.text,
        params: among.params,
        indexed: hasIndex && !test.negated,
      };
    }
  }
}

/** Texts of a list that are looked for one by one; of more, each item of a row is looked up. */
const MAX_ONE_BY_ONE = 4;
/** Stands for a backslash, which would hide the separator of items in their JSON. */
const BACKSLASH = '\x02';

/** Whether one of a row's items, which U+0001 separates, is among texts. */
function hasOne(items: string, needles: readonly string[]): Sql {
  if (needles.length <= MAX_ONE_BY_ONE)
    return anyOf(
      needles.map(needle =>
        sql(`instr(char(1) || ${items} || char(1), char(1) || ? || char(1)) > 0`, needle),
      ),
    );
  const quoted = `json_quote(replace(${items}, '\\', char(2)))`;
  return sql(
    `EXISTS (SELECT 1 FROM json_each('[' || replace(${quoted}, '\\u0001', '","') || ']') AS one
      WHERE one.value IN (SELECT value FROM json_each(?)))`,
    listOf(needles.map(needle => needle.replaceAll('\\', BACKSLASH))),
  );
}

function amongOf(path: PathSql, keys: readonly Key[]): Sql {
  const nothing = keys.includes(null) ? [sql(`${path.equal ?? path.order} IS NULL`)] : [];
  const some = keys.filter(key => key !== null);
  if (path.equal !== undefined)
    return anyOf([...nothing, ...inList(path.equal, some.map(storedEqualKey))]);
  const texts = some
    .filter(key => typeof key === 'string' && isText(key))
    .map(key => (key as string).slice(TEXT.length));
  const others = some.filter(key => typeof key === 'number' || !isText(key));
  return anyOf([
    ...nothing,
    ...inList(path.order, others),
    ...(texts.length > 0 ? [textAmong(path, texts)] : []),
  ]);
}

const isText = (key: string): boolean => key >= TEXT && key < TEXT_END;

/** @param keys in stored form */
function inList(expression: string, keys: readonly Param[]): Sql[] {
  if (keys.length < 2) return keys.map(key => sql(`${expression} = ?`, key));
  // JSON has no bytes, so they are passed as hexadecimal text.
  const bytes = keys
    .filter(key => key instanceof Uint8Array)
    .map(key => Buffer.from(key).toString('hex'));
  const others = keys.flatMap(key =>
    key instanceof Uint8Array || key === null ? [] : [typeof key === 'bigint' ? Number(key) : key],
  );
  return [
    ...(others.length > 0
      ? [sql(`${expression} IN (SELECT value FROM json_each(?))`, listOf(others))]
      : []),
    ...(bytes.length > 0
      ? [sql(`${expression} IN (SELECT unhex(value) FROM json_each(?))`, listOf(bytes))]
      : []),
  ];
}

/** Same for texts, of which an index has the first 64 letters. */
const startInList = (expression: string, texts: readonly string[]): Sql =>
  texts.length === 1
    ? sql(`substr(${expression}, 1, 64) = substr(?, 1, 64)`, texts[0]!)
    : sql(
        `substr(${expression}, 1, 64) IN (SELECT substr(value, 1, 64) FROM json_each(?))`,
        listOf(texts),
      );

// The range of text keys is spelled out, because a partial index serves only statements that repeat
// its condition.
const textAmong = ({ order, text }: PathSql, texts: readonly string[]): Sql =>
  allOf([
    sql(`${order} >= '${TEXT}' AND ${order} < '${TEXT_END}'`),
    startInList(text, texts),
    ...inList(text, texts.some(isLong) ? texts : []),
  ]);

const isLong = (text: string): boolean => text.length >= 64;

function searchOf(
  partition: Partition,
  needle: string,
  searchIn: readonly string[] | undefined,
): Predicate {
  const { indexMembersOf } = partition.layout.spec;
  const found = partition.complete
    ? anyOf(partition.columnsOf(searchIn).map(column => sql(`instr(f${column}, ?) > 0`, needle)))
    : sql(
        `member_contains(doc, '${indexMembersOf!.replaceAll("'", "''")}', ?, ?)`,
        needle,
        searchIn === undefined ? null : JSON.stringify(searchIn),
      );
  return {
    ...found,
    indexed: false,
    ...(partition.state.indexed && hasTrigrams(needle) && { needle }),
  };
}
