import { choiceIn } from '@hzm/contracts/core/choices';
import { hasPeople } from '@hzm/contracts/core/everyday';
import { Id } from '@hzm/contracts/core/ids';
import type { Json } from '@hzm/contracts/core/json';
import { dayIn } from '@hzm/contracts/core/moment';
import { SPAN_LENGTHS, spanBounds } from '@hzm/contracts/features/rows/span';
import { groupKindOf, type GroupStep } from '@hzm/contracts/features/rows/summary';
import type { Field } from '@hzm/contracts/features/tables/table';
import { compareKeys, equalKey, orderKey } from '@hzm/services/core/ports/value';
import { isNothing } from '../tables/through-rows.ts';

/** The key of a group: what its rows have in common. */
export interface GroupKey {
  /** Differs from the ids of all other groups. */
  readonly id: string;
  readonly key: string | number | boolean | null;
  /** The condition that finds its rows; null if there is none. */
  readonly filter: Readonly<Record<string, string | boolean>> | null;
}

/** Maximum length of a text that makes a group of its own. */
const MAX_TEXT = 200;
const NOTHING: GroupKey = { id: 'empty', key: null, filter: { empty: true } };
/** Values that make no group: too long, or remains of another type. */
const OTHERS: GroupKey = { id: 'others', key: null, filter: null };

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T/;

function spanKey(value: string, step: GroupStep, timeZone: string): GroupKey {
  const day = DAY.test(value)
    ? value
    : MOMENT.test(value) && !Number.isNaN(Date.parse(value))
      ? dayIn(new Date(value), timeZone)
      : undefined;
  if (day === undefined || !DAY.test(day)) return OTHERS;
  const key = day.slice(0, SPAN_LENGTHS[step]);
  return { id: key, key, filter: spanBounds(key, step) };
}

/** Returns the function that names the group of a value. */
export function groupsBy(
  { type, validation: { options = [] } }: Pick<Field, 'type' | 'validation'>,
  step: GroupStep,
  timeZone: string,
): (value: Json | undefined) => GroupKey {
  const kind = groupKindOf(type);
  return value => {
    if (value === undefined || isNothing(value)) return NOTHING;
    switch (kind) {
      case 'option': {
        const key = typeof value === 'string' ? choiceIn(options, value) : undefined;
        return key === undefined ? OTHERS : { id: key, key, filter: { eq: key } };
      }
      case 'boolean':
        return typeof value === 'boolean'
          ? { id: `${value}`, key: value, filter: { eq: `${value}` } }
          : OTHERS;
      case 'number':
        return typeof value === 'number'
          ? { id: `${value + 0}`, key: value + 0, filter: { eq: `${value + 0}` } }
          : OTHERS;
      case 'date':
        return typeof value === 'string' ? spanKey(value, step, timeZone) : OTHERS;
      default:
        if (hasPeople(type) && !Id.safeParse(value).success) return OTHERS;
        return typeof value === 'string' && value.length <= MAX_TEXT
          ? { id: `=${equalKey(value)}`, key: value, filter: { eq: value } }
          : OTHERS;
    }
  };
}

/** Compares groups: options in their order, others by value; those without a value come last. */
export function compareGroups(
  { validation: { options = [] } }: Pick<Field, 'validation'>,
  a: GroupKey,
  b: GroupKey,
): number {
  const rank = ({ id, key }: GroupKey): number => (key === null ? (id === OTHERS.id ? 2 : 1) : 0);
  const place = ({ key }: GroupKey): number => {
    const at = options.findIndex(({ id }) => id === key);
    return at < 0 ? options.length : at;
  };
  return rank(a) - rank(b) || place(a) - place(b) || compareKeys(orderKey(a.key), orderKey(b.key));
}
