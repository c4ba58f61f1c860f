import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';

/** The sentence to type before everything is deleted. */
export const CLEAR_SENTENCE = 'TÜM VERİLERİ SİL';

/** Maximum size of an uploaded backup, in bytes. */
export const MAX_BACKUP_BYTES = 536_870_912;

/** Bytes per item in the storage estimate. */
export const ESTIMATE = { project: 1024, table: 512, field: 256 } as const;

export const Counts = z
  .object({
    projects: z.int(),
    tables: z.int(),
    fields: z.int(),
    rows: z.int(),
    endpoints: z.int(),
    widgets: z.int(),
  })
  .meta({ id: 'PortableCounts' });
export type Counts = z.output<typeof Counts>;

/**
 * The reason why a part is skipped or changed: `…-shape` malformed, `…-name` invalid, `…-taken` a
 * duplicate name, `…-limit` too many, `…-size` too large. Invalid rules and times and unknown values
 * are dropped, unfit values kept; files stay where they were; `row-depth` is nested too deep or names `__proto__`.
 */
export const ImportReason = z.enum([
  'project-shape',
  'project-name',
  'project-limit',
  'project-size',
  'project-full',
  'project-gone',
  'table-shape',
  'table-name',
  'table-taken',
  'table-limit',
  'table-files',
  'field-shape',
  'field-name',
  'field-taken',
  'field-limit',
  'field-numbers',
  'field-type',
  'field-rules',
  'field-relationship',
  'row-shape',
  'row-size',
  'row-depth',
  'row-twice',
  'row-unknown',
  'row-unfit',
  'row-times',
  'endpoint-shape',
  'endpoint-name',
  'endpoint-limit',
  'endpoint-tables',
  'widget-shape',
  'widget-name',
  'widget-limit',
  'widget-tables',
]);
export type ImportReason = z.output<typeof ImportReason>;

/**
 * `place` is a path such as `projects[3].tables[0].rows[12]`, counted from 0; `name` is empty for a
 * part without a name; `count` is the number of files that are left out.
 */
export const ImportNote = z
  .object({
    place: z.string(),
    name: z.string(),
    reason: ImportReason,
    count: z.int().optional(),
  })
  .meta({ id: 'ImportNote' });
export type ImportNote = z.output<typeof ImportNote>;

/** Maximum notes stored; further ones are only counted. */
export const MAX_NOTES = 50;
/** `total` counts all notes; `first` holds the first ones. */
export const ImportNotes = z
  .object({ total: z.int(), first: z.array(ImportNote) })
  .meta({ id: 'ImportNotes' });
export type ImportNotes = z.output<typeof ImportNotes>;
export const noNotes: ImportNotes = { total: 0, first: [] };
export const noCounts: Counts = {
  projects: 0,
  tables: 0,
  fields: 0,
  rows: 0,
  endpoints: 0,
  widgets: 0,
};

export const ImportOutcome = z.enum(['done', 'stopped', 'failed']);
export type ImportOutcome = z.output<typeof ImportOutcome>;

/**
 * `ready` is validated and not started. `found` counts what the file would add, `added` what it has
 * added; `refused` parts are skipped, `changed` ones are imported differently.
 */
export const Import = z
  .object({
    id: Id,
    accountId: Id,
    state: z.enum(['ready', 'running', ...ImportOutcome.options]),
    size: z.int(),
    preparedAt: Instant,
    endedAt: Instant.nullable(),
    found: Counts,
    added: Counts,
    refused: ImportNotes,
    changed: ImportNotes,
  })
  .meta({ id: 'Import' });
export type Import = z.output<typeof Import>;

/** A deletion of everything that existed when it was requested. */
export const Clearing = z
  .object({
    id: Id,
    accountId: Id,
    state: z.enum(['running', 'done', 'stopped']),
    begunAt: Instant,
    endedAt: Instant.nullable(),
  })
  .meta({ id: 'Clearing' });
export type Clearing = z.output<typeof Clearing>;
