import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
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

describe('my account', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let page: Page;
  let other: Page;
  const sessions = () => page.getByRole('list', { name: 'Açık oturumlar' }).getByRole('listitem');

  beforeAll(async () => {
    ayse = await home.register('Ayşe');
    page = await home.visitByForm(ayse, '/dashboard');
    other = await home.visitByForm(ayse, '/projects');
  });

  it('is reached from the header, and says where I am signed in', async () => {
    await page.getByRole('button', { name: 'Hesap menüsü: Ayşe' }).click();
    await page.getByRole('menuitem', { name: 'Hesabım' }).click();
    await page.getByRole('heading', { name: 'Oturumlarım' }).waitFor();
    // An account that was registered over the API has a session, too.
    await expect.poll(() => sessions().count()).toBe(3);
    expect(await sessions().filter({ hasText: 'Bu oturum' }).count()).toBe(1);
    expect(await sessions().filter({ hasText: 'Chrome' }).count()).toBe(2);
    await expectAccessible(page, 'my account');
  });

  it('signs out elsewhere: the other window is asked to sign in', async () => {
    const there = sessions().filter({ hasText: 'Chrome' }).filter({ hasNotText: 'Bu oturum' });
    await there.getByRole('button', { name: /oradan çıkış yap$/ }).click();
    await expect.poll(() => sessions().count()).toBe(2);
    await other.reload();
    await other.waitForURL(/\/login/);
  });

  it('changes the password: what is wrong stands where it is, and the others are out', async () => {
    const field = (label: RegExp) => page.getByLabel(label);
    const fill = async (current: string, next: string, again: string): Promise<void> => {
      await field(/^Mevcut şifre/).fill(current);
      await field(/^Yeni şifre \*$/).fill(next);
      await field(/^Yeni şifre tekrarı/).fill(again);
      await page.getByRole('button', { name: 'Şifreyi değiştir' }).click();
    };
    await fill('', 'kısa', 'başka');
    await page.getByText('Bu alan gereklidir').waitFor();
    await page.getByText('Şifre en az 6 karakter olmalıdır').waitFor();
    await page.getByText('Şifreler eşleşmiyor').waitFor();
    await expectAccessible(page, 'a password with errors');
    await fill('yanlış-şifre', 'yeni-gizli', 'yeni-gizli');
    await page.getByText('Mevcut şifre doğrulanamadı').waitFor();
    await fill(PASSWORD, 'yeni-gizli', 'yeni-gizli');
    await page.getByText('Şifreniz değiştirildi; diğer oturumlarınız kapatıldı').waitFor();
    await expect.poll(() => sessions().count()).toBe(1);
    expect(await field(/^Mevcut şifre/).inputValue()).toBe('');
  });

  it('fits a phone, in English and in the dark', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await chooseLanguage(page, 'en');
    await page.setViewportSize({ width: 320, height: 700 });
    await page.reload();
    await page.getByRole('heading', { name: 'My sessions' }).waitFor();
    await page.getByText('This session').waitFor();
    await expectAccessible(page, 'my account on a phone');
    await expectFits(page, 'my account on a phone');
    await expectWhole(page, 'my account on a phone');
  });
});
