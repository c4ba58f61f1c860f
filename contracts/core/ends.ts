/**
 * Returns a text without some characters at its end. A pattern such as `0+$` would look for the end
 * from each of a row of them.
 */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1]!)) end--;
  return text.slice(0, end);
}
