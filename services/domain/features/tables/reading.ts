import { LanguageOfNumbers, type Reading } from '@hzm/contracts/core/conversion';
import { type FieldType, formOf } from '@hzm/contracts/features/tables/field-types';
import { usualCurrency, usualUnit } from '@hzm/contracts/features/tables/field-validation';
import type { Field } from '@hzm/contracts/features/tables/table';
import { originalIn } from '@hzm/projections/features/rows/rows';
import type { TableDoc } from '@hzm/projections/features/tables/tables';
import type { Context } from '@hzm/services/core/engine';
import { looking, throughRows } from './through-rows.ts';
import { valueClock } from './value-clock.ts';

/** Forms that texts with numbers are read as. */
const WITH_NUMBERS: ReadonlySet<string> = new Set([
  'number',
  'integer',
  'duration',
  'currency',
  'weight',
]);

/** A field, and its table. */
interface Retyped {
  readonly table: Pick<TableDoc, 'id' | 'projectId'>;
  readonly field: Pick<Field, 'id' | 'type'>;
}

interface Decided {
  readonly reading: Reading;
  /** The language in which texts are read as numbers; null if no text is read as one. */
  readonly numbers: Reading['language'] | null;
}

/**
 * Decides how the values of a field are read when it gets another type: its texts decide whether
 * their numbers are Turkish or English, and those that could be both follow the caller's language.
 * The texts are not read where both types have the same form, which only a race changes.
 * @throws Problem NOT_READY when the wait for a turn is too long
 */
export async function readingFor(
  { engine, language, source, pause }: Pick<Context, 'engine' | 'language' | 'source' | 'pause'>,
  { table, field }: Retyped,
  type: FieldType,
  rules: Field['validation'] = {},
): Promise<Decided> {
  const { timeZone } = await valueClock(engine, table.projectId);
  const numbers = new LanguageOfNumbers(formOf(type));
  if (formOf(field.type) !== formOf(type) && WITH_NUMBERS.has(formOf(type)))
    await engine.lists.run(source, () =>
      throughRows(
        engine,
        table.id,
        looking(source.account),
        row => {
          numbers.add(originalIn(row, field.id));
          return true;
        },
        pause,
      ),
    );
  const reading = {
    language: numbers.language(language),
    timeZone,
    currency: usualCurrency(rules),
    unit: usualUnit(rules),
  };
  return { reading, numbers: numbers.hasRead ? reading.language : null };
}
