import type { Locator, Page } from 'playwright';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { cell, type } from './grid.ts';
import {
  chooseLanguage,
  expectAccessible,
  expectFits,
  expectWhole,
  house,
  type Person,
} from './harness.ts';

describe('a row beside the grid', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let table: string;
  let page: Page;
  const onServer = async (): Promise<unknown[]> =>
    (
      await home.ask<{ rows: { ad: string; stok: number }[] }>(
        'GET',
        `/data/table/${table}?sort=created_at`,
        undefined,
        ayse.token,
      )
    ).rows.map(({ ad, stok }) => [ad, stok]);
  const drawer = (): Locator => page.getByRole('dialog');
  const input = (field: string): Locator => drawer().getByRole('textbox', { name: field });
  const open = async (ad: string): Promise<void> => {
    await cell(page, ad, 'ad').click();
    await page.keyboard.press('Space');
    await drawer().waitFor();
  };
  beforeAll(async () => {
    ayse = await home.register('Ayşe');
    page = await home.visitAs(ayse, '/projects');
  });
  beforeEach(async () => {
    table = await home.table(
      ayse,
      `Ürünler ${crypto.randomUUID().slice(0, 6)}`,
      { ad: 'string', stok: 'number' },
      ['Çay', 'Şeker', 'Un'].map((ad, stok) => ({ ad, stok })),
    );
    await page.goto(`/projects/${ayse.projectId}/data?table=${table}&sort=created_at`);
    await cell(page, 'Çay', 'ad').waitFor();
  });

  it.each(['Escape', 'the close button', 'outside', 'Back'] as const)(
    'opens on its first field and keeps what was written, whatever leads away: %s',
    async way => {
      await open('Çay');
      await expect
        .poll(() => input('ad').evaluate(element => element === document.activeElement))
        .toBe(true);
      await input('stok').fill('12,5');
      if (way === 'Escape') await page.keyboard.press('Escape');
      if (way === 'the close button') await drawer().getByRole('button', { name: 'Kapat' }).click();
      if (way === 'outside') await page.mouse.click(200, 400);
      if (way === 'Back') await page.goBack();
      await expect.poll(() => drawer().count()).toBe(0);
      await expect.poll(onServer).toEqual([
        ['Çay', 12.5],
        ['Şeker', 1],
        ['Un', 2],
      ]);
    },
  );

  it('does not lose what is no value: it says so, and lets go of it when asked to', async () => {
    await open('Şeker');
    await input('stok').fill('çok');
    await page.keyboard.press('Escape');
    await drawer().getByRole('alert').getByText('Bir sayı girin').waitFor();
    await expect
      .poll(() => input('stok').evaluate(element => element === document.activeElement))
      .toBe(true);
    await expectAccessible(page, 'a row with what is no value');
    await drawer().getByRole('button', { name: 'Vazgeç' }).click();
    expect(await input('stok').inputValue()).toBe('1');
    await page.keyboard.press('Escape');
    await expect.poll(() => drawer().count()).toBe(0);
  });

  it('goes to the next and the previous row, keeping what was written, and leaves the focus there', async () => {
    await open('Çay');
    await expect.poll(() => page.getByTestId('row-place').textContent()).toBe('1 / 3');
    await input('stok').fill('9');
    await drawer().getByRole('button', { name: 'Sonraki kayıt' }).click();
    await expect.poll(() => input('ad').inputValue()).toBe('Şeker');
    expect(await page.getByRole('heading', { name: /Şeker/ }).count()).toBe(1);
    await page.keyboard.press('Alt+PageDown');
    await expect.poll(() => input('ad').inputValue()).toBe('Un');
    expect(await drawer().getByRole('button', { name: 'Sonraki kayıt' }).isDisabled()).toBe(true);
    await page.keyboard.press('Alt+PageUp');
    await expect.poll(() => input('ad').inputValue()).toBe('Şeker');
    await expect.poll(onServer).toEqual([
      ['Çay', 9],
      ['Şeker', 1],
      ['Un', 2],
    ]);
    await page.keyboard.press('Escape');
    await expect
      .poll(() => cell(page, 'Şeker', 'ad').evaluate(element => element === document.activeElement))
      .toBe(true);
    expect(new URL(page.url()).searchParams.has('row')).toBe(false);
  });

  it('leaves the cursor in the cell that it was opened from', async () => {
    const isFocused = (ad: string): Promise<boolean> =>
      cell(page, ad, 'stok').evaluate(element => element === document.activeElement);
    await cell(page, 'Şeker', 'stok').click();
    await page.keyboard.press('Space');
    await drawer().waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => isFocused('Şeker')).toBe(true);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => isFocused('Un')).toBe(true);
  });

  it.each([
    ['tr', 'light'],
    ['en', 'dark'],
  ] as const)('fits a phone (%s, %s)', async (language, colorScheme) => {
    const phone = await home.visitAs(ayse, '/dashboard', {
      viewport: { width: 320, height: 640 },
      hasTouch: true,
      isMobile: true,
      colorScheme,
    });
    await chooseLanguage(phone, language);
    const { rows } = await home.ask<{ rows: { id: string }[] }>(
      'GET',
      `/data/table/${table}`,
      undefined,
      ayse.token,
    );
    await phone.goto(`/projects/${ayse.projectId}/data?table=${table}&row=${rows[1]!.id}`);
    await phone.getByTestId('row-place').waitFor();
    await expectAccessible(phone, 'row');
    await expectFits(phone, 'row');
    await expectWhole(phone, 'row');
    await phone.context().close();
  });
});

describe('what is said', needs(chromium), () => {
  const home = house();

  it('goes when it is not true any more, and what comes and goes leaves the grid and its footer where they are', async () => {
    const ayse = await home.register('Ayşe');
    const table = await home.table(
      ayse,
      'Ürünler',
      { ad: 'string', stok: 'number' },
      Array.from({ length: 60 }, (_, n) => ({ ad: `satır ${n}`, stok: n })),
    );
    const page = await home.visitAs(
      ayse,
      `/projects/${ayse.projectId}/data?table=${table}&sort=created_at`,
    );
    await cell(page, 'satır 0', 'ad').waitFor();
    const places = async (): Promise<unknown> => [
      (await page.getByTestId('grid').boundingBox())!.y,
      await page.getByTestId('row-count').evaluate(element => {
        const { bottom } = element.getBoundingClientRect();
        return [bottom <= innerHeight, bottom];
      }),
    ];
    const before = await places();
    expect((before as [number, [boolean]])[1][0]).toBe(true);

    const { rows } = await home.ask<{ rows: { id: string }[] }>(
      'GET',
      `/data/table/${table}?sort=created_at&limit=1`,
      undefined,
      ayse.token,
    );
    const { token } = await home.ask<{ token: string }>('POST', '/auth/login', {
      email: ayse.email,
      password: 'gizli-1',
    });
    await home.ask('PUT', `/data/table/${table}/rows/${rows[0]!.id}`, { stok: 5 }, token);
    await expect.poll(() => page.getByTestId('activity').textContent()).toContain('değiştirdi');
    expect(await places()).toEqual(before);
    await type(page, cell(page, 'satır 1', 'stok'), '50');
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.getByTestId('said').textContent()).toContain('Geri alındı');
    expect(await places()).toEqual(before);

    await page.context().setOffline(true);
    await page.getByText('Çevrimdışısınız.').waitFor();
    expect(await places()).toEqual(before);
    await page.context().setOffline(false);
    await expect.poll(() => page.getByText('Çevrimdışısınız.').count()).toBe(0);
    await expect.poll(() => page.getByTestId('said').textContent(), { timeout: 12_000 }).toBe('');
    await expect
      .poll(() => page.getByTestId('activity').textContent(), { timeout: 20_000 })
      .toBe('');
  });
});
