/** A key that was pressed: what it types, and the place where it stands. */
export interface PressedKey {
  readonly key: string;
  readonly code?: string;
}

const OTHER_SCRIPT = /^(?!\p{Script=Latin})\p{L}$/u;

/**
 * The key of a shortcut: in a layout without Latin letters, the letter that others have in its
 * place.
 */
export const latinLetter = ({ key, code = '' }: PressedKey): string =>
  (OTHER_SCRIPT.test(key) ? code.replace(/^Key/, '') : key).toLowerCase();
