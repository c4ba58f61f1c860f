/** A part of a message: text as it is, or code between fences. */
export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly language: string; readonly code: string };

const FENCE = '```';
/** What stands behind an opening fence, on its line, when it is the name of a language. */
const LANGUAGE = /^([\w+#.-]{0,30})[^\S\n]*\n/;

/** Text and code of a message, in order. A fence that is never closed is text. */
export function blocksOf(content: string): readonly Block[] {
  const parts = content.split(FENCE);
  // Without its partner the last fence is text.
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

/** A run of text without code: words, or an address that a browser can open. */
export type Run =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string };

const ADDRESS = /\bhttps?:\/\/[^\s<>"'`]+/gi;
/** What ends a sentence and no address. */
const TAIL = /[.,;:!?…]+$/;

/**
 * Where the address ends that a sentence goes on behind; a bracket that it opened itself is its
 * own.
 */
function trimmed(address: string): string {
  const text = address.replace(TAIL, '');
  const isClosing = text.endsWith(')') && text.split('(').length < text.split(')').length;
  return isClosing ? trimmed(text.slice(0, -1)) : text;
}

/** Finds the addresses in a text: of http and https only, so that no text runs anything. */
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
