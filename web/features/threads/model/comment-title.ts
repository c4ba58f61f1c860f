import { plainText } from '@hzm/contracts/features/threads/mentions';

/** As much of a first line as makes a title, in characters. */
const MAX_LENGTH = 80;

/** What a comment on a row is called: its first line that says something, cut at a word; else what its row is called. */
export function commentTitle(content: string, row: string): string {
  const lines = plainText(content).split('\n').map(line => line.trim());
  const line = lines.find(text => text !== '' && !text.startsWith('```')) ?? row;
  const letters = Array.from(line);
  if (letters.length <= MAX_LENGTH) return line;
  const cut = letters.slice(0, MAX_LENGTH).join('');
  const word = cut.lastIndexOf(' ');
  return `${word > MAX_LENGTH / 2 ? cut.slice(0, word) : cut}…`;
}
