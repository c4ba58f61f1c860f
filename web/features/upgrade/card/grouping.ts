const MAX_DIGITS = 16;
const GROUP = 4;

/** Returns the digits of the input, limited to a card's length. */
export const cardDigits = (text: string): string => text.replace(/\D/g, '').slice(0, MAX_DIGITS);

/** Groups digits as `4242 4242 4242 4242`. */
export const groupedInFours = (digits: string): string =>
  (digits.match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? []).join(' ');

/** Returns the caret in the grouped text with the same number of digits before it. */
export function caretAfter(typed: string, caret: number): number {
  const before = cardDigits(typed.slice(0, caret)).length;
  return before + Math.max(0, Math.ceil(before / GROUP) - 1);
}

/**
 * Handles a deletion next to a space, which would remove the space only: removes the digit beyond
 * it. Null if the browser's own deletion is right.
 */
export function deletedAtSpace(
  text: string,
  caret: number,
  way: 'backward' | 'forward',
): { readonly text: string; readonly caret: number } | null {
  const space = way === 'backward' ? caret - 1 : caret;
  if (text[space] !== ' ') return null;
  const digit = way === 'backward' ? space - 1 : space + 1;
  const left = text.slice(0, digit) + text.slice(digit + 1);
  return {
    text: groupedInFours(cardDigits(left)),
    caret: caretAfter(text, Math.min(digit, space)),
  };
}
