import * as z from 'zod';
import { AsOf, command, count, nothing, Pagination, query } from '../../core/call.ts';
import { FieldKey } from '../../core/field-key.ts';
import { Id } from '../../core/ids.ts';
import { list } from '../../core/shapes.ts';
import { HistoryEntry } from '../history/history.ts';
import { GivenValidation } from '../tables/field-validation.ts';
import { conditionGroup } from './condition-group.ts';
import { fitOf } from './fit.ts';
import { DeletedRow, MAX_BULK, MAX_IN, MAX_SORT_KEYS, Row, Values } from './row.ts';

const OfTable = z.strictObject({ tableId: Id, projectId: Id.optional() });
const OfRow = z.strictObject({ tableId: Id, rowId: Id, projectId: Id.optional() });
const OneRow = z.object({ row: Row });
/**
 * Optional without a default, because a default would change the digest of requests that omit it.
 */
const fieldKey = FieldKey.optional().meta({
  description: 'Keys of values, filters and sorts: name (default) or id.',
});
const include = z.string().max(2000).optional().meta({
  description:
    'Related fields, apart by commas (a JSON list where a name holds one): `included` has the rows that they name, by table and id.',
});
const Included = {
  included: z.record(Id, z.record(Id, Row)).optional(),
  includedAll: z.boolean().optional().meta({
    description: 'False if more than 1,000 rows or a mebibyte would be included.',
  }),
};
const Keyed = z.strictObject({ fieldKey });

/** Text alone means `contains`; `in` takes values separated by commas, or a JSON list. */
const Filter = z.union([
  z.string(),
  z.partialRecord(z.enum(['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'empty']), z.string()),
]);

const MAX_PAGE = 1_000_000;
const MAX_LIMIT = 10_000;
const DEFAULT_LIMIT = 50;

const ListQuery = z.strictObject({
  page: count(1, MAX_PAGE).default(1),
  limit: count(1, MAX_LIMIT).default(DEFAULT_LIMIT),
  sort: z
    .string()
    .max(400)
    .optional()
    .meta({
      description: `Up to ${MAX_SORT_KEYS} of: a field's name, id, created_at, updated_at; apart by commas (a JSON list where a name holds one): the first one leads, ties go by the next one, then by age.`,
    }),
  order: z
    .string()
    .regex(/^(?:asc|desc)(?:,(?:asc|desc))*$/)
    .default('asc')
    .meta({ description: 'asc or desc: one for all, or one for each of sort, apart by commas.' }),
  filter: z.record(z.string().max(200), Filter).optional().meta({
    description:
      'By a field, id, created_at or updated_at. Amounts: `100 USD`, or `100` within each currency.',
  }),
  /** Matches any field. */
  q: z.string().max(1000).optional(),
  /** Holds the sort values of the previous page's last row. */
  cursor: z
    .string()
    .max(4000 * MAX_SORT_KEYS)
    .optional(),
  count: z.enum(['exact', 'none']).default('exact'),
  asOf: AsOf,
  view: Id.optional().meta({
    description:
      'A saved view of the table: its filters hold besides `filter`, and its sorts without `sort`.',
  }),
  include,
  fieldKey,
});

export const listRows = query({
  name: 'list-rows',
  call: 'GET /data/table/:tableId',
  also: ['/projects/:projectId/tables/:tableId/data', '/data/api-table/:tableId'],
  access: 'rows:read',
  past: 'key:past',
  params: OfTable,
  query: ListQuery,
  answer: z.object({ rows: z.array(Row), pagination: Pagination, ...Included }),
  summary: 'List rows',
  description:
    'Supports pages or a cursor, Turkish-folded filters, sorting by up to three fields, and earlier states.',
});

/** Maximum characters of an operand in JSON; in a URL, the whole URL is bounded. */
const MAX_OPERAND = 4_000;
const Operand = z.union([z.string().max(MAX_OPERAND), z.number(), z.boolean()]);
const Compared = Operand.optional();

/** Text alone means `contains`. */
const JsonFilter = z.union([
  z.string().max(MAX_OPERAND),
  z.strictObject({
    eq: Compared,
    ne: Compared,
    gt: Compared,
    gte: Compared,
    lt: Compared,
    lte: Compared,
    in: list(Operand, { min: 1, max: MAX_IN }).optional(),
    empty: z.boolean().optional(),
  }),
]);

const { q, cursor, count: counted } = ListQuery.shape;
const JsonQuery = z.strictObject({
  page: z.int().min(1).max(MAX_PAGE).default(1),
  limit: z.int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT),
  q,
  cursor,
  count: counted,
  sort: list(z.string().max(200), { min: 1, max: MAX_SORT_KEYS })
    .optional()
    .meta({ description: 'Fields, id, created_at or updated_at: the first one leads.' }),
  order: list(z.enum(['asc', 'desc']), { min: 1, max: MAX_SORT_KEYS })
    .default(['asc'])
    .meta({ description: 'One for all, or one for each of sort.' }),
  filter: z.record(z.string().max(200), JsonFilter).optional(),
  where: conditionGroup(z.strictObject({ field: z.string().max(200), filter: JsonFilter }))
    .optional()
    .meta({
      description:
        'Conditions of which `all` or `any` must hold, besides `filter`; one of them may be a group of conditions itself.',
    }),
});

export const queryRows = query({
  name: 'query-rows',
  call: 'POST /data/table/:tableId/query',
  also: ['/projects/:projectId/tables/:tableId/data/query'],
  access: 'rows:read',
  past: 'key:past',
  holdsRows: true,
  params: OfTable,
  query: z.strictObject({ asOf: AsOf, view: ListQuery.shape.view, include, fieldKey }),
  body: JsonQuery,
  answer: listRows.answer,
  summary: 'Query rows by conditions in JSON',
  description: 'Answers as `list-rows`, for conditions too long for a URL.',
});

export const ruleFit = query({
  name: 'rule-fit',
  call: 'POST /tables/:tableId/fields/:fieldId/rule-fit',
  access: 'project:write',
  showsRows: true,
  params: z.strictObject({ tableId: Id, fieldId: Id }),
  body: z.strictObject({ required: z.boolean(), validation: GivenValidation }).partial(),
  answer: z.object({
    fit: fitOf(['required', 'type', 'rule']),
  }),
  summary: 'Check values against other rules',
  description:
    'Counts the values that would not fit the rules that are given, and changes nothing.',
});

export const getRow = query({
  name: 'get-row',
  call: 'GET /data/table/:tableId/rows/:rowId',
  also: ['/projects/:projectId/tables/:tableId/data/:rowId'],
  access: 'rows:read',
  past: 'key:past',
  params: OfRow,
  query: z.strictObject({ asOf: AsOf, include, fieldKey }),
  answer: OneRow.extend(Included),
  summary: 'Retrieve a row',
  description: 'Its ETag is its version.',
});

export const addRow = command({
  name: 'add-row',
  call: 'POST /data/table/:tableId/rows',
  also: ['/projects/:projectId/tables/:tableId/data'],
  access: 'rows:write',
  holdsRows: true,
  status: 201,
  params: OfTable,
  query: Keyed,
  body: Values,
  answer: OneRow,
  summary: 'Create a row',
  description: 'The body holds its values by field name, or by field id with `fieldKey=id`.',
});

export const changeRow = command({
  name: 'change-row',
  call: 'PUT /data/table/:tableId/rows/:rowId',
  also: ['/projects/:projectId/tables/:tableId/data/:rowId'],
  access: 'rows:write',
  holdsRows: true,
  params: OfRow,
  query: Keyed,
  body: Values,
  answer: OneRow,
  summary: 'Update a row',
  description: 'Changes only the given values; `If-Match` refuses if another write came first.',
});

export const removeRow = command({
  name: 'remove-row',
  call: 'DELETE /data/table/:tableId/rows/:rowId',
  also: ['/projects/:projectId/tables/:tableId/data/:rowId'],
  access: 'rows:delete',
  params: OfRow,
  query: Keyed,
  answer: nothing,
  summary: 'Delete a row',
});

const eachOnce = (ids: readonly string[]) => new Set(ids).size === ids.length;

export const bulkRows = command({
  name: 'bulk-rows',
  call: 'POST /data/table/:tableId/rows/bulk',
  access: 'rows:change',
  holdsRows: true,
  params: OfTable,
  query: Keyed,
  body: z
    .strictObject({
      rows: list(Values, { min: 1, max: MAX_BULK }).optional(),
      /**
       * `version` refuses the batch if the row has another version; `data.current` then holds those
       * rows.
       */
      updates: list(
        z.strictObject({ id: Id, values: Values, version: z.int().min(1).optional() }),
        { min: 1, max: MAX_BULK },
      )
        .refine(updates => eachOnce(updates.map(({ id }) => id)), 'bulk-twice')
        .optional(),
      deletes: list(Id, { min: 1, max: MAX_BULK }).refine(eachOnce, 'bulk-twice').optional(),
      /** Removed rows, each restored to its last state; existing rows stay unchanged. */
      restores: list(Id, { min: 1, max: MAX_BULK }).refine(eachOnce, 'bulk-twice').optional(),
    })
    .refine(body => Object.values(body).filter(Boolean).length === 1, 'bulk-one-kind'),
  answer: z.object({ rows: z.array(Row).optional(), count: z.int() }),
  summary: 'Create, update, delete or restore up to 1,000 rows',
  description: 'Applies all or nothing, and requires the permission of the operation.',
});

export const rowHistory = query({
  name: 'row-history',
  call: 'GET /data/table/:tableId/rows/:rowId/history',
  access: 'row:history',
  params: OfRow,
  query: z.strictObject({
    before: z
      .string()
      .regex(/^\d{20}$/)
      .optional(),
    limit: count(1, 1000).default(1000),
  }),
  /** `nextCursor` continues as `before`. */
  answer: z.object({
    versions: z.array(HistoryEntry.extend({ version: z.int() })),
    nextCursor: z.string().optional(),
  }),
  summary: 'List the versions of a row',
  description: 'Oldest first, with actor, time, and values before and after.',
});

export const restoreRow = command({
  name: 'restore-row',
  call: 'POST /data/table/:tableId/rows/:rowId/restore',
  access: 'rows:write',
  params: OfRow,
  query: Keyed,
  /** Without a version, a removed row returns to its last state. */
  body: z.strictObject({ version: z.int().min(1).optional() }),
  answer: OneRow,
  summary: 'Restore an earlier version of a row',
  description: 'Also restores a removed row, as a new change.',
});

export const listDeletedRows = query({
  name: 'list-deleted-rows',
  call: 'GET /data/table/:tableId/bin',
  access: 'rows:delete',
  showsRows: true,
  params: OfTable,
  query: z.strictObject({
    limit: count(1, 100).default(50),
    cursor: z.string().max(4000).optional(),
    fieldKey,
  }),
  answer: z.object({
    rows: z.array(DeletedRow),
    total: z.int(),
    nextCursor: z.string().optional(),
  }),
  summary: 'List deleted rows',
  description:
    'The last deleted first. `bulk-rows` restores them, for as long as the history is kept.',
});
