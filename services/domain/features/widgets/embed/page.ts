import type { Language } from '@hzm/contracts/core/language';
import type { EmbedQuery } from '@hzm/contracts/features/widgets/embed';
import type { PageAnswer } from '@hzm/services/core/engine';
import { Html, markup } from './markup.ts';
import { script as embedScript } from './script.ts';
import { stylesOf } from './styles.ts';
import { textIn } from './texts.ts';

interface Shown {
  readonly id: string;
  readonly name: string;
  readonly content: string;
  /** The text after a form was sent. */
  readonly thanks: string;
  /** Whether it is a form that its reader may send, which needs the script. */
  readonly isForm: boolean;
}

/** Returns the page of an embed: everything that it needs, in one answer. */
export function pageOf(
  { id, name, content, thanks, isForm }: Shown,
  { format, theme, size }: EmbedQuery,
  language: Language,
): Omit<PageAnswer, 'framedBy'> {
  const style = stylesOf(theme, size);
  // A form cannot be sent without it, so that it comes with the format `html`, too.
  const script = (format === 'iframe' || isForm) && id !== '' ? embedScript : '';
  const sent = thanks || textIn(language, 'sent');
  const failed = textIn(language, 'failed');
  const data = markup`data-id="${id}" data-lang="${language}" data-sent="${sent}" data-failed="${failed}"`;
  const head = markup`<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${name}</title><style>${new Html(style)}</style>`;
  const note = isForm ? markup`<noscript>${textIn(language, 'needs-script')}</noscript>` : markup``;
  const main = markup`<main ${data}><h1>${name}</h1><div id="content">${new Html(content)}</div>${note}</main>`;
  const code = script === '' ? markup`` : markup`<script>${new Html(script)}</script>`;
  const { text } =
    markup`<!doctype html><html lang="${language}"><head>${head}</head><body>${main}${code}</body></html>`;
  return { type: 'text/html', body: text, style, script };
}
