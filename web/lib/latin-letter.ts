/** A pressed key: the character that it types, and its position. */
export interface PressedKey {
  readonly key: string;
  readonly code?: string;
}

const OTHER_SCRIPT = /^(?!\p{Script=Latin})\p{L}$/u;

/** Returns the letter of a shortcut; in a layout without Latin letters, by the key's position. */
export const latinLetter = ({ key, code = '' }: PressedKey): string =>
  (OTHER_SCRIPT.test(key) ? code.replace(/^Key/, '') : key).toLowerCase();
