import { plainText } from '@hzm/contracts/features/threads/mentions';

/** Bound of a title, in characters. */
const MAX_LENGTH = 80;

/**
 * Returns the title of a comment on a row: its first line with text, cut at a word; without one,
 * the name of the row.
 */
export function commentTitle(content: string, row: string): string {
  const lines = plainText(content)
    .split('\n')
    .map(line => line.trim());
  const line = lines.find(text => text !== '' && !text.startsWith('```')) ?? row;
  const letters = Array.from(line);
  if (letters.length <= MAX_LENGTH) return line;
  const cut = letters.slice(0, MAX_LENGTH).join('');
  const word = cut.lastIndexOf(' ');
  return `${word > MAX_LENGTH / 2 ? cut.slice(0, word) : cut}…`;
}
