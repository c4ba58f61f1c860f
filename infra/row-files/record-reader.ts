import { memberOf, type Json } from '@hzm/contracts/core/json';
import { withoutEscape } from '@hzm/contracts/features/row-files/formula';
import type { RowFileFormat } from '@hzm/contracts/features/row-files/row-file';
import {
  MAX_IMPORT_COLUMNS,
  type RowFileSource,
} from '@hzm/contracts/features/row-files/row-import';
import type { DetectedFile, RecordReader } from '@hzm/services/core/ports/row-files';
import { csvRecords, delimiterOf } from './csv-reader.ts';
import { jsonRows, type JsonRow } from './json-reader.ts';
import { decoded, encodingOf, HEAD_BYTES } from './text-of-bytes.ts';
import { Workbook } from './xlsx-reader.ts';
import type { ReadBytes } from './zip.ts';

/** Rows of JSON in which the names of columns are looked for. */
const NAMED_ROWS = 1_000;
const ZIP = 0x504b0304;

/** Names columns as spreadsheets do: A, B, … Z, AA. */
export function columnName(column: number): string {
  const [rest, letter] = [Math.floor(column / 26) - 1, String.fromCharCode(65 + (column % 26))];
  return rest < 0 ? letter : columnName(rest) + letter;
}

/** Whether a first row holds the names of the columns: texts that differ and are no values. */
const isHeader = (row: readonly Json[]): boolean =>
  row.length > 0 &&
  row.every(
    cell => typeof cell === 'string' && cell.trim() !== '' && !/^[-+]?[\d.,:/\s-]+$/.test(cell),
  ) &&
  new Set(row).size === row.length;

/** Returns a text without what a store cannot keep. */
const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** Returns the names in a header, each once. */
function namesIn(header: readonly Json[]): string[] {
  const taken = new Set<string>();
  /** The last name made of each: a thousand columns may have the same one. */
  const last = new Map<string, string>();
  return header.slice(0, MAX_IMPORT_COLUMNS).map((cell, column) => {
    const own = typeof cell === 'string' || typeof cell === 'number' ? String(cell).trim() : '';
    const first = own === '' ? columnName(column) : storableText(own.slice(0, 500));
    let name = last.get(first) ?? first;
    while (taken.has(name)) name += ' (2)';
    taken.add(name);
    last.set(first, name);
    return name;
  });
}

/** Returns the name in a header without the apostrophe that an export as CSV put before it. */
const titleIn = (cell: Json, format: RowFileFormat): Json =>
  format === 'csv' && typeof cell === 'string' ? withoutEscape(cell) : cell;

function formatOf(head: Uint8Array, text: string): RowFileFormat {
  if (head.length > 3 && Buffer.from(head).readUInt32BE(0) === ZIP) return 'xlsx';
  const start = text.trimStart();
  if (/^\[\s*(?:\{|\])/.test(start)) return 'json';
  return /^\{\s*["}]/.test(start) ? 'ndjson' : 'csv';
}

/** Reads an opened file by ranges. */
export class FileRecords implements RecordReader<RowFileSource> {
  readonly #read: ReadBytes;
  readonly #size: number;
  #workbook: Promise<Workbook> | undefined;

  constructor(read: ReadBytes, size: number) {
    this.#read = read;
    this.#size = size;
  }

  async detect(given: Partial<RowFileSource>): Promise<DetectedFile<RowFileSource>> {
    const head = await this.#head();
    const encoding = given.encoding ?? encodingOf(head);
    const text = new TextDecoder(encoding).decode(head);
    const format = given.format ?? formatOf(head, text);
    const source = {
      format,
      encoding,
      delimiter: given.delimiter ?? delimiterOf(text),
      header: given.header ?? true,
      sheet: given.sheet ?? 0,
    };
    const sheets = format === 'xlsx' ? (await this.#opened()).sheets.map(({ name }) => name) : [];
    if (format === 'json' || format === 'ndjson')
      return { source, sheets, names: await this.#namesOfJson(source) };
    const first = await this.#firstRow(source);
    const header = given.header ?? isHeader(first);
    const names = namesIn(first.map(cell => (header ? titleIn(cell, format) : '')));
    return { source: { ...source, header }, sheets, names };
  }

  async *records(
    source: RowFileSource,
    names: readonly string[],
  ): AsyncGenerator<readonly Json[][]> {
    if (source.format === 'json' || source.format === 'ndjson') {
      for await (const rows of this.#json(source))
        yield rows.map(row => names.map(name => memberOf(row, name) ?? null));
      return;
    }
    let isFirst = source.header;
    for await (const rows of this.#table(source)) {
      const records = isFirst ? rows.slice(1) : rows;
      isFirst = false;
      if (records.length > 0) yield records;
    }
  }

  async #head(): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of this.#read(0, Math.min(HEAD_BYTES, this.#size))) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  #opened(): Promise<Workbook> {
    return (this.#workbook ??= Workbook.open(this.#read, this.#size));
  }

  #text({ encoding }: RowFileSource): AsyncGenerator<string> {
    return decoded(this.#read(0, this.#size), encoding);
  }

  #json(source: RowFileSource): AsyncGenerator<JsonRow[]> {
    return jsonRows(this.#text(source));
  }

  async *#table(source: RowFileSource): AsyncGenerator<readonly Json[][]> {
    if (source.format === 'xlsx') yield* (await this.#opened()).rows(source.sheet);
    else yield* csvRecords(this.#text(source), source.delimiter);
  }

  async #firstRow(source: RowFileSource): Promise<readonly Json[]> {
    for await (const [first] of this.#table(source)) return first ?? [];
    return [];
  }

  async #namesOfJson(source: RowFileSource): Promise<readonly string[]> {
    const names = new Set<string>();
    let looked = 0;
    for await (const rows of this.#json(source)) {
      for (const row of rows)
        for (const name of Object.keys(row)) if (names.size < MAX_IMPORT_COLUMNS) names.add(name);
      looked += rows.length;
      if (looked >= NAMED_ROWS) break;
    }
    return [...names];
  }
}
