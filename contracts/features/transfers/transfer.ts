import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { AffectedEndpoint } from '../custom-endpoints/endpoint.ts';
import { FieldShape } from '../tables/events.ts';
import { FieldType } from '../tables/field-types.ts';
import { FieldValidation } from '../tables/field-validation.ts';

const ofField = { fieldId: Id, name: z.string() };
const turned = <Value extends z.ZodType>(value: Value) => ({ before: value, after: value });

/**
 * One difference of a live table from what it becomes. `fieldId` is the live field's, `name` what
 * it is called before; places count from 0.
 */
export const SchemaChange = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('table-renamed'), ...turned(z.string()) }),
    z.strictObject({
      kind: z.literal('field-added'),
      ...ofField,
      after: FieldShape,
      place: z.int(),
    }),
    z.strictObject({ kind: z.literal('field-removed'), ...ofField, before: FieldShape }),
    z.strictObject({ kind: z.literal('field-renamed'), ...ofField, ...turned(z.string()) }),
    z.strictObject({ kind: z.literal('field-type'), ...ofField, ...turned(FieldType) }),
    z.strictObject({ kind: z.literal('field-required'), ...ofField, ...turned(z.boolean()) }),
    z.strictObject({ kind: z.literal('field-validation'), ...ofField, ...turned(FieldValidation) }),
    z.strictObject({ kind: z.literal('field-description'), ...ofField, ...turned(z.string()) }),
    z.strictObject({ kind: z.literal('field-hidden'), ...ofField, ...turned(z.boolean()) }),
    z.strictObject({ kind: z.literal('field-moved'), ...ofField, ...turned(z.int()) }),
  ])
  .meta({ id: 'SchemaChange' });
export type SchemaChange = z.output<typeof SchemaChange>;

export const TransferState = z.enum(['same', 'different', 'new']);
export type TransferState = z.output<typeof TransferState>;

/**
 * What a change of a table means for its rows. Values stay as they are: what does not fit cannot be
 * written again, what is in a removed field is not shown.
 */
export const RowEffect = z
  .object({
    /** Rows that were looked at; `isAll`: there are no more. */
    rows: z.int(),
    isAll: z.boolean(),
    /** Of them those that would not fit, and the first of these with the first reason. */
    unfit: z.int(),
    first: z.array(
      z.object({
        rowId: Id,
        name: z.string(),
        fieldId: Id,
        field: z.string(),
        value: z.json(),
        reason: z.enum(['required', 'type', 'rule']),
      }),
    ),
    /** Of each removed field in how many rows it holds a value. */
    hidden: z.array(z.object({ fieldId: Id, field: z.string(), rows: z.int() })),
  })
  .meta({ id: 'RowEffect' });
export type RowEffect = z.output<typeof RowEffect>;

/**
 * A table of the test environment beside its live counterpart, if it has one. `endpoints`: of the
 * live project those that could not be called any more.
 */
export const ComparedTable = z
  .object({
    id: Id,
    name: z.string(),
    liveTableId: Id.nullable(),
    liveName: z.string().nullable(),
    state: TransferState,
    changes: z.array(SchemaChange),
    rowsThatWouldNotFit: z.int(),
    effect: RowEffect.nullable(),
    endpoints: z.array(AffectedEndpoint),
  })
  .meta({ id: 'ComparedTable' });
export type ComparedTable = z.output<typeof ComparedTable>;

/**
 * `comparison` names what was compared; a transfer that sends it is refused when either side has
 * changed since.
 */
export const Comparison = z
  .object({
    comparison: z.string(),
    tables: z.array(ComparedTable),
    liveOnly: z.array(z.object({ id: Id, name: z.string() })).meta({
      description: 'Live tables that the test environment has not; a transfer leaves them alone.',
    }),
  })
  .meta({ id: 'Comparison' });
export type Comparison = z.output<typeof Comparison>;

/** A table as a receipt keeps it. */
export const TransferredTable = z.strictObject({
  testTableId: Id,
  tableId: Id,
  name: z.string(),
  state: TransferState,
  changes: z.array(SchemaChange),
  rowsThatWouldNotFit: z.int(),
});
export type TransferredTable = z.output<typeof TransferredTable>;

const Person = z.object({ id: Id, name: z.string() });

/**
 * A receipt: what one transfer changed. `events`: of how many events it was, beside the receipt.
 */
export const Transfer = z
  .object({
    id: Id,
    testProjectId: Id,
    position: z.string(),
    at: Instant,
    by: Person,
    events: z.int(),
    tables: z.array(TransferredTable),
    undone: z.object({ at: Instant, by: Person }).nullable(),
  })
  .meta({ id: 'Transfer' });
export type Transfer = z.output<typeof Transfer>;

const ofTable = { tableId: Id, name: z.string() };
const later = { by: Person, at: Instant };

/** What stands in the way of undoing a transfer. */
export const TransferObstacle = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('table-changed'),
      ...ofTable,
      ...later,
      changes: z.array(SchemaChange),
    }),
    z.object({ kind: z.literal('table-deleted'), ...ofTable, ...later }),
    z.object({ kind: z.literal('transferred-later'), ...ofTable, ...later, transferId: Id }),
    z.object({ kind: z.literal('name-taken'), ...ofTable, before: z.string() }),
    z.object({ kind: z.literal('rows-written'), ...ofTable, rows: z.int() }),
    z.object({
      kind: z.literal('values-written'),
      ...ofTable,
      fieldId: Id,
      field: z.string(),
      rows: z.int(),
    }),
  ])
  .meta({ id: 'TransferObstacle' });
export type TransferObstacle = z.output<typeof TransferObstacle>;
