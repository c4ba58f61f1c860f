import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { column } from './grid.ts';
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

  it('lead a newcomer to the first row in five clicks, without one to find a field', async () => {
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
    await expect.poll(focused).toBe('Yeni tablo adı');
    await expectAccessible(page, 'the first table');
    await page.keyboard.type('Ürünler');
    await page.getByRole('button', { name: 'Tablo ekle' }).click();
    await page.getByRole('heading', { name: 'Ürünler alanları' }).waitFor();
    await expect.poll(focused).toContain('Alan adı');
    await page.keyboard.type('ad');
    await page
      .getByRole('form', { name: 'Yeni alan' })
      .getByRole('button', { name: 'Alan ekle' })
      .click();
    await page
      .getByRole('list', { name: 'Alan listesi' })
      .getByText('ad', { exact: true })
      .waitFor();
    await expect.poll(focused).toContain('Alan adı');
    await page.getByRole('link', { name: 'Verileri görüntüle' }).click();
    await page.getByRole('button', { name: 'Yeni kayıt' }).click();
    await expect.poll(focused).toContain('ad');
    await page.keyboard.type('Çay');
    await page
      .getByRole('form', { name: 'Yeni kayıt' })
      .getByRole('button', { name: 'Kaydet', exact: true })
      .click();
    await expect.poll(() => column(page, 'ad')).toEqual(['Çay']);
    expect(await clicks(page)).toBe(5);
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
