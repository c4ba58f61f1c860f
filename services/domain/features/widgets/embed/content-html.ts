import { type JsonObject, memberOf } from '@hzm/contracts/core/json';
import type { Language } from '@hzm/contracts/core/language';
import { slice } from '@hzm/services/core/ports/slices';
import type { Content } from '../data.ts';
import { Budget } from './budget.ts';
import { cellText } from './cell.ts';
import { chartHtml } from './chart.ts';
import { formHtml } from './form.ts';
import { markup, type Html } from './markup.ts';
import { templateHtml } from './template.ts';
import { textIn } from './texts.ts';

/** Draws rows while others get their turn. */
async function rowsHtml(
  rows: readonly JsonObject[],
  draw: (row: JsonObject) => Html,
): Promise<readonly Html[]> {
  const drawn: Html[] = [];
  for (const row of rows) {
    await slice();
    drawn.push(draw(row));
  }
  return drawn;
}

async function tableHtml(
  { columns, rows }: Content,
  name: string,
  language: Language,
  budget: Budget,
): Promise<Html> {
  const head = columns.map(column => markup`<th scope="col">${column.name}</th>`);
  const body = await rowsHtml(rows, row => {
    const cells = columns.map(column => {
      const cell = cellText(language, column.type, memberOf(row, column.name) ?? null);
      budget.check(cell.length);
      return budget.take(markup`<td>${cell}</td>`);
    });
    return markup`<tr>${cells}</tr>`;
  });
  const table = markup`<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
  const none = rows.length === 0 ? markup`<p>${textIn(language, 'empty')}</p>` : markup``;
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="${name}">${table}</div>${none}`;
}

async function drawn(
  content: Content,
  name: string,
  language: Language,
  budget: Budget,
): Promise<Html> {
  const { settings, table, columns, rows } = content;
  switch (settings.type) {
    case 'form':
      return formHtml(settings, table, language);
    case 'chart': {
      const figures = await tableHtml(content, name, language, budget);
      return markup`${chartHtml(content, settings, language)}${figures}`;
    }
    case 'custom': {
      if (rows.length === 0) return markup`<p>${textIn(language, 'empty')}</p>`;
      const draw = (row: JsonObject): Html =>
        templateHtml(settings.template, columns, row, language, budget);
      return markup`${await rowsHtml(rows, draw)}`;
    }
    default:
      return tableHtml(content, name, language, budget);
  }
}

/**
 * Draws the content of a widget, without a page around it, and no further than one may be long.
 * @throws Problem PAYLOAD_TOO_LARGE
 */
export async function contentHtml(
  content: Content,
  name: string,
  language: Language,
): Promise<string> {
  const html = await drawn(content, name, language, new Budget());
  return new Budget().take(html).text;
}
