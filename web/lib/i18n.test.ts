import type { Language } from '@hzm/contracts/core/language';
// @vitest-environment jsdom
import i18n from 'i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { changeLanguage, giveTexts, loadTexts, startTexts } from './i18n.ts';
import { readersLanguage } from './language.ts';

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

it('words that go with a number are chosen by the plural of the language', async () => {
  const common = { close: '{{n}} {{n, row|rows}}' };
  const choose = await giveTexts({ tr: { common }, en: { common } });
  await choose('en');
  expect([0, 1, '1', 2, 'Unlimited'].map(n => i18n.t('close', { n }))).toEqual([
    '0 rows',
    '1 row',
    '1 row',
    '2 rows',
    'Unlimited rows',
  ]);
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

describe('the language of a reader', () => {
  const read = (saved: string | null, browser: readonly string[], page: string): string => {
    localStorage.clear();
    if (saved !== null) localStorage.setItem('preferred-language', saved);
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(browser);
    document.documentElement.lang = page;
    return readersLanguage();
  };
  afterEach(() => vi.restoreAllMocks());

  it.each([
    ['the saved one first', 'en', ['tr'], 'tr', 'en'],
    ['then the first of the browser that there is', null, ['de', 'en-GB', 'tr'], 'tr', 'en'],
    ['then that of the page', null, ['de'], 'en', 'en'],
    ['else Turkish', null, [], '', 'tr'],
    ['as if nothing were saved, if there is no such language', 'xx', ['en'], 'tr', 'en'],
    ['whatever the region and the case', 'EN-us', ['tr'], 'tr', 'en'],
  ])('is %s', (_, saved, browser, page, language) => {
    expect(read(saved, browser, page)).toBe(language);
  });

  it('is kept when it is chosen, for the application and for the server', async () => {
    await giveTexts({ tr: { common: {} }, en: { common: {} } });
    await changeLanguage('en');
    expect([localStorage.getItem('preferred-language'), document.cookie]).toEqual([
      'en',
      expect.stringContaining('preferred-language=en'),
    ]);
    await changeLanguage('tr');
    expect(read(localStorage.getItem('preferred-language'), ['en'], 'en')).toBe('tr');
  });
});

describe('the loading of texts', () => {
  const fetched = vi.fn<typeof fetch>();
  const texts = (json: object) => () => Promise.resolve(Response.json(json));
  const status = (code: number) => () => Promise.resolve(new Response('', { status: code }));
  const asked = (): string[] => fetched.mock.calls.map(([address]) => address as string);
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', fetched.mockReset());
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const start = async (language: Language): Promise<void> => {
    localStorage.setItem('preferred-language', language);
    const started = startTexts();
    await vi.advanceTimersByTimeAsync(3_000);
    await started;
  };

  it.each<[string, typeof fetch]>([
    ['the server fails', status(503)],
    ['there is no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['an answer breaks off', () => Promise.resolve(new Response('{"close": "Ka'))],
  ])(
    'is tried again five times, after 350 ms and twice as long each time, if %s',
    async (_, fail) => {
      const times: number[] = [];
      const begun = Date.now();
      fetched.mockImplementation((...request) => {
        times.push(Date.now() - begun);
        return fail(...request);
      });
      await start('tr');
      await vi.advanceTimersByTimeAsync(60_000);
      expect(times).toEqual([0, 350, 1_050, 2_450, 5_250, 10_850]);
      expect(new Set(asked())).toEqual(new Set(['/locales/tr/common.json']));
    },
  );

  it('goes on with what came after another try', async () => {
    fetched.mockImplementationOnce(status(500)).mockImplementation(texts({ close: 'Kapat' }));
    await start('tr');
    expect(i18n.t('close')).toBe('Kapat');
  });

  it('is not tried again if the server has no such texts', async () => {
    fetched.mockImplementation(status(404));
    await start('tr');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked()).toEqual(['/locales/tr/common.json']);
  });

  it('falls back to Turkish texts where there are none of the language', async () => {
    fetched.mockImplementation(address =>
      (address as string).includes('/en/') ? status(404)() : texts({ close: 'Kapat' })(),
    );
    await start('en');
    expect(asked()).toEqual(['/locales/en/common.json', '/locales/tr/common.json']);
    expect([i18n.language, i18n.t('close')]).toEqual(['en', 'Kapat']);
  });

  it('asks for ten files at once at most', async () => {
    fetched.mockImplementation(texts({}));
    await start('tr');
    fetched.mockReset().mockReturnValue(new Promise(() => {}));
    void loadTexts(...Array.from({ length: 15 }, (_, index) => `many-${index}`));
    await vi.advanceTimersByTimeAsync(0);
    expect(fetched).toHaveBeenCalledTimes(10);
  });
});
