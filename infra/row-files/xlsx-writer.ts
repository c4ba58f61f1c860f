import type { SheetCell, WorkbookWriter } from '@hzm/services/core/ports/row-files';
import { strToU8, Zip, ZipDeflate } from 'fflate';
import { attributeOf, xmlOf } from './xlsx-text.ts';

/** Excel's limits: rows of a sheet, characters of a cell and of a sheet's name. */
const MAX_SHEET_ROWS = 1_048_576;
const MAX_CELL = 32_767;
const MAX_SHEET_NAME = 31;
/** Maximum size of the file: its format has 32 bits for places in it. */
const MAX_BYTES = 4_000_000_000;
/** Fast compression: slower levels take three times as long for a fifth fewer bytes. */
const LEVEL = 1;
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const SHEETS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGES = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** The style of texts that stay texts when a person edits them. */
const AS_TEXT = 1;

const TYPES_XML = `${HEAD}<Types xmlns="${PACKAGES}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`;
const ROOT_XML = `${HEAD}<Relationships xmlns="${PACKAGES}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
const STYLES_XML = `${HEAD}<styleSheet xmlns="${SHEETS}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf xfId="0" quotePrefix="1"/></cellXfs></styleSheet>`;

/** Returns a name that a sheet may have. */
const sheetName = (name: string): string =>
  name
    .replaceAll(/[[\]:*?/\\']/g, ' ')
    .trim()
    .slice(0, MAX_SHEET_NAME - ' (99)'.length) || 'Sheet';

/** Writes an XLSX file row by row, with texts in their cells, so that nothing stays in memory. */
export class XlsxWriter implements WorkbookWriter {
  readonly #zip: Zip;
  readonly #name: string;
  readonly #header: readonly string[];
  readonly #isRisky: (text: string) => boolean;
  #ready: Uint8Array[] = [];
  #bytes = 0;
  #sheet: ZipDeflate | undefined;
  #sheets = 0;
  #rows = 0;

  constructor(name: string, header: readonly string[], isRisky: (text: string) => boolean) {
    this.#name = sheetName(name);
    this.#header = header;
    this.#isRisky = isRisky;
    this.#zip = new Zip((error, chunk) => {
      if (error) throw error;
      this.#bytes += chunk.length;
      if (this.#bytes > MAX_BYTES) throw new Error('the workbook is too large for its format');
      this.#ready.push(chunk);
    });
    this.#file('[Content_Types].xml', TYPES_XML);
    this.#file('_rels/.rels', ROOT_XML);
    this.#file('xl/styles.xml', STYLES_XML);
    this.#openSheet();
  }

  add(rows: readonly (readonly SheetCell[])[]): Uint8Array {
    let xml = '';
    for (const row of rows) {
      if (this.#rows === MAX_SHEET_ROWS) {
        this.#sheet!.push(strToU8(xml));
        xml = '';
        this.#closeSheet();
        this.#openSheet();
      }
      xml += this.#row(row);
    }
    this.#sheet!.push(strToU8(xml));
    return this.#taken();
  }

  end(): Uint8Array {
    this.#closeSheet();
    const numbers = Array.from({ length: this.#sheets }, (_, i) => i + 1);
    const sheets = numbers.map(
      n =>
        `<sheet name="${attributeOf(n === 1 ? this.#name : `${this.#name} (${n})`)}" sheetId="${n}" r:id="rId${n}"/>`,
    );
    const relations = numbers.map(
      n =>
        `<Relationship Id="rId${n}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
    );
    this.#file(
      'xl/workbook.xml',
      `${HEAD}<workbook xmlns="${SHEETS}" xmlns:r="${RELATIONS}"><sheets>${sheets.join('')}</sheets></workbook>`,
    );
    this.#file(
      'xl/_rels/workbook.xml.rels',
      `${HEAD}<Relationships xmlns="${PACKAGES}/relationships">${relations.join('')}<Relationship Id="rId${this.#sheets + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    );
    this.#zip.end();
    return this.#taken();
  }

  #file(name: string, text: string): void {
    const file = new ZipDeflate(name, { level: LEVEL });
    this.#zip.add(file);
    file.push(strToU8(text), true);
  }

  #openSheet(): void {
    this.#sheets++;
    this.#rows = 0;
    this.#sheet = new ZipDeflate(`xl/worksheets/sheet${this.#sheets}.xml`, { level: LEVEL });
    this.#zip.add(this.#sheet);
    this.#sheet.push(
      strToU8(`${HEAD}<worksheet xmlns="${SHEETS}"><sheetData>${this.#row(this.#header)}`),
    );
  }

  #closeSheet(): void {
    this.#sheet!.push(strToU8('</sheetData></worksheet>'), true);
  }

  #row(cells: readonly SheetCell[]): string {
    this.#rows++;
    return `<row>${cells.map(cell => this.#cell(cell)).join('')}</row>`;
  }

  #cell(cell: SheetCell): string {
    if (cell === null) return '<c/>';
    if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
    if (typeof cell === 'boolean') return `<c t="b"><v>${cell ? 1 : 0}</v></c>`;
    const style = this.#isRisky(cell) ? ` s="${AS_TEXT}"` : '';
    return `<c t="inlineStr"${style}><is><t xml:space="preserve">${xmlOf(cell.slice(0, MAX_CELL))}</t></is></c>`;
  }

  #taken(): Uint8Array {
    const ready = Buffer.concat(this.#ready);
    this.#ready = [];
    return ready;
  }
}
