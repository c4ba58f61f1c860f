import { textOfValue } from '@hzm/contracts/core/conversion';
import type { Json } from '@hzm/contracts/core/json';
import type { Language } from '@hzm/contracts/core/language';
import { nameKey } from '@hzm/contracts/core/name';
import { delimiters } from '@hzm/contracts/features/row-files/row-file';
import {
  MAX_IMPORT_ROWS,
  MAX_REFUSAL_COUNTS,
  MAX_ROW_PROBLEMS,
  PREVIEW_ROWS,
  type FoundColumn,
  type ImportColumn,
  type RefusalCount,
  type RowFilePreview,
  type RowFileSource,
} from '@hzm/contracts/features/row-files/row-import';
import type { Cells } from '@hzm/contracts/features/rows/row';
import type { Field } from '@hzm/contracts/features/tables/table';
import { writtenFields } from '@hzm/contracts/features/tables/written-fields';
import { BrokenFile, type RecordReader } from '@hzm/services/core/ports/row-files';
import { say } from '@hzm/services/core/say';
import { clockIn } from '../tables/value-clock.ts';
import { csvLine } from './export-text.ts';
import { ColumnGuess } from './guess.ts';
import { RowsOfRecords, type Judged, type Refusal } from './row-of-record.ts';

/** Rows that a batch is made of, and their size in characters of JSON. */
export const BATCH_ROWS = 250;
const BATCH_CHARACTERS = 400_000;
/** Rows that the types of columns are guessed from. */
const GUESSED_ROWS = 1_000;
/** The bounds of a preview: rows, and milliseconds. */
const LOOKED_ROWS = 100_000;
const LOOKED_MS = 3_000;

interface Judging {
  readonly fields: readonly Field[];
  readonly timeZone: string;
  readonly now: string;
  readonly language: Language;
  /** The fields that somebody who reads the refusals is shown; of others they are told nothing. */
  readonly shown?: readonly string[];
}

export interface PreviewAsk extends Judging {
  readonly source: Partial<RowFileSource>;
  readonly columns: readonly ImportColumn[] | undefined;
  /** Columns of the same names become these fields, too. */
  readonly shown: readonly string[];
}

export interface RowsAsk extends Judging {
  readonly source: RowFileSource;
  readonly columns: readonly ImportColumn[];
  /** Rows of the file to pass over. */
  readonly from: number;
}

/** Rows to add, with their places in the file, and how far it is read once they are added. */
export interface RowBatch {
  readonly rows: readonly { readonly place: number; readonly cells: Cells }[];
  readonly read: number;
  readonly refused: readonly Refusal[];
  readonly refusedRows: number;
}

/** Adds refusals to the counts by reason and field, of which there are `MAX_REFUSAL_COUNTS`. */
export function countReasons(
  reasons: readonly RefusalCount[],
  refused: readonly Refusal[],
): RefusalCount[] {
  const counts = new Map(reasons.map(one => [`${one.key}\n${one.field}`, one]));
  for (const { field, message } of refused) {
    const name = `${message.key}\n${field}`;
    const known = counts.get(name);
    if (!known && counts.size >= MAX_REFUSAL_COUNTS) continue;
    const values = (message.values ?? {}) as RefusalCount['values'];
    counts.set(name, { key: message.key, values, field, count: (known?.count ?? 0) + 1 });
  }
  return [...counts.values()];
}

/** A preview whose reasons have no language yet. */
export type RawPreview = Omit<RowFilePreview, 'reasons'> & {
  readonly reasons: readonly RefusalCount[];
};

const judging = (
  { fields, timeZone, now, shown }: Judging,
  columns: readonly ImportColumn[],
  { format }: Pick<RowFileSource, 'format'>,
): RowsOfRecords =>
  new RowsOfRecords(columns, fields, clockIn(timeZone, new Date(now)), format === 'csv', shown);

/** Returns the names of the columns at their places; those that are not mapped have none. */
function namesOf(columns: readonly ImportColumn[]): readonly string[] {
  const byColumn = new Map(columns.map(({ column, name }) => [column, name]));
  const width = Math.max(...byColumn.keys()) + 1;
  return Array.from({ length: width }, (_, column) => byColumn.get(column) ?? '');
}

/** Maps columns to fields of the same names, and leaves the others to new fields. */
function mapped(
  found: readonly FoundColumn[],
  { fields, shown }: Pick<PreviewAsk, 'fields' | 'shown'>,
): ImportColumn[] {
  const visible = writtenFields(fields).filter(({ id }) => shown.includes(id));
  const byName = new Map(visible.map(field => [nameKey(field.name), field]));
  const taken = new Set<string>();
  return found.flatMap(({ column, name, numbers, dates }) => {
    const field = byName.get(nameKey(name));
    if (!field || taken.has(field.id)) return [];
    taken.add(field.id);
    return [{ column, name, field: field.id, numbers, dates }];
  });
}

const shownCell = (value: Json): string => {
  const text = value === null ? '' : textOfValue(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
};

/** Yields a file's format, columns and first rows, with those that a mapping refuses. */
async function* preview(
  reader: RecordReader<RowFileSource>,
  ask: PreviewAsk,
): AsyncGenerator<RawPreview> {
  const began = performance.now();
  const { source, sheets, names } = await reader.detect(ask.source);
  const guesses = names.map(() => new ColumnGuess(ask.language));
  const held: (readonly Json[])[] = [];
  const judged = new PreviewedRows(ask, source);
  let isWhole = true;
  let looked = 0;
  const columnsNow = () => guesses.map((guess, i) => guess.found(i, names[i]!));
  for await (const records of reader.records(source, names)) {
    for (const record of records) {
      looked++;
      if (looked <= GUESSED_ROWS) {
        guesses.forEach((guess, i) => guess.add(record[i] ?? null));
        held.push(record);
        if (looked === GUESSED_ROWS) judged.begin(columnsNow(), held);
      } else judged.look(record);
    }
    if (looked < LOOKED_ROWS && performance.now() - began < LOOKED_MS) continue;
    isWhole = false;
    break;
  }
  const columns = columnsNow();
  if (looked < GUESSED_ROWS) judged.begin(columns, held);
  const rows = held
    .slice(0, PREVIEW_ROWS)
    .map(one => names.map((_, i) => shownCell(one[i] ?? null)));
  yield { source, sheets: [...sheets], columns, rows, looked, isWhole, ...judged.found };
}

/** Judges rows by a mapping once the columns are known. */
class PreviewedRows {
  readonly #ask: PreviewAsk;
  readonly #source: RowFileSource;
  #rows: RowsOfRecords | undefined;
  #looked = 0;
  readonly found: Pick<RowFilePreview, 'mapping' | 'refused' | 'problems'> & {
    reasons: RefusalCount[];
  } = {
    mapping: [],
    refused: 0,
    reasons: [],
    problems: [],
  };

  constructor(ask: PreviewAsk, source: RowFileSource) {
    this.#ask = ask;
    this.#source = source;
  }

  begin(found: readonly FoundColumn[], held: readonly (readonly Json[])[]): void {
    this.found.mapping = [...(this.#ask.columns ?? mapped(found, this.#ask))];
    this.#rows = judging(this.#ask, this.found.mapping, this.#source);
    for (const record of held) this.look(record);
  }

  look(record: readonly Json[]): void {
    this.#looked++;
    const rows = this.#rows!;
    // Rows of a table that is to be created are judged once it has fields.
    if (rows.isEmpty) return;
    const judged = rows.row(record);
    if (!('refusals' in judged)) return;
    const { language } = this.#ask;
    this.found.refused++;
    this.found.reasons = countReasons(this.found.reasons, judged.refusals);
    for (const { field, value, message } of judged.refusals)
      if (this.found.problems.length < MAX_ROW_PROBLEMS)
        this.found.problems.push({
          row: this.#looked,
          field,
          value,
          message: say(language, message),
        });
  }
}

/**
 * Passes over the rows before a place.
 * @throws BrokenFile if the file has more rows than an import reads
 */
async function* recordsFrom(
  reader: RecordReader<RowFileSource>,
  { source, from }: Pick<RowsAsk, 'source' | 'from'>,
  names: readonly string[],
): AsyncGenerator<{ readonly record: readonly Json[]; readonly place: number }> {
  let place = 0;
  for await (const records of reader.records(source, names))
    for (const record of records) {
      if (place === MAX_IMPORT_ROWS) throw new BrokenFile(TOO_LONG);
      if (place >= from) yield { record, place };
      place++;
    }
}

/** The message of a file that has more rows than an import reads. */
export const TOO_LONG = 'too-long';

/** The rows of the next batch. */
class NextBatch {
  readonly #from: number;
  #rows: RowBatch['rows'][number][] = [];
  #refused: Refusal[] = [];
  #refusedRows = 0;
  #size = 0;
  #read: number;

  constructor(from: number) {
    this.#from = from;
    this.#read = from;
  }

  /** Whether the batch is to be handed on. */
  get isFull(): boolean {
    return this.#read % BATCH_ROWS === 0 || this.#size >= BATCH_CHARACTERS;
  }

  get isEmpty(): boolean {
    return this.#read === this.#from;
  }

  add(place: number, judged: Judged): void {
    this.#read = place + 1;
    if ('refusals' in judged) {
      this.#refused.push(...judged.refusals);
      this.#refusedRows++;
      return;
    }
    this.#rows.push({ place, cells: judged.cells });
    this.#size += JSON.stringify(judged.cells).length;
  }

  get made(): RowBatch {
    return {
      rows: this.#rows,
      read: this.#read,
      refused: this.#refused,
      refusedRows: this.#refusedRows,
    };
  }
}

/** Makes batches of rows; also of what stands before the place where a file is broken. */
async function* rows(reader: RecordReader<RowFileSource>, ask: RowsAsk): AsyncGenerator<RowBatch> {
  const make = judging(ask, ask.columns, ask.source);
  let next = new NextBatch(ask.from);
  try {
    for await (const { record, place } of recordsFrom(reader, ask, namesOf(ask.columns))) {
      next.add(place, make.row(record));
      if (!next.isFull) continue;
      yield next.made;
      next = new NextBatch(place + 1);
    }
  } catch (error) {
    if (!next.isEmpty) yield next.made;
    throw error;
  }
  if (!next.isEmpty) yield next.made;
}

/** Writes the refused rows as CSV, with the reasons in the last column. */
async function* refused(reader: RecordReader<RowFileSource>, ask: RowsAsk): AsyncGenerator<string> {
  const delimiter = delimiters[ask.language === 'tr' ? 'semicolon' : 'comma'];
  const { names } = await reader.detect(ask.source);
  const make = judging(ask, ask.columns, ask.source);
  yield `\ufeff${csvLine([...names, say(ask.language, { key: 'import-reason' })], delimiter)}`;
  let text = '';
  for await (const { record } of recordsFrom(reader, ask, names)) {
    const judged = make.row(record);
    if (!('refusals' in judged)) continue;
    const reasons = judged.refusals.map(
      ({ field, message }) => `${field === '' ? '' : `${field}: `}${say(ask.language, message)}`,
    );
    text += csvLine([...names.map((_, i) => record[i] ?? null), reasons.join('; ')], delimiter);
    if (text.length < 65_536) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

/** The work that a thread does over an opened file, by name. */
export const jobs = { preview, rows, refused } as const;
