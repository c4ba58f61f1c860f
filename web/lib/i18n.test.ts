// @vitest-environment jsdom
import i18n from 'i18next';
import { expect, it } from 'vitest';
import { giveTexts } from './i18n.ts';

it("numbers in texts are formatted in the text's language", async () => {
  const common = {
    optional: '{{count}} kayıt',
    copied: 'en çok {{count, number}}',
    close: '{{name}}.',
  };
  const choose = await giveTexts({ tr: { common }, en: { common } });
  expect([
    i18n.t('optional', { count: 9600 }),
    i18n.t('copied', { count: 1000.5 }),
    i18n.t('close', { name: '9600' }),
  ]).toEqual(['9.600 kayıt', 'en çok 1.000,5', '9600.']);
  await choose('en');
  expect(i18n.t('optional', { count: 9600 })).toBe('9,600 kayıt');
});

it("words within a sentence are lowercased in the text's language", async () => {
  const common = { close: '{{name}} proje, {{name, lowercase}} tablo' };
  const choose = await giveTexts({ tr: { common }, en: { common } });
  expect([i18n.t('close', { name: 'Işıklı İlk' }), i18n.t('close', { name: '9.600' })]).toEqual([
    'Işıklı İlk proje, ışıklı ilk tablo',
    '9.600 proje, 9.600 tablo',
  ]);
  await choose('en');
  expect(i18n.t('close', { name: 'Unlimited' })).toBe('Unlimited proje, unlimited tablo');
});
