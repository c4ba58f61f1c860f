import { type JsonObject, memberOf } from '@hzm/contracts/core/json';
import type { Language } from '@hzm/contracts/core/language';
import type { Column } from '../data.ts';
import type { Budget } from './budget.ts';
import { cellText } from './cell.ts';
import { markup, type Html } from './markup.ts';

/** A place for a value. Its name is trimmed by code, because the spaces make a pattern slow. */
const PLACE = /\{\{([^{}]+)\}\}/g;

/**
 * Draws one row by a template. The template is split into lines before values are put in, so that
 * no value becomes a heading or an item, and every line is escaped as a whole.
 * @throws Problem PAYLOAD_TOO_LARGE, before a line is made for which there is no room
 */
export function templateHtml(
  template: string,
  columns: readonly Column[],
  row: JsonObject,
  language: Language,
  budget: Budget,
): Html {
  const values = new Map(
    columns.map(({ name, type }) => [name, cellText(language, type, memberOf(row, name) ?? null)]),
  );
  const filled = (line: string): string => {
    let { length } = line;
    return line.replace(PLACE, (whole, name: string) => {
      const value = values.get(name.trim()) ?? whole;
      budget.check((length += value.length - whole.length));
      return value;
    });
  };
  const lines = template.split('\n').flatMap(line => {
    if (line.trim() === '') return [];
    if (line.startsWith('# ')) return budget.take(markup`<h2>${filled(line.slice(2))}</h2>`);
    if (line.startsWith('- '))
      return budget.take(markup`<p class="item">${filled(line.slice(2))}</p>`);
    return budget.take(markup`<p>${filled(line)}</p>`);
  });
  return markup`<article>${lines}</article>`;
}
