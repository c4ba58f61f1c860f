/** A text with the caret, or what is selected, in it. */
export interface Writing {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Puts words where the caret is, in place of what is selected; the caret stands behind them. */
export function inserted({ text, start, end }: Writing, words: string): Writing {
  const at = start + words.length;
  return { text: text.slice(0, start) + words + text.slice(end), start: at, end: at };
}

/**
 * Wraps a message into fences of code, longer than none: what has fences already stays as it is.
 */
export const asCode = (text: string): string =>
  text.includes('```') ? text : `\`\`\`\n${text}\n\`\`\``;

/**
 * What somebody is looking for who has begun to mention: people behind `@`, tables and rows behind
 * `#`.
 */
export interface MentionQuery {
  readonly sign: '@' | '#';
  readonly query: string;
  /** Where the sign stands. */
  readonly from: number;
}

/** At the beginning, or behind what ends a word; no address, no heading of code. */
const BEGUN = /(?:^|[\s([{,;:])([@#])([^\s@#[\]][^@#\n[\]]{0,40})?$/u;

/**
 * The mention that is being written at the caret, if one is. Two spaces end it: who goes on writing
 * means no one.
 */
export function mentionAt({ text, start, end }: Writing): MentionQuery | null {
  if (start !== end) return null;
  const found = BEGUN.exec(text.slice(Math.max(0, start - 64), start));
  if (!found || /\s{2}|\s\S*\s\S*\s/.test(found[2] ?? '')) return null;
  const query = found[2] ?? '';
  return { sign: found[1] as '@', query, from: start - query.length - 1 };
}
