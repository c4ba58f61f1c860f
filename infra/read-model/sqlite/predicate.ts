import { fold } from '@hzm/contracts/core/turkish';
import type { Condition } from '@hzm/services/core/ports/read-model';
import { type Test, testOf } from '../condition.ts';
import { type Key, TEXT, TEXT_END } from '../value.ts';
import { hasTrigrams } from './full-text.ts';
import type { Partition, PathSql } from './partition.ts';
import { allOf, anyOf, sql, type Sql } from './statements.ts';

/** A condition as SQL, and what can find its documents without reading the others. */
export interface Predicate extends Sql {
  /** An index of the table serves it by itself. */
  readonly indexed: boolean;
  /** The text index proposes rows with this folded text. */
  readonly needle?: string;
}

export function predicatesOf(partition: Partition, where: readonly Condition[], search: string | undefined): Predicate[] {
  const predicates = where.map(condition => predicateOf(partition, testOf(condition)));
  return search === undefined ? predicates : [...predicates, searchOf(partition, fold(search))];
}

function predicateOf(partition: Partition, test: Test): Predicate {
  const path = partition.pathSql(test.path);
  const hasIndex = path.index !== undefined;
  switch (test.kind) {
    case 'contains': {
      // Only members of the object are in the text index; a path with a column of its own is one.
      const inTextIndex = partition.state.indexed && path.equal === undefined && hasTrigrams(test.needle);
      return { ...sql(`instr(${path.text}, ?) > 0`, test.needle), indexed: false, ...(inTextIndex && { needle: test.needle }) };
    }
    case 'range': {
      const { low, lowIn, high, highIn } = test;
      return { ...sql(`(${path.order} ${lowIn ? '>=' : '>'} ? AND ${path.order} ${highIn ? '<=' : '<'} ?)`, low, high), indexed: hasIndex };
    }
    case 'among': {
      const among = amongOf(path, test.keys);
      return { text: test.negated ? `${among.text} IS NOT TRUE` : among.text, params: among.params, indexed: hasIndex && !test.negated };
    }
  }
}

function amongOf(path: PathSql, keys: readonly Key[]): Sql {
  const nothing = keys.includes(null) ? [sql(`${path.equal ?? path.order} IS NULL`)] : [];
  const some = keys.filter(key => key !== null);
  if (path.equal !== undefined) return anyOf([...nothing, ...inList(path.equal, some)]);
  const texts = some.filter(key => typeof key === 'string' && isText(key)).map(key => (key as string).slice(TEXT.length));
  const others = some.filter(key => typeof key === 'number' || !isText(key));
  return anyOf([...nothing, ...inList(path.order, others), ...(texts.length > 0 ? [textAmong(path, texts)] : [])]);
}

const isText = (key: string): boolean => key >= TEXT && key < TEXT_END;

const inList = (expression: string, keys: readonly (number | string)[], place = '?'): Sql[] =>
  keys.length === 0 ? [] : [sql(`${expression} IN (${keys.map(() => place).join(', ')})`, ...keys)];

// The kinds are written out, since an index of texts only serves who says so; see the partition's indexes.
const textAmong = ({ order, text }: PathSql, texts: readonly string[]): Sql =>
  allOf([sql(`${order} >= '${TEXT}' AND ${order} < '${TEXT_END}'`), ...inList(`substr(${text}, 1, 64)`, texts, 'substr(?, 1, 64)'), ...inList(text, texts.some(isLong) ? texts : [])]);

const isLong = (text: string): boolean => text.length >= 64;

function searchOf(partition: Partition, needle: string): Predicate {
  const { indexMembersOf } = partition.layout.spec;
  const found = partition.complete
    ? anyOf(partition.members.map((_, column) => sql(`instr(f${column}, ?) > 0`, needle)))
    : sql(`member_contains(doc, '${indexMembersOf!.replaceAll("'", "''")}', ?)`, needle);
  return { ...found, indexed: false, ...(partition.state.indexed && hasTrigrams(needle) && { needle }) };
}
