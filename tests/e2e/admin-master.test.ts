import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { expectAccessible, expectFits, expectWhole, house, type Person } from './harness.ts';

describe('the master credentials, for administrators', needs(chromium), () => {
  const home = house();
  let admin: Person;
  let page: Page;
  const open = async (on: Page): Promise<void> => {
    await on.getByRole('button', { name: 'Master Admin Şifresi' }).click();
    await on.getByRole('dialog').waitFor();
  };
  const fill = async (email: string, password: string): Promise<void> => {
    await page.locator('input[name=master-email]').fill(email);
    await page.locator('input[name=creation-password]').fill(password);
  };
  const copyable = async (): Promise<string> => {
    const panel = page.getByRole('region', { name: 'Master bilgileri' });
    const hidden = panel.locator('button[aria-pressed=false]').first();
    await panel.waitFor();
    if ((await panel.locator('button[aria-pressed=true]').count()) === 0) await hidden.click();
    return (await panel.locator('code').first().textContent())!;
  };

  beforeAll(async () => {
    admin = await home.register('Yönetici Yıldız');
    page = await home.visitAs(admin, '/dashboard');
    await open(page);
  });

  it('are asked for in words, and made', async () => {
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Master Bilgilerini Oluştur' }).click();
    await dialog.getByText('Master Admin Mail gerekli!').waitFor();
    await dialog.getByText('API Oluşturma Şifresi gerekli!').waitFor();
    await fill('keine', 'x');
    await dialog.getByRole('button', { name: 'Master Bilgilerini Oluştur' }).click();
    await dialog.getByText('Geçerli bir email adresi girin!').waitFor();
    await fill('master@example.com', 'olustur-1');
    await dialog.getByRole('button', { name: 'Master Bilgilerini Oluştur' }).click();
    await dialog.getByText('Master bilgileri oluşturuldu').waitFor();
    expect(await copyable()).toMatch(/^hzm_master_/);
    await expectAccessible(page, 'made');
    await expectFits(page, 'made');
    await expectWhole(page, 'made');
    // It says so for five seconds.
    await dialog.getByText('Master bilgileri oluşturuldu').waitFor({ state: 'detached' });
  });

  it('stay open for the tab after a reload, and nothing of them is kept in the browser', async () => {
    const key = await copyable();
    await page.reload();
    await open(page);
    expect(await copyable()).toBe(key);
    const kept = await page.evaluate(() =>
      JSON.stringify([localStorage, sessionStorage].map(storage => Object.entries(storage))),
    );
    expect(kept).not.toContain('hzm_master_');
    // Another tab asks again.
    const other = await page.context().newPage();
    await other.goto('/dashboard');
    await open(other);
    await other.getByRole('button', { name: 'Giriş Yap' }).waitFor();
    expect(await other.getByRole('region', { name: 'Master bilgileri' }).count()).toBe(0);
    await other.close();
  });

  it('are refreshed together, and seen refreshed by another administrator', async () => {
    const key = await copyable();
    await page.getByRole('button', { name: 'Tümünü Yenile' }).click();
    await page.getByText('Master Admin Mail gerekli!').waitFor();
    await fill('master@example.com', 'yanlış');
    await page.getByRole('button', { name: 'Tümünü Yenile' }).click();
    await page
      .getByText('API Key yenileme başarısız: Giriş başarısız. Bilgilerinizi kontrol edin.')
      .waitFor();
    await page.getByRole('button', { name: 'Giriş Yap' }).click();
    await page
      .getByRole('alert')
      .getByText('Giriş başarısız. Bilgilerinizi kontrol edin.', { exact: true })
      .waitFor();
    await fill('master@example.com', 'olustur-1');
    await page.getByRole('button', { name: 'Giriş Yap' }).click();
    await page.getByText('Giriş başarılı').waitFor();
    await page.getByRole('button', { name: 'Tümünü Yenile' }).click();
    await page.getByText('Anahtar ve şifre yenilendi').waitFor();
    const refreshed = await copyable();
    expect(refreshed).not.toBe(key);
    await home.ask(
      'POST',
      '/master-admin/refresh-api-key',
      { master_email: 'master@example.com', api_creation_password: 'olustur-1' },
      admin.token,
    );
    await expect.poll(copyable).not.toBe(refreshed);
  });

  it('fold away, in English, in the dark and on a phone', async () => {
    await page.getByRole('button', { name: 'Master bilgileri', exact: true }).click();
    await page.getByRole('button', { name: 'Tümünü Yenile' }).waitFor({ state: 'hidden' });
    const phone = await home.visitAs(admin, '/dashboard', {
      viewport: { width: 320, height: 640 },
      colorScheme: 'dark',
      locale: 'en-GB',
    });
    await phone.getByRole('button', { name: 'Master admin password' }).click();
    await phone.getByRole('dialog').getByRole('button', { name: 'Sign in' }).waitFor();
    await expectAccessible(phone, 'phone');
    await expectFits(phone, 'phone');
    await expectWhole(phone, 'phone');
  });
});
