import { describe, expect, it } from 'vitest';
import { kindOf, typeOf } from './guessed-type.ts';

const guessed = (language: 'tr' | 'en', ...texts: string[]) =>
  typeOf(new Set(texts.map(text => kindOf(text, language))));

describe('the type that texts suggest', () => {
  it.each([
    ['number', '1,5', '2'],
    ['integer', '1.250', '7'],
    ['date', '12.05.2026', '1.6.2026'],
    ['datetime', '12.05.2026 10:30', '1.6.2026'],
    ['boolean', 'evet', 'HAYIR'],
    ['email', 'ayse@example.com', 'mehmet@example.com'],
    ['url', 'https://example.com/a', 'http://example.com'],
    ['currency', '12 ₺', '3,50 TRY'],
    ['string', 'ayse@example.com', 'Ayşe'],
    ['string', '12.05.2026', 'yarın'],
    ['string', '@ayse', 'a@b'],
  ])('is %s for “%s” and “%s” in Turkish', (type, ...texts) => {
    expect(guessed('tr', ...texts)).toBe(type);
  });

  it('is that of a text, when nothing is written', () => {
    expect(guessed('en')).toBe('string');
  });
});
