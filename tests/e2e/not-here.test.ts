import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { column } from './grid.ts';
import { chooseLanguage, expectAccessible, expectFits, house, type Person } from './harness.ts';

const NONE = '01937b5e-0000-7000-8000-000000000001';

describe('an address that names what is not here', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let table: string;
  let page: Page;
  beforeAll(async () => {
    ayse = await home.register('Ayşe');
    table = await home.table(ayse, 'Ürünler', { ad: 'string' }, [{ ad: 'Çay' }]);
    page = await home.visitAs(ayse, '/projects', { viewport: { width: 320, height: 640 } });
  });
  const said = async (path: string, heading: string): Promise<void> => {
    await page.goto(`/projects/${ayse.projectId}${path}`);
    await page.getByRole('heading', { name: heading }).waitFor();
    await expectFits(page, path);
    await expectAccessible(page, path);
  };

  it('a table: says so beside the data, beside the fields and beside its history, and leads back', async () => {
    for (const wrong of [NONE, 'falan']) {
      await said(`/data?table=${wrong}`, 'Tablo bulunamadı');
      expect(await page.locator('[data-row]').count()).toBe(0);
    }
    await page.getByRole('link', { name: 'Projenin tablolarına dön' }).click();
    await expect.poll(() => column(page, 'ad')).toEqual(['Çay']);
    await said(`?table=${NONE}`, 'Tablo bulunamadı');
    await page.getByRole('link', { name: 'Projenin tablolarına dön' }).click();
    await page.getByRole('heading', { name: 'Ürünler alanları' }).waitFor();
    await page.goto(`/projects/${ayse.projectId}?history=${NONE}`);
    await page
      .getByRole('dialog', { name: 'Tablo bulunamadı' })
      .getByRole('link', { name: 'Projenin tüm geçmişi' })
      .waitFor();
  });

  it('a row that never was, which is not one that was deleted', async () => {
    for (const wrong of [NONE, 'falan']) {
      await said(`/data?table=${table}&row=${wrong}`, 'Kayıt bulunamadı');
      expect(await page.getByRole('button', { name: 'Geri getir' }).count()).toBe(0);
      await page.getByRole('button', { name: 'Kayıtlara dön' }).click();
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    }
  });

  it('a view by a field that the table does not have', async () => {
    await said(`/data?table=${table}&sort=yok`, 'Görünüm bulunamadı');
    await page.getByRole('link', { name: 'Tüm kayıtları göster' }).click();
    await expect.poll(() => column(page, 'ad')).toEqual(['Çay']);
    await said(
      `/data?table=${table}&filters=${encodeURIComponent('{"yok":{"eq":"1"}}')}`,
      'Görünüm bulunamadı',
    );
  });

  it('a page: home says so, until another screen is opened', async () => {
    await page.goto('/olmayan/sayfa');
    await page.getByRole('status').getByText('/olmayan/sayfa adresinde bir sayfa yok').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    await expectFits(page, 'an unknown address');
    await expectAccessible(page, 'an unknown address');
    await page.getByRole('link', { name: 'Gösterge paneline git' }).first().click();
    // The address changes before the screen does, which alone ends the notice.
    await page.getByRole('heading', { level: 1, name: 'Ayşe' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Sunucu kurmadan' }).waitFor();
    await expect.poll(() => page.getByText('Sayfa bulunamadı').count()).toBe(0);
  });

  it('says it in English, too', async () => {
    await chooseLanguage(page, 'en');
    await said(`/data?table=${NONE}`, 'Table not found');
    await said(`/data?table=${table}&row=${NONE}`, 'Row not found');
    await said(`/data?table=${table}&sort=yok`, 'View not found');
  });
});
