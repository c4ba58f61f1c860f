const MAX_DIGITS = 16;
const GROUP = 4;

/** The digits of what was typed or pasted, at most as many as a card has. */
export const cardDigits = (text: string): string => text.replace(/\D/g, '').slice(0, MAX_DIGITS);

/** `4242 4242 4242 4242`, of as many digits as there are. */
export const groupedInFours = (digits: string): string =>
  (digits.match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? []).join(' ');

/**
 * Where the caret belongs in the grouped text so that as many digits stand before it as did in what
 * was typed.
 */
export function caretAfter(typed: string, caret: number): number {
  const before = cardDigits(typed.slice(0, caret)).length;
  return before + Math.max(0, Math.ceil(before / GROUP) - 1);
}

/**
 * What a key that deletes does to a grouped text where it would take nothing but a space: the digit
 * on the space's other side goes with it.
 * null: the browser does it right.
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
