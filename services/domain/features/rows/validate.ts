import { converted } from '@hzm/contracts/core/conversion';
import { hasFiles, hasOptions, hasPeople, isGiven } from '@hzm/contracts/core/everyday';
import { Id } from '@hzm/contracts/core/ids';
import { type Json, memberOf, sameJson } from '@hzm/contracts/core/json';
import type { Language } from '@hzm/contracts/core/language';
import { dayIn } from '@hzm/contracts/core/moment';
import { nfc } from '@hzm/contracts/core/normal';
import { Details, Problem, type Bilingual, type Text } from '@hzm/contracts/core/problem';
import { areStorable, asStorable } from '@hzm/contracts/core/storable';
import type { Cells } from '@hzm/contracts/features/rows/row';
import { readValue } from '@hzm/contracts/features/tables/canonical';
import { formOf } from '@hzm/contracts/features/tables/field-types';
import { usualCurrency, usualUnit } from '@hzm/contracts/features/tables/field-validation';
import type { Relationship } from '@hzm/contracts/features/tables/relationship';
import type { Field } from '@hzm/contracts/features/tables/table';
import { writtenFields } from '@hzm/contracts/features/tables/written-fields';
import { dayText } from '@hzm/services/core/say';
import { tellingTo, tellsAll, UNTOLD, type Telling } from '../../access/told.ts';
import { makeReady, PatternWork } from '../tables/pattern.ts';
import type { ValueClock } from '../tables/value-clock.ts';
import { chosen, personIn, UNKNOWN_PERSON } from './choice-values.ts';
import { areKeyedById, fieldsGone, goneAt } from './field-key.ts';
import { numbersIn } from './numbering.ts';

const isNothing = (value: Json | undefined) =>
  value === undefined || value === null || value === '';
/** Whether a value of a field is none: an empty list of options is one without any. */
const isNothingIn = ({ type, relationships }: Judged, value: Json | undefined): boolean =>
  isNothing(value) ||
  ((hasOptions(type) || relationships?.[0] !== undefined) &&
    Array.isArray(value) &&
    value.length === 0);

/** Whether a text shows nothing, which a required field does not take for a value. */
const isBlank = (value: Json | undefined): boolean =>
  typeof value === 'string' && value.trim() === '';

/** A field as its values are judged. */
type Judged = Pick<Field, 'type'> & {
  readonly relationships?: readonly Pick<Relationship, 'relationshipType'>[] | undefined;
};

/**
 * Values by field name as values by field id. With `whole`, required fields must be there; without
 * it only those given are judged.
 * @param work what the patterns may still cost; calls with several rows give the same one for all
 * @param telling the part of each field that a problem may tell
 * @throws Problem VALIDATION_ERROR with one detail per wrong field; CONFLICT with one per removed
 * field, where fields go by id
 */
export function cellsOf(
  fields: readonly Field[],
  values: { readonly [name: string]: Json },
  whole: boolean,
  clock: ValueClock,
  work = new PatternWork(),
  telling: Telling = tellsAll,
): Cells {
  const fieldOf = namingOf(fields);
  const details = new Details();
  const gone = new Details();
  const cells: Record<string, Json> = {};
  const given = new Set<Field>();
  let isHiddenUnfit = false;
  const refuse = (field: Field, path: string, message: Text): void => {
    if (telling.isUnnamed(field)) isHiddenUnfit = true;
    else details.push({ path, message: telling.isUnshown(field) ? UNTOLD : message });
  };
  for (const [name, value] of Object.entries(values)) {
    const field = fieldOf(name);
    if (!field) {
      if (areKeyedById(fields)) gone.push(goneAt(name));
      else details.push({ path: name, message: { key: 'field-unknown' } });
      continue;
    }
    given.add(field);
    if (isGiven(field.type)) {
      const key = hasFiles(field.type) ? 'value-files' : 'value-given';
      refuse(field, name, { key, values: { type: field.type } });
      continue;
    }
    if (isNothingIn(field, value)) {
      if (field.required) refuse(field, name, { key: 'value-required' });
      else
        cells[field.id] =
          value === '' && (field.type === 'string' || field.type === 'text') ? '' : null;
      continue;
    }
    if (field.required && isBlank(value)) {
      refuse(field, name, { key: 'value-required' });
      continue;
    }
    const result = check(field, value, clock, work);
    if ('problem' in result) refuse(field, name, result.problem);
    else cells[field.id] = result.value;
  }
  if (whole)
    for (const field of writtenFields(fields))
      if (field.required && !given.has(field)) refuse(field, field.name, { key: 'value-required' });
  if (isHiddenUnfit) details.push({ path: '', message: UNTOLD });
  if (gone.length > 0) throw fieldsGone(gone);
  if (details.length > 0) throw new Problem('VALIDATION_ERROR', { details });
  return cells;
}

/** Returns the field that a caller names. Names are kept in NFC, but for those up to 0.2.0. */
export function namingOf(fields: readonly Field[]): (name: string) => Field | undefined {
  const byName = new Map(fields.map(field => [field.name, field]));
  return name => byName.get(name) ?? byName.get(nfc(name));
}

/** Makes the patterns of the fields that rows have values of ready before the values are judged. */
export async function readyFor(
  fields: readonly Field[],
  rows: readonly { readonly [name: string]: Json }[],
): Promise<void> {
  if (fields.every(({ validation }) => validation.pattern === undefined)) return;
  const fieldOf = namingOf(fields);
  const patterns = new Set<string>();
  for (const values of rows)
    for (const name of Object.keys(values)) {
      const pattern = fieldOf(name)?.validation.pattern;
      if (pattern !== undefined) patterns.add(pattern);
    }
  await makeReady(patterns);
}

/**
 * A value that a row held in another type, as one of the present type; as it was, where it does not
 * fit, or where a Turkish and an English reading of its number differ.
 */
function heldAs({ type, validation, relationships }: Field, held: Json, timeZone: string): Json {
  // Ids stay, in a list or alone.
  if (relationships.length > 0) return held;
  const more = {
    timeZone,
    currency: usualCurrency(validation),
    unit: usualUnit(validation),
  };
  const readIn = (language: Language) => converted(formOf(type), held, { language, ...more });
  const turkish = readIn('tr');
  if (turkish === undefined) return held;
  // Only texts are read by a language.
  return typeof held !== 'string' || sameJson(turkish, readIn('en')) ? turkish : held;
}

/**
 * Checks former values of a row against its current fields, so that they can be written again;
 * values of removed fields are left out. Texts of spaces come back: required fields once took them.
 * Auto numbers come back as they were.
 * @throws Problem VALIDATION_ERROR
 */
export const cellsAgain = (
  fields: readonly Field[],
  held: Cells,
  clock: ValueClock,
  shown: readonly Field[],
  work?: PatternWork,
): Cells => {
  const values = new Map(
    writtenFields(fields).map((field): [string, Json] => [
      field.name,
      // Versions before 0.9.0 kept every text.
      asStorable(heldAs(field, memberOf(held, field.id) ?? null, clock.timeZone)),
    ]),
  );
  const judged = fields.map(field => {
    const value = values.get(field.name);
    return value !== '' && isBlank(value) ? { ...field, required: false } : field;
  });
  return {
    ...numbersIn(fields, held),
    ...cellsOf(judged, Object.fromEntries(values), true, clock, work, tellingTo(shown)),
  };
};

/** Returns the reason why a field of this shape cannot hold a row's value; undefined if it can. */
export function unfitness(
  field: Pick<Field, 'type' | 'required' | 'validation'> & Judged,
  value: Json | undefined,
  clock: ValueClock,
  work: PatternWork,
): Text | undefined {
  const isNone = value === undefined || isNothingIn(field, value);
  if (field.required && (isNone || isBlank(value))) return { key: 'value-required' };
  if (isNone) return undefined;
  const checked = check(field, value, clock, work);
  return 'problem' in checked ? checked.problem : undefined;
}

/** Values of one call's patterns that cost more than they may: the rest is not judged. */
export const isExhausted = ({ key }: Text): boolean => key === 'value-pattern-work';

/** Returns the kind of reason why a value does not fit. */
export const reasonOf = ({ key }: Text): 'required' | 'type' | 'rule' =>
  key === 'value-required' ? 'required' : key === 'value-type' ? 'type' : 'rule';

type Checked = { readonly value: Json } | { readonly problem: Text };

/** Maximum targets of one value. */
const MAX_TARGETS = 200;

/** Reads a value of a related field: the id of a row, or a list of them, each once. */
function target({ relationships }: Judged, value: Json): Checked {
  const isList = relationships?.[0]?.relationshipType === 'many-to-many';
  const ids = isList ? value : [value];
  if (!Array.isArray(ids)) return { problem: { key: 'value-target-list' } };
  if (ids.length > MAX_TARGETS)
    return { problem: { key: 'value-target-many', values: { limit: MAX_TARGETS } } };
  if (!ids.every(id => Id.safeParse(id).success))
    return { problem: { key: 'value-target-missing' } };
  return { value: isList ? [...new Set(ids)] : value };
}

/** Whether a value has the shape of one of a related field. */
export const isTargetShaped = (field: Judged, value: Json): boolean =>
  'value' in target(field, value);

function check(
  field: Pick<Field, 'type' | 'validation'> & Judged,
  value: Json,
  clock: ValueClock,
  work: PatternWork,
): Checked {
  if (field.relationships?.[0]) return target(field, value);
  if (hasPeople(field.type)) {
    const id = personIn(field, value);
    return id === undefined ? { problem: UNKNOWN_PERSON } : { value: id };
  }
  const read = readValue(field.type, value, clock.timeZone);
  if (read === undefined) return { problem: { key: 'value-type', values: { type: field.type } } };
  if (hasOptions(field.type)) return chosen(field, read);
  const problem = brokenRule(field, read, clock, work);
  return problem ? { problem } : { value: read };
}

export function brokenRule(
  { type, validation: rules }: Pick<Field, 'type' | 'validation'>,
  value: Json,
  clock: ValueClock,
  work: PatternWork,
): Text | undefined {
  if (!areStorable(value)) return { key: 'text-unstorable' };
  const rule = (key: string, limit: string | number | Bilingual): Text => ({
    key,
    values: { limit },
  });
  if (typeof value === 'string') {
    const length = lettersIn(value);
    if (rules.minLength !== undefined && length < rules.minLength)
      return rule('value-too-short', rules.minLength);
    if (rules.maxLength !== undefined && length > rules.maxLength)
      return rule('value-too-long', rules.maxLength);
    const unfit =
      rules.pattern === undefined ? undefined : work.problem(rules.pattern, value, length);
    if (unfit) return unfit;
    if (rules.dateType !== undefined && kindOfDate(value) !== rules.dateType)
      return rule('value-date-type', rules.dateType);
    if (type === 'date' && rules.minToday && dayOf(value, clock.timeZone) < clock.today)
      return rule('value-before-today', dayText(clock.today));
    if (type === 'date' && rules.maxToday && dayOf(value, clock.timeZone) > clock.today)
      return rule('value-after-today', dayText(clock.today));
  }
  const number = amountOf(value);
  if (number !== undefined) {
    const least = rules.minValue ?? rules.minWeight;
    const most = rules.maxValue ?? rules.maxWeight;
    if (least !== undefined && number < least) return rule('value-too-small', least);
    if (most !== undefined && number > most) return rule('value-too-large', most);
    if (rules.onlyPositive && number <= 0) return rule('value-not-positive', 0);
    if (rules.decimalPlaces !== undefined && decimals(number) > rules.decimalPlaces)
      return rule('value-decimals', rules.decimalPlaces);
    if (
      rules.currency !== undefined &&
      (value as { currency?: string }).currency !== rules.currency
    )
      return rule('value-currency', rules.currency);
    if (rules.weightUnit !== undefined && (value as { unit?: string }).unit !== rules.weightUnit)
      return rule('value-unit', rules.weightUnit);
  }
  if (
    Array.isArray(value) &&
    rules.arrayItemType !== undefined &&
    !value.every(item => typeof item === rules.arrayItemType)
  )
    return { key: 'value-items', values: { type: rules.arrayItemType } };
  return undefined;
}

function lettersIn(text: string): number {
  let letters = 0;
  for (const _ of text) letters++;
  return letters;
}

const dayOf = (value: string, timeZone: string): string =>
  value.includes('T') ? dayIn(new Date(value), timeZone) : value;
const kindOfDate = (value: string) =>
  value.includes('T') ? 'datetime' : value.includes(':') ? 'time' : 'date';

const amountOf = (value: Json): number | undefined => {
  if (typeof value === 'number') return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { amount, value: weight } = value as { amount?: Json; value?: Json };
  return typeof amount === 'number' ? amount : typeof weight === 'number' ? weight : undefined;
};

const decimals = (value: number): number => {
  const [, fraction = '', exponent = '0'] =
    /^-?\d+(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  return Math.max(0, fraction.length - Number(exponent));
};
