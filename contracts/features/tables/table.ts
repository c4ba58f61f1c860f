import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { name, storable } from '../../core/name.ts';
import { FieldType } from './field-types.ts';
import { FieldValidation } from './field-validation.ts';
import { isMathCapable } from './math-capable.ts';
import { Relationship } from './relationship.ts';

/** Characters refused in a table's name: markup, quotes, separators. */
const DANGEROUS = /[<>'"&;\\/]/;

export const TableName = name({
  min: 2,
  max: 50,
  empty: 'table-name-empty',
  short: 'table-name-too-short',
  long: 'table-name-too-long',
  unprintable: 'table-name-dangerous',
}).refine(text => !DANGEROUS.test(text), 'table-name-dangerous');

/** Names that rows reserve. */
const RESERVED = /^(id|created_at|updated_at|_.*|constructor|prototype)$/i;

export const FieldName = name({
  max: 100,
  empty: 'field-name-empty',
  long: 'field-name-too-long',
  unprintable: 'field-name-dangerous',
})
  .refine(text => !/[[\]]/.test(text), 'field-name-dangerous')
  .refine(text => !RESERVED.test(text), 'field-name-reserved');

export const FieldDescription = storable(z.string().trim().max(1000));

export const Field = z
  .object({
    id: Id,
    name: z.string(),
    type: FieldType.meta({
      description: `Calculations take values of ${FieldType.options.filter(isMathCapable).join(', ')}.`,
    }),
    required: z.boolean(),
    description: z.string(),
    validation: FieldValidation,
    isHidden: z.boolean(),
    relationships: z.array(Relationship),
  })
  .meta({ id: 'Field' });
export type Field = z.output<typeof Field>;

export const Table = z
  .object({
    id: Id,
    projectId: Id,
    name: z.string(),
    tableName: z.string().meta({ description: 'The name once more.' }),
    physicalTableName: Id.meta({
      description:
        'The name under which the store keeps the rows: the id, since the rows of all tables are documents of ' +
        'one collection. It never changes.',
    }),
    fields: z.array(Field),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'Table' });
export type Table = z.output<typeof Table>;

export const MAX_FIELDS = 200;
/** Maximum fields of auto numbers in a table: a write that adds rows appends once for each. */
export const MAX_NUMBER_FIELDS = 5;
/** Maximum fields that a table ever gets, removed ones included, because stores remember each. */
export const MAX_FIELDS_EVER = 10_000;
export const MAX_TABLES = 10_000;
