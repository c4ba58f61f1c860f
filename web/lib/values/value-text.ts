import { currencies, type CurrencyCode } from '@hzm/contracts/core/amount';
import { ME, joinNames } from '@hzm/contracts/core/choices';
import { secondsOf } from '@hzm/contracts/core/duration';
import { everydayOf, isGiven } from '@hzm/contracts/core/everyday';
import type { Json } from '@hzm/contracts/core/json';
import type { Language } from '@hzm/contracts/core/language';
import { fold } from '@hzm/contracts/core/turkish';
import { weightUnits } from '@hzm/contracts/core/value-schemas';
import { readMoney } from '@hzm/contracts/core/written-money';
import { readNumber } from '@hzm/contracts/core/written-number';
import { formOf, valueOf, type FieldType } from '@hzm/contracts/features/tables/field-types';
import {
  numberTypes,
  usualCurrency,
  usualUnit,
} from '@hzm/contracts/features/tables/field-validation';
import type { FieldOption } from '@hzm/contracts/features/tables/options';
import type { Field } from '@hzm/contracts/features/tables/table';
import { isPerson, optionNamed, optionsIn, optionWith, splitNames } from './choices.ts';
import { formatPhone, starText } from './contact-text.ts';
import { readCoordinates, writeCoordinates, type Coordinates } from './coordinates-text.ts';
import {
  dayOf,
  formatDay,
  formatMoment,
  readDay,
  readMoment,
  readTime,
  timeOf,
} from './date-text.ts';
import { draftDuration, formatDuration, readDuration } from './duration-text.ts';
import { fileName, type FileTexts } from './files.ts';
import { draftNumber, writeNumber } from './number-text.ts';
import {
  draftOfIds,
  holdsRelated,
  idsFrom,
  idsIn,
  isToMany,
  relationshipOf,
  type RelatedRows,
} from './related.ts';

/** Language and words in which values are formatted and parsed. */

export interface Words {
  readonly language: Language;
  readonly yes: string;
  readonly no: string;
  /** Reads `3/4/2026` so and in no other way; absent: the day first, where that is one. */
  readonly isMonthFirst?: boolean;
  /** Stands for the reader among people. */
  readonly me?: string;
  /** Stands for somebody who is not in the project. */
  readonly former?: string;
  /** Stands for an author of a row who is not in the project, or who is a key. */
  readonly author?: string;
  /** Stands for somebody whose name the reader is not told, or not yet. */
  readonly somebody?: string;
  /** Texts of related rows; without them their ids stand for them. */
  readonly related?: RelatedRows;
  /** The files of rows; without them their ids stand for them. */
  readonly files?: FileTexts;
}

/** The parts of a field on which its values' texts depend. */
export type Shape = Pick<Field, 'type' | 'validation'> & Partial<Pick<Field, 'relationships'>>;

/** Reason why a text is no value: a key of `problems` in the grid's texts. */
export type Problem =
  | 'required'
  | 'number'
  | 'integer'
  | 'amount'
  | 'positive'
  | 'json'
  | 'object'
  | 'array'
  | 'date'
  | 'moment'
  | 'time'
  | 'boolean'
  | 'duration'
  | 'coordinates'
  | 'option'
  | 'person'
  | 'email'
  | 'url'
  | 'phone'
  | 'stars'
  | 'related'
  | 'value';
export type Parsed = { readonly value: Json } | { readonly problem: Problem };

export interface ValueText {
  /** Whether a value has the form that the type formats; others are shown raw. */
  readonly holds: (value: Json, shape: Shape) => boolean;
  /** One line for display. Requires `holds`, as do the next two. */
  readonly format: (value: Json, shape: Shape, words: Words) => string;
  /** Text for editing, with every digit. */
  readonly draft: (value: Json, shape: Shape, words: Words) => string;
  /** Text for other programs, if it differs from `draft`. */
  readonly copy?: (value: Json, shape: Shape, words: Words) => string;
  /**
   * Parses all of these and the texts of spreadsheets. The text is not empty, and trimmed unless
   * the value is a text.
   */
  readonly parse: (text: string, shape: Shape, words: Words) => Parsed;
}

const isNumber = (value: Json): value is number => typeof value === 'number';
const isText = (value: Json): value is string => typeof value === 'string';
const isObject = (value: Json): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const text: ValueText = {
  holds: isText,
  format: value => value as string,
  draft: value => value as string,
  parse: value => ({ value }),
};

const whole: ReadonlySet<FieldType> = new Set<FieldType>(['integer', 'rank']);
const number: ValueText = {
  holds: isNumber,
  format: (value, _, { language }) => writeNumber(value as number, language),
  draft: (value, _, { language }) => draftNumber(value as number, language),
  parse: (draft, { type }, { language }) => {
    const value = readNumber(draft, language) ?? readMoney(draft, language)?.amount;
    if (value === undefined) return { problem: 'number' };
    return whole.has(type) && !Number.isInteger(value) ? { problem: 'integer' } : { value };
  },
};

/** An auto number names its row, so it has no separators. */
const autoNumber: ValueText = { ...number, format: String, draft: String };

const truths = new Set(['true', '1', 'evet', 'dogru', 'yes', 'on', 'acik', 'x', '✓', '☑']);
const untruths = new Set(['false', '0', 'hayir', 'yanlis', 'no', 'off', 'kapali', '☐', '✗']);
/** Names in Excel, LibreOffice and Google Sheets. */
const logical: Readonly<Record<Language, readonly [string, string]>> = {
  tr: ['DOĞRU', 'YANLIŞ'],
  en: ['TRUE', 'FALSE'],
};
const boolean: ValueText = {
  holds: value => typeof value === 'boolean',
  format: (value, _, { yes, no }) => (value === true ? yes : no),
  draft: String,
  copy: (value, _, { language }) => logical[language][value === true ? 0 : 1],
  parse: (draft, _, { yes, no }) => {
    const folded = fold(draft);
    const isTrue = truths.has(folded) || folded === fold(yes);
    return isTrue || untruths.has(folded) || folded === fold(no)
      ? { value: isTrue }
      : { problem: 'boolean' };
  },
};

const isCode = (code: Json | undefined): code is CurrencyCode =>
  typeof code === 'string' && code in currencies;
const money = (value: Json): { amount: number; code: CurrencyCode } | undefined => {
  const { amount, currency: code } = isObject(value) ? value : {};
  return typeof amount === 'number' && isCode(code) ? { amount, code } : undefined;
};
const decimalsOf = ({ validation }: Shape): number => validation.decimalPlaces ?? 2;
/** In steps of 0.01, and of either sign, unless the field has its own rules. */
const currency: ValueText = {
  holds: value => money(value) !== undefined,
  format: (value, shape, { language }) =>
    `${writeNumber(money(value)!.amount, language, decimalsOf(shape))} ${currencies[money(value)!.code]}`,
  draft: (value, _, { language }) =>
    `${draftNumber(money(value)!.amount, language)} ${money(value)!.code}`,
  // The form in which spreadsheets of the language write their own currency.
  copy: (value, _, { language }) =>
    `${draftNumber(money(value)!.amount, language)} ${money(value)!.code === 'TRY' ? currencies.TRY : money(value)!.code}`,
  parse: (draft, shape, { language }) => {
    const { amount, code = usualCurrency(shape.validation) } = readMoney(draft, language) ?? {};
    const scale = 10 ** decimalsOf(shape);
    if (amount === undefined || Math.abs(Math.round(amount * scale) - amount * scale) > 1e-6)
      return { problem: 'amount' };
    if (shape.validation.onlyPositive && amount <= 0) return { problem: 'positive' };
    return { value: { amount, currency: code, symbol: currencies[code] } };
  },
};

const weighed = (value: Json): { amount: number; unit: string } | undefined => {
  const { value: amount, unit } = isObject(value) ? value : {};
  return typeof amount === 'number' && weightUnits.some(known => known === unit)
    ? { amount, unit: unit as string }
    : undefined;
};
const weight: ValueText = {
  holds: value => weighed(value) !== undefined,
  format: (value, _, { language }) =>
    `${writeNumber(weighed(value)!.amount, language)} ${weighed(value)!.unit}`,
  draft: (value, _, { language }) =>
    `${draftNumber(weighed(value)!.amount, language)} ${weighed(value)!.unit}`,
  parse: (draft, shape, { language }) => {
    const [, amount = draft, unit = usualUnit(shape.validation)] =
      /^(.*[\d.,)])\s*(kg|g|lb|oz|t)$/i.exec(draft) ?? [];
    const value = readNumber(amount, language);
    return value === undefined
      ? { problem: 'number' }
      : { value: { value, unit: unit.toLowerCase() } };
  },
};

/** Returns the kind of value of a date field, by its type or its rule. */
export function temporalOf({ type, validation }: Shape): 'day' | 'moment' | 'time' {
  if (type === 'time' || validation.dateType === 'time') return 'time';
  return formOf(type) === 'moment' || validation.dateType === 'datetime' ? 'moment' : 'day';
}
const isDay = (value: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(value);
const dayText = (value: string, { language }: Words): string =>
  language === 'tr' ? formatDay(value, 'tr') : value;
const momentText = (value: string, words: Words): string => {
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? value : `${dayText(dayOf(at), words)} ${timeOf(at)}`;
};
const temporal: ValueText = {
  holds: isText,
  format: (value, _, { language }) =>
    isDay(value as string)
      ? formatDay(value as string, language)
      : (value as string).includes('T')
        ? formatMoment(value as string, language)
        : (value as string),
  draft: (value, shape, words) => {
    const [iso, form] = [value as string, temporalOf(shape)];
    if (form === 'moment' || (form === 'day' && iso.includes('T')))
      return isDay(iso) ? dayText(iso, words) : momentText(iso, words);
    return isDay(iso) ? dayText(iso, words) : iso;
  },
  parse: (draft, shape, { isMonthFirst }) => {
    const [form, now] = [temporalOf(shape), new Date()];
    const value =
      form === 'time'
        ? readTime(draft)
        : form === 'moment'
          ? readMoment(draft, now, isMonthFirst)
          : (readDay(draft, now, isMonthFirst) ??
            (/\d:\d/.test(draft) && shape.validation.dateType === undefined
              ? readMoment(draft, now, isMonthFirst)
              : undefined));
    return value === undefined ? { problem: form === 'day' ? 'date' : form } : { value };
  },
};

/** Formats as `%12,5` in Turkish, `12.5%` in English. */
const percentage: ValueText = {
  ...number,
  format: (value, _, { language }) => {
    const amount = writeNumber(value as number, language);
    return language === 'tr' ? amount.replace(/^-?/, sign => `${sign}%`) : `${amount}%`;
  },
};

/** Accepts ISO 8601, seconds, hours and minutes (`1:30`), or amounts with units. */
const duration: ValueText = {
  holds: value => isText(value) || isNumber(value),
  format: (value, _, { language }) => formatDuration(value as string | number, language),
  draft: (value, _, { language }) => draftDuration(value as string | number, language),
  parse: (draft, _, { language }) => {
    const value =
      secondsOf(readDuration(draft, language) ?? draft.toUpperCase()) ??
      readNumber(draft, language);
    return value === undefined ? { problem: 'duration' } : { value };
  },
};

const line = (value: Json): string => JSON.stringify(value);
function parseJson(draft: string): Parsed {
  try {
    return { value: JSON.parse(draft) as Json };
  } catch {
    return { problem: 'json' };
  }
}
const json: ValueText = {
  holds: value => typeof value === 'object' && value !== null,
  format: line,
  draft: value => JSON.stringify(value, null, 2),
  copy: line,
  parse: parseJson,
};
const only = (fits: (value: Json) => boolean, problem: Problem): ValueText => ({
  ...json,
  holds: fits,
  parse: draft => {
    const parsed = parseJson(draft);
    return 'value' in parsed && !fits(parsed.value) ? { problem } : parsed;
  },
});
const object = only(isObject, 'object');
const array = only(Array.isArray, 'array');
const coordinatesOf = (value: Json): Coordinates | undefined => {
  const { lat, lng, ...more } = isObject(value) ? value : {};
  return typeof lat === 'number' && typeof lng === 'number' && Object.keys(more).length === 0
    ? { lat, lng }
    : undefined;
};
/** Accepts two numbers, or a map's URL. */
const coordinates: ValueText = {
  ...json,
  format: value => writtenPlace(value) ?? line(value),
  draft: value => writtenPlace(value) ?? line(value),
  copy: value => writtenPlace(value) ?? line(value),
  parse: draft => {
    const value = draft.startsWith('[') ? undefined : readCoordinates(draft);
    const parsed = value ? { value: { ...value } } : parseJson(draft);
    if ('value' in parsed && valueOf.coordinates.safeParse(parsed.value).success) return parsed;
    return { problem: 'coordinates' };
  },
};
const writtenPlace = (value: Json): string | undefined => {
  const place = coordinatesOf(value);
  return place && writeCoordinates(place);
};

/**
 * Returns the options that a filter offers: those of the field, after the reader among people, whom
 * a saved filter finds as whoever looks at it.
 */
export function filterOptionsIn(shape: Shape, { me }: Words): readonly FieldOption[] {
  const options = optionsIn(shape);
  return isPerson(shape.type) && me !== undefined
    ? [{ id: ME, name: me, color: 'gray' }, ...options]
    : options;
}

const nameIn = (id: unknown, shape: Shape): string =>
  optionWith(optionsIn(shape), id)?.name ?? String(id);
const select: ValueText = {
  holds: (value, shape) => optionWith(optionsIn(shape), value) !== undefined,
  format: nameIn,
  draft: nameIn,
  parse: (draft, shape) => {
    const option = optionNamed(optionsIn(shape), draft);
    return option ? { value: option.id } : { problem: 'option' };
  },
};
/** Returns the word for a person or key without a name. */
export const unnamedIn = (type: FieldType, { former, author }: Words): string | undefined =>
  isGiven(type) ? author : former;
/** People by name. Their names are not known where a field has come without them. */
const person: ValueText = {
  holds: value => everydayOf('person')!.from(value) !== undefined,
  format: (value, shape, words) =>
    optionWith(optionsIn(shape), value)?.name ??
    (shape.validation.options ? unnamedIn(shape.type, words) : words.somebody) ??
    (value as string),
  draft: nameIn,
  copy: nameIn,
  parse: (draft, shape) => {
    const option = optionNamed(optionsIn(shape), draft);
    const value = option?.id ?? everydayOf('person')!.from(draft);
    return value === undefined ? { problem: 'person' } : { value };
  },
};
const namesIn = (value: Json, shape: Shape): readonly string[] =>
  (value as readonly Json[]).map(id => nameIn(id, shape));
/** Files by name; a text cannot become files. */
const file: ValueText = {
  ...json,
  holds: value => Array.isArray(value) && value.every(isText),
  format: (value, _, { files }) => namesOfFiles(value, files),
  copy: (value, _, { files }) => namesOfFiles(value, files),
};
const namesOfFiles = (value: Json, files: FileTexts | undefined): string =>
  joinNames((value as readonly string[]).map(id => fileName(files, id)));
/** Names apart by commas; one that holds a comma is in quotes. */
const multiSelect: ValueText = {
  holds: value => Array.isArray(value) && value.every(isText),
  format: (value, shape) => joinNames(namesIn(value, shape)),
  draft: (value, shape) => joinNames(namesIn(value, shape)),
  parse: (draft, shape) => {
    const options = optionsIn(shape);
    const named = splitNames(draft, options).map(name => optionNamed(options, name));
    return named.includes(undefined)
      ? { problem: 'option' }
      : { value: options.filter(option => named.includes(option)).map(({ id }) => id) };
  },
};

/** Stands for the text of a row that is being read. */
const READING = '…';
const relatedName = (id: string, shape: Shape, { related }: Words): string | null | undefined =>
  related ? related.nameOf(relationshipOf(shape)!, id) : id;
/** The text of one row that a related field points to. */
export function relatedText(id: string, shape: Shape, words: Words): string {
  const name = relatedName(id, shape, words);
  return name === null ? words.related!.deleted : (name ?? READING);
}
/** Ids of rows in another table, shown by their texts; without a relationship a text. */
const related: ValueText = {
  holds: (value, shape) =>
    relationshipOf(shape) ? holdsRelated(value, shape) : text.holds(value, shape),
  format: (value, shape, words) =>
    relationshipOf(shape)
      ? joinNames(idsIn(value).map(id => relatedText(id, shape, words)))
      : text.format(value, shape, words),
  draft: (value, shape) => (relationshipOf(shape) ? draftOfIds(idsIn(value)) : (value as string)),
  copy: (value, shape, words) =>
    relationshipOf(shape)
      ? joinNames(idsIn(value).map(id => relatedName(id, shape, words) ?? id))
      : (value as string),
  parse: (draft, shape, words) => {
    if (!relationshipOf(shape)) return { value: draft };
    const ids = idsFrom(draft.trim(), shape, words.related);
    if (ids === undefined) return { problem: 'related' };
    return { value: isToMany(shape) ? [...ids] : ids[0]! };
  },
};

/** A text that the contract reads in one form only. */
const everydayText = (
  problem: 'email' | 'url' | 'phone',
  loosely: (draft: string) => string = draft => draft,
): ValueText => ({
  ...text,
  format: value => (problem === 'phone' ? formatPhone(value as string) : (value as string)),
  parse: draft => {
    const value = everydayOf(problem)!.from(draft) ?? everydayOf(problem)!.from(loosely(draft));
    return value === undefined ? { problem } : { value };
  },
});
/** Adds the scheme that people leave out: `hzm.app/yardim`. */
const withScheme = (draft: string): string =>
  /^[\w-]+(\.[\w-]+)+([/?#:]|$)/.test(draft) ? `https://${draft}` : draft;
/** Stars as `4`, shown as `★★★★☆`. */
const stars: ValueText = {
  holds: isNumber,
  format: value => starText(value as number),
  draft: String,
  copy: String,
  parse: draft => {
    const value = /^☆+$/.test(draft) ? 0 : everydayOf('stars')!.from(draft.replaceAll('☆', ''));
    return value === undefined ? { problem: 'stars' } : { value };
  },
};

const texts: Partial<Record<FieldType, ValueText>> = {
  select,
  multi_select: multiSelect,
  email: everydayText('email'),
  url: everydayText('url', withScheme),
  phone: everydayText('phone'),
  stars,
  person,
  created_by: person,
  updated_by: person,
  file,
  string: text,
  text,
  foreign_key: related,
  relationship: related,
  reference: related,
  boolean,
  date: temporal,
  time: temporal,
  datetime: temporal,
  timestamp: temporal,
  created_at: temporal,
  updated_at: temporal,
  auto_number: autoNumber,
  duration,
  percentage,
  currency,
  weight,
  object,
  array,
  vector: array,
  matrix: array,
  tensor: array,
  dataset: array,
  coordinates,
};
export const textOf = (type: FieldType): ValueText =>
  texts[type] ?? (numberTypes.has(type) ? number : json);

/** Formats a value that lacks its field's form, after a change of type for example. */
export const rawText = (value: Json): string =>
  value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

const by =
  (how: 'format' | 'draft' | 'copy') =>
  (shape: Shape, value: Json, words: Words): string => {
    if (value === null) return '';
    const { holds, [how]: write, draft } = textOf(shape.type);
    return holds(value, shape) ? (write ?? draft)(value, shape, words) : rawText(value);
  };
export const formatted = by('format');
export const draftOf = by('draft');
export const copied = by('copy');

/**
 * Parses a text to a value, without the field's own rules, which the server checks. An empty text
 * is null.
 */
export function valueFrom(
  field: Shape & Pick<Field, 'required'>,
  draft: string,
  words: Words,
): Parsed {
  if (draft.trim() === '') return field.required ? { problem: 'required' } : { value: null };
  const { type } = field;
  const isWhole = textOf(type) === text || (textOf(type) === related && !relationshipOf(field));
  const parsed = textOf(type).parse(isWhole ? draft : draft.trim(), field, words);
  return 'problem' in parsed ||
    relationshipOf(field) !== undefined ||
    valueOf[type].safeParse(parsed.value).success
    ? parsed
    : { problem: 'value' };
}
