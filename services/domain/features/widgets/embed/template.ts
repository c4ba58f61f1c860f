import { type JsonObject, memberOf } from '@hzm/contracts/core/json';
import type { Column } from '../data.ts';
import { cellText } from './cell.ts';
import { markup, type Html } from './markup.ts';
import type { Language } from './texts.ts';

const PLACE = /\{\{\s*([^{}]{1,100}?)\s*\}\}/g;

/**
 * Draws one row by a template. The template is split into lines before values are put in, so that
 * no value becomes a heading or an item, and every line is escaped as a whole.
 */
export function templateHtml(
  template: string,
  columns: readonly Column[],
  row: JsonObject,
  language: Language,
): Html {
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  const filled = (line: string): string =>
    line.replace(PLACE, (whole, name: string) =>
      types.has(name) ? cellText(language, types.get(name), memberOf(row, name) ?? null) : whole,
    );
  const lines = template.split('\n').map(line => {
    if (line.startsWith('# ')) return markup`<h2>${filled(line.slice(2))}</h2>`;
    if (line.startsWith('- ')) return markup`<p class="item">${filled(line.slice(2))}</p>`;
    return line.trim() === '' ? markup`` : markup`<p>${filled(line)}</p>`;
  });
  return markup`<article>${lines}</article>`;
}
