import type { Reading } from '@hzm/contracts/core/conversion';
import { hasOptions } from '@hzm/contracts/core/everyday';
import type { Form } from '@hzm/contracts/core/value-schemas';
import {
  fieldChanged,
  fieldErased,
  fieldRemoved,
  tableDeleted,
  tableErased,
  type FieldShape,
} from '@hzm/contracts/features/tables/events';
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

type Choices = readonly { readonly id: string; readonly merged?: readonly string[] | undefined }[];

/** The last reading of a field's values, and the form that they got by it. */
interface KnownReading {
  readonly form: Form;
  /** Has no names of options, because those of all readings may exceed the memory. */
  readonly reading: Pick<Reading, 'language' | 'timeZone' | 'currency' | 'unit'> & {
    readonly choices?: Choices;
  };
}
/** The last reading of each field of a project whose type was ever changed and that may return. */
export interface KnownReadings {
  readonly byField: PartedMap<KnownReading>;
  /** The fields of tables. */
  readonly ofTable: PartedMap<ReadonlySet<string>>;
}

const none: KnownReadings = { byField: new PartedMap(), ofTable: new PartedMap() };

const withReading = (
  { byField, ofTable }: KnownReadings,
  { tableId, fieldId }: { readonly tableId: string; readonly fieldId: string },
  reading: KnownReading,
): KnownReadings => ({
  byField: byField.with(fieldId, reading),
  ofTable: byField.has(fieldId)
    ? ofTable
    : ofTable.with(tableId, new Set(ofTable.get(tableId)).add(fieldId)),
});

const withoutTable = ({ byField, ofTable }: KnownReadings, tableId: string): KnownReadings => ({
  byField: [...(ofTable.get(tableId) ?? [])].reduce((all, id) => all.without(id), byField),
  ofTable: ofTable.without(tableId),
});

export const knownReadings = decider<KnownReadings>(none, when => [
  when(fieldChanged, (s, { tableId, fieldId, field, reading }) => {
    if (!reading) return s;
    const { language, timeZone, currency, unit, choices = [] } = reading;
    const merged = choices.flatMap(one => (one.merged ? [{ id: one.id, merged: one.merged }] : []));
    return withReading(
      s,
      { tableId, fieldId },
      {
        form: formOf(field.type),
        reading: {
          language,
          timeZone,
          currency,
          unit,
          ...(merged.length > 0 && { choices: merged }),
        },
      },
    );
  }),
  // Undoing a transfer may bring the field back, without its options.
  when(fieldRemoved, (s, { tableId, fieldId, field }) => {
    const known = s.byField.get(fieldId);
    if (field || !known) return s;
    const { choices: _, ...reading } = known.reading;
    return withReading(s, { tableId, fieldId }, { ...known, reading });
  }),
  when(fieldErased, ({ byField, ofTable }, { tableId, fieldId }) => {
    const rest = new Set(ofTable.get(tableId));
    rest.delete(fieldId);
    return {
      byField: byField.without(fieldId),
      ofTable: rest.size > 0 ? ofTable.with(tableId, rest) : ofTable.without(tableId),
    };
  }),
  when(tableDeleted, (s, { tableId, kept }) => (kept ? s : withoutTable(s, tableId))),
  when(tableErased, (s, { tableId }) => withoutTable(s, tableId)),
]);

/** A reading for a change of a field's type, with the options that both have now. */
function readingBetween(
  { language, timeZone, currency, unit, choices = [] }: KnownReading['reading'],
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
    const own = known.byField.get(testId);
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
      const [now, own] = [after?.get(id), known.byField.get(id)];
      if (now && own && isConverted(now, field))
        readings.set(id, readingBetween(own.reading, now, field));
    }
  return readings;
}
