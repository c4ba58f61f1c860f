import type { Locator, Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import {
  answerInstead,
  expectAccessible,
  expectFits,
  house,
  switchLanguage,
  type Person,
} from './harness.ts';

describe('the documentation of the API', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let page: Page;
  const dialog = (): Locator => page.getByRole('dialog', { name: 'Bilgiler' });

  beforeAll(async () => {
    ayse = await home.register('Ayşe');
    page = await home.visitAs(ayse, '/projects');
  });

  it('opens from a card with figures and the modules of a category', async () => {
    await page.getByRole('button', { name: /: bilgiler$/ }).click();
    await dialog().getByText('API v2.0').waitFor();
    const figure = dialog().locator('dl > div', { hasText: 'Kategori' });
    expect(await figure.locator('dd').textContent()).toBe('7');
    await expectAccessible(page, 'the overview of the documentation');
    await dialog().getByRole('combobox', { name: 'Kategori' }).click();
    await page.getByRole('option', { name: 'Tablolar ve kayıtlar' }).click();
    await dialog().getByRole('heading', { name: 'Projeler' }).waitFor({ state: 'detached' });
    await dialog()
      .getByRole('button', { name: /^Tablolar ve alanlar/ })
      .waitFor();
  });

  it('finds from two letters, whatever their case and accents, and opens what it found', async () => {
    await dialog().getByRole('tab', { name: 'Arama' }).click();
    const input = dialog().getByRole('searchbox', { name: 'Belgelerde ara' });
    await input.fill('k');
    expect(await dialog().getByRole('status').count()).toBe(0);
    await input.fill('KAYIT EKLER');
    await dialog().getByText('/data/table/{tableId}/rows', { exact: true }).waitFor();
    await expectAccessible(page, 'results of the documentation');
    await dialog()
      .getByRole('button', { name: /^Kayıtlar Kayıtları/ })
      .click();
    await dialog().getByRole('heading', { name: 'Kayıtlar' }).waitFor();
    await dialog()
      .getByRole('button', { name: /Bir kayıt ekler/ })
      .click();
    await dialog().getByText('/api/v1/data/table/{tableId}/rows', { exact: true }).waitFor();
    await expectAccessible(page, 'a module of the documentation');
    await page.setViewportSize({ width: 390, height: 800 });
    await expectFits(page, 'a module on a phone');
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('names what failed and loads it again', async () => {
    const failure = { status: 404, json: { success: false, error: 'x', code: 'NOT_FOUND' } };
    let mend = await answerInstead(page, '/docs/search', failure);
    await dialog().getByRole('tab', { name: 'Arama' }).click();
    await dialog().getByRole('searchbox').fill('proje');
    await dialog().getByText('Arama hatası').waitFor();
    await mend();
    mend = await answerInstead(page, '/docs/module/rows', failure);
    await dialog().getByRole('tab', { name: 'İçerik' }).click();
    await dialog().getByText('İçerik yüklenemedi').waitFor();
    await mend();
    await dialog().getByRole('button', { name: 'Tekrar dene' }).click();
    await dialog().getByRole('heading', { name: 'Kayıtlar' }).waitFor();
    mend = await answerInstead(page, '/docs/modules', failure);
    await page.reload();
    await dialog().getByText('Dokümantasyon yüklenemedi').waitFor();
    await mend();
    await dialog().getByRole('button', { name: 'Tekrar dene' }).click();
    await dialog().getByRole('tab', { name: 'Genel bakış' }).waitFor();
  });

  it('is in English, too, and closes by Back', async () => {
    await page.goBack();
    await dialog().waitFor({ state: 'detached' });
    await switchLanguage(page, 'en');
    await page.getByRole('button', { name: /: documentation$/ }).click();
    const english = page.getByRole('dialog', { name: 'Documentation' });
    await english.getByRole('button', { name: /^Rows Listing/ }).click();
    await english.getByRole('button', { name: /Create a row/ }).waitFor();
    await page.keyboard.press('Escape');
    await english.waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
  });

  it("leads to the project's own reference, whose calls are tried with an example of its rows", async () => {
    const table = await home.table(ayse, 'Ürünler', { ad: 'string' }, [{ ad: 'Çay' }]);
    await page.getByRole('button', { name: /: documentation$/ }).click();
    await page.getByRole('link', { name: 'API reference of this project' }).click();
    await page.getByText('Add a row to Ürünler').first().click();
    const body = page.getByRole('textbox', { name: /Body/ });
    await expect.poll(() => body.inputValue()).toContain('"ad": "Çay"');
    await expectAccessible(page, 'the reference of a project');
    await page.setViewportSize({ width: 390, height: 800 });
    await expectFits(page, 'the reference of a project on a phone');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByText('List the rows of Ürünler').first().click();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText(`/data/table/${table}`).first().waitFor();
    await expect.poll(() => page.locator('main').textContent()).toMatch(/· 200 ·/);
  });
});
