import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { cell, column } from './grid.ts';
import { expectAccessible, expectFits, house, type Person } from './harness.ts';

describe('the keyboard', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let table: string;
  let page: Page;
  beforeAll(async () => {
    ayse = await home.register('Ayşe');
    table = await home.table(ayse, 'Ürünler', { ad: 'string' }, [{ ad: 'Çay' }]);
    page = await home.visitAs(ayse, `/projects/${ayse.projectId}/data?table=${table}`);
    await cell(page, 'Çay', 'ad').waitFor();
  });
  const help = () => page.getByRole('dialog', { name: 'Klavye kısayolları' });
  const palette = () => page.getByRole('dialog', { name: 'Komut paleti' });
  const depth = (): Promise<number> => page.evaluate(() => history.length);

  it('shows with ? what it does where one is, but writes it where one writes', async () => {
    await page.getByRole('heading', { name: 'Ürünler' }).click();
    await page.keyboard.press('?');
    await help().getByRole('heading', { name: 'Ürünler tablosu' }).waitFor();
    for (const label of [
      'Düzenle',
      'Geri al',
      'Aşağı doldur',
      'Komut paleti',
      'Üstte açık olanı kapat',
    ])
      await help().getByText(label, { exact: true }).waitFor();
    await expectAccessible(page, 'shortcuts');
    await page.keyboard.press('Escape');
    await expect.poll(() => help().count()).toBe(0);
    await cell(page, 'Çay', 'ad').click();
    await page.keyboard.press('?');
    await page.locator('[data-editor]').first().waitFor();
    await page.keyboard.press('Escape');
    expect(await help().count()).toBe(0);
    await page.goto('/projects');
    await page.getByRole('heading', { name: 'Kayıtlı Projeler' }).waitFor();
    await page.keyboard.press('?');
    await help().waitFor();
    expect(await help().getByText('Aşağı doldur').count()).toBe(0);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectFits(page, 'shortcuts');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goBack();
    await expect.poll(() => help().count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/projects');
  });

  it('does from the palette what can be done where one is', async () => {
    await page.goto(`/projects/${ayse.projectId}/data?table=${table}`);
    await cell(page, 'Çay', 'ad').waitFor();
    await page.keyboard.press('Control+k');
    await expect
      .poll(() =>
        palette()
          .getByRole('group', { name: 'Ürünler tablosu' })
          .getByRole('option')
          .allTextContents(),
      )
      .toEqual([
        'Yeni kayıt',
        'Tabloda bulCtrl+F',
        'Tablonun geçmişi',
        'Tablonun alanlarını düzenle',
      ]);
    await page.keyboard.type('YENI KAYIT');
    await page.keyboard.press('Enter');
    await page.getByRole('form', { name: 'Yeni kayıt' }).waitFor();
    await expect
      .poll(() =>
        page.evaluate(() => document.activeElement?.closest('form')?.getAttribute('aria-label')),
      )
      .toBe('Yeni kayıt');
    await page.keyboard.type('Şeker');
    await page.keyboard.press('Enter');
    await expect.poll(() => column(page, 'ad')).toEqual(['Şeker', 'Çay']);
    await page.keyboard.press('Control+k');
    await palette().getByRole('option', { name: 'Tablonun geçmişi' }).click();
    await page.getByRole('dialog', { name: '“Ürünler” geçmişi' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(new URL(page.url()).searchParams.get('history')).toBeNull();
  });

  it('is no step of its own on the way from one address to the next', async () => {
    const before = await depth();
    await page.keyboard.press('Control+k');
    await palette().getByRole('combobox').fill('gösterge');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dashboard');
    expect(await depth()).toBeLessThanOrEqual(before + 1);
    await page.goBack();
    await cell(page, 'Çay', 'ad').waitFor();
    expect(await palette().count()).toBe(0);
  });

  it('closes the palette with Back, and knows the commands of the fields', async () => {
    await page.goto(`/projects/${ayse.projectId}?table=${table}`);
    await page.getByRole('heading', { name: 'Ürünler alanları' }).waitFor();
    await page.keyboard.press('Control+k');
    await palette().getByRole('option', { name: 'Alan ekle' }).waitFor();
    await expectAccessible(page, 'palette');
    await page.goBack();
    await expect.poll(() => palette().count()).toBe(0);
    await page.keyboard.press('Control+k');
    await palette().getByRole('option', { name: 'Ürünler tablosunu yeniden adlandır' }).click();
    await page.getByRole('dialog', { name: 'Tabloyu yeniden adlandır' }).waitFor();
    await expect
      .poll(() =>
        page.evaluate(
          () =>
            document.activeElement?.closest('[role=dialog]') !== null &&
            document.activeElement?.matches('input'),
        ),
      )
      .toBe(true);
  });
});
