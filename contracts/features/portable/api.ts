import * as z from 'zod';
import { answeredFile, command, query, sentFile } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { CLEAR_SENTENCE, Clearing, Import, MAX_BACKUP_BYTES } from './portable.ts';

const OfImport = z.strictObject({ importId: Id });
const OneImport = z.object({ import: Import });

export const exportBackup = query({
  name: 'export-backup',
  call: 'GET /admin/backup',
  access: 'admin',
  file: answeredFile('application/json'),
  answer: z.object({
    user: z.object({ id: Id, name: z.string(), email: z.string() }),
    projects: z.array(z.object({ name: z.string() })),
    exportDate: z.string(),
    version: z.literal('2.0'),
    source: z.literal('API'),
  }),
  summary:
    "Everybody's projects with schema, rows and endpoints as one JSON file, streamed. Neither keys nor passwords, threads nor their files are in it. What is created later than `exportDate` is left out; what changes or goes while it is written is in it as it was met.",
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
  summary:
    'Import a backup: the body is the file, at most 512 MiB. It is looked through, and then imported in the background; with `preview=true` only when `start-import` says so. Everything becomes new projects of the caller; nothing that is there is changed.',
});

export const listImports = query({
  name: 'list-imports',
  call: 'GET /admin/imports',
  access: 'admin',
  answer: z.object({ imports: z.array(Import) }),
  summary: 'The last imports, the newest first.',
});

export const startImport = command({
  name: 'start-import',
  call: 'POST /admin/imports/:importId/start',
  access: 'admin',
  status: 202,
  params: OfImport,
  answer: OneImport,
  summary: 'Begin an import that was only looked through.',
});

export const stopImport = command({
  name: 'stop-import',
  call: 'DELETE /admin/imports/:importId',
  access: 'admin',
  params: OfImport,
  answer: OneImport,
  summary: 'End an import; what it has added stays.',
});

export const storage = query({
  name: 'storage',
  call: 'GET /admin/storage',
  access: 'admin',
  answer: z.object({
    projects: z.int(),
    tables: z.int(),
    fields: z.int(),
    /** In bytes: 1024 a project, 512 a table, 256 a field. */
    estimate: z.int(),
    /** What the log holds, in bytes; null: not known. */
    log: z.number().nullable(),
  }),
  summary: 'How much there is: an estimate, and what the stores really hold.',
});

export const clearAll = command({
  name: 'clear-all',
  call: 'POST /admin/clear-all',
  access: 'admin:session',
  status: 202,
  body: z.strictObject({ confirm: z.literal(CLEAR_SENTENCE, 'clear-sentence') }),
  answer: z.object({ clearing: Clearing }),
  summary:
    "Delete every project of everybody and every account but the caller's, with their keys, in the background; also from the history.",
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
  summary: 'What deleting everything would delete now, and the last time that it was asked.',
});
