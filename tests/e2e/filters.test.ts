import type { Language } from '@hzm/contracts/core/language';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { column } from './grid.ts';
import {
  chooseLanguage,
  expectAccessible,
  expectFits,
  expectWhole,
  house,
  type Person,
} from './harness.ts';

describe('a filter', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let table: string;
  let page: Page;
  beforeAll(async () => {
    ayse = await home.register('Ayşe');
    const lira = (amount: number) => ({ amount, currency: 'TRY', symbol: '₺' });
    table = await home.table(
      ayse,
      'Satışlar',
      {
        ad: 'string',
        adet: 'number',
        tutar: 'currency',
        gün: 'date',
        an: 'datetime',
        ödendi: 'boolean',
      },
      [
        {
          ad: 'Çay',
          adet: 5,
          tutar: lira(11842.8),
          gün: '2025-09-05',
          an: '2025-09-05T09:00:00.000Z',
          ödendi: true,
        },
        {
          ad: 'Şeker',
          adet: 15,
          tutar: lira(20),
          gün: '2025-10-01',
          an: '2025-10-01T09:00:00.000Z',
          ödendi: false,
        },
        {
          ad: 'Un',
          adet: 50,
          tutar: lira(7.5),
          gün: '2026-01-10',
          an: '2026-01-10T22:30:00.000Z',
          ödendi: true,
        },
        { ad: 'Tuz, iri', adet: 1842 },
      ],
    );
    page = await open('tr');
  });
  const open = async (language: Language, options = {}): Promise<Page> => {
    const opened = await home.visitAs(ayse, '/dashboard', {
      timezoneId: 'Europe/Istanbul',
      ...options,
    });
    await chooseLanguage(opened, language);
    await opened.goto(`/projects/${ayse.projectId}/data?table=${table}&sort=created_at`);
    await opened.locator('[data-row]').first().waitFor();
    return opened;
  };
  const found = (on = page): Promise<string[]> => column(on, 'ad');
  const clear = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Filtreleri temizle' }).click();
    await expect.poll(() => found().then(all => all.length)).toBe(4);
  };

  it('understands what the cells show, and comparisons', async () => {
    for (const [field, text, names] of [
      ['tutar', '11.842,80', ['Çay']],
      ['tutar', '11.842,80 ₺', ['Çay']],
      ['adet', '>10', ['Şeker', 'Un', 'Tuz, iri']],
      ['adet', '10..20', ['Şeker']],
      ['adet', '5', ['Çay', 'Şeker', 'Un']],
      ['adet', '=5', ['Çay']],
      ['gün', '05.09.2025', ['Çay']],
      ['gün', '<2026-01-01', ['Çay', 'Şeker']],
      ['gün', 'ekim 2025', []],
      ['gün', '10.2025', ['Şeker']],
      ['an', '11.01.2026', ['Un']],
      ['ad', '=tuz, İRİ', ['Tuz, iri']],
      ['gün', '=', ['Tuz, iri']],
    ] as const) {
      await page.getByLabel(`${field} filtrele`).fill(text);
      await expect
        .poll(() => found(), { message: `${field}: ${text}` })
        .toEqual(text === 'ekim 2025' ? ['Şeker'] : names);
      await clear();
    }
  });

  it('chooses yes and no', async () => {
    await page.getByLabel('ödendi filtrele').selectOption({ label: 'Hayır' });
    await expect.poll(() => found()).toEqual(['Şeker']);
    await page.getByLabel('ödendi filtrele').selectOption({ label: 'boştur' });
    await expect.poll(() => found()).toEqual(['Tuz, iri']);
    await clear();
  });

  it('says when it understands nothing, and finds what it found before', async () => {
    await page.getByLabel('adet filtrele').fill('çok');
    await expect
      .poll(() => page.getByLabel('adet filtrele').getAttribute('aria-invalid'))
      .toBe('true');
    await page.getByRole('status').getByText('Bir sayı girin').waitFor();
    expect((await found()).length).toBe(4);
    await page.getByLabel('adet filtrele').fill('');
  });

  it('offers every condition in a form, by keyboard, and values by how often they come', async () => {
    await page.getByRole('button', { name: 'adet için filtre seçenekleri' }).focus();
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'adet için filtre seçenekleri' });
    await form.getByLabel('Koşul').waitFor();
    await expectAccessible(page, 'filter form');
    expect(await form.getByLabel('Koşul').locator('option').allTextContents()).toEqual([
      'içerir',
      'eşittir',
      'eşit değildir',
      'büyüktür',
      'büyük ya da eşittir',
      'küçüktür',
      'küçük ya da eşittir',
      'arasındadır',
      'şunlardan biridir',
      'boştur',
      'boş değildir',
    ]);
    await form.getByLabel('Koşul').selectOption({ label: 'arasındadır' });
    await form.getByLabel('En az').fill('6');
    await form.getByLabel('En çok').fill('1.842');
    await page.keyboard.press('Enter');
    await expect.poll(() => found()).toEqual(['Şeker', 'Un', 'Tuz, iri']);
    expect(await page.getByLabel('adet filtrele').inputValue()).toBe('6..1842');
    await clear();
    await page.getByRole('button', { name: 'ad için filtre seçenekleri' }).click();
    const values = page.getByRole('dialog', { name: 'ad için filtre seçenekleri' });
    await values.getByLabel('Koşul').selectOption({ label: 'şunlardan biridir' });
    await values.getByRole('checkbox', { name: 'Çay' }).check();
    await values.getByRole('checkbox', { name: 'Tuz, iri' }).check();
    await expectAccessible(page, 'values');
    await values.getByRole('button', { name: 'Uygula' }).click();
    await expect.poll(() => found()).toEqual(['Çay', 'Tuz, iri']);
  });

  it('stands in the address and reads in the language of whoever opens it', async () => {
    await page.goto(`/projects/${ayse.projectId}/data?table=${table}&sort=created_at`);
    await page.getByLabel('gün filtrele').fill('<01.10.2025');
    await expect.poll(() => found()).toEqual(['Çay']);
    const english = await open('en');
    await english.goto(page.url());
    await english.locator('[data-row]').first().waitFor();
    await expect.poll(() => found(english)).toEqual(['Çay']);
    expect(await english.getByLabel('Filter gün').inputValue()).toBe('<01 Oct 2025');
    await english.getByLabel('Filter gün').fill('Sep 5, 2025');
    await expect.poll(() => found(english)).toEqual(['Çay']);
    await english.getByLabel('Filter gün').fill('');
    await english.getByLabel('Filter tutar').fill('11,842.80');
    await expect.poll(() => found(english)).toEqual(['Çay']);
    await english.context().close();
  });

  it.each([
    ['tr', 'dark'],
    ['en', 'light'],
  ] as const)('fits a phone (%s, %s)', async (language, colorScheme) => {
    const phone = await open(language, {
      viewport: { width: 320, height: 640 },
      hasTouch: true,
      isMobile: true,
      colorScheme,
    });
    await phone
      .getByRole('button', {
        name: language === 'tr' ? 'ad için filtre seçenekleri' : 'Filter options of ad',
        exact: true,
      })
      .click();
    await phone.getByRole('dialog').waitFor();
    await expectFits(phone, 'filter form');
    await expectWhole(phone, 'filter form');
    await expectAccessible(phone, 'filter form');
    await phone.context().close();
  });
});
