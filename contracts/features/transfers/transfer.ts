import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { AffectedEndpoint } from '../custom-endpoints/endpoint.ts';
import { FieldShape } from '../tables/events.ts';
import { FieldType } from '../tables/field-types.ts';
import { FieldValidation } from '../tables/field-validation.ts';
import { KeptRelationship } from '../tables/relationship.ts';
import { WidgetType } from '../widgets/settings.ts';
import { AffectedWidget } from '../widgets/widget.ts';

const ofField = { fieldId: Id, name: z.string() };
const turned = <Value extends z.ZodType>(value: Value) => ({ before: value, after: value });

/**
 * A difference between a live table and its future state. `fieldId` is the live field's, `name` its
 * current name; positions count from 0.
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
    z.strictObject({
      kind: z.literal('field-relationships'),
      ...ofField,
      ...turned(z.array(KeptRelationship)),
    }),
    z.strictObject({ kind: z.literal('field-moved'), ...ofField, ...turned(z.int()) }),
  ])
  .meta({ id: 'SchemaChange' });
export type SchemaChange = z.output<typeof SchemaChange>;

export const TransferState = z.enum(['same', 'different', 'new']);
export type TransferState = z.output<typeof TransferState>;

/** A value of a row. */
const cell = {
  rowId: Id,
  name: z.string(),
  fieldId: Id,
  field: z.string(),
  value: z.json(),
};

/**
 * The effect of a schema change on rows. Values of a changed type are converted; unfit ones are
 * kept, but cannot be written again, those of a removed field are hidden.
 */
export const RowEffect = z
  .object({
    /** Checked rows; `isAll` means that there are no others. */
    rows: z.int(),
    isAll: z.boolean(),
    /**
     * The number of checked rows that would not fit, and the first of them with the first reason.
     */
    unfit: z.int(),
    first: z.array(z.object({ ...cell, reason: z.enum(['required', 'type', 'rule']) })),
    /** The number of checked rows with a converted value, and the first such values. */
    converted: z.int(),
    changed: z.array(z.object({ ...cell, becomes: z.json() })),
    /** The number of rows with a value, per removed field. */
    hidden: z.array(z.object({ fieldId: Id, field: z.string(), rows: z.int() })),
  })
  .meta({ id: 'RowEffect' });
export type RowEffect = z.output<typeof RowEffect>;

/** Parts of the live project that a change would break. */
export const NeededBy = z.object({
  endpoints: z.array(AffectedEndpoint),
  widgets: z.array(AffectedWidget),
});
export type NeededBy = z.output<typeof NeededBy>;

/**
 * A table of the test environment with its live counterpart, if any. `endpoints` and `widgets` of
 * the live project would break.
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
    ...NeededBy.shape,
  })
  .meta({ id: 'ComparedTable' });
export type ComparedTable = z.output<typeof ComparedTable>;

/**
 * A widget of the test environment with its live counterpart, if any. `tableId` is the test table
 * that it shows.
 */
export const ComparedWidget = z
  .object({
    id: Id,
    name: z.string(),
    type: WidgetType,
    liveWidgetId: Id.nullable(),
    state: TransferState,
    tableId: Id.nullable(),
    liveIsNewer: z.boolean().meta({ description: 'Whether live was changed last.' }),
    fitsNow: z.boolean().meta({ description: 'Whether it fits the tables that live has.' }),
    fitsAfter: z.boolean().meta({ description: 'Whether it fits after a transfer of its tables.' }),
    needs: z.array(Id).meta({
      description:
        'Test tables without whose transfer it does not fit, although it fits with them.',
    }),
  })
  .meta({ id: 'ComparedWidget' });
export type ComparedWidget = z.output<typeof ComparedWidget>;

/**
 * `comparison` identifies the compared states; a transfer that sends it is refused if either side
 * has changed since.
 */
export const Comparison = z
  .object({
    comparison: z.string(),
    tables: z.array(ComparedTable),
    widgets: z.array(ComparedWidget),
    liveOnly: z.array(z.object({ id: Id, name: z.string() })).meta({
      description: 'Live tables that the test environment has not; a transfer leaves them alone.',
    }),
  })
  .meta({ id: 'Comparison' });
export type Comparison = z.output<typeof Comparison>;

/** A table in a receipt. */
export const TransferredTable = z.strictObject({
  testTableId: Id,
  tableId: Id,
  name: z.string(),
  state: TransferState,
  changes: z.array(SchemaChange),
  rowsThatWouldNotFit: z.int(),
});
export type TransferredTable = z.output<typeof TransferredTable>;

/** A widget in a receipt: one that came new, or got the content of its counterpart. */
export const TransferredWidget = z.strictObject({
  testWidgetId: Id,
  widgetId: Id,
  name: z.string(),
  type: WidgetType,
  state: z.enum(['new', 'different']),
});
export type TransferredWidget = z.output<typeof TransferredWidget>;

const Person = z.object({ id: Id, name: z.string() });

/** A receipt of one transfer. `events` counts its events besides the receipts. */
export const Transfer = z
  .object({
    id: Id,
    testProjectId: Id,
    position: z.string(),
    at: Instant,
    by: Person,
    events: z.int(),
    tables: z.array(TransferredTable),
    widgets: z.array(TransferredWidget),
    undone: z.object({ at: Instant, by: Person }).nullable(),
  })
  .meta({ id: 'Transfer' });
export type Transfer = z.output<typeof Transfer>;

const ofTable = { tableId: Id, name: z.string() };
const ofWidget = { widgetId: Id, name: z.string() };
const later = { by: Person, at: Instant };

/** A reason that prevents undoing a transfer. */
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
    z.object({ kind: z.literal('widget-changed'), ...ofWidget, ...later }),
    z.object({ kind: z.literal('widget-deleted'), ...ofWidget, ...later }),
    z.object({ kind: z.literal('links-made'), ...ofWidget, links: z.int() }),
  ])
  .meta({ id: 'TransferObstacle' });
export type TransferObstacle = z.output<typeof TransferObstacle>;
