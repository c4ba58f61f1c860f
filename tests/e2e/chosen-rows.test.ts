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
    await expect
      .poll(() =>
        bar()
          .getByRole('button', { name: 'Sil' })
          .evaluate(button => button === document.activeElement),
      )
      .toBe(true);
    await page.keyboard.press('Shift+Tab');
    await page.getByTestId('grid').locator('[data-active]').focus();
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
});
