import * as z from 'zod';
import { command, count, nothing, Pagination, query } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { storable } from '../../core/name.ts';
import { Force } from './api.ts';
import { BinEntry } from './bin.ts';
import { Field, FieldName, Table, TableName } from './table.ts';

const OfEntry = z.strictObject({ projectId: Id, entryId: Id });
const Typed = z.strictObject({
  confirm: storable(z.string().max(200)).meta({ description: 'Its name.' }),
});

export const listBin = query({
  name: 'list-bin',
  call: 'GET /projects/:projectId/bin',
  access: 'project:write',
  params: z.strictObject({ projectId: Id }),
  query: z.strictObject({
    kind: z.enum(['table', 'field']),
    page: count(1, 1_000).default(1),
    limit: count(1, 100).default(50),
  }),
  answer: z.object({ entries: z.array(BinEntry), pagination: Pagination }),
  summary: 'List deleted tables or fields',
  description: 'Those that can be brought back, the last deleted first.',
});

export const restoreTable = command({
  name: 'restore-table',
  call: 'POST /projects/:projectId/bin/tables/:entryId/restore',
  access: 'project:write',
  params: OfEntry,
  body: z.strictObject({ name: TableName.optional() }),
  answer: z.object({ table: Table }),
  summary: 'Restore a deleted table with its rows',
  description:
    'Under its own id, and another `name` if one is given. If its name is taken, answers 409 `NAME_TAKEN` with a free one in `data.suggestion`.',
});

export const restoreField = command({
  name: 'restore-field',
  call: 'POST /projects/:projectId/bin/fields/:entryId/restore',
  access: 'project:write',
  params: OfEntry,
  query: Force,
  body: z.strictObject({ name: FieldName.optional() }),
  answer: z.object({ field: Field }),
  summary: 'Restore a deleted field with its values',
  description:
    'As `restore-table`. If it is required and published endpoints add rows without it, answers 409 with them, unless `force`.',
});

export const eraseTable = command({
  name: 'erase-table',
  call: 'DELETE /projects/:projectId/bin/tables/:entryId',
  access: 'project:erase',
  params: OfEntry,
  body: Typed,
  answer: nothing,
  summary: 'Erase a deleted table for good',
  description: '`confirm` is its name. Gives the space of its rows back.',
});

export const eraseField = command({
  name: 'erase-field',
  call: 'DELETE /projects/:projectId/bin/fields/:entryId',
  access: 'project:erase',
  params: OfEntry,
  body: Typed,
  answer: nothing,
  summary: 'Erase a deleted field for good',
  description: '`confirm` is its name.',
});
