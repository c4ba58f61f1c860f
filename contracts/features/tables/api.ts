import * as z from 'zod';
import { AsOf, command, nothing, query } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { languages } from '../../core/language.ts';
import { Project } from '../projects/project.ts';
import { FieldType } from './field-types.ts';
import { GivenValidation } from './field-validation.ts';
import { FieldOptions, SeenOptions } from './options.ts';
import { Field, FieldDescription, FieldName, Table, TableName } from './table.ts';

const OfProject = z.strictObject({ projectId: Id });
/** Paths that name the project require the table to be in it. */
const OfTable = z.strictObject({ tableId: Id, projectId: Id.optional() });
const OfField = z.strictObject({ tableId: Id, fieldId: Id });
const OneTable = z.object({ table: Table });
const Tables = z.object({ tables: z.array(Table) });
const OneField = z.object({ field: Field });
/**
 * `force` confirms a change that breaks published endpoints or widgets; without it, 409 `CONFLICT`
 * lists them in `data.endpoints` and `data.widgets`.
 */
export const Force = z.strictObject({ force: z.enum(['true', 'false']).optional() });
const At = z.strictObject({ asOf: AsOf });

export const listTables = query({
  name: 'list-tables',
  call: 'GET /tables/project/:projectId',
  also: ['/tables-new/project/:projectId'],
  access: 'project:read',
  past: 'past:read',
  params: OfProject,
  query: At,
  answer: Tables,
  summary: 'List tables with their fields',
});

export const listTablesOfKey = query({
  name: 'list-tables-of-key',
  call: 'GET /tables/api-project/:projectId',
  access: 'key:read',
  past: 'key:past',
  params: OfProject,
  query: At,
  answer: Tables,
  summary: 'List tables with a key alone',
  description: "Answers the same without the key's other two headers.",
});

export const getTable = query({
  name: 'get-table',
  call: 'GET /tables/:projectId/:tableId',
  also: ['/tables-new/:projectId/:tableId'],
  access: 'project:read',
  past: 'past:read',
  params: z.strictObject({ tableId: Id, projectId: Id }),
  query: At,
  answer: OneTable,
  summary: 'Retrieve a table with its fields',
});

export const tableStats = query({
  name: 'table-stats',
  call: 'GET /tables-new/:projectId/:tableId/stats',
  access: 'project:read',
  params: OfTable,
  answer: z.object({ stats: z.object({ rowCount: z.int(), fieldCount: z.int() }) }),
  summary: 'Count the rows and fields of a table',
});

export const createTable = command({
  name: 'create-table',
  call: 'POST /tables/project/:projectId',
  also: ['/tables-new/project/:projectId'],
  access: 'project:write',
  status: 201,
  params: OfProject,
  body: z.strictObject({ name: TableName }),
  answer: OneTable,
  summary: 'Create a table',
});

export const renameTable = command({
  name: 'rename-table',
  call: 'PUT /tables/:tableId',
  also: ['/tables-new/:projectId/:tableId'],
  access: 'project:write',
  params: OfTable,
  body: z.strictObject({ name: TableName }),
  answer: OneTable,
  summary: 'Rename a table',
});

export const deleteTable = command({
  name: 'delete-table',
  call: 'DELETE /tables/:tableId',
  also: ['/tables-new/:projectId/:tableId'],
  access: 'project:write',
  params: OfTable,
  query: Force,
  answer: nothing,
  summary: 'Delete a table with all its rows',
  description: 'If published endpoints or widgets need it, answers 409 with them, unless `force`.',
});

export const listFields = query({
  name: 'list-fields',
  call: 'GET /tables/:projectId/:tableId/fields',
  access: 'project:read',
  params: OfTable,
  answer: z.object({ fields: z.array(Field) }),
  summary: 'List fields in order',
});

export const addField = command({
  name: 'add-field',
  call: 'POST /tables/:projectId/:tableId/fields',
  also: ['/tables/project/:projectId/:tableId/fields'],
  access: 'project:write',
  status: 201,
  params: OfTable,
  query: Force,
  body: z.strictObject({
    name: FieldName,
    type: FieldType,
    required: z.boolean().default(false),
    isRequired: z.boolean().optional(),
    description: FieldDescription.default(''),
    validation: GivenValidation.default({}),
    isHidden: z.boolean().default(false),
  }),
  answer: OneField,
  summary: 'Add a field',
  description:
    'Placed at the end. If it is required and published endpoints add rows without it, answers 409 with them, unless `force`.',
});

export const changeField = command({
  name: 'change-field',
  call: 'PUT /tables/:tableId/fields/:fieldId',
  access: 'project:write',
  params: OfField,
  query: Force,
  body: z
    .strictObject({
      name: FieldName,
      type: FieldType,
      required: z.boolean(),
      isRequired: z.boolean(),
      description: FieldDescription,
      validation: GivenValidation,
      isHidden: z.boolean(),
      seenOptions: SeenOptions,
    })
    .partial(),
  answer: OneField,
  summary: 'Update a field',
  description:
    'A new type drops the validation rules and converts what it can. If published endpoints or widgets would break, answers 409 with them, unless `force`. With `seenOptions`, the ids of the options that the caller saw, answers 412 if the field has others by now.',
});

/** `becomes`: the converted value, if the row's can be converted. */
const FittedRow = z.object({
  rowId: Id,
  name: z.string(),
  value: z.json(),
  becomes: z.json().optional(),
});

export const fieldFit = query({
  name: 'field-fit',
  call: 'GET /tables/:tableId/fields/:fieldId/fit',
  access: 'project:write',
  showsRows: true,
  params: OfField,
  query: z.strictObject({ type: FieldType }),
  answer: z.object({
    fit: z.object({
      /** Checked rows; `isAll` means that there are no others. */
      rows: z.int(),
      isAll: z.boolean(),
      /** The number of checked rows whose value does not fit the type, and the first of them. */
      unfit: z.int(),
      first: z.array(FittedRow),
      /** The number of checked rows whose value would be converted, and the first of them. */
      converted: z.int(),
      changed: z.array(FittedRow),
      /** The language in which numbers in texts would be read; null if no text is read as one. */
      numbers: z.enum(languages).nullable(),
      /**
       * For a type with options: those that the values would make; they are the field's if the type
       * is changed without others. Of more than 200 texts the most frequent.
       */
      options: FieldOptions.optional(),
    }),
  }),
  summary: 'Check values against another type',
  description: 'Counts the values that would be converted, or would not fit.',
});

export const removeField = command({
  name: 'remove-field',
  call: 'DELETE /tables/:tableId/fields/:fieldId',
  access: 'project:write',
  params: OfField,
  query: Force,
  answer: nothing,
  summary: 'Delete a field',
  description: 'If published endpoints or widgets need it, answers 409 with them, unless `force`.',
});

export const moveField = command({
  name: 'move-field',
  call: 'POST /tables/:tableId/fields/reorder',
  access: 'project:write',
  params: z.strictObject({ tableId: Id }),
  body: z.strictObject({
    fieldId: Id,
    oldPosition: z.int().min(0).optional(),
    newPosition: z.int().min(0),
  }),
  answer: z.object({ fields: z.array(Field) }),
  summary: 'Move a field',
  description: 'Positions count from 0.',
});

export const apiKeyInfo = query({
  name: 'api-key-info',
  call: 'GET /tables/api-key-info',
  access: 'key:read',
  answer: z.object({
    project: Project,
    key: z.object({
      maskedKey: z.string(),
      scope: z.enum(['project', 'admin_project', 'master']),
      permissions: z.array(z.string()),
    }),
    tables: z.array(Table),
  }),
  summary: 'Retrieve the reach of the key in this request',
});
