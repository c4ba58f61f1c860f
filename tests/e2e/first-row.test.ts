import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { column, focusIsIn, saved } from './grid.ts';
import { expectAccessible, expectFits, house, PASSWORD } from './harness.ts';

const clicks = (page: Page): Promise<number> =>
  page.evaluate(() => Number(sessionStorage.getItem('clicks')));

describe('forms', needs(chromium), () => {
  const home = house();
  let page: Page;
  beforeAll(async () => {
    // The first person of an installation has a plan without limits.
    await home.register('Yönetici');
    page = await home.visit('/register');
  });
  const focused = (): Promise<string | null> =>
    page.evaluate(
      () =>
        document.activeElement?.getAttribute('name') ??
        (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent ??
        null,
    );

  it('give the focus to the first field that is wrong', async () => {
    // The page was made ahead: the application begins with the first reach for it.
    await page.mouse.move(20, 20);
    await expect.poll(focused).toBe('name');
    await page.keyboard.type('Ayşe');
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('email');
    await page.keyboard.type('ayse@example.com');
    for (const name of ['password', 'confirmPassword'])
      await page.locator(`input[name=${name}]`).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dashboard');
  });

  it('lead a newcomer to a typed row without a click, within half a minute after registering', async () => {
    await page.evaluate(() =>
      addEventListener(
        'click',
        event => {
          if (event.isTrusted && event.detail > 0)
            sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks')) + 1));
        },
        true,
      ),
    );
    const began = performance.now();
    await expect.poll(focused).toBe('Yeni tablo adı');
    await page.getByRole('button', { name: 'Siparişler' }).waitFor();
    await expectAccessible(page, 'the first table');
    await page.keyboard.type('Ürünler');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/data?**');
    const grid = page.getByRole('grid');
    await grid.locator('[data-cell="4:3"]').waitFor();
    expect(await page.locator('[data-row]').count()).toBe(0);
    await expect.poll(() => focusIsIn(page, '[data-cell="0:1"]')).toBe(true);
    await page.keyboard.type('Çay');
    await page.keyboard.press('Tab');
    await page.keyboard.type('demlik');
    await page.keyboard.press('Enter');
    await saved(page);
    expect([await column(page, 'Ad'), await column(page, 'Not')]).toEqual([['Çay'], ['demlik']]);
    const seconds = (performance.now() - began) / 1_000;
    expect([await clicks(page), seconds < 30]).toEqual([0, true]);
    // Lines without a text are no rows, and the next one goes on below.
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('Kahve');
    await page.keyboard.press('Enter');
    await saved(page);
    await page.reload();
    await expect.poll(() => column(page, 'Ad')).toEqual(['Çay', 'Kahve']);
    await page.getByTestId('row-count').getByText('2 kayıt').waitFor();
    await expectAccessible(page, 'empty lines');
  });

  it('need no password typed twice that is made; one that is typed is typed twice', async () => {
    await page.goto('/projects?create=true');
    const dialog = page.getByRole('dialog', { name: 'Yeni proje oluştur' });
    await expect.poll(focused).toContain('Proje adı');
    await page.keyboard.type('Ay');
    await page.keyboard.press('Enter');
    await dialog.getByText('Proje adı en az 3 karakter olmalıdır').waitFor();
    await expect.poll(focused).toContain('Proje adı');
    expect(await dialog.locator('input[type=password]').count()).toBe(1);
    await dialog.locator('input[type=password]').fill('gizlisifre');
    await dialog.getByLabel('API anahtarı şifresi tekrarı').waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByText('Şifreler eşleşmiyor').waitFor();
    await page.goto('/projects?create=true');
    await expect.poll(focused).toContain('Proje adı');
    await page.keyboard.type('İkinci');
    await dialog.getByRole('button', { name: 'Projeyi oluştur' }).click();
    await page.getByRole('heading', { name: 'İkinci' }).waitFor();
  });

  it('say that the plan is full before they open', async () => {
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 700 });
      await page.goto('/projects');
      await page.getByText('Planınız 2 projeye izin veriyor ve hepsi dolu.').waitFor();
      expect(await page.getByRole('button', { name: 'Yeni proje' }).isDisabled()).toBe(true);
      await expectFits(page, 'a full plan');
    }
    await expectAccessible(page, 'a full plan');
    await page.goto('/projects?create=true');
    const dialog = page.getByRole('dialog', { name: 'Yeni proje oluştur' });
    await dialog.getByText('Planınız 2 projeye').waitFor();
    expect(await dialog.locator('input').count()).toBe(0);
    await page.goto('/dashboard');
    await page.getByText('Örnek proje için planınızda yer yok').waitFor();
    expect(await page.getByRole('button', { name: 'Örnek proje' }).isDisabled()).toBe(true);
  });
});
