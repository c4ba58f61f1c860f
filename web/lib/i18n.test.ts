import i18n from 'i18next';
import { expect, it } from 'vitest';
import { giveTexts } from './i18n.ts';

it('writes every number in a text as its language does', async () => {
  const common = { some: '{{count}} kayıt', most: 'en çok {{count, number}}', named: '{{name}}.' };
  const choose = await giveTexts({ tr: { common }, en: { common } });
  // Texts of this test alone, which the type of keys does not know.
  const write = i18n.t as (key: string, values: object) => string;
  expect([write('some', { count: 9600 }), write('most', { count: 1000.5 }), write('named', { name: '9600' })]).toEqual(['9.600 kayıt', 'en çok 1.000,5', '9600.']);
  await choose('en');
  expect(write('some', { count: 9600 })).toBe('9,600 kayıt');
});
