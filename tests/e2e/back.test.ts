import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { cell, column } from './grid.ts';
import { house, type Person } from './harness.ts';

describe('Back and Forward', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let products: string;
  let notes: string;
  let page: Page;
  beforeAll(async () => {
    ayse = await home.register('Ayşe');
    products = await home.table(
      ayse,
      'Ürünler',
      { ad: 'string', stok: 'number' },
      Array.from({ length: 300 }, (_, stok) => ({ ad: `ürün ${stok}`, stok })),
    );
    notes = await home.table(ayse, 'Notlar', { metin: 'text' }, [
      { metin: 'bir' },
      { metin: 'iki' },
    ]);
    page = await home.visitAs(ayse, `/projects/${ayse.projectId}`);
    await page.getByRole('link', { name: 'Verileri görüntüle' }).click();
    await cell(page, 'ürün 299', 'ad').waitFor();
  });
  const names = (): Promise<string[]> => column(page, 'ad');
  const search = (name: string): string | null => new URL(page.url()).searchParams.get(name);

  it('go through tables, which are links and name the tab, and come back to where one was', async () => {
    await expect.poll(() => page.title()).toBe('Ürünler · Varsayılan Proje · HZM');
    await page.getByTestId('grid').evaluate(grid => {
      grid.scrollTop = 4000;
    });
    await expect.poll(names).toContain('ürün 180');
    await cell(page, 'ürün 180', 'stok').click();
    const top = await page.getByTestId('grid').evaluate(grid => grid.scrollTop);
    await page.getByRole('link', { name: 'Notlar' }).click();
    await expect.poll(() => column(page, 'metin')).toEqual(['iki', 'bir']);
    await expect.poll(() => page.title()).toBe('Notlar · Varsayılan Proje · HZM');
    await page.goBack();
    await cell(page, 'ürün 180', 'stok').waitFor();
    await expect.poll(() => page.getByTestId('grid').evaluate(grid => grid.scrollTop)).toBe(top);
    expect(await cell(page, 'ürün 180', 'stok').getAttribute('data-active')).toBe('true');
    await page.goForward();
    await expect.poll(() => column(page, 'metin')).toEqual(['iki', 'bir']);
    await page.goBack();
    await expect.poll(() => page.getByTestId('grid').evaluate(grid => grid.scrollTop)).toBe(top);
  });

  it('close an open row and open it again; filters, sorting and pages are no steps', async () => {
    await page.goto(`/projects/${ayse.projectId}`);
    await page.getByRole('link', { name: 'Verileri görüntüle' }).click();
    await page.getByLabel('stok filtrele').fill('>=290');
    await expect.poll(() => names().then(all => all.length)).toBe(10);
    await page.getByRole('button', { name: 'stok alanına göre sırala' }).click();
    await expect.poll(() => names().then(([first]) => first)).toBe('ürün 290');
    await cell(page, 'ürün 291', 'ad').click();
    await page.keyboard.press('Space');
    await page.getByRole('dialog').waitFor();
    await page.goBack();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    const path = `/tables/${ayse.projectId}/${products}/fields`;
    const { fields } = await home.ask<{ fields: { id: string; name: string }[] }>(
      'GET',
      path,
      undefined,
      ayse.token,
    );
    expect([search('row'), search('sort')]).toEqual([
      null,
      fields.find(({ name }) => name === 'stok')!.id,
    ]);
    await page.goForward();
    await page.getByRole('dialog', { name: /ürün 291/ }).waitFor();
    await page.goBack();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await page.goBack();
    await page.waitForURL(url => url.pathname === `/projects/${ayse.projectId}`);
  });

  it('leave groups for the grid, and come back to them', async () => {
    await page.goto(`/projects/${ayse.projectId}/data?table=${products}`);
    await cell(page, 'ürün 299', 'ad').waitFor();
    await page.getByRole('columnheader', { name: 'ad', exact: true }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Bu alana göre grupla' }).click();
    await expect.poll(() => search('group')).not.toBeNull();
    await cell(page, 'ürün 299', 'ad').waitFor({ state: 'detached' });
    await page.goBack();
    await cell(page, 'ürün 299', 'ad').waitFor();
    expect(search('group')).toBeNull();
    await page.goForward();
    await expect.poll(() => search('group')).not.toBeNull();
    await cell(page, 'ürün 299', 'ad').waitFor({ state: 'detached' });
  });

  it('leave a saved view with groups at once, which its address alone opens', async () => {
    const { fields } = await home.ask<{ fields: { id: string; name: string }[] }>(
      'GET',
      `/tables/${ayse.projectId}/${products}/fields`,
      undefined,
      ayse.token,
    );
    const { view } = await home.ask<{ view: { id: string } }>(
      'POST',
      `/data/table/${products}/views`,
      { name: 'Adlar', scope: 'own', settings: { group: { field: fields[0]!.id } } },
      ayse.token,
    );
    await page.goto('/dashboard');
    await page.goto(`/projects/${ayse.projectId}/data?table=${products}&view=${view.id}`);
    await expect.poll(() => search('group')).not.toBeNull();
    await page.goBack();
    await page.waitForURL('**/dashboard');
  });

  it('go through the tables of a project, too', async () => {
    await page.goto(`/projects/${ayse.projectId}?table=${products}`);
    await expect.poll(() => page.title()).toBe('Ürünler · Varsayılan Proje · HZM');
    await page
      .getByRole('list', { name: 'Tablo listesi' })
      .getByRole('link', { name: /^Notlar/ })
      .click();
    await page.getByRole('heading', { name: 'Notlar alanları' }).waitFor();
    expect(search('table')).toBe(notes);
    await page.goBack();
    await page.getByRole('heading', { name: 'Ürünler alanları' }).waitFor();
  });
});
