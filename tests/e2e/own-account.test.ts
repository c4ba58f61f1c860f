import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { mailbox } from '../run/mailbox.ts';
import { chromium, needs } from '../run/needs.ts';
import {
  chooseLanguage,
  expectAccessible,
  expectFits,
  expectWhole,
  house,
  PASSWORD,
  type Person,
} from './harness.ts';

const { mails, mail } = await mailbox();

describe('my account', needs(chromium), () => {
  const home = house({ mail: mail('https://hzm.example') });
  let ayse: Person;
  let page: Page;
  let other: Page;
  const dialog = () => page.getByRole('dialog');

  beforeAll(async () => {
    await home.register('Yönetici');
    ayse = await home.register('Ayşe');
    page = await home.visitAs(ayse, '/account');
    other = await home.visitAs(ayse, '/dashboard');
  });

  it('takes another name, which other windows show', async () => {
    const name = page.getByLabel(/^Ad soyad/);
    expect(await page.getByRole('button', { name: 'Adı kaydet' }).isDisabled()).toBe(true);
    await name.fill('  ');
    await page.getByRole('button', { name: 'Adı kaydet' }).click();
    await page.getByText('Bu alan gereklidir').waitFor();
    await name.fill('Ayşe Yılmaz');
    await page.getByRole('button', { name: 'Adı kaydet' }).click();
    await page.getByText('Adınız değiştirildi').waitFor();
    await other.getByRole('button', { name: 'Hesap menüsü: Ayşe Yılmaz' }).waitFor();
  });

  it('takes another address once the mailed link is used', async () => {
    await page.getByRole('button', { name: 'E-postayı değiştir' }).click();
    await dialog()
      .getByLabel(/^Yeni e-posta/)
      .fill('ayse');
    await dialog()
      .getByLabel(/^Mevcut şifre/)
      .fill('yanlış');
    await dialog().getByRole('button', { name: 'E-postayı değiştir' }).click();
    await dialog().getByText('Geçerli bir e-posta adresi girin').waitFor();
    await expectAccessible(page, 'changing the address');
    await dialog()
      .getByLabel(/^Yeni e-posta/)
      .fill('ayse.yeni@example.com');
    await dialog().getByRole('button', { name: 'E-postayı değiştir' }).click();
    await dialog().getByText('Mevcut şifre doğrulanamadı').waitFor();
    await dialog()
      .getByLabel(/^Mevcut şifre/)
      .fill(PASSWORD);
    await dialog().getByRole('button', { name: 'E-postayı değiştir' }).click();
    await page.getByRole('status').filter({ hasText: 'ayse.yeni@example.com adresine' }).waitFor();

    await expect.poll(() => mails.length).toBe(1);
    const path = /\/confirm-email\/[\w-]+/.exec(mails[0]!.text)![0];
    const reader = await home.visit(path);
    await reader.getByRole('heading', { level: 1, name: 'Yeni e-postanızı onaylayın' }).waitFor();
    await expectAccessible(reader, 'confirming the address');
    await reader.getByRole('button', { name: 'E-postayı onayla' }).click();
    await reader.getByText('Hesabınızın adresi artık ayse.yeni@example.com').waitFor();
    await page.getByText('ayse.yeni@example.com', { exact: true }).waitFor();
    expect(await page.getByText('ayse.yeni@example.com adresine').count()).toBe(0);

    await chooseLanguage(reader, 'en');
    await reader.goto(path);
    await reader.getByRole('button', { name: 'Confirm e-mail' }).click();
    await reader.getByRole('alert').filter({ hasText: 'The link was used' }).waitFor();
    await expectAccessible(reader, 'a used link');
  });

  it('changes language and colours', async () => {
    const panel = page.getByRole('region', { name: 'Dil ve görünüm' });
    await panel.getByText('Koyu', { exact: true }).click();
    await expect
      .poll(() => page.locator('html').getAttribute('data-mantine-color-scheme'))
      .toBe('dark');
    await expectAccessible(page, 'my account in the dark');
    await panel.getByText('English', { exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'My account' }).waitFor();
    await page.getByRole('region', { name: 'Language and appearance' }).getByText('Türkçe').click();
    await page.getByRole('heading', { level: 1, name: 'Hesabım' }).waitFor();
  });

  it('downloads its data', async () => {
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Verilerimi indir' }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toBe('hzm-account.json');
    expect(JSON.parse(readFileSync(await file.path(), 'utf8')).user.name).toBe('Ayşe Yılmaz');
  });

  it('fits a phone', async () => {
    await page.setViewportSize({ width: 320, height: 700 });
    await expectFits(page, 'my account on a phone');
    await expectWhole(page, 'my account on a phone');
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('is deleted with its password, and the home page follows', async () => {
    await page.getByRole('button', { name: 'Hesabımı sil…' }).click();
    await dialog()
      .getByLabel(/^Mevcut şifre/)
      .fill('yanlış');
    await dialog().getByRole('button', { name: 'Hesabı ve projeleri sil' }).click();
    await dialog().getByText('Mevcut şifre doğrulanamadı').waitFor();
    await expectAccessible(page, 'deleting the account');
    await dialog()
      .getByLabel(/^Mevcut şifre/)
      .fill(PASSWORD);
    await dialog().getByRole('button', { name: 'Hesabı ve projeleri sil' }).click();
    await page.waitForURL(url => url.pathname === '/');
    await page.goto('/account');
    await page.waitForURL(/\/login/);
  });
});
