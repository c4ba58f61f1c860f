import * as z from 'zod';
import { because, event } from '../../core/event.ts';
import { Id } from '../../core/ids.ts';
import { FieldType } from './field-types.ts';
import { FieldValidation } from './field-validation.ts';

/** A field without its id. */
export const FieldShape = z.strictObject({
  name: z.string(),
  type: FieldType,
  required: z.boolean(),
  description: z.string(),
  validation: FieldValidation,
  isHidden: z.boolean(),
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
export const tableDeleted = event('table-deleted', {
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
export const fieldChanged = event('field-changed', {
  version: 1,
  needsRoom: true,
  shape: { ...ofField, field: FieldShape },
  open: openOfField,
});
export const fieldRemoved = event('field-removed', {
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
