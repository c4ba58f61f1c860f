import type { Locator, Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import {
  chooseLanguage,
  expectAccessible,
  expectFits,
  expectWhole,
  house,
  type Person,
} from './harness.ts';

describe('the keys of a project', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let table: string;
  let page: Page;
  const dialog = (name: string): Locator => page.getByRole('dialog', { name });
  const extra = (name: string): Locator =>
    page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });
  const status = async (key: string): Promise<number> =>
    (await fetch(`${home.origin()}/api/v1/data/table/${table}`, { headers: { 'x-api-key': key } }))
      .status;
  const keyOf = async (name: string): Promise<string> =>
    (
      await home.ask<{ keys: { name: string; key: string }[] }>(
        'GET',
        `/api-keys/project/${ayse.projectId}`,
        undefined,
        ayse.token,
      )
    ).keys.find(key => key.name === name)!.key;

  beforeAll(async () => {
    ayse = await home.register('Ayşe');
    table = await home.table(ayse, 'Ürünler', { ad: 'string' }, [{ ad: 'Çay' }]);
    page = await home.visitAs(ayse, `/projects/${ayse.projectId}`);
  });

  it('are reached by a tab, with the main key and how to use it', async () => {
    await page.getByRole('tab', { name: 'API Yönetimi' }).click();
    await page.getByRole('heading', { name: 'Ana anahtar' }).waitFor();
    expect(new URL(page.url()).searchParams.get('tab')).toBe('api');
    await page.getByText('Henüz ek anahtar yok').waitFor();
    expect(await page.getByRole('group', { name: 'Kayıtları oku' }).textContent()).toContain(
      `/api/v1/data/table/${table}?limit=10`,
    );
    await expectAccessible(page, 'no extra keys');
  });

  it('are added, with what is wrong said first; what they may not do they do not', async () => {
    await page.getByRole('button', { name: 'Yeni anahtar' }).click();
    const form = dialog('Yeni API anahtarı');
    await form.getByRole('checkbox', { name: 'Okuma' }).uncheck();
    await form.getByRole('button', { name: 'Anahtarı oluştur' }).click();
    await form.getByText('Lütfen API key için bir isim girin.').waitFor();
    await form.getByText('En az bir izin seçin').waitFor();
    await expectAccessible(page, 'a form for a key, with errors');
    await form.getByRole('textbox', { name: 'İsim' }).fill('Mobil uygulama');
    await form.getByRole('checkbox', { name: 'Okuma' }).check();
    await form.getByRole('button', { name: 'Anahtarı oluştur' }).click();
    await form.waitFor({ state: 'detached' });
    await extra('Mobil uygulama').getByText('Etkin', { exact: true }).waitFor();
    expect(await status(await keyOf('Mobil uygulama'))).toBe(200);
  });

  it('are seen by a second window as they change, and stop working at once', async () => {
    const second = await home.visitAs(ayse, `/projects/${ayse.projectId}?tab=api`);
    const there = second
      .getByRole('article')
      .filter({ has: second.getByRole('heading', { name: 'Mobil uygulama' }) });
    await there.waitFor();
    const key = await keyOf('Mobil uygulama');
    await page.getByRole('button', { name: 'Mobil uygulama: devre dışı bırak' }).click();
    await there.getByText('Etkin değil').waitFor();
    expect(await status(key)).toBe(401);
    await page.getByRole('button', { name: 'Mobil uygulama: etkinleştir' }).click();
    await there.getByText('Etkin', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Mobil uygulama: yenile' }).click();
    const asking = dialog('API anahtarını yenile');
    await expectAccessible(page, 'asks before a key stops working');
    await asking.getByRole('button', { name: 'Anahtarı yenile' }).click();
    await asking.waitFor({ state: 'detached' });
    expect([await status(key), await status(await keyOf('Mobil uygulama'))]).toEqual([401, 200]);
  });

  it('say what they can do and what was done with them', async () => {
    await page.getByRole('button', { name: 'Mobil uygulama: ne yapabilir?' }).click();
    const report = dialog('Mobil uygulama ne yapabilir?');
    const row = report.getByRole('row').filter({ hasText: 'Ürünler' });
    expect(await row.getByRole('cell').allTextContents()).toEqual(['Evet', 'Hayır', 'Hayır']);
    await report.getByText('list-rows').first().waitFor();
    await report.getByText(/deneme reddedildi/).waitFor();
    await expectAccessible(page, 'what a key can do');
    await page.keyboard.press('Escape');
    await report.waitFor({ state: 'detached' });
  });

  it('are changed: an expiry date, chosen by keyboard', async () => {
    await page.getByRole('button', { name: 'Mobil uygulama: düzenle' }).click();
    const form = dialog('API anahtarını düzenle');
    await form.getByRole('button', { name: 'Son kullanma tarihi' }).focus();
    await page.keyboard.press('Enter');
    const today = page.locator('button[data-today]');
    await today.focus();
    await page.keyboard.press('Enter');
    await form.getByRole('button', { name: 'Kaydet' }).click();
    await form.waitFor({ state: 'detached' });
    await expect.poll(() => extra('Mobil uygulama').getByText('23:59').count()).toBe(1);
  });

  it('share a password, which is changed by who types it twice', async () => {
    await page.getByRole('button', { name: 'Şifreyi değiştir' }).click();
    const form = dialog('API anahtarı şifresini değiştir');
    await form.getByLabel(/^Yeni şifre \*$/).fill('kısa');
    await form.getByLabel('Yeni şifre tekrarı').fill('başka');
    await form.getByRole('button', { name: 'Şifreyi değiştir' }).click();
    await form.getByText('Şifre en az 8 karakter olmalıdır').waitFor();
    await form.getByText('Şifreler eşleşmiyor').waitFor();
    await form.getByLabel(/^Yeni şifre \*$/).fill('yepyeni-gizli');
    await form.getByLabel('Yeni şifre tekrarı').fill('yepyeni-gizli');
    await form.getByRole('button', { name: 'Şifreyi değiştir' }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Göster: API anahtarı şifresi' }).click();
    await page.getByText('yepyeni-gizli').waitFor();
  });

  it('fit a phone, in English and in the dark', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await chooseLanguage(page, 'en');
    await page.setViewportSize({ width: 320, height: 700 });
    await page.reload();
    await page.getByRole('heading', { name: 'Main key' }).waitFor();
    await expectAccessible(page, 'keys on a phone');
    await expectFits(page, 'keys on a phone');
    await expectWhole(page, 'keys on a phone');
    await page.getByRole('button', { name: 'Mobil uygulama: other actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog('Delete API key').getByRole('button', { name: 'Delete key' }).click();
    await page.getByText('No extra keys yet').waitFor();
  });
});
