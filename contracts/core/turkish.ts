/**
 * How texts are compared everywhere: filters and search by `fold`, sorting by `sortKey`. Both are
 * pure and give the same in
 * the browser and on the server. What is not text (a lone surrogate, U+0000) counts as U+FFFD.
 */

/**
 * Letters below this code unit are looked up; it covers ASCII, Latin-1 and all Turkish letters,
 * composed.
 */
const TABLE_SIZE = 0x180;
const ASCII = /^[\x01-\x7f]*$/;
const MARKS = /[\u0300-\u036f]+/g;

const clean = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');

// Letter by letter, so that a part of a text folds to a part of the folded text; hence no final
// sigma, which looks at its neighbours.
const foldAny = (text: string): string =>
  clean(text)
    .normalize('NFD')
    .replace(MARKS, '')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replaceAll('ς', 'σ');

const tableOf = (map: (letter: string) => string): readonly string[] =>
  Array.from({ length: TABLE_SIZE }, (_, code) => map(String.fromCharCode(code)));

/**
 * The text by way of the table; undefined when a letter is not in it, or when so many pieces would
 * be slower than the long way.
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
 * Without case and marks: ç/c, ğ/g, ı/i/İ/I, ö/o, ş/s, ü/u, â/a, é/e are equal. `fold(a + b)` is
 * `fold(a) + fold(b)`.
 */
export const fold = (text: string): string =>
  ASCII.test(text) ? text.toLowerCase() : (lookUp(text, foldTable) ?? foldAny(text));

/**
 * Every ASCII sign in its order, then the digits, then the alphabet; a sign's key is its place
 * here, from U+0020 on.
 */
const ORDER = ' _-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~$0123456789abcçdefgğhıijklmnoöpqrsştuüvwxyz';
const SORTED_LETTERS = 200;

const rank = new Map(
  Array.from(ORDER, (letter, place) => [letter, String.fromCharCode(0x20 + place)]),
);
/** Letters of the alphabet that are a letter and a mark, as NFD writes them (ı has none). */
const MARKED = /[cs]\u0327|g\u0306|[ou]\u0308/g;

// Code units above the BMP would sort differently as UTF-16 and as UTF-8: such a letter becomes
// three that do not.
const flat = (letter: string): string => {
  const code = letter.codePointAt(0)!;
  return code < 0x10000
    ? letter
    : `\uffff${String.fromCharCode(0x4000 + (code >> 12))}${String.fromCharCode(0x4000 + (code & 0xfff))}`;
};

function sortKeyAny(text: string): string {
  // Case before decomposition, since I and İ are two letters; marks of the alphabet are kept by
  // composing again.
  const lower = clean(text)
    .normalize('NFC')
    .replace(/I/g, 'ı')
    .replace(/İ/g, 'i')
    .toLowerCase()
    .normalize('NFD');
  const letters = lower
    .replace(MARKED, pair => pair.normalize('NFC'))
    .replace(MARKS, '')
    .replaceAll('ς', 'σ');
  return Array.from(letters, letter => rank.get(letter) ?? flat(letter)).join('');
}

const sortTable = tableOf(sortKeyAny);

/**
 * A text whose code unit order (in UTF-16 and in UTF-8) is the Turkish alphabetical order: signs,
 * digits, then
 * a b c ç d e f g ğ h ı i j k l m n o ö p q r s ş t u ü v w x y z, without case (I is ı, İ is i),
 * then other scripts.
 * Only the first 200 code units count.
 */
export function sortKey(text: string): string {
  const start = text.length > SORTED_LETTERS ? text.slice(0, SORTED_LETTERS) : text;
  return lookUp(start, sortTable) ?? sortKeyAny(start);
}
