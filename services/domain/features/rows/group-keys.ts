import { choiceIn } from '@hzm/contracts/core/choices';
import { hasPeople } from '@hzm/contracts/core/everyday';
import { Id } from '@hzm/contracts/core/ids';
import type { Json } from '@hzm/contracts/core/json';
import { dayIn } from '@hzm/contracts/core/moment';
import { groupKindOf, type GroupStep } from '@hzm/contracts/features/rows/summary';
import type { Field } from '@hzm/contracts/features/tables/table';
import { compareKeys, equalKey, orderKey } from '@hzm/services/core/ports/value';
import { isNothing } from '../tables/through-rows.ts';

/** The key of a group: what its rows have in common. */
export interface GroupKey {
  /** Equal for rows of one group alone. */
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
/** The last moment: years have four digits, and 9999 is a usual end of what does not end. */
const LAST = '9999-12-31T23:59:59.999Z';
const LENGTHS: Readonly<Record<GroupStep, number>> = { day: 10, month: 7, year: 4 };

/** Returns the first day of a span, or of the next one. */
function startOf(span: string, step: GroupStep, isNext: boolean): string {
  const [year = 0, month = 1, day = 1] = span.split('-').map(Number);
  const by = isNext ? 1 : 0;
  const at = new Date(0);
  at.setUTCFullYear(
    year + (step === 'year' ? by : 0),
    month - 1 + (step === 'month' ? by : 0),
    day + (step === 'day' ? by : 0),
  );
  return at.toISOString().slice(0, LENGTHS.day);
}

function spanKey(value: string, step: GroupStep, timeZone: string): GroupKey {
  const day = DAY.test(value)
    ? value
    : MOMENT.test(value) && !Number.isNaN(Date.parse(value))
      ? dayIn(new Date(value), timeZone)
      : undefined;
  if (day === undefined || !DAY.test(day)) return OTHERS;
  const key = day.slice(0, LENGTHS[step]);
  const next = startOf(key, step, true);
  return {
    id: key,
    key,
    filter: { gte: startOf(key, step, false), ...(DAY.test(next) ? { lt: next } : { lte: LAST }) },
  };
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

/** Compares groups: options and people in their order, others by their values; then those without. */
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
