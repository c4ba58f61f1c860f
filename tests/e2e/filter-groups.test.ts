import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { cell, column, focusIsIn, saveView, type } from './grid.ts';
import { expectAccessible, expectFits, house, type Person } from './harness.ts';

describe('groups of conditions', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let can: Person;
  let table: string;
  let hers: Page;
  const path = (): string => `/projects/${ayse.projectId}/data?table=${table}`;

  beforeAll(async () => {
    [ayse, can] = [await home.register('Ayşe'), await home.register('Can')];
    await home.letIn(ayse, can, 'editor');
    table = await home.table(
      ayse,
      'Ürünler',
      { ad: 'string', stok: 'number' },
      ['Çay', 'Şeker', 'Un', 'Tuz'].map((ad, i) => ({ ad, stok: i + 1 })),
    );
    hers = await home.visitAs(ayse, path());
    await cell(hers, 'Un', 'ad').waitFor();
  });

  const conditions = (page: Page) => page.getByRole('dialog', { name: 'Filtreler' });
  const condition = (page: Page, place: number) =>
    conditions(page).getByRole('group', { name: `${place}. koşul`, exact: true });

  it('are made in one form, with the keyboard alone', async () => {
    await hers.getByRole('button', { name: 'Filtrele', exact: true }).focus();
    await hers.keyboard.press('Enter');
    await expect.poll(() => focusIsIn(hers, '[data-condition-field]')).toBe(true);
    await condition(hers, 1).getByLabel('Değer').fill('çay');
    await expectAccessible(hers, 'the conditions');
    await hers.mouse.click(5, 5);
    expect(await condition(hers, 1).getByLabel('Değer').inputValue()).toBe('çay');
    await conditions(hers).getByText('Biri yetsin').click();
    await conditions(hers).getByRole('button', { name: 'Grup ekle' }).press('Enter');
    const group = conditions(hers).getByRole('group', { name: '1. koşul grubu' });
    const inner = (place: number) =>
      group.getByRole('group', { name: `${place}. koşul`, exact: true });
    for (const [place, how, value] of [
      [1, 'gte', '3'],
      [2, 'lt', '4'],
    ] as const) {
      await inner(place).getByLabel('Alan', { exact: true }).selectOption('stok');
      await inner(place).getByLabel('Koşul', { exact: true }).selectOption(how);
      await inner(place)
        .getByLabel('Değer')
        .fill(place === 1 ? 'üç' : value);
    }
    await hers.keyboard.press('Enter');
    await inner(1).getByText('Bir sayı girin').waitFor();
    await inner(1).getByLabel('Değer').fill('3');
    await hers.keyboard.press('Enter');
    await expect.poll(() => column(hers, 'ad')).toEqual(['Un', 'Çay']);
    await hers
      .getByRole('button', { name: '“ad: çay veya (stok: >=3 ve stok: <4)” filtresini düzenle' })
      .waitFor();
  });

  it('stand in the address, and a row that comes to fit by another person is there', async () => {
    await hers.reload();
    await expect.poll(() => column(hers, 'ad')).toEqual(['Un', 'Çay']);
    const his = await home.visitAs(can, path());
    await type(his, cell(his, 'Tuz', 'stok'), '3,5');
    await expect.poll(() => column(hers, 'ad')).toEqual(['Tuz', 'Un', 'Çay']);
    await type(his, cell(his, 'Tuz', 'stok'), '9');
    await hers.locator('[data-unfit]').first().waitFor();
    await hers.reload();
    await expect.poll(() => column(hers, 'ad')).toEqual(['Un', 'Çay']);
  });

  it('are saved in a view, joined with the filter of a column, and taken away one by one', async () => {
    await saveView(hers, 'Çaylar');
    await hers.getByRole('searchbox', { name: 'ad filtrele' }).fill('un');
    await expect.poll(() => column(hers, 'ad')).toEqual(['Un']);
    await hers.getByRole('button', { name: 'Görünüm: Çaylar, değiştirildi' }).waitFor();
    await hers.getByRole('button', { name: 'Filtrele', exact: true }).click();
    await conditions(hers).getByText('Ayrıca sütunların filtreleri geçerli: ad: un').waitFor();
    await hers.keyboard.press('Escape');
    await hers.getByRole('button', { name: /^“ad: çay veya .*” filtresini kaldır$/ }).click();
    await expect.poll(() => hers.url()).not.toContain('where=');
    expect(await column(hers, 'ad')).toEqual(['Un']);
    await hers.getByRole('button', { name: 'Filtreleri temizle' }).click();
    await expect.poll(async () => (await column(hers, 'ad')).length).toBe(4);
  });

  it('fit a phone, in the dark and in English', async () => {
    const where = {
      any: [
        { field: 'ad', filter: 'çay' },
        { field: 'stok', filter: { gt: '2' } },
      ],
    };
    const page = await home.visitAs(
      ayse,
      `${path()}&where=${encodeURIComponent(JSON.stringify(where))}`,
      { viewport: { width: 390, height: 844 }, colorScheme: 'dark', locale: 'en-US' },
    );
    await cell(page, 'Un', 'ad').waitFor();
    await expectFits(page, 'the bar');
    await page.getByRole('button', { name: 'Edit filter “ad: çay or stok: >2”' }).click();
    await page.getByRole('group', { name: 'Condition 2' }).waitFor();
    await expectFits(page, 'the conditions');
    await expectAccessible(page, 'the conditions in the dark');
  });
});
