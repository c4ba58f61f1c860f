import * as z from 'zod';
import { answeredFile, command, query, sentFile } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { CLEAR_SENTENCE, Clearing, Import, MAX_BACKUP_BYTES } from './portable.ts';

const OfImport = z.strictObject({ importId: Id });
const OneImport = z.object({ import: Import });

/** A project in a file, with its endpoints and other parts by their kinds. */
const PortableProject = z.looseObject({
  id: Id,
  name: z.string(),
  description: z.string(),
  createdAt: z.string(),
  settings: z.looseObject({}),
  tables: z.array(
    z.looseObject({
      id: Id,
      name: z.string(),
      fields: z.array(z.looseObject({})),
      rows: z.array(z.looseObject({})),
    }),
  ),
});

export const exportBackup = query({
  name: 'export-backup',
  call: 'GET /admin/backup',
  access: 'admin',
  file: answeredFile('application/json'),
  answer: z.object({
    user: z.object({ id: Id, name: z.string(), email: z.string() }),
    projects: z.array(PortableProject),
    exportDate: z.string(),
    version: z.literal('2.0'),
    source: z.literal('API'),
  }),
  summary: 'Export all projects as a JSON file',
  description:
    'Streams the projects of all people with schema, rows and endpoints, without keys, passwords, threads and files; `filesLeftOut` of a table counts the files of its rows. Omits data created after `exportDate`; data changed during the export is included as it is then.',
});

export const restoreBackup = command({
  name: 'restore-backup',
  call: 'POST /admin/restore',
  access: 'admin',
  file: sentFile('application/json', MAX_BACKUP_BYTES),
  status: 202,
  query: z.strictObject({
    preview: z
      .enum(['true', 'false'])
      .transform(value => value === 'true')
      .default(false),
  }),
  answer: OneImport,
  summary: 'Import a backup file',
  description:
    'The body is the file, at most 512 MiB. It is validated, then imported in the background; with `preview=true`, only after `start-import`. Everything becomes new projects of the caller; existing data is not changed.',
});

export const listImports = query({
  name: 'list-imports',
  call: 'GET /admin/imports',
  access: 'admin',
  answer: z.object({ imports: z.array(Import) }),
  summary: 'List the last imports',
  description: 'Newest first.',
});

export const startImport = command({
  name: 'start-import',
  call: 'POST /admin/imports/:importId/start',
  access: 'admin',
  status: 202,
  params: OfImport,
  answer: OneImport,
  summary: 'Start a previewed import',
});

export const stopImport = command({
  name: 'stop-import',
  call: 'DELETE /admin/imports/:importId',
  access: 'admin',
  params: OfImport,
  answer: OneImport,
  summary: 'Stop an import',
  description: 'Data already added stays.',
});

export const storage = query({
  name: 'storage',
  call: 'GET /admin/storage',
  access: 'admin',
  answer: z.object({
    projects: z.int(),
    tables: z.int(),
    fields: z.int(),
    /** Estimate in bytes: 1024 per project, 512 per table, 256 per field. */
    estimate: z.int(),
    /** Size of the log in bytes; null if unknown. */
    log: z.number().nullable(),
  }),
  summary: 'Retrieve the amount of stored data',
  description: 'Answers an estimate and the actual size of the stores.',
});

export const clearAll = command({
  name: 'clear-all',
  call: 'POST /admin/clear-all',
  access: 'admin:session',
  status: 202,
  body: z.strictObject({ confirm: z.literal(CLEAR_SENTENCE, 'clear-sentence') }),
  answer: z.object({ clearing: Clearing }),
  summary: 'Delete all projects and accounts',
  description:
    "Keeps the caller's account. Runs in the background and erases keys and history, too.",
});

export const getClearing = query({
  name: 'get-clearing',
  call: 'GET /admin/clear-all',
  access: 'admin',
  answer: z.object({
    clearing: Clearing.nullable(),
    people: z.int(),
    projects: z.int(),
    tables: z.int(),
  }),
  summary: 'Preview the deletion of all data',
  description: 'Answers what it would delete now, and the last one requested.',
});
