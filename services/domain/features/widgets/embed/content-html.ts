import { memberOf } from '@hzm/contracts/core/json';
import { Problem } from '@hzm/contracts/core/problem';
import { MAX_EMBED_LENGTH } from '@hzm/contracts/features/widgets/embed';
import type { Content } from '../data.ts';
import { cellText } from './cell.ts';
import { chartHtml } from './chart.ts';
import { formHtml } from './form.ts';
import { markup, type Html } from './markup.ts';
import { templateHtml } from './template.ts';
import { textIn, type Language } from './texts.ts';

function tableHtml({ columns, rows }: Content, name: string, language: Language): Html {
  const head = columns.map(column => markup`<th scope="col">${column.name}</th>`);
  const body = rows.map(row => {
    const cells = columns.map(column =>
      cellText(language, column.type, memberOf(row, column.name) ?? null),
    );
    return markup`<tr>${cells.map(cell => markup`<td>${cell}</td>`)}</tr>`;
  });
  const table = markup`<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
  const none = rows.length === 0 ? markup`<p>${textIn(language, 'empty')}</p>` : markup``;
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="${name}">${table}</div>${none}`;
}

function drawn(content: Content, name: string, language: Language): Html {
  const { settings, table, columns, rows } = content;
  switch (settings.type) {
    case 'form':
      return formHtml(settings, table, language);
    case 'chart':
      return markup`${chartHtml(content, settings, language)}${tableHtml(content, name, language)}`;
    case 'custom':
      return rows.length === 0
        ? markup`<p>${textIn(language, 'empty')}</p>`
        : markup`${rows.map(row => templateHtml(settings.template, columns, row, language))}`;
    default:
      return tableHtml(content, name, language);
  }
}

/**
 * Draws the content of a widget, without a page around it.
 * @throws Problem PAYLOAD_TOO_LARGE
 */
export function contentHtml(content: Content, name: string, language: Language): string {
  const { text } = drawn(content, name, language);
  if (text.length > MAX_EMBED_LENGTH)
    throw new Problem('PAYLOAD_TOO_LARGE', { text: 'answer-too-large-whole' });
  return text;
}
