import fc from 'fast-check';
import { expect, it } from 'vitest';
import { safeFileName } from './file-name.ts';

it('safeFileName keeps usual file names', () => {
  for (const name of [
    'Şubat faturası (2).pdf',
    'résumé.docx',
    '写真.jpg',
    'a.tar.gz',
    'Ürün – son hâli.xlsx',
    '👍🏽.png',
  ])
    expect(safeFileName(name)).toBe(name.normalize('NFC'));
});

it.each([
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\boot.ini', 'boot.ini'],
  ['/', 'file'],
  ['..', 'file'],
  ['', 'file'],
  ['   ', 'file'],
  ['.bashrc', 'bashrc'],
  ['a\u0000b\u001b[31m.txt', 'ab[31m.txt'],
  ['a\r\nSet-Cookie: x', 'aSet-Cookie_ x'],
  ['photo\u202egpj.exe', 'photogpj.exe'],
  ['a\u200b\ufeffb.txt', 'ab.txt'],
  ['a"b<c>d|e?f*.txt', 'a_b_c_d_e_f_.txt'],
  ['CON', '_CON'],
  ['nul.txt', '_nul.txt'],
  ['a. . .', 'a'],
  ['\ud800.txt', 'txt'],
  ['e\u0301.txt', 'é.txt'],
  ['e\u200b\u0301.txt', 'é.txt'],
])('makes %j into %j', (given, name) => {
  expect(safeFileName(given)).toBe(name);
});

it('safeFileName keeps the extension of a name that is too long', () => {
  const name = safeFileName(`${'ş'.repeat(300)}.jpeg`);
  expect([name.endsWith('ş.jpeg'), Buffer.byteLength(name)]).toEqual([true, 255]);
});

it('safeFileName returns safe names for hostile input and is idempotent', () => {
  const hostile = fc.string({
    unit: fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }),
      fc.constantFrom(
        '.',
        '..',
        '/',
        '\\',
        ' ',
        '\u202e',
        '\u0000',
        '\n',
        '"',
        'ğ',
        '👍',
        '\ud83d',
        'con',
      ),
    ),
    maxLength: 400,
  });
  fc.assert(
    fc.property(hostile, given => {
      const name = safeFileName(given);
      expect(name).not.toBe('');
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      expect(name).not.toMatch(/[\\/<>:"|?*\p{Cc}\p{Cf}\p{Cs}]|^[. ]|[. ]$/u);
      expect(safeFileName(name)).toBe(name);
    }),
    { numRuns: 2_000 },
  );
});
