import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { FieldType } from './field-types.ts';
import { FieldValidation } from './field-validation.ts';

/** Characters that a table's name must not have: markup, quotes, separators, control characters. */
// oxlint-disable-next-line no-control-regex -- they are what is refused
const DANGEROUS = /[<>'"&;\\/\u0000-\u001f\u007f]/;

export const TableName = z.string().trim()
  .min(1, { error: 'table-name-empty', abort: true })
  .min(2, { error: 'table-name-too-short', abort: true })
  .max(50, { error: 'table-name-too-long', abort: true })
  .refine(name => !DANGEROUS.test(name), 'table-name-dangerous');

/** Names that a row already uses for itself. */
const RESERVED = /^(id|created_at|updated_at|_.*|constructor|prototype)$/i;

// oxlint-disable-next-line no-control-regex -- they are what is refused
export const FieldName = z.string().trim().min(1, 'field-name-empty').max(100, 'field-name-too-long')
  .refine(name => !/[\u0000-\u001f\u007f[\]]/.test(name), 'field-name-dangerous')
  .refine(name => !RESERVED.test(name), 'field-name-reserved');

const Relationship = z.object({
  id: Id, sourceFieldId: Id, targetTableId: Id, targetFieldId: Id,
  relationshipType: z.enum(['one-to-one', 'one-to-many', 'many-to-many']), cascadeDelete: z.boolean(), createdAt: Instant,
}).meta({ id: 'Relationship' });

export const Field = z.object({
  id: Id,
  name: z.string(),
  type: FieldType,
  required: z.boolean(),
  description: z.string(),
  validation: FieldValidation,
  isHidden: z.boolean(),
  relationships: z.array(Relationship),
}).meta({ id: 'Field' });
export type Field = z.output<typeof Field>;

export const Table = z.object({
  id: Id,
  projectId: Id,
  name: z.string(),
  fields: z.array(Field),
  createdAt: Instant,
  updatedAt: Instant,
}).meta({ id: 'Table' });
export type Table = z.output<typeof Table>;

export const MAX_FIELDS = 200;
export const MAX_TABLES = 10_000;
