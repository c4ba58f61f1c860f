/** Marks in a row that are put in order: it takes time by the square of their number. */
const MAX_MARKS = 64;
const MANY_MARKS = /\p{M}{65}/u;
const PIECES = new RegExp(String.raw`\P{M}*\p{M}{0,${MAX_MARKS}}`, 'gu');

/**
 * Normalizes a text of any length. A mebibyte of marks would take minutes, so that of more than
 * 64 marks in a row each 64 are put in order by themselves.
 */
const normal = (text: string, form: 'NFC' | 'NFD'): string =>
  MANY_MARKS.test(text)
    ? text.replace(PIECES, piece => piece.normalize(form))
    : text.normalize(form);

export const nfc = (text: string): string => normal(text, 'NFC');
export const nfd = (text: string): string => normal(text, 'NFD');
