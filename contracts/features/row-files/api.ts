import * as z from 'zod';
import { answeredFile, query } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { listRows } from '../rows/api.ts';
import { Delimiter, ROW_FILE_FORMATS } from './row-file.ts';

const OfTable = z.strictObject({ tableId: Id, projectId: Id.optional() });

const { sort, order, filter, q, view, fieldKey } = listRows.query.shape;

export const exportRows = query({
  name: 'export-rows',
  call: 'GET /data/table/:tableId/export',
  also: ['/projects/:projectId/tables/:tableId/data/export'],
  access: 'rows:read',
  file: answeredFile('*/*'),
  params: OfTable,
  query: z.strictObject({
    format: z.enum(ROW_FILE_FORMATS).default('csv'),
    sort,
    order,
    filter,
    q,
    view,
    fieldKey,
    fields: z.string().max(40_000).optional().meta({
      description:
        'The columns in their order: names of fields, id, created_at, updated_at; apart by commas (a JSON list where a name holds one). Default: all fields.',
    }),
    delimiter: Delimiter.optional().meta({
      description: 'Of CSV. Default: semicolon in Turkish, else comma.',
    }),
    bom: z
      .enum(['true', 'false'])
      .default('false')
      .meta({ description: 'Begins CSV with a byte order mark, by which Excel knows UTF-8.' }),
  }),
  answer: z.string().meta({ format: 'binary' }),
  summary: 'Export rows as CSV, JSON, NDJSON or XLSX',
  description:
    "Streams all rows that `list-rows` finds, without those added after its start. In CSV, a text that begins with `=`, `+`, `-`, `@`, a tab or a line break gets a `'` before it, because programs would run it as a formula; an import removes it again. XLSX continues on another sheet after 1,048,575 rows, and shortens texts to the 32,767 characters of a cell.",
});
