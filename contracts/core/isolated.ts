/** A letter of a script that is written from right to left. */
const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * Returns a text as a part of a sentence: one with letters from right to left is isolated, so that
 * neither turns the other round.
 */
export const isolated = (text: string): string => (RTL.test(text) ? `\u2068${text}\u2069` : text);
