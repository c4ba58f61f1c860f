import type { Reading } from '@hzm/contracts/core/conversion';
import { hasOptions } from '@hzm/contracts/core/everyday';
import type { Form } from '@hzm/contracts/core/value-schemas';
import { fieldChanged, type FieldShape } from '@hzm/contracts/features/tables/events';
import { formOf } from '@hzm/contracts/features/tables/field-types';
import { decider } from '@hzm/services/core/commands/decider';
import { PartedMap } from '@hzm/services/core/commands/parted-map';
import type { Context } from '@hzm/services/core/engine';
import { namesOf, readingFor } from '../tables/reading.ts';
import type { Readings } from '../tables/schema-changes.ts';
import { isConverted } from '../tables/schema.ts';
import { looking } from '../tables/through-rows.ts';
import type { ComparedSchema } from './compare.ts';
import { rowsHolding } from './effect.ts';

/** The last reading of a field's values, and the form that they got by it. */
interface KnownReading {
  readonly form: Form;
  readonly reading: Reading;
}
/** The last reading of each field of a project whose type was ever changed. */
export type KnownReadings = PartedMap<KnownReading>;

export const knownReadings = decider<KnownReadings>(new PartedMap(), when => [
  when(fieldChanged, (s, { fieldId, field, reading }) =>
    reading ? s.with(fieldId, { form: formOf(field.type), reading }) : s,
  ),
]);

/** A reading for a change of a field's type, with the options that both have now. */
function readingBetween(
  { language, timeZone, currency, unit, choices = [] }: Reading,
  before: FieldShape,
  after: FieldShape,
): Reading {
  const names = formOf(before.type) === formOf(after.type) ? undefined : namesOf(before);
  const written = new Map(choices.map(({ id, merged = [] }) => [id, merged]));
  const options = hasOptions(after.type) ? after.validation.options : undefined;
  return {
    language,
    timeZone,
    currency,
    unit,
    ...(options && {
      choices: options.map(({ id, name, merged = [] }) => {
        const all = [...new Set([...merged, ...(written.get(id) ?? [])])];
        return { id, name, ...(all.length > 0 && { merged: all }) };
      }),
    }),
    ...(names && { names }),
  };
}

/** Returns the fields of a table whose values its change converts, each with its place. */
export const retypedIn = ({ before, after }: Pick<ComparedSchema, 'before' | 'after'>) =>
  [...after.fields].flatMap(([id, field], at) => {
    const was = before?.fields.get(id);
    return was && isConverted(was, field) ? [{ id, was, field, at }] : [];
  });

/** A test environment's fields: how they were read, and the ids that its tables have. */
interface Test {
  readonly readings: KnownReadings;
  /** Returns the ids of a table's fields, in their order. */
  readonly fieldIds: (testTableId: string) => readonly string[];
}

/**
 * Decides how live values are read that get the type of their counterpart: as the test environment
 * read its own. Where it had none to read, live values decide, as in a change of their field.
 * @returns by live field
 * @throws Problem NOT_READY when the wait for a turn is too long
 */
export async function readingsFor(
  context: Context,
  liveProjectId: string,
  compared: readonly ComparedSchema[],
  { readings: known, fieldIds }: Test,
): Promise<Readings> {
  const { engine, source } = context;
  const retyped = compared.flatMap(one => retypedIn(one).map(field => ({ ...one, ...field })));
  const readings = new Map<string, Reading>();
  for (const { testTableId, tableId, id, was, field, at } of retyped) {
    const testId = fieldIds(testTableId)[at]!;
    const own = known.get(testId);
    const usual = own?.form === formOf(field.type) ? own.reading : undefined;
    if (usual && (await rowsHolding(engine, testTableId, testId, source.account)) > 0) {
      readings.set(id, readingBetween(usual, was, field));
      continue;
    }
    const { reading } = await readingFor(
      usual ? { ...context, language: usual.language } : context,
      {
        table: { id: tableId, projectId: liveProjectId },
        field: { id, type: was.type, validation: was.validation },
      },
      field.type,
      field.validation,
      // Each field is read by some rows, also after those of a long table.
      looking(source.account, retyped.length),
    );
    readings.set(id, usual ? { ...reading, timeZone: usual.timeZone } : reading);
  }
  return readings;
}

/**
 * Returns how the values of changed fields are read when a transfer is undone; those that were
 * converted by it become what they were in any case.
 */
export function readingsBack(
  known: KnownReadings,
  tables: Iterable<{
    readonly before: ReadonlyMap<string, FieldShape> | undefined;
    readonly after: ReadonlyMap<string, FieldShape> | undefined;
  }>,
): Readings {
  const readings = new Map<string, Reading>();
  for (const { before = new Map<string, FieldShape>(), after } of tables)
    for (const [id, field] of before) {
      const [now, own] = [after?.get(id), known.get(id)];
      if (now && own && isConverted(now, field))
        readings.set(id, readingBetween(own.reading, now, field));
    }
  return readings;
}
