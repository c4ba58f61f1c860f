import { converted, textOfValue, type Reading } from '@hzm/contracts/core/conversion';
import { hasPeople, isGiven } from '@hzm/contracts/core/everyday';
import type { Json } from '@hzm/contracts/core/json';
import type { Text } from '@hzm/contracts/core/problem';
import type { Form } from '@hzm/contracts/core/value-schemas';
import { withoutEscape } from '@hzm/contracts/features/row-files/formula';
import type { ImportColumn } from '@hzm/contracts/features/row-files/row-import';
import type { Cells } from '@hzm/contracts/features/rows/row';
import { formOf } from '@hzm/contracts/features/tables/field-types';
import { usualCurrency, usualUnit } from '@hzm/contracts/features/tables/field-validation';
import type { Field } from '@hzm/contracts/features/tables/table';
import { tellingTo, UNTOLD, type Telling } from '../../access/told.ts';
import { UNKNOWN_PERSON } from '../rows/choice-values.ts';
import { tooLarge } from '../rows/size.ts';
import { brokenRule, isTargetShaped } from '../rows/validate.ts';
import { PatternWork } from '../tables/pattern.ts';
import type { ValueClock } from '../tables/value-clock.ts';

/** A refused row: the field, and the value as it stands in the file. */
export interface Refusal {
  readonly field: string;
  readonly value: string;
  readonly message: Text;
}

export type Judged = { readonly cells: Cells } | { readonly refusals: readonly Refusal[] };

/** A mapped column with its field. */
interface Target {
  readonly column: number;
  readonly field: Field;
  readonly form: Form;
  readonly reading: Reading;
}

/** Makes rows of a table from the records of a file. */
export class RowsOfRecords {
  readonly #targets: readonly Target[];
  readonly #required: readonly Field[];
  readonly #clock: ValueClock;
  readonly #isEscaped: boolean;
  readonly #telling: Telling;

  /**
   * @param fields all fields of the table; columns of others, and of fields with given values, are left out
   * @param isEscaped whether texts may have the apostrophe of CSV
   * @param shown the fields that the reader of the refusals is shown; without it, those that are not
   * hidden and those that are mapped
   */
  constructor(
    columns: readonly ImportColumn[],
    fields: readonly Field[],
    clock: ValueClock,
    isEscaped: boolean,
    shown?: readonly string[],
  ) {
    const byId = new Map(fields.map(field => [field.id, field]));
    this.#targets = columns.flatMap(({ column, field: id, numbers, dates }) => {
      const field = byId.get(id ?? '');
      if (!field || isGiven(field.type)) return [];
      const { type, validation } = field;
      const reading = {
        language: numbers,
        timeZone: clock.timeZone,
        currency: usualCurrency(validation),
        unit: usualUnit(validation),
        dates,
        ...(validation.options && { choices: validation.options }),
      };
      return [{ column, field, form: formOf(type), reading }];
    });
    const mapped = new Set(this.#targets.map(({ field }) => field));
    this.#required = fields.filter(field => field.required && !mapped.has(field));
    this.#clock = clock;
    this.#isEscaped = isEscaped;
    this.#telling = tellingTo(shown ? fields.filter(({ id }) => shown.includes(id)) : [...mapped]);
  }

  /** Whether no column has a field any more. */
  get isEmpty(): boolean {
    return this.#targets.length === 0;
  }

  row(record: readonly Json[]): Judged {
    const cells: Record<string, Json> = {};
    const refusals: Refusal[] = [];
    const work = new PatternWork();
    for (const target of this.#targets) {
      const { field, column } = target;
      const given = this.#plain(record[column] ?? null);
      const value = valueIn(target, given);
      const message =
        value === undefined
          ? hasPeople(field.type)
            ? UNKNOWN_PERSON
            : { key: 'value-type', values: { type: field.type } }
          : value === null
            ? field.required
              ? { key: 'value-required' }
              : undefined
            : brokenRule(field, value, this.#clock, work);
      if (message) refusals.push(this.#refusal(field, message, shortened(given)));
      else cells[field.id] = value!;
    }
    for (const field of this.#required)
      refusals.push(this.#refusal(field, { key: 'value-required' }));
    if (refusals.length > 0) return { refusals };
    const large = tooLarge({}, cells);
    return large ? { refusals: [{ field: '', value: '', message: large.text }] } : { cells };
  }

  #refusal(field: Field, message: Text, value = ''): Refusal {
    const { isUnnamed, isUnshown } = this.#telling;
    return {
      field: isUnnamed(field) ? '' : field.name,
      value,
      message: isUnshown(field) ? UNTOLD : message,
    };
  }

  #plain(given: Json): Json {
    return this.#isEscaped && typeof given === 'string' ? withoutEscape(given) : given;
  }
}

const MAX_SHOWN = 100;
const shortened = (value: Json): string => {
  const text = value === null ? '' : textOfValue(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
};

/** Reads a cell as a value of its field; undefined if it is none. */
function valueIn({ field, form, reading }: Target, given: Json): Json | undefined {
  if (given === null || given === '') return null;
  if (typeof given === 'string') {
    if (form === 'text') return targetsIn(field, given) ?? given;
    if (given.trim() === '') return null;
  }
  return converted(form, given, reading);
}

/** Maximum characters of a list that is read: 200 ids have fewer. */
const MAX_LIST = 10_000;

/** Reads the ids of rows that CSV and XLSX have as the JSON of a list. */
function targetsIn(field: Field, text: string): Json | undefined {
  if (field.relationships.length === 0 || !text.startsWith('[') || text.length > MAX_LIST)
    return undefined;
  try {
    const list = JSON.parse(text) as Json;
    return isTargetShaped(field, list) ? list : undefined;
  } catch {
    return undefined;
  }
}
