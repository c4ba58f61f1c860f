import type { Json } from '@hzm/contracts/core/json';
import { MAX_IMPORT_COLUMNS } from '@hzm/contracts/features/row-files/row-import';
import { BrokenFile } from '@hzm/services/core/ports/row-files';
import { cellText } from './xlsx-text.ts';
import { parsedXml, parseXml } from './xml.ts';
import { Zip, type ReadBytes } from './zip.ts';

/** Maximum texts that cells share, and their characters, because they stay in memory. */
const MAX_SHARED = 4_000_000;
const MAX_SHARED_CHARACTERS = 134_217_728;
/** Maximum sheets that are told, and characters of a name: spreadsheets write at most 31. */
const MAX_SHEETS = 1_000;
const MAX_SHEET_NAME = 100;
/** Maximum characters of a cell. */
const MAX_CELL = 1_048_576;

interface Sheet {
  readonly name: string;
  readonly path: string;
}

/** Returns the path of a part, relative to the folder `xl` unless it begins with a slash. */
const pathOf = (target: string): string =>
  target.startsWith('/') ? target.slice(1) : `xl/${target}`;

/** Returns the number of a column from a reference such as `AB12`. */
export function columnOf(reference: string): number {
  let column = 0;
  for (const letter of reference) {
    const place = letter.charCodeAt(0) - 64;
    if (place < 1 || place > 26) break;
    column = column * 26 + place;
  }
  return column - 1;
}

/** A workbook, opened for reading. Formulas are not read, only the values that they had. */
export class Workbook {
  readonly #zip: Zip;
  readonly sheets: readonly Sheet[];
  readonly #is1904: boolean;
  #shared: readonly string[] | undefined;
  #dates: readonly boolean[] | undefined;

  private constructor(zip: Zip, sheets: readonly Sheet[], is1904: boolean) {
    this.#zip = zip;
    this.sheets = sheets;
    this.#is1904 = is1904;
  }

  /** @throws BrokenFile */
  static async open(read: ReadBytes, size: number): Promise<Workbook> {
    const zip = await Zip.open(read, size);
    const targets = new Map<string, string>();
    await parseXml(zip.read('xl/_rels/workbook.xml.rels'), {
      open: (name, { Id: id, Target: target }) => {
        if (name === 'Relationship' && id !== undefined && target !== undefined)
          targets.set(id, pathOf(target));
      },
    });
    const sheets: Sheet[] = [];
    let is1904 = false;
    await parseXml(zip.read('xl/workbook.xml'), {
      open: (tag, attributes) => {
        if (tag === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '');
        const path = targets.get(attributes['r:id'] ?? '');
        if (tag !== 'sheet' || path === undefined || !zip.has(path)) return;
        if (sheets.length >= MAX_SHEETS) throw new BrokenFile('archive-too-large');
        sheets.push({ name: (attributes['name'] ?? '').slice(0, MAX_SHEET_NAME), path });
      },
    });
    if (sheets.length === 0) throw new BrokenFile('no-sheet');
    return new Workbook(zip, sheets, is1904);
  }

  /** Reads the rows of a sheet that have values, some at a time. @throws BrokenFile */
  async *rows(sheet: number): AsyncGenerator<Json[][]> {
    const place = this.sheets[sheet];
    if (!place) throw new BrokenFile('no-sheet');
    this.#shared ??= await sharedIn(this.#zip);
    this.#dates ??= await datesIn(this.#zip);
    const cells = new SheetRows(this.#shared, this.#dates, this.#is1904);
    for await (const _ of parsedXml(this.#zip.read(place.path), cells))
      if (cells.rows.length > 0) yield cells.take();
  }
}

/** Reads the texts that cells share. @throws BrokenFile */
async function sharedIn(zip: Zip): Promise<readonly string[]> {
  const texts: string[] = [];
  if (!zip.has('xl/sharedStrings.xml')) return texts;
  let [text, isText, isPhonetic, characters] = ['', false, false, 0];
  await parseXml(zip.read('xl/sharedStrings.xml'), {
    open: name => {
      if (name === 'rPh') isPhonetic = true;
      isText = name === 't' && !isPhonetic;
    },
    text: part => {
      if (!isText) return;
      text += part;
      characters += part.length;
      if (characters > MAX_SHARED_CHARACTERS) throw new BrokenFile('archive-too-large');
    },
    close: name => {
      if (name === 'rPh') isPhonetic = false;
      isText = false;
      if (name !== 'si') return;
      texts.push(cellText(text));
      text = '';
      if (texts.length > MAX_SHARED) throw new BrokenFile('archive-too-large');
    },
  });
  return texts;
}

/** Returns which styles of cells are dates. @throws BrokenFile */
async function datesIn(zip: Zip): Promise<readonly boolean[]> {
  const dates: boolean[] = [];
  if (!zip.has('xl/styles.xml')) return dates;
  const formats = new Map<number, string>();
  let isOfCells = false;
  await parseXml(zip.read('xl/styles.xml'), {
    open: (name, { numFmtId, formatCode = '' }) => {
      if (name === 'cellXfs') isOfCells = true;
      const id = Number(numFmtId ?? 0);
      if (name === 'numFmt') formats.set(id, formatCode);
      if (name === 'xf' && isOfCells) dates.push(isDateFormat(id, formats.get(id)));
    },
    close: name => {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return dates;
}

/** Collects the rows of a sheet while its XML is parsed. */
class SheetRows {
  rows: Json[][] = [];
  readonly #shared: readonly string[];
  readonly #dates: readonly boolean[];
  readonly #is1904: boolean;
  #row: Json[] = [];
  #column = -1;
  #type = '';
  #isDate = false;
  #text = '';
  #isValue = false;

  constructor(shared: readonly string[], dates: readonly boolean[], is1904: boolean) {
    this.#shared = shared;
    this.#dates = dates;
    this.#is1904 = is1904;
  }

  take(): Json[][] {
    const { rows } = this;
    this.rows = [];
    return rows;
  }

  readonly open = (name: string, { r, t = 'n', s }: Readonly<Record<string, string>>): void => {
    if (name === 'row') {
      this.#row = [];
      this.#column = -1;
    } else if (name === 'c') {
      this.#column = r === undefined ? this.#column + 1 : columnOf(r);
      this.#type = t;
      this.#isDate = s !== undefined && this.#dates[Number(s)] === true;
      this.#text = '';
    }
    this.#isValue = name === 'v' || name === 't';
  };

  readonly text = (part: string): void => {
    if (!this.#isValue) return;
    this.#text += part;
    if (this.#text.length > MAX_CELL) throw new BrokenFile('cell-too-large');
  };

  readonly close = (name: string): void => {
    this.#isValue = false;
    if (name === 'c' && this.#text !== '' && this.#column >= 0 && this.#column < MAX_IMPORT_COLUMNS)
      this.#put(this.#value());
    if (name === 'row' && this.#row.length > 0) this.rows.push(this.#row);
  };

  #put(value: Json): void {
    while (this.#row.length < this.#column) this.#row.push(null);
    this.#row[this.#column] = value;
  }

  #value(): Json {
    switch (this.#type) {
      case 's':
        return this.#shared[Number(this.#text)] ?? null;
      case 'b':
        return this.#text === '1' || this.#text === 'true';
      case 'n': {
        const number = Number(this.#text);
        if (!Number.isFinite(number)) return this.#text;
        return this.#isDate ? momentOfSerial(number, this.#is1904) : number;
      }
      default:
        return cellText(this.#text);
    }
  }
}

/** Formats of dates and times that workbooks do not spell out (ECMA-376, 18.8.30). */
const isKnownDate = (id: number): boolean =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58);

/** Maximum characters of a format, as spreadsheets have them: it is searched more than once. */
const MAX_FORMAT = 255;

/** Whether a format of numbers shows a date or a time: its letters, outside of texts, say so. */
const isDateFormat = (id: number, code: string | undefined): boolean =>
  code === undefined
    ? isKnownDate(id)
    : code.length <= MAX_FORMAT &&
      /[ymdhs]/i.test(code.replaceAll(/"[^"]*"|\[(?![hms]+\])[^\]]*\]|\\.|_./gi, ''));

const DAY_MS = 86_400_000;
const EPOCH = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) };
/** The day that Excel believes to be February 29th 1900. */
const FALSE_LEAP_DAY = 60;
const MAX_DAY = 2_958_466;

/**
 * Writes the number of a day as an ISO date, with its time if it has one; a number below 1 is a
 * time. Numbers out of range stay numbers.
 */
function momentOfSerial(serial: number, is1904: boolean): string | number {
  if (serial < 0 || serial >= MAX_DAY) return serial;
  const day = !is1904 && serial < FALSE_LEAP_DAY ? serial + 1 : serial;
  // Seconds, because a double cannot hold a fraction of a day exactly.
  const ms = Math.round((day * DAY_MS) / 1000) * 1000;
  const text = new Date(EPOCH[is1904 ? 1904 : 1900] + ms).toISOString();
  if (serial < 1) return text.slice(11, 19);
  return ms % DAY_MS === 0 ? text.slice(0, 10) : text.slice(0, 19);
}
