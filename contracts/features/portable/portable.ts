import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';

/** What must be typed before everything is deleted. */
export const CLEAR_SENTENCE = 'TÜM VERİLERİ SİL';

/** A backup file that is sent, in bytes. */
export const MAX_BACKUP_BYTES = 536_870_912;

/** What the storage estimate counts for each, in bytes. */
export const ESTIMATE = { project: 1024, table: 512, field: 256 } as const;

export const Counts = z
  .object({
    projects: z.int(),
    tables: z.int(),
    fields: z.int(),
    rows: z.int(),
    endpoints: z.int(),
  })
  .meta({ id: 'PortableCounts' });
export type Counts = z.output<typeof Counts>;

/**
 * Why a part of a backup is not taken: `…-shape` it is not what stands there, `…-name` its name
 * cannot be one, `…-taken` another has its name already, `…-limit` there are more than may be,
 * `…-size` it is too large, `field-type` no such type, `field-rules` its rules do not fit and are
 * left out, `row-depth` it nests too deep or names `__proto__`,
 * `row-twice` its id is there already, `row-unknown` values of names that no field has are left
 * out, `row-unfit` a value breaks its field's rules and stays as it is, `project-gone` it was
 * deleted meanwhile, `endpoint-tables` it needs tables or fields that are not taken.
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
  'field-shape',
  'field-name',
  'field-taken',
  'field-limit',
  'field-type',
  'field-rules',
  'row-shape',
  'row-size',
  'row-depth',
  'row-twice',
  'row-unknown',
  'row-unfit',
  'endpoint-shape',
  'endpoint-name',
  'endpoint-limit',
  'endpoint-tables',
]);
export type ImportReason = z.output<typeof ImportReason>;

/**
 * `place`: as in `projects[3].tables[0].rows[12]`, counted from 0. `name`: what the part is called;
 * empty where it has no name.
 */
export const ImportNote = z
  .object({ place: z.string(), name: z.string(), reason: ImportReason })
  .meta({ id: 'ImportNote' });
export type ImportNote = z.output<typeof ImportNote>;

/** So many notes are kept; the others are only counted. */
export const MAX_NOTES = 50;
/** `total`: how many there are; `first`: the first of them. */
export const ImportNotes = z
  .object({ total: z.int(), first: z.array(ImportNote) })
  .meta({ id: 'ImportNotes' });
export type ImportNotes = z.output<typeof ImportNotes>;
export const noNotes: ImportNotes = { total: 0, first: [] };
export const noCounts: Counts = { projects: 0, tables: 0, fields: 0, rows: 0, endpoints: 0 };

export const ImportOutcome = z.enum(['done', 'stopped', 'failed']);
export type ImportOutcome = z.output<typeof ImportOutcome>;

/**
 * `ready`: looked through, nothing is written. `found`: what it would add, `added`: what it has;
 * `refused`: what is not taken, `changed`: what is taken otherwise than it stands there.
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

/** Deleting everything that was there when it was asked. */
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
