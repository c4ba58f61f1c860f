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
      `/api/v1/data/api-table/${table}?limit=10`,
    );
    await page.locator('label', { hasText: 'Python' }).click();
    const add = page.getByRole('group', { name: 'Kayıt ekle' });
    await expect.poll(() => add.textContent()).toContain('values = {"ad": "Çay"}');
    expect(await add.textContent()).toContain('os.environ["HZM_API_KEY"]');
    await page.locator('label', { hasText: 'Anahtarı ve şifreyi örneklere yaz' }).click();
    await expect.poll(() => add.textContent()).toMatch(/"X-API-Key": "hzm_/);
    await page.locator('label', { hasText: 'Anahtarı ve şifreyi örneklere yaz' }).click();
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
    await form.getByRole('textbox', { name: 'Ad', exact: true }).fill('Mobil uygulama');
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

  it('are renewed with an overlap, in which both are valid until the old one is ended', async () => {
    const [key, card] = [await keyOf('Mobil uygulama'), extra('Mobil uygulama')];
    await page.getByRole('button', { name: 'Mobil uygulama: yenile' }).click();
    const asking = dialog('API anahtarını yenile');
    const hours = asking.getByLabel('Eski anahtar geçerli kalsın');
    await hours.selectOption({ label: '24 saat' });
    await asking.getByText('O zamana kadar iki anahtar da çalışır').waitFor();
    await expectAccessible(page, 'an overlap is chosen');
    await asking.getByRole('button', { name: 'Anahtarı yenile' }).click();
    await asking.waitFor({ state: 'detached' });
    await card.getByText('Yenilendiğinden beri hiç kullanılmadı.').waitFor();
    expect([await status(key), await status(await keyOf('Mobil uygulama'))]).toEqual([200, 200]);
    await page.reload();
    await card.getByText('Yenilendiğinden beri 1 kez kullanıldı').waitFor();
    await expectAccessible(page, 'a key with an old one');
    await page.getByRole('button', { name: 'Mobil uygulama: ne yapabilir?' }).click();
    const report = dialog('Mobil uygulama ne yapabilir?');
    await report.getByRole('heading', { name: 'Eski anahtarla son istekler' }).waitFor();
    await page.keyboard.press('Escape');
    await report.waitFor({ state: 'detached' });
    await card
      .getByRole('button', { name: 'Mobil uygulama: eski anahtarı şimdi sonlandır' })
      .focus();
    await page.keyboard.press('Enter');
    const ending = dialog('Eski anahtarı sonlandır');
    await ending.getByRole('button', { name: 'Eski anahtarı sonlandır' }).click();
    await ending.waitFor({ state: 'detached' });
    await card.getByText('Yenilendiğinden beri').waitFor({ state: 'detached' });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Mobil uygulama: yenile');
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

describe('the pages that try a guard', needs(chromium), () => {
  const home = house();

  it.each(['/protected', '/admin-only'])('%s sends a visitor to sign in', async path => {
    const page = await home.visit(path);
    await page.waitForURL('**/login?**');
    expect(new URL(page.url()).searchParams.get('redirect')).toBe(path);
  });

  it('show each person who they are, and refuse others the one of administrators', async () => {
    const admin = await home.visitAs(await home.register('Ayşe'), '/admin-only', {
      viewport: { width: 320, height: 640 },
    });
    await admin.getByRole('heading', { name: 'Yalnızca yöneticilere açık sayfa' }).waitFor();
    await admin.getByRole('definition').getByText('Yönetici', { exact: true }).waitFor();
    await expectFits(admin, 'a page that tries a guard');
    await expectAccessible(admin, 'a page that tries a guard');
    const other = await home.visitAs(await home.register('Veli'), '/admin-only', {
      locale: 'en-GB',
      colorScheme: 'dark',
    });
    await other.getByRole('heading', { name: 'Access denied' }).waitFor();
    await other.goto('/protected');
    await other.getByRole('heading', { name: 'Page for signed-in people' }).waitFor();
    await other.getByRole('definition').getByText('Veli', { exact: true }).waitFor();
    await expectAccessible(other, 'a page that tries a guard, dark');
    await other.getByRole('link', { name: 'Back to the dashboard' }).click();
    await other.waitForURL('**/dashboard');
  });
});

describe('the API test page', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let page: Page;
  beforeAll(async () => {
    ayse = await home.register('Ayşe');
    page = await home.visitAs(ayse, '/dashboard');
  });

  it('is reached from the menu of tools; its three tests show raw answers and keep the session', async () => {
    await page.getByRole('button', { name: 'Araçlar' }).click();
    await page.getByRole('menuitem', { name: 'API testi' }).click();
    await page.getByRole('button', { name: 'Test Register' }).click();
    await page.getByText('201 Created').waitFor();
    const answer = page.getByRole('textbox', { name: 'Biçimli JSON' });
    expect(await answer.inputValue()).toMatch(/"token": "eyJ[\w.-]{17}…"/);
    await page.getByRole('tab', { name: 'Gönderildiği gibi' }).click();
    expect(await page.getByRole('textbox', { name: 'Gönderildiği gibi' }).inputValue()).toMatch(
      /^\{"success":true.*api-test-[\w-]+@example\.com/,
    );
    await page.getByRole('tab', { name: /^Başlıklar/ }).click();
    await page.getByText('İsteğin adı.').waitFor();
    await page.getByRole('button', { name: 'Test Create Project' }).click();
    await page.getByRole('link', { name: 'Oluşturulan projeyi aç' }).waitFor();
    await page.getByRole('button', { name: 'Test Get Projects' }).click();
    await page.getByText('200 OK').waitFor();
    expect(await answer.inputValue()).toContain(ayse.projectId);
    expect(await answer.inputValue()).toContain('"name": "API Test 20');
    await expectAccessible(page, 'the API test page');
  });

  it('sends any call, asks before a change, and keeps it without its secrets', async () => {
    await page.getByRole('searchbox', { name: 'Ad veya yolla ara' }).fill('api-key-password');
    await page.getByRole('button', { name: /^PUT.*API anahtarı şifresini değiştirir/ }).click();
    const form = page.getByRole('form', { name: 'Çağrı: change-api-key-password' });
    await form.waitFor();
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
    expect(await form.getByLabel('projectId (yol)').inputValue()).not.toBe('');
    await form.getByLabel('projectId (yol)').fill(ayse.projectId);
    await form.getByLabel('Gövde (JSON)').fill('{"newPassword":"yeni-gizli-şifre-1"}');
    await form.getByRole('button', { name: 'Gönder' }).click();
    const asked = page.getByRole('dialog', { name: 'Değişiklik gönderilsin mi?' });
    await expectAccessible(page, 'a change to confirm');
    await asked.getByRole('button', { name: 'Gönder' }).click();
    const answer = page.getByRole('region', { name: 'Yanıt: change-api-key-password' });
    await answer.getByText('200 OK').waitFor();
    const chosen = page.getByRole('region', { name: 'change-api-key-password', exact: true });
    await expect
      .poll(() => chosen.evaluate(one => one.contains(document.activeElement)))
      .toBe(true);
    expect(await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))).not.toContain(
      'yeni-gizli',
    );
    await page.reload();
    await page.getByRole('tab', { name: 'Geçmiş' }).click();
    await page.getByRole('button', { name: /^PUT .*200/ }).click();
    expect(await form.getByLabel('Gövde (JSON)').inputValue()).toContain('"newPassword": ""');
  });

  it("tells a refusal in the reader's language, on a small dark phone, too", async () => {
    const phone = await home.visitAs(ayse, '/api-test?call=get-project', {
      locale: 'en-GB',
      colorScheme: 'dark',
      viewport: { width: 320, height: 640 },
    });
    await phone.route('**/api/v1/openapi.json', route => route.fulfill({ body: '<html>' }));
    await phone.reload();
    await phone.getByRole('alert').getByText('Invalid response format').waitFor();
    await phone.unroute('**/api/v1/openapi.json');
    await phone.getByRole('button', { name: 'Try again' }).click();
    const form = phone.getByRole('form', { name: 'Call: get-project' });
    await form.getByLabel('projectId (path)').fill('');
    await form.getByRole('button', { name: 'Send' }).click();
    await form.getByText('This field is required').waitFor();
    await form.getByLabel('projectId (path)').fill('01937b5e-0000-7000-8000-000000000001');
    await form.getByRole('button', { name: 'Send' }).click();
    await phone.getByRole('alert').getByText('NOT_FOUND').waitFor();
    await expectFits(phone, 'the console on a phone');
    await expectAccessible(phone, 'the console on a phone');
    await phone.context().setOffline(true);
    await form.getByRole('button', { name: 'Send' }).click();
    await phone.getByText('No internet connection').waitFor();
  });
});
