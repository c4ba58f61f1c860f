/** A text with its selection. */
export interface Writing {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Inserts text at the caret, replacing the selection; the caret follows it. */
export function inserted({ text, start, end }: Writing, words: string): Writing {
  const at = start + words.length;
  return { text: text.slice(0, start) + words + text.slice(end), start: at, end: at };
}

/** Wraps a message in a code fence unless it has one. */
export const asCode = (text: string): string =>
  text.includes('```') ? text : `\`\`\`\n${text}\n\`\`\``;

/** A mention being written: people after `@`, tables and rows after `#`. */
export interface MentionQuery {
  readonly sign: '@' | '#';
  readonly query: string;
  /** Position of the sign. */
  readonly from: number;
}

/** A sign at the start or after a word boundary, not in an email or a heading. */
const BEGUN = /(?:^|[\s([{,;:])([@#])([^\s@#[\]][^@#\n[\]]{0,40})?$/u;

/** Returns the mention being written at the caret, if any. Two spaces end it. */
export function mentionAt({ text, start, end }: Writing): MentionQuery | null {
  if (start !== end) return null;
  const found = BEGUN.exec(text.slice(Math.max(0, start - 64), start));
  if (!found || /\s{2}|\s\S*\s\S*\s/.test(found[2] ?? '')) return null;
  const query = found[2] ?? '';
  return { sign: found[1] as '@', query, from: start - query.length - 1 };
}
