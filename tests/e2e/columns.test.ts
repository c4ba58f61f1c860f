import type { Locator, Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { cell, focusIsIn } from './grid.ts';
import { expectAccessible, house, type Person } from './harness.ts';

describe('columns', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let table: string;
  let page: Page;
  const header = (name: string): Locator => page.getByRole('columnheader', { name, exact: true });
  const names = async (): Promise<string[]> =>
    (
      await page
        .getByRole('columnheader')
        .evaluateAll(all => all.map(one => one.getAttribute('aria-label')!))
    ).slice(1, -1);
  const width = async (name: string): Promise<number> =>
    Math.round((await header(name).boundingBox())!.width);
  const choose = async (name: string, item: string): Promise<void> => {
    await page.getByRole('button', { name: `${name} sütun menüsü` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const said = (): Promise<string | null> => page.getByTestId('said').textContent();
  const hasFocus = (element: Locator): Promise<boolean> =>
    element.evaluate(found => found === document.activeElement);

  beforeAll(async () => {
    ayse = await home.register('Ayşe');
    table = await home.table(
      ayse,
      'Ürünler',
      {
        no: 'integer',
        ad: 'string',
        stok: 'number',
        tarih: 'date',
        aktif: 'boolean',
        not: 'text',
        renk: 'string',
        boy: 'number',
      },
      [
        { no: 1, ad: 'Çay', stok: 7 },
        { no: 2, ad: 'Şeker', stok: 3 },
      ],
    );
    page = await home.visitAs(
      ayse,
      `/projects/${ayse.projectId}/data?table=${table}&sort=created_at`,
    );
    await cell(page, '1', 'ad').waitFor();
  });

  it('the pointer sets a width by the edge, fits it by a double click, and takes a column elsewhere; a reload keeps it all', async () => {
    const edge = async (name: string): Promise<readonly [number, number]> => {
      const box = (await header(name).boundingBox())!;
      return [box.x + box.width, box.y + 20];
    };
    const before = await width('stok');
    const [x, y] = await edge('stok');
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y, { steps: 4 });
    await page.mouse.up();
    expect(await width('stok')).toBe(before + 60);
    await page.mouse.dblclick(...(await edge('stok')));
    await expect.poll(() => width('stok')).toBeLessThan(before + 10);
    const fitted = await width('stok');

    const from = (await header('tarih').getByRole('button').first().boundingBox())!;
    const to = (await header('no').boundingBox())!;
    await page.mouse.move(from.x + 10, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(to.x + 8, to.y + 10, { steps: 6 });
    await page.mouse.up();
    expect(await names()).toEqual(['tarih', 'no', 'ad', 'stok', 'aktif', 'not', 'renk', 'boy']);
    expect(new URL(page.url()).searchParams.get('sort')).toBe('created_at');
    await page.reload();
    await page.locator('[data-row] [data-field=ad]').first().waitFor();
    expect([await names(), await width('stok')]).toEqual([
      ['tarih', 'no', 'ad', 'stok', 'aktif', 'not', 'renk', 'boy'],
      fitted,
    ]);
  });

  it('the keyboard does the same: width, place, menu', async () => {
    await header('tarih').getByRole('button').first().focus();
    await page.keyboard.press('Control+Shift+ArrowRight');
    expect((await names()).slice(0, 2)).toEqual(['no', 'tarih']);
    await expect.poll(said).toBe('tarih: 2. sütun, toplam 8');
    expect(await hasFocus(header('tarih').getByRole('button').first())).toBe(true);
    const before = await width('tarih');
    await page.keyboard.press('Shift+ArrowRight');
    expect(await width('tarih')).toBe(before + 20);
    await page.keyboard.press('Alt+ArrowDown');
    const menu = page.getByRole('menu');
    await menu.waitFor();
    await expectAccessible(page, 'a column menu');
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
  });

  it('a column is hidden and comes back; the first text stays in sight, and another one, too', async () => {
    await choose('renk', 'Sütunu gizle');
    expect(await names()).not.toContain('renk');
    await choose('stok', 'Sütunu sabitle');
    await page.setViewportSize({ width: 1100, height: 700 });
    await page.getByTestId('grid').evaluate(grid => {
      grid.scrollLeft = grid.scrollWidth;
    });
    const left = async (name: string): Promise<number> =>
      (await page.locator(`[data-row] [data-field=${name}]`).first().boundingBox())!.x -
      (await page.getByTestId('grid').boundingBox())!.x;
    await expect.poll(() => left('ad')).toBe(72);
    expect(await left('stok')).toBe(72 + (await width('ad')));
    await expectAccessible(page, 'held columns');
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.getByRole('button', { name: 'Sütunlar (1 gizli)' }).click();
    await expectAccessible(page, 'the list of columns');
    await page.getByRole('checkbox', { name: 'renk' }).check();
    expect(await names()).toContain('renk');
    await page.getByRole('button', { name: 'Tablodaki düzene dön' }).click();
    expect(await names()).toEqual(['no', 'ad', 'stok', 'tarih', 'aktif', 'not', 'renk', 'boy']);
    await page.keyboard.press('Escape');
  });

  it('fields are added at the end and beside, renamed and deleted where one looks at them', async () => {
    await page.getByRole('button', { name: 'Alan ekle' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Alan adı').fill('marka');
    await expectAccessible(page, 'a new field');
    await dialog.getByRole('button', { name: 'Türü ve kuralları' }).click();
    // Escape closes the list of types first, and only then the form.
    await dialog.getByRole('combobox', { name: 'Alan türü' }).click();
    await page.getByRole('listbox').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    expect(await dialog.getByLabel('Alan adı').inputValue()).toBe('marka');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => focusIsIn(page, '[aria-label="Alan ekle"]')).toBe(true);
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Alan adı').fill('marka');
    await dialog.getByRole('button', { name: 'Alan ekle' }).click();
    await expect.poll(names).toContain('marka');
    expect((await names()).at(-1)).toBe('marka');
    await choose('stok', 'Soluna alan ekle…');
    await dialog.getByLabel('Alan adı').fill('raf');
    await dialog.getByRole('button', { name: 'Alan ekle' }).click();
    // Headings out of sight are not drawn.
    await page.setViewportSize({ width: 1900, height: 800 });
    await expect
      .poll(names)
      .toEqual(['no', 'ad', 'raf', 'stok', 'tarih', 'aktif', 'not', 'renk', 'boy', 'marka']);
    await choose('raf', 'Ad ve tür…');
    await dialog.getByLabel('Alan adı').fill('raf no');
    await dialog.getByRole('button', { name: 'Kaydet' }).click();
    await expect.poll(names).toContain('raf no');
    await choose('raf no', 'Alanı çoğalt (değerler hariç)…');
    expect(await dialog.getByLabel('Alan adı').inputValue()).toBe('raf no 2');
    await dialog.getByRole('button', { name: 'İptal' }).click();
    await choose('raf no', 'Alanı sil…');
    await dialog.getByRole('button', { name: 'Sil', exact: false }).last().click();
    await expect.poll(names).not.toContain('raf no');
    await choose('stok', 'Azalan sırala');
    await expect.poll(() => page.url()).toContain('order=desc');
    await choose('stok', 'Filtrele…');
    await page.getByRole('button', { name: 'Uygula' }).waitFor();
  });
});
