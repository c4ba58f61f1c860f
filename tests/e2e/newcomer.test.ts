import { describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { addRow, cell, column, saved, type } from './grid.ts';
import { expectAccessible, house, PASSWORD } from './harness.ts';

describe('a newcomer', needs(chromium), () => {
  const home = house();

  it('goes from the landing page to a row in a table', async () => {
    const page = await home.visit('/');
    await page.getByRole('link', { name: 'Ücretsiz kayıt ol' }).first().click();
    await page.waitForURL('**/register');
    await page.getByLabel('Ad soyad').fill('Ayşe Yılmaz');
    await page.getByLabel('E-posta').fill('ayse@example.com');
    await page.locator('input[name=password]').fill(PASSWORD);
    await page.locator('input[name=confirmPassword]').fill(PASSWORD);
    await page.locator('form button[type=submit]').click();
    await page.waitForURL(/dashboard|projects/);
    await page.getByRole('link', { name: 'Projeler' }).first().click();
    await page.getByText('Varsayılan Proje').first().waitFor();

    await page.getByRole('button', { name: 'Yeni proje' }).click();
    const dialog = page.getByRole('dialog', { name: 'Yeni proje oluştur' });
    await dialog.getByLabel('Proje adı').fill('Stok takibi');
    await dialog.locator('input[type=password]').first().fill('anahtar-sifresi');
    await dialog.locator('input[type=password]').last().fill('anahtar-sifresi');
    await dialog.getByRole('button', { name: 'Projeyi oluştur' }).click();
    // The new project opens; Back leads to the list.
    await page.getByRole('heading', { level: 1, name: 'Stok takibi' }).waitFor();
    await page.goBack();
    expect(new URL(page.url()).search).toBe('');
    await page.getByRole('heading', { name: 'Stok takibi' }).getByRole('link').click();

    await page.getByLabel('Yeni tablo adı').fill('Ürünler');
    await page.getByRole('button', { name: 'Tablo ekle' }).click();
    await page.getByRole('heading', { name: 'Ürünler alanları' }).waitFor();
    // A table without fields asks for the first at once.
    const form = page.getByRole('form', { name: 'Yeni alan' });
    await form.getByLabel('Alan adı').fill('ad');
    await form.getByRole('button', { name: 'Alan ekle' }).click();
    await page
      .getByRole('list', { name: 'Alan listesi' })
      .getByText('ad', { exact: true })
      .waitFor();

    await page.getByRole('link', { name: 'Verileri görüntüle' }).click();
    await addRow(page, { ad: 'Çay' });
    await expect.poll(() => column(page, 'ad')).toEqual(['Çay']);
    const trail = page.getByRole('navigation', { name: 'Konum' });
    expect(await trail.getByRole('listitem').allTextContents()).toEqual([
      'Projelere Dön',
      'Stok takibi',
      'Ürünler',
    ]);
    await trail.getByRole('link', { name: 'Stok takibi' }).click();
    await page.getByRole('heading', { name: 'Ürünler alanları' }).waitFor();
    await page.goBack();
    await type(page, cell(page, 'Çay', 'ad'), 'Yeşil çay');
    await saved(page);
    await page.reload();
    await expect.poll(() => column(page, 'ad')).toEqual(['Yeşil çay']);
  });

  it('does the same with the keyboard alone', async () => {
    const page = await home.visit('/register');
    /** Tabs on until the focus is on something with this name. */
    const reach = async (name: string): Promise<void> => {
      for (let i = 0; i < 60; i++) {
        const focused = await page.evaluate(() => {
          const element = document.activeElement;
          return (
            element?.matches('a, button, input') &&
            `${element.getAttribute('aria-label') ?? ''}|${element.textContent}|${(element as HTMLInputElement).labels?.[0]?.textContent ?? ''}`
          );
        });
        if (typeof focused === 'string' && focused.includes(name)) return;
        await page.keyboard.press('Tab');
      }
      expect.fail(`no way to ${name}`);
    };
    for (const [label, text] of [
      ['Ad soyad', 'Berna'],
      ['E-posta', 'berna@example.com'],
      ['Şifre', PASSWORD],
      ['Şifre tekrarı', PASSWORD],
    ] as const) {
      await reach(label);
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await reach('Kayıt Ol');
    await page.keyboard.press('Enter');
    await page
      .getByRole('heading', { name: 'Hoş geldiniz, Berna' })
      .or(page.getByRole('heading', { name: 'Kayıtlı Projeler' }))
      .first()
      .waitFor();
    await reach('Projeler');
    await page.keyboard.press('Enter');
    await page.getByText('Varsayılan Proje').first().waitFor();
    await reach('Varsayılan Proje: düzenle');
    await page.keyboard.press('Enter');
    await page.getByLabel('Yeni tablo adı').waitFor();
    await reach('Yeni tablo adı');
    await page.keyboard.type('Notlar');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Notlar alanları' }).waitFor();
    await reach('Alan adı');
    await page.keyboard.type('metin');
    await page.keyboard.press('Enter');
    await page
      .getByRole('list', { name: 'Alan listesi' })
      .getByText('metin', { exact: true })
      .waitFor();
    await reach('Verileri görüntüle');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Yeni kayıt' }).first().waitFor();
    await reach('Yeni kayıt');
    await page.keyboard.press('Enter');
    await page.getByRole('form', { name: 'Yeni kayıt' }).waitFor();
    await page.keyboard.type('merhaba');
    await page.keyboard.press('Enter');
    await expect.poll(() => column(page, 'metin')).toEqual(['merhaba']);
    await reach('Tablonun geçmişi');
    await page.keyboard.press('Enter');
    const history = page.getByRole('dialog', { name: '“Notlar” geçmişi' });
    await history
      .getByText('“Notlar” tablosuna “merhaba” kaydını ekledi: metin: merhaba')
      .waitFor();
    await reach('Ayrıntılar');
    await page.keyboard.press('Enter');
    await history.getByRole('row', { name: 'metin' }).first().waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => history.count()).toBe(0);
  });
});

describe('a visitor', needs(chromium), () => {
  const home = house();

  it('is told what is wrong when signing in, and led back where they wanted to go', async () => {
    const ayse = await home.register('Ayşe');
    const page = await home.visit(`/projects/${ayse.projectId}`);
    await page.waitForURL(/\/login/);
    await page.locator('form button[type=submit]').click();
    expect(await page.getByText('Bu alan gereklidir').count()).toBeGreaterThan(0);
    await page.locator('input[name=email]').fill(ayse.email);
    await page.locator('input[name=password]').fill('yanlış-şifre');
    await page.locator('form button[type=submit]').click();
    await page.getByRole('alert').getByText('E-posta veya şifre hatalı').waitFor();
    await expectAccessible(page, 'login, refused');
    await page.locator('input[name=password]').fill(PASSWORD);
    await page.locator('form button[type=submit]').click();
    await page.waitForURL(`**/projects/${ayse.projectId}`);
    await page.goto('/login');
    await page.waitForURL(/dashboard|projects/);
  });

  it('switches to English in one click, for good, and the page says so', async () => {
    const page = await home.visit('/');
    await page.getByText('EN', { exact: true }).click();
    await expect
      .poll(() => page.locator('html').getAttribute('lang'), { timeout: 10_000 })
      .toBe('en');
    await page.goto('/login');
    await expect
      .poll(() => page.getByRole('heading', { level: 1 }).textContent())
      .not.toBe('Giriş Yap');
  });

  it('sees a page that is not there as such', async () => {
    const page = await home.visit('/nirvana');
    await page.getByRole('heading').first().waitFor();
    await expectAccessible(page, 'not found');
  });
});
