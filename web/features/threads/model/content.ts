import { withoutEnd } from '@hzm/contracts/core/ends';

export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly language: string; readonly code: string };

const FENCE = '```';
/** The language after an opening fence. */
const LANGUAGE = /^([\w+#.-]{0,30})[^\S\n]*\n/;

/** Splits a message into text and code. An unclosed fence is text. */
export function blocksOf(content: string): readonly Block[] {
  const parts = content.split(FENCE);
  // A fence without a partner is text.
  if (parts.length % 2 === 0) parts.push([parts.pop(), parts.pop()].toReversed().join(FENCE));
  return parts.flatMap((part, at): readonly Block[] => {
    if (at % 2 === 0) {
      const text = part
        .replace(at > 0 ? /^\n/ : '', '')
        .replace(at < parts.length - 1 ? /\n$/ : '', '');
      return text === '' ? [] : [{ kind: 'text', text }];
    }
    const [head = '', language = ''] = LANGUAGE.exec(part) ?? [];
    return [{ kind: 'code', language, code: part.slice(head.length).replace(/\n$/, '') }];
  });
}

/** A run of text without code: words, or a link. */
export type Run =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string };

const ADDRESS = /\bhttps?:\/\/[^\s<>"'`]+/gi;
/** Punctuation that ends a sentence, not a URL. */
const TAIL = '.,;:!?…';

/** Removes the punctuation of the sentence from a URL; a bracket that the URL opens stays. */
function trimmed(address: string): string {
  let text = withoutEnd(address, TAIL);
  let unopened = text.split(')').length - text.split('(').length;
  for (; unopened > 0 && text.endsWith(')'); unopened--) text = withoutEnd(text.slice(0, -1), TAIL);
  return text;
}

/** Finds the URLs in a text, only of http and https, so that none is executable. */
export function runsOf(text: string): readonly Run[] {
  const runs: Run[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = trimmed(found);
    if (!URL.canParse(address)) continue;
    if (index > from) runs.push({ kind: 'words', text: text.slice(from, index) });
    runs.push({ kind: 'link', text: address, href: new URL(address).href });
    from = index + address.length;
  }
  return from < text.length ? [...runs, { kind: 'words', text: text.slice(from) }] : runs;
}
