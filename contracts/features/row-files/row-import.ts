import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { languages } from '../../core/language.ts';
import { storable } from '../../core/name.ts';
import { list } from '../../core/shapes.ts';
import { FieldType } from '../tables/field-types.ts';
import { FieldName, TableName } from '../tables/table.ts';
import { DateOrder, Delimiter, Encoding, RowFileFormat } from './row-file.ts';

/** Maximum size of an uploaded file, in bytes. */
export const MAX_ROW_FILE_BYTES = 536_870_912;
/** Maximum rows that one import reads. */
export const MAX_IMPORT_ROWS = 2_000_000;
/** Maximum columns of a file; further ones are not read. */
export const MAX_IMPORT_COLUMNS = 1_000;
/** Maximum columns that become fields. */
const MAX_MAPPED_COLUMNS = 200;
/** Maximum files of an account that are kept at once. */
export const MAX_KEPT_IMPORTS = 10;
/** The time that a file is kept without being imported, or for its refused rows, in milliseconds. */
export const ROW_FILE_KEPT_MS = 24 * 60 * 60 * 1000;
/** Rows that a preview shows. */
export const PREVIEW_ROWS = 20;

/** The way in which a file is read. `sheet` counts from 0. */
export const RowFileSource = z
  .strictObject({
    format: RowFileFormat,
    encoding: Encoding,
    delimiter: Delimiter,
    header: z.boolean(),
    sheet: z.int().min(0).max(1_000),
  })
  .meta({ id: 'RowFileSource' });
export type RowFileSource = z.output<typeof RowFileSource>;

const MAX_COLUMN_NAME = 1_000;

/**
 * A column of the file that becomes the values of a field: of an existing one (`field`), or of a new
 * one (`newField`). `name` is its name in the file, which finds the values of JSON.
 */
export const ImportColumn = z
  .strictObject({
    column: z.int().min(0).max(MAX_IMPORT_COLUMNS),
    name: storable(z.string().max(MAX_COLUMN_NAME)),
    field: Id.optional(),
    newField: z.strictObject({ name: FieldName, type: FieldType }).optional(),
    /** The language of written numbers. */
    numbers: z.enum(languages),
    dates: DateOrder,
  })
  .refine(
    ({ field, newField }) => (field === undefined) !== (newField === undefined),
    'import-target',
  )
  .meta({ id: 'ImportColumn' });
export type ImportColumn = z.output<typeof ImportColumn>;

const eachOnce = (values: readonly unknown[]): boolean => new Set(values).size === values.length;

export const ImportColumns = list(ImportColumn, { min: 1, max: MAX_MAPPED_COLUMNS })
  .refine(columns => eachOnce(columns.map(({ column }) => column)), 'import-column-twice')
  .refine(columns => eachOnce(columns.flatMap(({ field }) => field ?? [])), 'import-field-twice');

/** The target of an import: a table, or one that it creates. */
export const ImportTarget = z
  .strictObject({
    tableId: Id.optional(),
    newTable: z.strictObject({ name: TableName }).optional(),
  })
  .refine(
    ({ tableId, newTable }) => (tableId === undefined) !== (newTable === undefined),
    'import-target',
  );
export type ImportTarget = z.output<typeof ImportTarget>;

/** A reason for which rows are refused, as the key of a problem's text, with their number. */
export const RefusalCount = z.object({
  key: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  field: z.string(),
  count: z.int(),
});
export type RefusalCount = z.output<typeof RefusalCount>;
/** The same for a reader; `field` is empty if the reason is about the whole row. */
export const RefusalReason = z
  .object({ reason: z.string(), field: z.string(), count: z.int() })
  .meta({ id: 'RefusalReason' });
export type RefusalReason = z.output<typeof RefusalReason>;
/** Maximum reasons that are counted apart. */
export const MAX_REFUSAL_COUNTS = 50;

export const RowImportOutcome = z.enum([
  'done',
  'stopped',
  /** The file is broken from some place on. */
  'broken',
  /** The project has no room left. */
  'full',
  /** The file has more rows than an import reads. */
  'too-long',
  /** The right of who imports has ended. */
  'forbidden',
  /** The table or its fields are gone. */
  'gone',
  'failed',
]);
export type RowImportOutcome = z.output<typeof RowImportOutcome>;

/**
 * `ready` is uploaded and not started. `read` counts the rows of the file that are dealt with,
 * `added` and `refused` what became of them. `undone` counts what undoing removed, and what it left
 * because somebody has changed it since.
 */
export const RowImport = z
  .object({
    id: Id,
    projectId: Id,
    tableId: Id.nullable(),
    by: z.string().meta({ description: 'The account or key that imports.' }),
    fileName: z.string(),
    size: z.int(),
    state: z.enum(['ready', 'running', 'undoing', 'undone', ...RowImportOutcome.options]),
    preparedAt: Instant,
    endedAt: Instant.nullable(),
    read: z.int(),
    added: z.int(),
    refused: z.int(),
    reasons: z.array(RefusalReason),
    undone: z.object({ removed: z.int(), changed: z.int() }).nullable(),
    /** Whether the file is still kept, so that its refused rows can be downloaded. */
    hasFile: z.boolean(),
  })
  .meta({ id: 'RowImport' });
export type RowImport = z.output<typeof RowImport>;

/** A column as a preview finds it, with the type and readings that fit most of its values. */
export const FoundColumn = z
  .object({
    column: z.int(),
    name: z.string(),
    type: FieldType,
    numbers: z.enum(languages),
    dates: DateOrder,
    /** Whether its dates could be read in another order, too. */
    isDateUnsure: z.boolean(),
    filled: z.int(),
  })
  .meta({ id: 'FoundColumn' });
export type FoundColumn = z.output<typeof FoundColumn>;

/** A problem of a row: the first ones, with their place in the file. */
export const RowProblem = z
  .object({ row: z.int(), field: z.string(), message: z.string(), value: z.string() })
  .meta({ id: 'RowProblem' });
export type RowProblem = z.output<typeof RowProblem>;
/** Maximum problems that a preview names. */
export const MAX_ROW_PROBLEMS = 20;

export const RowFilePreview = z
  .object({
    source: RowFileSource,
    sheets: z.array(z.string()),
    columns: z.array(FoundColumn),
    /** The first rows, each with a text per column. */
    rows: z.array(z.array(z.string())),
    /** Rows that were looked at; `isWhole`: all of them. */
    looked: z.int(),
    isWhole: z.boolean(),
    /** The columns that the problems were judged by. */
    mapping: z.array(ImportColumn),
    /** Rows of those looked at that the mapping refuses. */
    refused: z.int(),
    reasons: z.array(RefusalReason),
    problems: z.array(RowProblem),
  })
  .meta({ id: 'RowFilePreview' });
export type RowFilePreview = z.output<typeof RowFilePreview>;
