import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { cell, column, focusIsIn, saved, type } from './grid.ts';
import { answerInstead, expectAccessible, expectFits, house, type Person } from './harness.ts';

describe('a table that begins in the grid', needs(chromium), () => {
  const home = house();
  let owner: Person;
  beforeAll(async () => {
    await home.register('Yönetici');
    owner = await home.register('Ayşe');
  });
  const header = (page: Page, name: string) =>
    page.getByRole('columnheader', { name, exact: true });

  it('comes from a template with related sample rows, choices and types, in one click', async () => {
    const page = await home.visitAs(owner, `/projects/${owner.projectId}`);
    await page.getByRole('button', { name: 'Siparişler' }).click();
    await page.waitForURL('**/data?**');
    await expect.poll(() => column(page, 'Sipariş no')).toEqual(['1001', '1002', '1003']);
    await expect
      .poll(() => column(page, 'Kişi'))
      .toEqual(['Ayşe Yılmaz', 'Elif Demir', 'Ayşe Yılmaz']);
    expect(await column(page, 'Durum')).toEqual(['Gönderildi', 'Hazırlanıyor', 'Yeni']);
    await expectAccessible(page, 'a template');
  });

  it.each(['dashboard', 'project'])(
    'of a template says on the %s that its sample rows failed, and adds them when asked again',
    async screen => {
      const newcomer = await home.register(`Elif ${screen}`);
      const place = screen === 'project' ? `/projects/${newcomer.projectId}` : '/dashboard';
      const page = await home.visitAs(newcomer, place);
      // The rows of one are added, and the answer is lost; those of the other never arrive.
      await page.route('**/rows/bulk', async route => {
        if (screen === 'project') await route.fetch();
        const refusal = { success: false, error: 'Olmadı', code: 'CONFLICT', requestId: 'r' };
        await route.fulfill({ status: 409, json: refusal });
      });
      await page.getByRole('button', { name: /^Kişiler/ }).click();
      await page.getByText('örnek kayıtları eklenemedi: Kişiler').waitFor();
      await page.unroute('**/rows/bulk');
      await page.getByRole('button', { name: 'Tekrar dene' }).click();
      await page.waitForURL('**/data?**');
      await expect.poll(async () => (await column(page, 'Ad')).length).toBe(3);
    },
  );

  it('gets a column by name and Enter, another name by double click and F2, and a type by typing', async () => {
    const page = await home.visitAs(owner, `/projects/${owner.projectId}/data`);
    await page.getByRole('button', { name: 'Yeni tablo' }).click();
    await page
      .getByRole('dialog', { name: 'Yeni tablo' })
      .getByRole('button', { name: 'Boş tablo' })
      .click();
    await header(page, 'Sütun 3').waitFor();
    await page.getByRole('button', { name: 'Alan ekle' }).click();
    await page.getByRole('textbox', { name: 'Alan adı' }).fill('Adet');
    await expectAccessible(page, 'a new column');
    await page.keyboard.press('Enter');
    await header(page, 'Adet').waitFor();
    await expect.poll(() => focusIsIn(page, 'button[data-sort="5"]')).toBe(true);

    await header(page, 'Sütun 3').locator('[data-name]').dblclick();
    const name = page.getByRole('textbox', { name: 'Sütun 3 sütununun yeni adı' });
    await name.fill('Adet');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Bu isimde bir alan zaten mevcut').waitFor();
    await name.fill('Depo');
    await page.keyboard.press('Enter');
    await header(page, 'Depo').waitFor();
    // Both clicks of the double one leave the order as it was.
    expect(new URL(page.url()).searchParams.get('sort')).toBe('created_at');
    await page.keyboard.press('F2');
    const again = page.getByRole('textbox', { name: 'Depo sütununun yeni adı' });
    await again.fill('Raf');
    await page.keyboard.press('Escape');
    await again.waitFor({ state: 'detached' });
    expect(await header(page, 'Depo').count()).toBe(1);

    for (const [line, text] of [
      [0, '1,5'],
      [1, '20'],
    ] as const) {
      await page.locator(`[data-cell="${line}:4"]`).click();
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    }
    await saved(page);
    await page.getByText('“Adet” sütununda yazanlar sayı türüne uyuyor.').waitFor();
    expect(await header(page, 'Adet').getByText('Metin').count()).toBe(1);
    const answer = await answerInstead(page, '/tables/*/fields/*', {
      status: 409,
      json: { success: false, error: 'Bu tür değiştirilemez', code: 'CONFLICT' },
    });
    await page.getByRole('button', { name: 'Türü değiştir' }).click();
    await page.getByText('Tür değiştirilemedi: Bu tür değiştirilemez').waitFor();
    expect(await page.getByText('sütununun türü değişti').count()).toBe(0);
    await answer();
    await page.getByRole('button', { name: 'Türü değiştir' }).click();
    await header(page, 'Adet').getByText('Sayı', { exact: true }).waitFor();
    await expect.poll(() => column(page, 'Adet')).toEqual(['1,5', '20']);
    await type(page, cell(page, '', 'Adet').first(), '2,25');
    await saved(page);
    expect(await column(page, 'Adet')).toEqual(['2,25', '20']);
  });

  it('is written into on a phone, too', async () => {
    const phone = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };
    const page = await home.visitAs(owner, `/projects/${owner.projectId}`, phone);
    await page.getByRole('button', { name: 'Şablonlar' }).tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Boş tablo' }).tap();
    const first = page.locator('[data-cell="0:1"]');
    await first.waitFor();
    await expectFits(page, 'an empty table');
    await first.tap();
    await first.tap();
    await page.locator('[data-editor]').waitFor();
    await page.keyboard.type('Çay');
    await page.keyboard.press('Enter');
    await saved(page);
    expect(await column(page, 'Ad')).toEqual(['Çay']);
  });
});
