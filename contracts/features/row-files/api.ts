import * as z from 'zod';
import { answeredFile, command, query, sentFile } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { listRows } from '../rows/api.ts';
import { Delimiter, ROW_FILE_FORMATS } from './row-file.ts';
import {
  ImportColumns,
  ImportTarget,
  MAX_KEPT_IMPORTS,
  MAX_ROW_FILE_BYTES,
  RowFilePreview,
  RowFileSource,
  RowImport,
} from './row-import.ts';

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
    labels: z.enum(['true', 'false']).optional().meta({
      description:
        'Whether a column with the names of the rows that it points to follows each related field. Default: true for CSV and XLSX.',
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

const OfProject = z.strictObject({ projectId: Id });
const OfImport = z.strictObject({ projectId: Id, importId: Id });
const OneImport = z.object({ import: RowImport });

export const uploadRowFile = command({
  name: 'upload-row-file',
  call: 'POST /projects/:projectId/row-imports',
  access: 'rows:write',
  file: sentFile('*/*', MAX_ROW_FILE_BYTES),
  status: 201,
  params: OfProject,
  query: z.strictObject({ file_name: z.string().max(1_000) }),
  answer: OneImport,
  summary: 'Upload a file of rows',
  description: `The body is a CSV, JSON, NDJSON or XLSX file, at most 512 MiB. It is kept encrypted for a day at most; \`preview-row-file\` shows it, \`start-row-import\` imports it. At most ${MAX_KEPT_IMPORTS} files an account.`,
});

export const previewRowFile = query({
  name: 'preview-row-file',
  call: 'POST /projects/:projectId/row-imports/:importId/preview',
  access: 'rows:write',
  params: OfImport,
  body: z.strictObject({
    source: RowFileSource.partial().optional(),
    tableId: Id.optional(),
    columns: ImportColumns.optional(),
  }),
  answer: z.object({ preview: RowFilePreview }),
  summary: 'Preview a file of rows',
  description:
    'Detects format, encoding, delimiter and header unless they are given, guesses the types of columns, maps them to the fields of the table with the same names, and judges the first rows: up to 100,000 within three seconds.',
});

export const startRowImport = command({
  name: 'start-row-import',
  call: 'POST /projects/:projectId/row-imports/:importId/start',
  access: 'rows:write',
  status: 202,
  params: OfImport,
  body: z.strictObject({
    source: RowFileSource,
    target: ImportTarget,
    columns: ImportColumns,
  }),
  answer: OneImport,
  summary: 'Import a file of rows',
  description:
    'Runs in the background, one import per account at a time, and goes on after a restart. New fields and tables require `project:write`. A formula is never run: the last value of its cell is read.',
});

export const listRowImports = query({
  name: 'list-row-imports',
  call: 'GET /projects/:projectId/row-imports',
  access: 'rows:write',
  params: OfProject,
  answer: z.object({ imports: z.array(RowImport) }),
  summary: 'List own imports of rows',
  description: 'The last 20, newest first.',
});

export const stopRowImport = command({
  name: 'stop-row-import',
  call: 'DELETE /projects/:projectId/row-imports/:importId',
  access: 'rows:write',
  params: OfImport,
  answer: OneImport,
  summary: 'Stop an import of rows',
  description: 'Rows already added stay until the import is undone. The file is deleted.',
});

export const undoRowImport = command({
  name: 'undo-row-import',
  call: 'POST /projects/:projectId/row-imports/:importId/undo',
  access: 'rows:delete',
  status: 202,
  params: OfImport,
  answer: OneImport,
  summary: 'Undo an import of rows',
  description:
    'Deletes in the background the rows that the import added, except those that were changed since, which it counts.',
});

export const refusedRows = query({
  name: 'refused-rows',
  call: 'GET /projects/:projectId/row-imports/:importId/refused',
  access: 'rows:write',
  file: answeredFile('*/*'),
  params: OfImport,
  answer: z.string().meta({ format: 'binary' }),
  summary: 'Download the refused rows of an import',
  description: 'CSV with the columns of the file and the reasons, for a day after its end.',
});
