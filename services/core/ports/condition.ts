import { type JsonObject, memberOf } from '@hzm/contracts/core/json';
import { fold } from '@hzm/contracts/core/turkish';
import { isObject, valueAt } from './path.ts';
import type { Condition } from './read-model.ts';
import {
  compareKeys,
  equalKey,
  type Key,
  orderKey,
  STRUCTURE,
  TEXT,
  TEXT_END,
  textKey,
} from './value.ts';

/** A condition on keys, so that stores only compare. */
export type CompiledCondition = { readonly path: string } &
  /** The equal key is one of these or, if negated, none. */
  (
    | { readonly kind: 'among'; readonly keys: readonly Key[]; readonly negated: boolean }
    /** The order key is between `low` and `high`; `lowIn` and `highIn` make a bound inclusive. */
    | {
        readonly kind: 'range';
        readonly low: Key;
        readonly lowIn: boolean;
        readonly high: Key;
        readonly highIn: boolean;
      }
    /** The text key contains this folded text. */
    | { readonly kind: 'contains'; readonly needle: string }
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
    case 'contains':
      return { path, kind: 'contains', needle: fold(condition.text) };
    default:
      return rangeOf(path, condition.op, condition.value);
  }
}

// NaN equals nothing, not even a missing value.
const operandKeys = (values: readonly (string | number | boolean | null)[]): Key[] => [
  ...new Set(values.filter(value => !Number.isNaN(value)).map(operandKey(equalKey))),
];

// An operand may be infinite (1e999 typed into a filter), but documents never are.
const operandKey =
  (keyOf: (value: string | number | boolean | null) => Key) =>
  (value: string | number | boolean | null): Key =>
    typeof value === 'number' ? value + 0 : keyOf(value);

function rangeOf(
  path: string,
  op: 'gt' | 'gte' | 'lt' | 'lte',
  value: string | number | boolean | null,
): CompiledCondition {
  const orEqual = op === 'gte' || op === 'lte';
  // Null has no order among its kind and only equals itself.
  if (value === null || Number.isNaN(value))
    return { path, kind: 'among', keys: value === null && orEqual ? [null] : [], negated: false };
  const key = operandKey(orderKey)(value);
  const [first, end] =
    typeof value === 'number'
      ? [-Infinity, '']
      : typeof value === 'string'
        ? [TEXT, TEXT_END]
        : [TEXT_END, STRUCTURE];
  return op === 'gt' || op === 'gte'
    ? { path, kind: 'range', low: key, lowIn: orEqual, high: end, highIn: false }
    : { path, kind: 'range', low: first, lowIn: true, high: key, highIn: orEqual };
}

/** Whether a document satisfies a condition. */
export function matches(doc: JsonObject, test: CompiledCondition): boolean {
  const value = valueAt(doc, test.path);
  if (test.kind === 'among') return test.keys.includes(equalKey(value)) !== test.negated;
  if (test.kind === 'contains') return textKey(value)?.includes(test.needle) ?? false;
  const key = orderKey(value);
  const low = compareKeys(key, test.low);
  const high = compareKeys(key, test.high);
  return (low > 0 || (low === 0 && test.lowIn)) && (high < 0 || (high === 0 && test.highIn));
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
  if (!isObject(members)) return false;
  const values =
    only === undefined ? Object.values(members) : only.map(name => memberOf(members, name));
  return values.some(value => textKey(value)?.includes(needle) ?? false);
}
