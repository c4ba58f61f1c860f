import type { Json } from '@hzm/contracts/core/json';
import type { Language } from '@hzm/contracts/core/language';
import { formOf, type FieldType } from '@hzm/contracts/features/tables/field-types';
import { comparable } from './filter.ts';

/** A cell on the clipboard: what it is here, and how it is written for others. */
export interface CopiedCell {
  readonly type: FieldType;
  readonly value: Json;
  readonly text: string;
}

export interface CopiedCells {
  /** The language that the texts are written in. */
  readonly language: Language;
  readonly rows: readonly (readonly CopiedCell[])[];
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`);
const json = (value: unknown): string => escaped(JSON.stringify(value));

/** Days since the one that spreadsheets count from. */
const serialOf = (iso: string, withTime: boolean): number => {
  const at = new Date(iso);
  const local = withTime
    ? Date.UTC(
        at.getFullYear(),
        at.getMonth(),
        at.getDate(),
        at.getHours(),
        at.getMinutes(),
        at.getSeconds(),
        at.getMilliseconds(),
      )
    : at.getTime();
  return (local - Date.UTC(1899, 11, 30)) / 86_400_000;
};

/** Returns a cell as spreadsheets understand it: a number with its format, a boolean, or a text. */
function sheetValue({
  type,
  value,
}: CopiedCell): { readonly number: number; readonly format: string } | boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (['date', 'moment'].includes(formOf(type))) {
    if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) return undefined;
    const withTime = value.includes('T');
    return {
      number: serialOf(value, withTime),
      format: withTime ? 'yyyy-mm-dd hh:mm' : 'yyyy-mm-dd',
    };
  }
  const number = type === 'currency' || typeof value === 'number' ? comparable(value) : undefined;
  return typeof number === 'number'
    ? { number, format: type === 'currency' ? '#,##0.00' : 'General' }
    : undefined;
}

const mso = (format: string): string => format.replace(/[^A-Za-z0-9]/g, '\\$&');

/**
 * Excel, LibreOffice and Google Sheets each have names of their own for what a cell holds; texts
 * are marked as such, so that none becomes a formula.
 */
function attributes(cell: CopiedCell): string {
  const held = sheetValue(cell);
  if (typeof held === 'boolean')
    return ` x:bool="${String(held).toUpperCase()}" sdval="${Number(held)}" sdnum="1033;0;BOOLEAN" data-sheets-value="${json({ 1: 4, 4: Number(held) })}"`;
  if (held)
    return ` x:num="${held.number}" sdval="${held.number}" sdnum="1033;0;${held.format}" data-sheets-value="${json({ 1: 3, 3: held.number })}" style='mso-number-format:"${mso(held.format)}"'`;
  return ` sdnum="1033;0;@" data-sheets-value="${json({ 1: 2, 2: cell.text })}" style='mso-number-format:"\\@"'`;
}

/** Cells as HTML: a table for every program, with their values for this one. */
export function toHtml({ language, rows }: CopiedCells): string {
  const cell = (one: CopiedCell): string =>
    `<td data-hzm-type="${one.type}" data-hzm-value="${json(one.value)}"${one.value === null ? '' : attributes(one)}>${escaped(one.text).replaceAll('\n', '<br style="mso-data-placement:same-cell">')}</td>`;
  const lines = rows.map(cells => `<tr>${cells.map(cell).join('')}</tr>`);
  return `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><meta charset="utf-8"><google-sheets-html-origin><table data-hzm-language="${language}">${lines.join('')}</table></google-sheets-html-origin></html>`;
}

/** The cells that this program put on the clipboard; undefined for anything else. */
export function fromHtml(html: string): CopiedCells | undefined {
  if (!html.includes('data-hzm-language')) return undefined;
  const table = new DOMParser()
    .parseFromString(html, 'text/html')
    .querySelector<HTMLElement>('table[data-hzm-language]');
  const language = table?.dataset['hzmLanguage'];
  if (!table || (language !== 'tr' && language !== 'en')) return undefined;
  try {
    const cellOf = (cell: HTMLElement): CopiedCell => {
      for (const line of cell.querySelectorAll('br')) line.replaceWith('\n');
      return {
        type: cell.dataset['hzmType'] as FieldType,
        value: JSON.parse(cell.dataset['hzmValue'] ?? 'null') as Json,
        text: cell.textContent,
      };
    };
    return {
      language,
      rows: Array.from(table.querySelectorAll('tr'), row =>
        Array.from(row.querySelectorAll('td'), cellOf),
      ),
    };
  } catch {
    return undefined;
  }
}
