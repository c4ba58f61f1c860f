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

// Links lead where the server is reached from outside; here their path is enough.
const { mails, mail } = await mailbox();

describe('a forgotten password', needs(chromium), () => {
  const home = house({ mail: mail('https://hzm.example') });
  let admin: Person;
  let ayse: Person;
  let page: Page;
  let signedIn: Page;
  const linkIn = (text: string): string => /\/reset-password\/[\w-]+/.exec(text)![0];
  const set = async (on: Page, password: string, again = password): Promise<void> => {
    await on.locator('input[name=password]').fill(password);
    await on.locator('input[name=confirmPassword]').fill(again);
    await on.keyboard.press('Enter');
  };
  const logIn = async (on: Page, email: string, password: string): Promise<void> => {
    await on.locator('input[name=email]').fill(email);
    await on.locator('input[name=password]').fill(password);
    await on.keyboard.press('Enter');
  };

  beforeAll(async () => {
    admin = await home.register('Yönetici');
    ayse = await home.register('Ayşe');
    signedIn = await home.visitAs(ayse, '/projects');
    page = await home.visit('/login');
  });

  it('leads from the login to a mail; what is no address is said where it is', async () => {
    await page.getByRole('link', { name: 'Şifremi unuttum' }).click();
    await page.getByRole('heading', { level: 1, name: 'Şifremi unuttum' }).waitFor();
    await page.getByRole('button', { name: 'Bağlantı gönder' }).click();
    await page.getByText('Bu alan gereklidir').waitFor();
    await page.locator('input[name=email]').fill('ayşe');
    await page.keyboard.press('Enter');
    await page.getByText('Geçerli bir e-posta adresi girin').waitFor();
    await expectAccessible(page, 'forgotten, with an error');
    await page.locator('input[name=email]').fill(ayse.email);
    await page.keyboard.press('Enter');
    await page
      .getByRole('status')
      .filter({ hasText: `${ayse.email} adresinde bir hesap varsa` })
      .waitFor();
    await expectAccessible(page, 'forgotten, sent');
    await expect.poll(() => mails.length).toBe(1);
    expect(mails[0]!.text).toContain('Merhaba Ayşe,');
  });

  it('says the same for an address that nobody has', async () => {
    await page.getByRole('button', { name: 'Tekrar dene' }).click();
    await page.locator('input[name=email]').fill('kimse@example.com');
    await page.keyboard.press('Enter');
    await page
      .getByRole('status')
      .filter({ hasText: 'kimse@example.com adresinde bir hesap varsa' })
      .waitFor();
  });

  it('is set anew by the link: other windows are out, and one signs in with it', async () => {
    const link = linkIn(mails[0]!.text);
    await page.goto(link);
    await page.getByRole('heading', { level: 1, name: 'Yeni şifre' }).waitFor();
    await expectAccessible(page, 'reset');
    await set(page, 'kısa', 'başka');
    await page.getByText('Şifre en az 6 karakter olmalıdır').waitFor();
    await page.getByText('Şifreler eşleşmiyor').waitFor();
    await expectAccessible(page, 'reset, with errors');
    await set(page, 'yeni-gizli');
    await page
      .getByRole('status')
      .filter({ hasText: 'Yeni şifrenizle giriş yapabilirsiniz.' })
      .waitFor();
    await expectAccessible(page, 'reset, done');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/login');
    await signedIn.reload();
    await signedIn.waitForURL(/\/login/);
    await logIn(page, ayse.email, PASSWORD);
    await page.getByText('E-posta veya şifre hatalı').waitFor();
    await logIn(page, ayse.email, 'yeni-gizli');
    await page.waitForURL('**/dashboard');

    await page.goto(link);
    await set(page, 'başka-gizli');
    await page.getByRole('heading', { level: 1, name: 'Bağlantı geçerli değil' }).waitFor();
    await expectAccessible(page, 'reset, gone');
    expect(
      await page
        .getByRole('link', { name: 'Yeni bağlantı iste' })
        .evaluate(link => link === document.activeElement),
    ).toBe(true);
  });

  it('proves the address: an invitation is accepted in the bell', async () => {
    const path = `/projects/${admin.projectId}/invitations`;
    await home.ask('POST', path, { email: ayse.email, role: 'viewer' }, admin.token);
    await page.goto('/projects');
    await page.getByRole('button', { name: '1 okunmamış bildirim' }).click();
    const bell = page.getByRole('dialog', { name: 'Bildirimler' });
    await bell.getByRole('button', { name: 'Kabul et' }).waitFor();
    await expectAccessible(page, 'bell with an invitation');
    await bell.getByRole('button', { name: 'Kabul et' }).click();
    await page.waitForURL(new RegExp(`/projects/${admin.projectId}`));
    await expect.poll(() => bell.count()).toBe(0);
  });

  it('is set anew by a link of an administrator, who stays signed in when they look at it', async () => {
    const other = await home.visitAs(admin, '/database-users');
    await other.getByRole('button', { name: 'Ayşe: işlemler' }).click();
    await other.getByRole('menuitem', { name: 'Yeni şifre bağlantısı' }).click();
    const dialog = other.getByRole('dialog', { name: 'Ayşe için yeni şifre bağlantısı' });
    await dialog.getByRole('button', { name: 'Bağlantı oluştur' }).click();
    const link = await dialog.getByTestId('password-link').textContent();
    await expectAccessible(other, 'link by an administrator');
    await other.goto(linkIn(link!));
    await set(other, 'üçüncü-gizli');
    await other.getByRole('link', { name: 'Giriş Yap', exact: true }).first().click();
    await other.waitForURL('**/dashboard');
    await page.goto('/projects');
    await page.waitForURL(/\/login/);
    await logIn(page, ayse.email, 'üçüncü-gizli');
    await page.waitForURL('**/projects');
  });

  it('fits a phone, in English and in the dark', async () => {
    const phone = await home.visit('/forgotten-password', {
      viewport: { width: 320, height: 700 },
      colorScheme: 'dark',
    });
    await chooseLanguage(phone, 'en');
    for (const [path, heading] of [
      ['/login', 'Log in'],
      ['/forgotten-password', 'Forgotten password'],
      [linkIn(mails[0]!.text), 'New password'],
    ] as const) {
      await phone.goto(path);
      await phone.getByRole('heading', { level: 1, name: heading }).waitFor();
      await expectAccessible(phone, `${path} on a phone`);
      await expectFits(phone, `${path} on a phone`);
      await expectWhole(phone, `${path} on a phone`);
    }
    await phone.goto('/forgotten-password');
    await phone.locator('input[name=email]').fill(ayse.email);
    await phone.keyboard.press('Enter');
    await phone.getByText('Look into your mailbox').waitFor();
    await expectAccessible(phone, 'sent, on a phone');
    await expectFits(phone, 'sent, on a phone');
    await expectWhole(phone, 'sent, on a phone');
  });
});
