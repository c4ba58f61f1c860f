import { LanguageOfNumbers, type Reading } from '@hzm/contracts/core/conversion';
import { hasOptions } from '@hzm/contracts/core/everyday';
import { OrderOfDates } from '@hzm/contracts/core/written-dates';
import { type FieldType, formOf } from '@hzm/contracts/features/tables/field-types';
import { usualCurrency, usualUnit } from '@hzm/contracts/features/tables/field-validation';
import type { FieldOption } from '@hzm/contracts/features/tables/options';
import type { Field } from '@hzm/contracts/features/tables/table';
import { originalIn } from '@hzm/projections/features/rows/rows';
import type { TableDoc } from '@hzm/projections/features/tables/tables';
import type { Context } from '@hzm/services/core/engine';
import { DistinctTexts } from './distinct.ts';
import { looking, throughRows, type Looking } from './through-rows.ts';
import { valueClock } from './value-clock.ts';

/** Forms that texts with numbers are read as. */
const WITH_NUMBERS: ReadonlySet<string> = new Set([
  'number',
  'integer',
  'duration',
  'currency',
  'weight',
]);

/** Forms that texts with dates are read as. */
const WITH_DATES: ReadonlySet<string> = new Set(['date', 'moment']);

/** A field, and its table. */
interface Retyped {
  readonly table: Pick<TableDoc, 'id' | 'projectId'>;
  readonly field: Pick<Field, 'id' | 'type' | 'validation'>;
}

/** The options that a field had, whose values become their names. */
export const namesOf = ({
  type,
  validation: { options = [] },
}: Pick<Field, 'type' | 'validation'>): Reading['names'] =>
  hasOptions(type)
    ? options.map(({ id, name, merged }) => ({ id, name, ...(merged && { merged }) }))
    : undefined;

interface Decided {
  readonly reading: Reading;
  /** The language in which texts are read as numbers; null if no text is read as one. */
  readonly numbers: Reading['language'] | null;
  /** The options of a type that has some: those given, or those that the values make. */
  readonly options: readonly FieldOption[] | undefined;
}

/**
 * Decides how the values of a field are read when it gets another type: its texts tell whether their
 * numbers are Turkish or English (those that could be both follow the caller), and which options
 * they make where the rules have none. Types of one form need no texts.
 * @param budget the rows that may be looked at
 * @throws Problem NOT_READY when the wait for a turn is too long
 */
export async function readingFor(
  { engine, language, source, pause }: Pick<Context, 'engine' | 'language' | 'source' | 'pause'>,
  { table, field }: Retyped,
  type: FieldType,
  rules: Field['validation'] = {},
  budget: Looking = looking(source.account),
): Promise<Decided> {
  const { timeZone } = await valueClock(engine, table.projectId);
  const numbers = new LanguageOfNumbers(formOf(type));
  const days = new OrderOfDates();
  const texts = new DistinctTexts(field, type);
  const isOther = formOf(field.type) !== formOf(type);
  const isDated = isOther && WITH_DATES.has(formOf(type));
  if (isDated || (isOther && (WITH_NUMBERS.has(formOf(type)) || hasOptions(type))))
    await engine.lists.run(source, () =>
      throughRows(
        engine,
        table.id,
        budget,
        row => {
          const value = originalIn(row, field.id);
          if (!isDated) numbers.add(value);
          else if (typeof value === 'string') days.add(value);
          if (hasOptions(type)) texts.add(row);
          return true;
        },
        pause,
      ),
    );
  const names = isOther ? namesOf(field) : undefined;
  const options = hasOptions(type) ? (rules.options ?? texts.options()) : undefined;
  const reading: Reading = {
    language: numbers.language(language),
    timeZone,
    currency: usualCurrency(rules),
    unit: usualUnit(rules),
    ...(isDated && { dates: days.order(language).order }),
    ...(options && { choices: texts.choices(options) }),
    ...(names && { names }),
  };
  return { options, reading, numbers: numbers.hasRead ? reading.language : null };
}
