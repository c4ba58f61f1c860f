import type { Amount } from '@hzm/contracts/core/amount';
import { isGroup, mapGroup, type ConditionGroup as Grouped } from '@hzm/contracts/core/groups';
import { isJsonObject, type Json, type JsonObject, memberOf } from '@hzm/contracts/core/json';
import { fold } from '@hzm/contracts/core/turkish';
import { valueAt } from './path.ts';
import type { Condition, ConditionGroup, Operand } from './read-model.ts';
import {
  amountBounds,
  amountKey,
  APART,
  compareKeys,
  equalKey,
  type Key,
  orderKey,
  STRUCTURE,
  TEXT,
  TEXT_END,
  textKey,
} from './value.ts';

/** Keys between `low` and `high`; `lowIn` and `highIn` make a bound inclusive. */
interface KeyRange {
  readonly low: Key;
  readonly lowIn: boolean;
  readonly high: Key;
  readonly highIn: boolean;
}

/** A condition on keys, so that stores only compare. */
export type CompiledCondition = { readonly path: string } &
  /** The equal key is one of these or, if negated, none. */
  (
    | { readonly kind: 'among'; readonly keys: readonly Key[]; readonly negated: boolean }
    /** The order key is in one of these ranges. */
    | { readonly kind: 'range'; readonly ranges: readonly KeyRange[] }
    /** The text key contains this folded text. */
    | { readonly kind: 'contains'; readonly needle: string }
    /** The text key is one of these folded texts, or has one among its items. */
    | { readonly kind: 'has'; readonly needles: ReadonlySet<string>; readonly negated: boolean }
  );

export function compile(condition: Condition): CompiledCondition {
  const { path } = condition;
  switch (condition.op) {
    case 'eq':
    case 'ne':
      return {
        path,
        kind: 'among',
        keys: operandKeys([condition.value]),
        negated: condition.op === 'ne',
      };
    case 'in':
      return { path, kind: 'among', keys: operandKeys(condition.values), negated: false };
    case 'empty':
      return { path, kind: 'among', keys: [null, TEXT], negated: !condition.value };
    case 'has':
      return {
        path,
        kind: 'has',
        needles: new Set(condition.values.map(fold)),
        negated: condition.negated === true,
      };
    case 'contains':
      return { path, kind: 'contains', needle: fold(condition.text) };
    default:
      return rangeOf(path, condition.op, condition.value);
  }
}

export const compileGroup = (group: ConditionGroup): Grouped<CompiledCondition> =>
  mapGroup<Condition, CompiledCondition>(group, compile);

const isAmount = (value: Operand): value is Amount => typeof value === 'object' && value !== null;

// NaN equals nothing, not even a missing value.
const operandKeys = (values: readonly Operand[]): Key[] => [
  ...new Set(
    values
      .filter(value => !Number.isNaN(value))
      .flatMap(value =>
        isAmount(value)
          ? value.currencies.map(currency => amountKey(value.amount, currency))
          : [operandKey(equalKey, value)],
      ),
  ),
];

// An operand may be infinite (1e999 typed into a filter), but documents never are.
const operandKey = (
  keyOf: (value: string | number | boolean | null) => Key,
  value: string | number | boolean | null,
): Key => (typeof value === 'number' ? value + 0 : keyOf(value));

type Comparison = 'gt' | 'gte' | 'lt' | 'lte';

function rangeOf(path: string, op: Comparison, value: Operand): CompiledCondition {
  // Null has no order among its kind and only equals itself.
  if (value === null || Number.isNaN(value))
    return {
      path,
      kind: 'among',
      keys: value === null && (op === 'gte' || op === 'lte') ? [null] : [],
      negated: false,
    };
  return { path, kind: 'range', ranges: rangesOf(op, value) };
}

function rangesOf(op: Comparison, value: Exclude<Operand, null>): readonly KeyRange[] {
  if (isAmount(value))
    return value.currencies.map(currency =>
      sideOf(op, amountKey(value.amount, currency), amountBounds(currency)),
    );
  const bounds =
    typeof value === 'number'
      ? ([-Infinity, ''] as const)
      : typeof value === 'string'
        ? ([TEXT, TEXT_END] as const)
        : ([TEXT_END, STRUCTURE] as const);
  return [sideOf(op, operandKey(orderKey, value), bounds)];
}

/** Returns one side of a key, within the keys of its kind. */
const sideOf = (op: Comparison, key: Key, [first, end]: readonly [Key, Key]): KeyRange =>
  op === 'gt' || op === 'gte'
    ? { low: key, lowIn: op === 'gte', high: end, highIn: false }
    : { low: first, lowIn: true, high: key, highIn: op === 'lte' };

/** Whether a document satisfies a group of conditions. */
export function matchesGroup(doc: JsonObject, group: Grouped<CompiledCondition>): boolean {
  const holds = (one: CompiledCondition | Grouped<CompiledCondition>): boolean =>
    isGroup(one) ? matchesGroup(doc, one) : matches(doc, one);
  return 'any' in group ? group.any.some(holds) : group.all.every(holds);
}

const itemKeys = (value: Json | undefined): readonly string[] => textKey(value)?.split(APART) ?? [];

/** Whether a document satisfies a condition. */
export function matches(doc: JsonObject, test: CompiledCondition): boolean {
  const value = valueAt(doc, test.path);
  if (test.kind === 'among') return test.keys.includes(equalKey(value)) !== test.negated;
  if (test.kind === 'has')
    return itemKeys(value).some(item => test.needles.has(item)) !== test.negated;
  if (test.kind === 'contains') return textKey(value)?.includes(test.needle) ?? false;
  const key = orderKey(value);
  return test.ranges.some(range => isIn(key, range));
}

function isIn(key: Key, range: KeyRange): boolean {
  const low = compareKeys(key, range.low);
  const high = compareKeys(key, range.high);
  return (low > 0 || (low === 0 && range.lowIn)) && (high < 0 || (high === 0 && range.highIn));
}

/**
 * Whether a member of the object at `membersOf` contains the folded text.
 * @param only the members to search; undefined for all
 */
export function someMemberContains(
  doc: JsonObject,
  membersOf: string,
  needle: string,
  only?: readonly string[],
): boolean {
  const members = valueAt(doc, membersOf);
  if (!isJsonObject(members)) return false;
  const values =
    only === undefined ? Object.values(members) : only.map(name => memberOf(members, name));
  return values.some(value => textKey(value)?.includes(needle) ?? false);
}
