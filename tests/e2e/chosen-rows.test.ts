import type { Locator, Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { cell, column, saved } from './grid.ts';
import { expectAccessible, house, type Person } from './harness.ts';

describe('rows that are chosen by their numbers', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let table: string;
  let page: Page;
  const names = ['Çay', 'Şeker', 'Un', 'Tuz', 'Kahve', 'Pirinç'];
  const number = (line: number): Locator =>
    page
      .getByRole('rowheader')
      .filter({ hasText: String(line) })
      .first();
  const count = (): Promise<string | null> => page.getByTestId('chosen-count').textContent();
  const bar = (): Locator => page.getByRole('toolbar', { name: 'Seçili kayıtlar' });
  const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  const bulkCalls: string[] = [];

  beforeAll(async () => {
    ayse = await home.register('Ayşe');
    table = await home.table(
      ayse,
      'Ürünler',
      { ad: 'string', stok: 'number' },
      names.map((ad, stok) => ({ ad, stok })),
    );
    page = await home.visitAs(
      ayse,
      `/projects/${ayse.projectId}/data?table=${table}&sort=created_at`,
      { permissions: ['clipboard-read', 'clipboard-write'] },
    );
    const isBulk = (url: string): boolean => new URL(url).pathname.endsWith('/rows/bulk');
    page.on('request', request => {
      if (isBulk(request.url())) bulkCalls.push(request.postData() ?? '');
    });
    await cell(page, 'Çay', 'ad').waitFor();
  });

  it('with Shift and Ctrl, deleted in one call, and come back together', async () => {
    const height = (await page.getByTestId('grid').boundingBox())!.height;
    await number(2).click();
    await number(4).click({ modifiers: ['Shift'] });
    expect(await count()).toBe('3 kayıt seçili');
    await number(6).click({ modifiers: ['Control'] });
    await number(3).click({ modifiers: ['Control'] });
    expect(await count()).toBe('3 kayıt seçili');
    expect((await page.getByTestId('grid').boundingBox())!.height, 'nothing moves').toBe(height);
    await expectAccessible(page, 'chosen rows');
    await bar().getByRole('button', { name: 'Sil' }).click();
    const dialog = page.getByRole('dialog', { name: '3 kayıt silinsin mi?' });
    expect(await dialog.getByRole('listitem').allTextContents()).toEqual([
      'Şeker',
      'Tuz',
      'Pirinç',
    ]);
    await dialog.getByRole('button', { name: 'Sil', exact: true }).click();
    await expect.poll(() => column(page, 'ad')).toEqual(['Çay', 'Un', 'Kahve']);
    await saved(page);
    expect(
      bulkCalls.map(body => (JSON.parse(body) as { deletes: string[] }).deletes.length),
    ).toEqual([3]);
    await page
      .getByRole('status')
      .filter({ hasText: '3 kayıt silindi' })
      .getByRole('button', { name: 'Geri al' })
      .click();
    await expect.poll(() => column(page, 'ad')).toEqual(names);
    await saved(page);
    expect(
      bulkCalls.slice(1).map(body => (JSON.parse(body) as { restores: string[] }).restores.length),
      'back in one call',
    ).toEqual([3]);
  });

  it('by keyboard: Shift with arrows, Shift and Space, the bar, Escape', async () => {
    await number(1).click();
    await page.keyboard.press('Shift+ArrowDown');
    expect(await count()).toBe('2 kayıt seçili');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+Space');
    expect(await count()).toBe('3 kayıt seçili');
    await page.keyboard.press('Shift+F10');
    const entry = page.getByRole('menuitem').first();
    await expect.poll(() => entry.textContent()).toContain('Kaydı aç');
    await expect.poll(() => entry.evaluate(item => item === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await entry.waitFor({ state: 'detached' });
    expect(await count()).toBe('3 kayıt seçili');
    await page.keyboard.press('Escape');
    await bar().waitFor({ state: 'detached' });
    expect(await page.locator('[data-chosen]').count()).toBe(0);
  });

  it('are copied as links, commands and JSON, and doubled', async () => {
    await number(1).click();
    const copy = async (item: string): Promise<string> => {
      await bar().getByRole('button', { name: 'Kopyala' }).click();
      await page.getByRole('menuitem', { name: item }).click();
      await expect.poll(() => page.getByTestId('said').textContent()).toContain('kopyalandı');
      return copied();
    };
    const doc = JSON.parse(await copy('JSON')) as { id: string; ad: string };
    expect(doc).toMatchObject({ ad: 'Çay', stok: 0 });
    expect(await copy('cURL komutu')).toBe(
      `curl '${home.origin()}/api/v1/data/table/${table}/rows/${doc.id}' -H "X-API-Key: $HZM_API_KEY"`,
    );
    const link = await copy('Bağlantı');
    await bar().getByRole('button', { name: 'Çoğalt' }).click();
    // Above the others until its place in the order is known; which is soon.
    await expect
      .poll(async () => (await column(page, 'ad')).toSorted())
      .toEqual(['Çay', ...names].toSorted());
    await saved(page);
    await page.keyboard.press('Control+z');
    await expect.poll(() => column(page, 'ad')).toEqual(names);
    await saved(page);
    await page.goto(link);
    await expect
      .poll(() => page.getByRole('dialog').getByRole('textbox', { name: 'ad' }).inputValue())
      .toBe('Çay');
    await expectAccessible(page, 'a row with its commands');
  });

  it('and cells have a menu where the pointer is, with what the keys do; undo and redo are buttons', async () => {
    await page.goto(`/projects/${ayse.projectId}/data?table=${table}&sort=created_at`);
    await cell(page, 'Un', 'ad').waitFor();
    const menu = page.getByRole('menu');
    const press = async (ad: string, field: string, item: string): Promise<void> => {
      await cell(page, ad, field).click({ button: 'right' });
      await menu.getByRole('menuitem', { name: item }).click();
      await expect.poll(() => menu.count()).toBe(0);
    };
    await cell(page, 'Un', 'stok').click({ button: 'right' });
    await expect
      .poll(() =>
        menu
          .getByRole('menuitem')
          .evaluateAll(all =>
            all.map(item => [
              item.querySelector('[class*=itemLabel]')!.textContent,
              item.getAttribute('aria-keyshortcuts'),
            ]),
          ),
      )
      .toEqual([
        ['Düzenle', 'Enter'],
        ['Kes', 'Control+X'],
        ['Kopyala', 'Control+C'],
        ['Yapıştır', 'Control+V'],
        ['Temizle', 'Delete'],
        ['Kaydı aç', 'Space'],
        ['Kaydın yorumlarını aç', 'Shift+F2'],
        ['Kaydı seç ya da bırak', 'Shift+Space'],
        ['Kaydı çoğalt', null],
        ['Kaydı sil', null],
      ]);
    const hit = (item: Element): boolean => {
      const { left, top, width, height } = item.getBoundingClientRect();
      return item.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    };
    for (const item of await menu.getByRole('menuitem').all())
      expect(await item.evaluate(hit), 'under the pointer').toBe(true);
    await expectAccessible(page, 'a menu of a cell');
    await page.keyboard.press('Escape');
    await press('Un', 'stok', 'Kopyala');
    await expect.poll(copied).toBe('2');
    await press('Tuz', 'stok', 'Yapıştır');
    await expect.poll(() => cell(page, 'Tuz', 'stok').textContent()).toBe('2');
    await press('Un', 'stok', 'Temizle');
    await expect.poll(() => cell(page, 'Un', 'stok').textContent()).toBe('');
    await page.getByRole('button', { name: 'Geri al' }).click();
    await expect.poll(() => cell(page, 'Un', 'stok').textContent()).toBe('2');
    await page.getByRole('button', { name: 'Yinele' }).click();
    await expect.poll(() => cell(page, 'Un', 'stok').textContent()).toBe('');
    await press('Kahve', 'stok', 'Düzenle');
    await page.locator('[data-editor] input').fill('40');
    await page.keyboard.press('Enter');
    await expect.poll(() => cell(page, 'Kahve', 'stok').textContent()).toBe('40');
    await number(2).click({ button: 'right' });
    await menu.getByRole('menuitem', { name: 'Kaydı sil' }).click();
    await page.getByRole('dialog', { name: 'Kaydı sil?' }).getByText('Şeker').waitFor();
    await page.getByRole('button', { name: 'İptal' }).click();
    await press('Çay', 'ad', 'Kaydı aç');
    await page.getByRole('dialog').getByRole('textbox', { name: 'ad' }).waitFor();
    await page.keyboard.press('Escape');
    await saved(page);
    await page.getByRole('button', { name: 'Klavye kısayolları' }).click();
    await page.getByRole('dialog', { name: 'Klavye kısayolları' }).waitFor();
    await page.keyboard.press('Escape');
    await number(1).click();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Klavye kısayolları' }).waitFor();
  });
});
