import type { Language } from '@hzm/contracts/core/language';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { cell, column, saved, type } from './grid.ts';
import {
  chooseLanguage,
  expectAccessible,
  expectFits,
  expectWhole,
  house,
  type Person,
} from './harness.ts';

const FIELDS = {
  ad: 'string',
  adet: 'number',
  tutar: 'currency',
  gün: 'date',
  an: 'datetime',
  ödendi: 'boolean',
  not: 'text',
  kod: 'object',
  ağırlık: 'weight',
};
const ROW = {
  ad: 'Çay',
  adet: 1234.5678,
  tutar: { amount: 3740.97, currency: 'TRY', symbol: '₺' },
  gün: '2026-04-22',
  an: '2026-04-22T07:08:09.123Z',
  ödendi: true,
  not: 'iki\nsatır "tırnak"\tsekme',
  kod: { a: [1, 'x'] },
  ağırlık: { value: 3.5, unit: 'kg' },
};

describe('the clipboard', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  beforeAll(async () => {
    ayse = await home.register('Ayşe');
  });
  const open = async (table: string, language: Language = 'tr', options = {}): Promise<Page> => {
    const page = await home.visitAs(ayse, '/dashboard', {
      permissions: ['clipboard-read', 'clipboard-write'],
      timezoneId: 'Europe/Istanbul',
      ...options,
    });
    await chooseLanguage(page, language);
    await page.goto(`/projects/${ayse.projectId}/data?table=${table}&sort=created_at`);
    await page.locator('[data-row]').first().waitFor();
    return page;
  };
  const paste = (page: Page, plain: string, html = ''): Promise<void> =>
    page.evaluate(
      ([text, markup]) => {
        const data = new DataTransfer();
        data.setData('text/plain', text!);
        if (markup !== '') data.setData('text/html', markup!);
        document.activeElement!.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        );
      },
      [plain, html],
    );
  const rowsOf = async (table: string): Promise<Record<string, unknown>[]> =>
    (
      await home.ask<{ rows: Record<string, unknown>[] }>(
        'GET',
        `/data/table/${table}?sort=created_at`,
        undefined,
        ayse.token,
      )
    ).rows.map(row =>
      Object.fromEntries(
        Object.keys(FIELDS)
          .filter(name => name in row)
          .map(name => [name, row[name]]),
      ),
    );

  it.each(['tr', 'en'] as const)(
    'gives back what was copied, of every type: by HTML, and by text alone (%s)',
    async language => {
      const table = await home.table(ayse, `Kopya ${language}`, FIELDS, [
        ROW,
        { ad: 'html' },
        { ad: 'metin' },
      ]);
      const page = await open(table, language);
      await cell(page, 'Çay', 'ad').click();
      await page.keyboard.press('Shift+End');
      await page.evaluate(() =>
        window.addEventListener(
          'copy',
          ({ clipboardData }) =>
            Object.assign(globalThis, {
              copied: ['text/plain', 'text/html'].map(type => clipboardData!.getData(type)),
            }),
          { once: true },
        ),
      );
      await page.keyboard.press('Control+c');
      const [plain, html] = await page.evaluate(
        () => (globalThis as unknown as { copied: string[] }).copied,
      );
      expect(plain!.split('\t').slice(0, 6)).toEqual(
        language === 'tr'
          ? ['Çay', '1234,5678', '3740,97 ₺', '22.04.2026', '22.04.2026 10:08:09.123', 'DOĞRU']
          : ['Çay', '1234.5678', '3740.97 ₺', '2026-04-22', '2026-04-22 10:08:09.123', 'TRUE'],
      );
      for (const key of ['Home', 'ArrowRight', 'ArrowDown', 'Control+v'])
        await page.keyboard.press(key);
      await saved(page);
      for (const key of ['Home', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
      await paste(page, plain!);
      await saved(page);
      expect(html).toContain('data-hzm-language');
      expect(await rowsOf(table)).toEqual([ROW, ROW, ROW]);
      await page.context().close();
    },
  );

  it('takes what the grid shows and what spreadsheets write', async () => {
    const table = await home.table(
      ayse,
      'Yapıştır',
      { tutar: 'currency', ödendi: 'boolean', gün: 'date' },
      Array.from({ length: 4 }, () => ({})),
    );
    const page = await open(table);
    await page.locator('[data-cell="0:1"]').click();
    await paste(
      page,
      '1.234,50 ₺\tDOĞRU\t22.04.2026\n₺1.234,50\tYANLIŞ\t22 Nisan 2026\n1.234,50 TL\tEvet\t22/04/2026\n$1,234.50\tTRUE\t2026-04-22',
    );
    await expect.poll(() => page.getByTestId('said').textContent()).toBe('12 hücre değişti.');
    await saved(page);
    const lira = { amount: 1234.5, currency: 'TRY', symbol: '₺' };
    expect(await rowsOf(table)).toEqual(
      [lira, lira, lira, { amount: 1234.5, currency: 'USD', symbol: '$' }].map((tutar, at) => ({
        tutar,
        ödendi: at !== 1,
        gün: '2026-04-22',
      })),
    );
    await page.context().close();
  });

  it('loses nothing beyond the last row: rows are offered, columns named, and all is one act', async () => {
    const table = await home.table(ayse, 'Kenar', { ad: 'string', adet: 'number' }, [
      { ad: 'bir', adet: 1 },
      { ad: 'son', adet: 2 },
    ]);
    const page = await open(table);
    await cell(page, 'son', 'ad').click();
    const lines = Array.from({ length: 8 }, (_, n) => `yeni ${n}\t${n}\tfazla ${n}`).join('\n');
    await paste(page, lines);
    const question = page.getByRole('dialog', { name: 'Yapıştırılanın tamamı sığmıyor' });
    await question.getByText('7 satır son kaydın altında kalıyor.').waitFor();
    await question.getByText('“fazla 0”').waitFor();
    await expectAccessible(page, 'paste');
    await question.getByRole('button', { name: 'İptal' }).click();
    await expect.poll(() => question.count()).toBe(0);
    expect(await column(page, 'ad')).toEqual(['bir', 'son']);
    await expect
      .poll(() => cell(page, 'son', 'ad').evaluate(element => element === document.activeElement))
      .toBe(true);
    await paste(page, lines);
    await question.getByRole('button', { name: '7 kayıt ekle' }).click();
    await saved(page);
    await expect
      .poll(async () => (await rowsOf(table)).map(({ ad }) => ad))
      .toEqual(['bir', ...Array.from({ length: 8 }, (_, n) => `yeni ${n}`)]);
    await expect
      .poll(() => column(page, 'ad'))
      .toEqual(['bir', ...Array.from({ length: 8 }, (_, n) => `yeni ${n}`)]);
    await expect.poll(() => question.count()).toBe(0);
    await page.keyboard.press('Control+z');
    await saved(page);
    await expect
      .poll(() => rowsOf(table))
      .toEqual([
        { ad: 'bir', adet: 1 },
        { ad: 'son', adet: 2 },
      ]);
    await page.context().close();
  });

  it('selects pasted rows where they stand, in sight and under the pointer, as a new row does', async () => {
    const table = await home.table(
      ayse,
      'Sondan sonra',
      { ad: 'string', adet: 'number' },
      Array.from({ length: 60 }, (_, n) => ({ ad: `eski ${n}`, adet: n })),
    );
    const page = await open(table);
    await page.locator('[data-cell="0:1"]').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await paste(page, Array.from({ length: 6 }, (_, n) => `yeni ${n}\t${n}`).join('\n'));
    await page.getByRole('button', { name: '5 kayıt ekle' }).click();
    await saved(page);
    const under = (): Promise<string | null> =>
      page.evaluate(() => {
        const { left, top, width, height } = document.activeElement!.getBoundingClientRect();
        const found = document.elementFromPoint(left + width / 2, top + height / 2);
        return found?.closest('[data-cell]')?.querySelector('[data-value]')?.textContent ?? null;
      });
    await expect
      .poll(async () => [
        await page.locator('[data-cell][data-active]').getAttribute('data-cell'),
        await under(),
        await page.locator('[data-selected] [data-value]').allTextContents(),
      ])
      .toEqual(['60:1', 'yeni 1', [1, 2, 3, 4, 5].flatMap(n => [`yeni ${n}`, String(n)])]);
    await page.getByRole('button', { name: 'Yeni kayıt' }).click();
    const form = page.getByRole('form', { name: 'Yeni kayıt' });
    await form.getByLabel('ad', { exact: true }).fill('en yeni');
    await page.keyboard.press('Enter');
    await saved(page);
    await expect.poll(under).toBe('en yeni');
    await page.context().close();
  });

  it('keeps pasted rows of a long sorted table in sight once its dialog is closed', async () => {
    const table = await home.table(
      ayse,
      'Uzun ve sıralı',
      { ad: 'string', adet: 'number' },
      Array.from({ length: 180 }, (_, n) => ({ ad: `eski ${String(n).padStart(3, '0')}` })),
    );
    const page = await open(table);
    await page.goto(`/projects/${ayse.projectId}/data?table=${table}&sort=ad`);
    await page.locator('[data-cell="0:1"]').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await cell(page, 'eski 179', 'ad').waitFor();
    await paste(page, 'son\t0\neski 090a\t1\neski 090b\t2');
    await page.getByRole('button', { name: '2 kayıt ekle' }).click();
    await saved(page);
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    const seen = (): Promise<(string | null)[]> =>
      page.locator('[data-selected] [data-value]').evaluateAll(values =>
        values
          .filter(value => {
            const { left, top, height } = value.getBoundingClientRect();
            return value.contains(document.elementFromPoint(left + 2, top + height / 2));
          })
          .map(({ textContent }) => textContent),
      );
    await expect
      .poll(async () => new Set(await seen()))
      .toEqual(new Set(['1', '2', 'eski 090a', 'eski 090b']));
    await page.context().close();
  });

  it('reads a column by one rule and says which; a text that does not fit waits in its cell', async () => {
    const table = await home.table(ayse, 'Kural', { gün: 'date', adet: 'number' }, [{}, {}]);
    const page = await open(table);
    await page.locator('[data-cell="0:1"]').click();
    await paste(page, '3/4/2026\tüç\n12/25/2026\t7');
    await expect
      .poll(() => page.getByTestId('said').textContent())
      .toBe('gün: ay/gün/yıl olarak okundu. 3 hücre değişti. 1 değer alanına uymadı.');
    const question = page.getByRole('region', { name: 'Kararınızı bekleyenler' });
    await question.getByText('Bir sayı girin').waitFor();
    await question.getByText('üç', { exact: true }).waitFor();
    await expectAccessible(page, 'a text that does not fit');
    const unfit = page.locator('[data-cell="0:2"]');
    expect([await unfit.getAttribute('data-mark'), await unfit.innerText()]).toEqual([
      'failed',
      expect.stringContaining('üç'),
    ]);
    await type(page, unfit, '3');
    await saved(page);
    expect(await question.count()).toBe(0);
    expect(await rowsOf(table)).toEqual([
      { gün: '2026-03-04', adet: 3 },
      { gün: '2026-12-25', adet: 7 },
    ]);
    await page.context().close();
  });

  it.each([
    ['tr', 'dark'],
    ['en', 'light'],
  ] as const)('asks on a phone, too (%s, %s)', async (language, colorScheme) => {
    const table = await home.table(ayse, `Telefon ${language}`, { ad: 'string' }, [{ ad: 'bir' }]);
    const page = await open(table, language, {
      viewport: { width: 320, height: 640 },
      colorScheme,
    });
    await cell(page, 'bir', 'ad').click();
    await paste(page, 'a\tuzun bir metin ki sütunu olmadığından yazılmayacak\nb');
    await page.getByRole('dialog').waitFor();
    await expectFits(page, 'paste');
    await expectWhole(page, 'paste');
    await expectAccessible(page, 'paste');
    await page.context().close();
  });
});
