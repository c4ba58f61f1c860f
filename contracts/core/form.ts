import { secondsOf } from './duration.ts';
import { withoutEnd } from './ends.ts';
import { everydayOf } from './everyday.ts';
import type { Json } from './json.ts';
import { momentOf } from './moment.ts';
import { type Form, valueIn } from './value-schemas.ts';

/** The zone of moments without one in versions that kept values as they were written. */
export const FORMER_TIME_ZONE = 'Europe/Istanbul';

/** Forms of which a value may be written in several ways. */
const CANONICAL: ReadonlySet<Form> = new Set<Form>(['moment', 'date', 'time', 'duration']);
const TIME = /^\d\d:\d\d/;

/** Returns a text without zeros at the end of its decimals, nor a point that nothing follows. */
function withoutZeros(value: string): string {
  const point = value.lastIndexOf('.');
  if (point < 0 || !/^\d*$/.test(value.slice(point + 1))) return value;
  const kept = withoutEnd(value, '0');
  return kept.length === point + 1 ? value.slice(0, point) : kept;
}

/** Shortens a time to `10:00`, keeping non-zero seconds and fractions. */
export const clockTime = (value: string): string =>
  withoutZeros(value).replace(/^(\d\d:\d\d):00$/, '$1');

/** Returns the form of a text of the form `date`; undefined for a day, which has only one. */
export const formOfDate = (value: string): Form | undefined =>
  /t/i.test(value) ? 'moment' : value.includes(':') ? 'time' : undefined;

/** Returns the canonical form of a value; undefined if no canonical form represents it. */
export function canonicalIn(form: Form, value: Json, timeZone: string): Json | undefined {
  const own = everydayOf(form);
  if (own) return own.canonical ? own.canonical(value) : value;
  if (!CANONICAL.has(form)) return value;
  if (typeof value !== 'string') return form === 'duration' ? value : undefined;
  switch (form) {
    case 'moment':
      return momentOf(value, timeZone);
    case 'time':
      return TIME.test(value) ? clockTime(value) : undefined;
    case 'duration':
      return secondsOf(value);
    case 'date': {
      const one = formOfDate(value);
      return one === undefined ? value : canonicalIn(one, value, timeZone);
    }
    default:
      return value;
  }
}

/** Converts any accepted form of a value into its canonical form; undefined if it has none. */
export function readIn(form: Form, value: Json, timeZone: string): Json | undefined {
  const parsed = valueIn[form].safeParse(value);
  return parsed.success ? canonicalIn(form, parsed.data as Json, timeZone) : undefined;
}
