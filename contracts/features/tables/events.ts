import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { Reading } from '../../core/conversion.ts';
import { because, event } from '../../core/event.ts';
import { Id } from '../../core/ids.ts';
import { isPosition, type Position } from '../../core/position.ts';
import { FieldType } from './field-types.ts';
import { FieldValidation } from './field-validation.ts';
import { KeptRelationship } from './relationship.ts';

/** A field without its id. */
export const FieldShape = z.strictObject({
  name: z.string(),
  type: FieldType,
  required: z.boolean(),
  description: z.string(),
  validation: FieldValidation,
  isHidden: z.boolean(),
  relationships: z.array(KeptRelationship).max(1).optional(),
});
export type FieldShape = z.output<typeof FieldShape>;

const ofTable = { projectId: Id, tableId: Id };
const ofField = { ...ofTable, fieldId: Id };
const openOfTable = { projectId: because.key, tableId: because.id };
const openOfField = { ...openOfTable, fieldId: because.id };

/**
 * Stream `schema-<projectId>`. One stream for all tables and fields of a project, so that names and
 * limits are decided together.
 */
export const tableCreated = event('table-created', {
  version: 1,
  needsRoom: true,
  shape: { ...ofTable, name: z.string() },
  open: openOfTable,
});
export const tableRenamed = event('table-renamed', {
  version: 1,
  needsRoom: true,
  shape: { ...ofTable, name: z.string() },
  open: openOfTable,
});
/** `kept`: the table is in the bin until then, and its rows stay; absent: it is gone for good. */
export const tableDeleted = event('table-deleted', {
  version: 2,
  shape: {
    ...ofTable,
    kept: z.strictObject({ name: z.string(), fields: z.int(), until: Instant }).optional(),
  },
  open: openOfTable,
});
/**
 * `made` counts the fields that the table was ever given; `order` are the ids as they were last
 * arranged, those of fields in the bin included.
 */
export const tableRestored = event('table-restored', {
  version: 1,
  needsRoom: true,
  shape: {
    ...ofTable,
    name: z.string(),
    createdAt: Instant,
    made: z.int(),
    fields: z.array(z.strictObject({ id: Id, field: FieldShape })),
    order: z.array(Id),
  },
  open: openOfTable,
});
/** Ends the stay of a table in the bin, and drops its rows. */
export const tableErased = event('table-erased', {
  version: 1,
  shape: ofTable,
  open: openOfTable,
});
export const fieldAdded = event('field-added', {
  version: 1,
  needsRoom: true,
  shape: { ...ofField, field: FieldShape },
  open: openOfField,
});
/** `reading` tells how values of another type are converted; absent: they stay as they are. */
export const fieldChanged = event('field-changed', {
  version: 2,
  needsRoom: true,
  shape: { ...ofField, field: FieldShape, reading: Reading.optional() },
  open: openOfField,
});
const Change = z.custom<Position>(value => typeof value === 'string' && isPosition(value));
/**
 * Stream `values-<id>`, of one event. Converts the values of these rows after the field's type
 * changed with the event at `change`; `isLast` when no more rows follow.
 */
export const valuesConverted = event('values-converted', {
  version: 1,
  shape: {
    ...ofField,
    change: Change,
    rowIds: z.array(Id),
    isLast: z.boolean(),
  },
  open: openOfField,
});
/**
 * The numbers of a field of auto numbers: the next one, and those kept for rows that are older than
 * the field. `pages` counts the `values-numbered` events.
 */
const Counter = z.strictObject({
  next: z.int(),
  kept: z.strictObject({ next: z.int(), end: z.int() }).optional(),
  pages: z.int(),
});
/**
 * Stream `numbers-<fieldId>`. Takes numbers for rows that are added next. `projectId` is optional
 * so that the history, which has the rows, leaves it out. `numbered`: all rows of the field that
 * was added at this position have numbers now.
 */
export const numbersTaken = event('numbers-taken', {
  version: 1,
  needsRoom: true,
  shape: {
    projectId: Id.optional(),
    tableId: Id,
    fieldId: Id,
    counter: Counter,
    numbered: Change.optional(),
  },
  open: openOfField,
});
/**
 * Stream `numbers-<fieldId>`. Numbers rows without a number, such as those older than the field; a
 * row keeps its first number. The part about one row has the row's `number`.
 */
export const valuesNumbered = event('values-numbered', {
  version: 1,
  needsRoom: true,
  shape: {
    ...ofField,
    counter: Counter,
    rows: z.array(z.object({ id: Id, number: z.int() })),
    number: z.int().optional(),
  },
  open: openOfField,
});
/** `field`: the field, which is in the bin from now on; absent: it is gone for good. */
export const fieldRemoved = event('field-removed', {
  version: 2,
  shape: { ...ofField, field: FieldShape.optional() },
  open: openOfField,
});
export const fieldRestored = event('field-restored', {
  version: 1,
  needsRoom: true,
  shape: { ...ofField, field: FieldShape },
  open: openOfField,
});
/** Ends the stay of a field in the bin. */
export const fieldErased = event('field-erased', {
  version: 1,
  shape: ofField,
  open: openOfField,
});
/** `order` lists all fields after the move; fields added later follow them. */
export const fieldMoved = event('field-moved', {
  version: 1,
  needsRoom: true,
  shape: { ...ofField, order: z.array(Id) },
  open: openOfField,
});
export const relationshipAdded = event('relationship-added', {
  version: 1,
  needsRoom: true,
  shape: { ...ofField, relationship: KeptRelationship },
  open: openOfField,
});
export const relationshipRemoved = event('relationship-removed', {
  version: 1,
  shape: { ...ofField, relationshipId: Id },
  open: { ...openOfField, relationshipId: because.id },
});
