import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold, sortKey } from './turkish.ts';

const ALPHABET = Array.from('abcçdefgğhıijklmnoöpqrsştuüvwxyz');
const unicode = fc.string({ unit: 'binary' });
const latin = fc.string({
  unit: fc.constantFrom(...Array.from('aAbcÇçGğĞıIİiİsŞşuüÜ0 9-é\u0307\u0327\u0308\u0306')),
});

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const utf8Order = (a: string, b: string): number =>
  Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b)));

describe('fold', () => {
  test.each([
    ['çğıöşü', 'cgiosu'],
    ['ÇĞIİÖŞÜ', 'cgiiosu'],
    ['ıIiİ', 'iiii'],
    ['i\u0307 I\u0307 s\u0327 S\u0327', 'i i s s'],
    ['â É ñ', 'a e n'],
    ['İSTANBUL Diyarbakır', 'istanbul diyarbakir'],
    ['ΑΣ Ας', 'ασ ασ'],
    ['', ''],
  ])('maps %s to %s', (text, folded) => expect(fold(text)).toBe(folded));

  test('maps characters that are no text to one sign', () =>
    expect(fold('a\0\ud800')).toBe('a\ufffd\ufffd'));

  test('is idempotent', () => {
    fc.assert(fc.property(fc.oneof(unicode, latin), text => fold(fold(text)) === fold(text)));
  });

  test('of a concatenation is the concatenation of the folds', () => {
    fc.assert(fc.property(latin, latin, (a, b) => fold(a + b) === fold(a) + fold(b)));
  });

  test('gives the same by the table and by the slow path', () => {
    fc.assert(fc.property(latin, text => fold(`${text}\u2603`) === `${fold(text)}\u2603`));
  });
});

describe('sortKey', () => {
  const keyOrder = (a: string, b: string): number => order(sortKey(a), sortKey(b));

  test('sorts signs, digits and letters in alphabetical order', () => {
    const shuffled = ALPHABET.toReversed().concat('9', '0', '-');
    expect(shuffled.toSorted(keyOrder)).toEqual(['-', '0', '9', ...ALPHABET]);
  });

  test('orders single letters as a Turkish collator does', () => {
    const collator = new Intl.Collator('tr', { sensitivity: 'accent' });
    const letters = [
      ...ALPHABET,
      ...ALPHABET.map(letter => letter.toLocaleUpperCase('tr')),
      ...Array.from('0123456789'),
    ];
    for (const a of letters)
      for (const b of letters)
        expect([a, b, keyOrder(a, b)]).toEqual([a, b, Math.sign(collator.compare(a, b))]);
  });

  test.each([
    ['I', 'ı'],
    ['İ', 'i'],
    ['i\u0307', 'i'],
    ['I\u0307', 'i'],
    ['s\u0327', 'ş'],
    ['G\u0306', 'ğ'],
    ['É', 'e'],
    ['ŞİŞ', 'şiş'],
  ])('is equal for %s and %s', (a, b) => expect(sortKey(a)).toBe(sortKey(b)));

  test('sorts words alphabetically', () => {
    const words = [
      'zil',
      'şal',
      'ılık',
      'ilik',
      'çam',
      'can',
      'cam',
      'ırmak',
      'izmir',
      'sal',
      'öz',
      'oz',
      'Ali 2',
      'ali 10',
      'a',
    ];
    expect(words.toSorted(keyOrder)).toEqual([
      'a',
      'ali 10',
      'Ali 2',
      'cam',
      'can',
      'çam',
      'ılık',
      'ırmak',
      'ilik',
      'izmir',
      'oz',
      'öz',
      'sal',
      'şal',
      'zil',
    ]);
  });

  test('has the same order in UTF-16 and in UTF-8', () => {
    fc.assert(
      fc.property(unicode, unicode, (a, b) => keyOrder(a, b) === utf8Order(sortKey(a), sortKey(b))),
    );
  });

  test('considers only the first 200 code units', () => {
    expect(sortKey('a'.repeat(200) + 'b')).toBe(sortKey('a'.repeat(200) + 'c'));
    expect(sortKey('ş'.repeat(1 << 20)).length).toBe(200);
  });
});
