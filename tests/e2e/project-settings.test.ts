import type { Locator, Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { chooseLanguage, expectAccessible, expectFits, house, type Person } from './harness.ts';

describe('the settings of a project', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let page: Page;
  let other: Page;
  const dialog = (name: string): Locator => page.getByRole('dialog', { name });
  const menu = async (item: string): Promise<void> => {
    await page.getByRole('button', { name: 'Varsayılan Proje: diğer işlemler' }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };

  beforeAll(async () => {
    ayse = await home.register('Ayşe');
    [page, other] = [
      await home.visitAs(ayse, '/projects'),
      await home.visitAs(ayse, `/projects/${ayse.projectId}?tab=settings`),
    ];
    await page.getByRole('heading', { name: 'Varsayılan Proje' }).waitFor();
  });

  it('open from the card: name, API, security; what is saved is seen elsewhere', async () => {
    await menu('Ayarlar');
    const settings = dialog('Varsayılan Proje: ayarlar');
    await expectAccessible(page, 'settings');
    await settings.getByRole('textbox', { name: 'Açıklama' }).fill('Depodaki her şey');
    await settings.getByRole('button', { name: 'Ayarları kaydet' }).click();
    await expect
      .poll(() => other.getByRole('textbox', { name: 'Açıklama' }).inputValue())
      .toBe('Depodaki her şey');
    await settings.getByRole('tab', { name: 'API Ayarları' }).click();
    await settings.getByRole('textbox', { name: 'Dakikada en çok istek' }).fill('0');
    await settings.getByRole('button', { name: 'Ayarları kaydet' }).click();
    await settings.getByText('1 ile 10.000 arasında bir tam sayı girin').waitFor();
    await settings.getByRole('textbox', { name: 'Dakikada en çok istek' }).fill('250');
    await settings.getByRole('switch', { name: 'Kayıtlar herkese açık' }).click();
    await settings.getByRole('switch', { name: 'Webhook kullan' }).click();
    await settings.getByRole('textbox', { name: 'Webhook adresi' }).fill('ornek.com');
    await settings.getByRole('button', { name: 'Ayarları kaydet' }).click();
    await settings.getByText('http:// ya da https:// ile başlayan bir adres girin').waitFor();
    await settings.getByRole('textbox', { name: 'Webhook adresi' }).fill('https://ornek.com/hzm');
    await settings.getByRole('button', { name: 'Ayarları kaydet' }).click();
    await expect
      .poll(() => other.getByRole('textbox', { name: 'Webhook adresi' }).inputValue())
      .toBe('https://ornek.com/hzm');
    await expect
      .poll(() => other.getByRole('switch', { name: 'Webhook kullan' }).isChecked())
      .toBe(true);
    await expect
      .poll(() => other.getByRole('textbox', { name: 'Dakikada en çok istek' }).inputValue())
      .toBe('250');
    await expect
      .poll(() => other.getByRole('switch', { name: 'Kayıtlar herkese açık' }).isChecked())
      .toBe(true);
    await page.keyboard.press('Escape');
    await settings.waitFor({ state: 'detached' });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Varsayılan Proje: diğer işlemler');
  });

  it('keep what one types while somebody else saves, and say what it has become', async () => {
    const description = other.getByRole('textbox', { name: 'Açıklama' });
    await description.fill('Benim yazdığım');
    await home.ask(
      'PUT',
      `/projects/${ayse.projectId}`,
      { name: 'Depo', description: 'Onun yazdığı' },
      ayse.token,
    );
    await other.getByText('Bu arada bir başkası değiştirdi: Onun yazdığı').waitFor();
    expect(await description.inputValue()).toBe('Benim yazdığım');
    expect(
      await other.getByRole('textbox', { name: 'Proje adı' }).inputValue(),
      'what is not being edited follows',
    ).toBe('Depo');
    await other.getByRole('button', { name: 'Ayarları kaydet' }).first().click();
    await expect.poll(() => other.getByText('Bu arada bir başkası değiştirdi').count()).toBe(0);
    await page.getByRole('article').getByText('Benim yazdığım').waitFor();
    await home.ask('PUT', `/projects/${ayse.projectId}`, { name: 'Varsayılan Proje' }, ayse.token);
    await page.getByRole('heading', { name: 'Varsayılan Proje' }).waitFor();
  });

  it('show its key and password from the card, where the password is changed', async () => {
    await menu('API anahtarı');
    const info = dialog('Varsayılan Proje: API anahtarı');
    await info.getByText(/^hzm_\w{4}\*+\w{4}$/).waitFor();
    await expectAccessible(page, 'the key of a project');
    const [first, again] = [
      info.getByLabel(/^Yeni şifre(?: \*)?$/),
      info.getByLabel(/^Yeni şifre tekrarı/),
    ];
    await first.fill('kısa');
    await again.fill('başka-şifre');
    await info.getByRole('button', { name: 'Şifreyi değiştir' }).click();
    await info.getByText('Şifre en az 8 karakter olmalıdır').waitFor();
    await info.getByText('Şifreler eşleşmiyor').waitFor();
    for (const field of [first, again]) await field.fill('yeni-uzun-şifre');
    await info.getByRole('button', { name: 'Şifreyi değiştir' }).click();
    await page.getByText('API anahtarı şifresi değiştirildi').waitFor();
    await info.waitFor({ state: 'detached' });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Varsayılan Proje: diğer işlemler');
    const { project } = await home.ask<{ project: { apiKeyPassword: string } }>(
      'GET',
      `/projects/${ayse.projectId}`,
      undefined,
      ayse.token,
    );
    expect(project.apiKeyPassword).toBe('yeni-uzun-şifre');
    expect(new URL(page.url()).searchParams.has('key')).toBe(false);
  });

  it('protect it, change its password, and take the protection away', async () => {
    await menu('Koruma');
    const protection = dialog('Varsayılan Proje: koruma');
    const field = (name: RegExp): Locator => protection.getByLabel(name);
    await field(/^Yeni koruma şifresi \*$/).fill('gizli-a');
    await field(/^Koruma şifresi tekrarı \*$/).fill('gizli-b');
    await protection.getByRole('button', { name: 'Korumayı aç' }).click();
    await protection.getByText('Şifreler eşleşmiyor').waitFor();
    await expectAccessible(page, 'protection with an error');
    await field(/^Koruma şifresi tekrarı \*$/).fill('gizli-a');
    await protection.getByRole('button', { name: 'Korumayı aç' }).click();
    await protection.waitFor({ state: 'detached' });
    await page.getByRole('article').getByText('Korumalı').waitFor();
    await other.getByText('Proje korumalı: silmek için koruma şifresi gerekir.').waitFor();

    await menu('Koruma');
    await protection.getByText('Şifreyi değiştir', { exact: true }).first().click();
    await field(/^Mevcut koruma şifresi \*$/).fill('yanlış');
    await field(/^Yeni koruma şifresi \*$/).fill('gizli-c');
    await field(/^Koruma şifresi tekrarı \*$/).fill('gizli-c');
    await protection.getByRole('button', { name: 'Şifreyi değiştir' }).click();
    await protection.getByText('Mevcut şifre doğrulanamadı').waitFor();
    await field(/^Mevcut koruma şifresi \*$/).fill('gizli-a');
    await protection.getByRole('button', { name: 'Şifreyi değiştir' }).click();
    await protection.waitFor({ state: 'detached' });

    await menu('Koruma');
    await field(/^Mevcut koruma şifresi \*$/).fill('gizli-c');
    await protection.getByRole('button', { name: 'Korumayı kaldır' }).click();
    await protection.waitFor({ state: 'detached' });
    await page.getByRole('article').getByText('Korumalı').waitFor({ state: 'detached' });
  });

  it('fit a phone, in English and in the dark', async () => {
    await other.emulateMedia({ colorScheme: 'dark' });
    await chooseLanguage(other, 'en');
    await other.setViewportSize({ width: 320, height: 700 });
    await other.reload();
    await other.getByRole('heading', { name: 'API settings' }).waitFor();
    await expectAccessible(other, 'settings on a phone');
    await expectFits(other, 'settings on a phone');
  });
});
