import { nfc, nfd } from './normal.ts';

/**
 * Text comparison for filters and search (`fold`) and for sorting (`sortKey`). Both are pure and
 * give the same result in the browser and on the server. Invalid text (a lone surrogate, U+0000)
 * counts as U+FFFD.
 */

/**
 * Letters below this code unit are looked up in a table; it covers ASCII, Latin-1 and all Turkish
 * letters, composed.
 */
const TABLE_SIZE = 0x180;
const ASCII = /^[\x01-\x7f]*$/;
const MARKS = /[\u0300-\u036f]+/g;

const clean = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');

// Folds letter by letter, so that a part of a text folds to a part of the folded text; hence no
// final sigma, which depends on its neighbours.
const foldAny = (text: string): string =>
  nfd(clean(text)).replace(MARKS, '').toLowerCase().replaceAll('ı', 'i').replaceAll('ς', 'σ');

const tableOf = (map: (letter: string) => string): readonly string[] =>
  Array.from({ length: TABLE_SIZE }, (_, code) => map(String.fromCharCode(code)));

/**
 * Maps the text through the table; undefined when a letter is missing there, or when the text is so
 * long that the slow path is faster.
 */
function lookUp(text: string, table: readonly string[]): string | undefined {
  if (text.length > 1000) return undefined;
  let out = '';
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= TABLE_SIZE) return undefined;
    out += table[code]!;
  }
  return out;
}

const foldTable = tableOf(foldAny);

/**
 * Removes case and accents: ç/c, ğ/g, ı/i/İ/I, ö/o, ş/s, ü/u, â/a, é/e are equal. `fold(a + b)`
 * equals `fold(a) + fold(b)`.
 */
export const fold = (text: string): string =>
  ASCII.test(text) ? text.toLowerCase() : (lookUp(text, foldTable) ?? foldAny(text));

/**
 * Every ASCII sign in order, then the digits, then the alphabet; a sign's key is its index here,
 * from U+0020 on.
 */
const ORDER = ' _-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~$0123456789abcçdefgğhıijklmnoöpqrsştuüvwxyz';
const SORTED_LETTERS = 200;

const rank = new Map(
  Array.from(ORDER, (letter, place) => [letter, String.fromCharCode(0x20 + place)]),
);
/** Letters of the alphabet that NFD splits into a letter and an accent (ı is not split). */
const MARKED = /[cs]\u0327|g\u0306|[ou]\u0308/g;

// Code units above the BMP sort differently in UTF-16 and in UTF-8, hence such a letter becomes
// three that sort alike.
const flat = (letter: string): string => {
  const code = letter.codePointAt(0)!;
  return code < 0x10000
    ? letter
    : `\uffff${String.fromCharCode(0x4000 + (code >> 12))}${String.fromCharCode(0x4000 + (code & 0xfff))}`;
};

function sortKeyAny(text: string): string {
  // Case is mapped before decomposition, because I and İ are two letters; composing again keeps the
  // accents of the alphabet.
  const lower = nfd(nfc(clean(text)).replace(/I/g, 'ı').replace(/İ/g, 'i').toLowerCase());
  const letters = lower
    .replace(MARKED, pair => pair.normalize('NFC'))
    .replace(MARKS, '')
    .replaceAll('ς', 'σ');
  return Array.from(letters, letter => rank.get(letter) ?? flat(letter)).join('');
}

const sortTable = tableOf(sortKeyAny);

/**
 * Returns a text whose code unit order (in UTF-16 and in UTF-8) is the Turkish alphabetical order:
 * signs, digits, letters without case (I is ı, İ is i), other scripts. Only the first 200 code
 * units count.
 */
export function sortKey(text: string): string {
  const start = text.length > SORTED_LETTERS ? text.slice(0, SORTED_LETTERS) : text;
  return lookUp(start, sortTable) ?? sortKeyAny(start);
}
