import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { chooseLanguage, expectAccessible, house, type Person } from './harness.ts';

interface Request {
  readonly id: string;
  readonly status: string;
  readonly _version: number;
  readonly rejection_reason: string | null;
}

describe('the inbox of endpoint requests', needs(chromium), () => {
  const home = house();
  let admin: Person;
  let ayse: Person;
  let hers: Page;
  let his: Page;

  const inbox = (rest = '') => `/projects/${ayse.projectId}/endpoint-requests${rest}`;
  const ask = (name: string, more: object = {}, person = ayse): Promise<Request> =>
    home.ask(
      'POST',
      `/endpoint-requests/project/${ayse.projectId}`,
      { endpoint_name: name, description: `${name}: depolara göre`, ...more },
      person.token,
    );
  const stateOf = (id: string): Promise<Request> =>
    home.ask('GET', `/endpoint-requests/${id}`, undefined, admin.token);
  const card = (page: Page, name: string) =>
    page.locator('[data-request]').filter({ hasText: name });
  const detail = (page: Page, name: string) => page.getByRole('article', { name });
  const group = (page: Page, name: string) =>
    page
      .getByRole('navigation', { name: /İstek grupları|Groups of requests/ })
      .getByRole('link')
      .filter({ hasText: name });

  beforeAll(async () => {
    admin = await home.register('Kök');
    ayse = await home.register('Ayşe');
    hers = await home.visitAs(ayse, inbox());
    his = await home.visitAs(admin, inbox());
  });

  it('takes a request with every field, rule and default, and shows it to both at once', async () => {
    await hers.getByText('Bekleyen istek yok.').waitFor();
    await his.getByText('Bekleyen istek yok.').waitFor();
    await hers.getByRole('button', { name: 'Yeni İstek' }).click();
    const form = hers.getByRole('dialog', { name: 'Yeni Endpoint İsteği' });
    expect(
      await form
        .getByRole('combobox')
        .evaluateAll(inputs => inputs.map(input => (input as HTMLInputElement).value)),
    ).toEqual(['GET', 'Orta', 'Seçiniz', 'Varsayılan']);
    expect([
      await form.getByLabel('Yanıt biçimi').inputValue(),
      await form.getByLabel('Yetkilendirme gerekli').isChecked(),
    ]).toEqual(['JSON', true]);
    await form.getByRole('button', { name: 'İsteği Gönder' }).click();
    await form.getByText('Endpoint adı gereklidir').waitFor();
    await form.getByText('Açıklama gereklidir').waitFor();
    await form.getByLabel('Endpoint adı').fill('St');
    expect(await form.getByText('Endpoint adı gereklidir').count()).toBe(0);
    await form.getByLabel('Açıklama').fill('kısa');
    await form.getByRole('button', { name: 'İsteği Gönder' }).click();
    await form.getByText('Endpoint adı en az 3 karakter olmalıdır').waitFor();
    await form.getByText('Açıklama en az 10 karakter olmalıdır').waitFor();
    await expectAccessible(hers, 'new request');
    await form.getByLabel('Endpoint adı').fill('Stok özeti');
    // Neither changes by others nor closing the form loses any of it.
    await ask('Öteki istek', {}, admin);
    await card(hers, 'Öteki istek').waitFor({ state: 'attached' });
    await hers.mouse.click(5, 5);
    await form.waitFor({ state: 'detached' });
    await hers.getByRole('button', { name: 'Yeni İstek' }).click();
    expect(await form.getByLabel('Endpoint adı').inputValue()).toBe('Stok özeti');
    await form.getByLabel('Açıklama').fill('Depolara göre stok toplamı');
    await form.getByLabel('Öncelik').click();
    await hers.getByRole('option', { name: 'Yüksek' }).click();
    await form.getByRole('button', { name: 'İsteği Gönder' }).click();
    await form.waitFor({ state: 'detached' });
    for (const page of [hers, his]) {
      await card(page, 'Stok özeti').getByText('Yüksek').waitFor();
      await expect
        .poll(() => page.getByRole('tab', { name: 'Mail İstekleri' }).textContent())
        .toContain('2');
    }
    // News to him, none to her.
    expect([
      await card(hers, 'Stok özeti').getAttribute('data-unread'),
      await card(his, 'Stok özeti').getAttribute('data-unread'),
    ]).toEqual(['false', 'true']);
  });

  it('is moved on with an answer: both see it, its next step is offered, and the notice takes it back', async () => {
    await card(his, 'Stok özeti').click();
    await detail(his, 'Stok özeti').getByText('Ayşe isteği gönderdi').waitFor();
    await expect.poll(() => card(his, 'Stok özeti').getAttribute('data-unread')).toBe('false');
    await detail(his, 'Stok özeti').getByLabel('Yanıt (isteğe bağlı)').fill('Bu hafta');
    await detail(his, 'Stok özeti').getByRole('button', { name: 'Onayla' }).click();
    await detail(his, 'Stok özeti').getByRole('button', { name: 'Teste al' }).waitFor();
    expect(await detail(his, 'Stok özeti').getByLabel('Yanıt (isteğe bağlı)').inputValue()).toBe(
      '',
    );
    await expect.poll(() => card(hers, 'Stok özeti').count()).toBe(0);
    expect(await group(hers, 'Onaylanan').getAttribute('data-unread')).toBe('true');
    await group(hers, 'Onaylanan').click();
    await card(hers, 'Stok özeti').getByText('Bu hafta').waitFor();
    await his.getByRole('button', { name: 'Geri al', exact: true }).click();
    await detail(his, 'Stok özeti').getByText('Kök son adımı geri aldı: Bekliyor').waitFor();
    await hers.getByText('Onaylanan istek yok.').waitFor();
    await group(hers, 'Gelen kutusu').click();
    await card(hers, 'Stok özeti').waitFor();
    expect(await card(hers, 'Stok özeti').getByText('Bu hafta').count()).toBe(0);
  });

  it('is rejected with a reason only, which its requester reads; withdrawn and brought back by its requester', async () => {
    const other = await ask('Gereksiz istek');
    await card(his, 'Gereksiz istek').click();
    await detail(his, 'Gereksiz istek').getByRole('button', { name: 'Reddet' }).click();
    const dialog = his.getByRole('dialog', { name: 'İsteği reddet' });
    await dialog.getByRole('button', { name: 'Reddet' }).click();
    await dialog.getByText('Reddetme nedeni gereklidir').waitFor();
    await expectAccessible(his, 'reject');
    await dialog.getByLabel('Reddetme nedeni').fill('Aynısı var');
    await dialog.getByRole('button', { name: 'Reddet' }).click();
    await dialog.waitFor({ state: 'detached' });
    await group(hers, 'Reddedilen').click();
    await card(hers, 'Gereksiz istek').getByText('Aynısı var').waitFor();
    expect((await stateOf(other.id)).rejection_reason).toBe('Aynısı var');
    await hers.goto(inbox());
    await card(hers, 'Stok özeti').click();
    await detail(hers, 'Stok özeti').getByRole('button', { name: 'Geri çek' }).click();
    await expect.poll(() => card(his, 'Stok özeti').count()).toBe(0);
    await hers.getByRole('button', { name: 'Geri al', exact: true }).click();
    await card(his, 'Stok özeti').waitFor();
    await detail(hers, 'Stok özeti').getByRole('button', { name: 'Düzenle' }).click();
    const form = hers.getByRole('dialog', { name: 'İsteği düzenle' });
    await form.getByLabel('Kullanım senaryoları').fill('Günlük rapor');
    await form.getByRole('button', { name: 'Kaydet' }).click();
    await detail(hers, 'Stok özeti').getByText('Ayşe isteği değiştirdi').waitFor();
    await expectAccessible(hers, 'detail');
  });

  it('is walked by the keyboard: j, k, Enter, e, r, ?', async () => {
    for (const name of ['Bir', 'İki', 'Üç']) await ask(`${name} numaralı`, { priority: 'low' });
    await his.goto(inbox('?priority=low&sort=oldest'));
    await card(his, 'Üç numaralı').waitFor();
    expect(await his.locator('[data-request]').count()).toBe(3);
    const focused = () =>
      his.evaluate(() => document.activeElement?.closest('[data-request]')?.textContent ?? '');
    await his.keyboard.press('j');
    expect(await focused()).toContain('Bir');
    await his.keyboard.press('j');
    await his.keyboard.press('j');
    await his.keyboard.press('k');
    expect(await focused()).toContain('İki');
    await his.keyboard.press('Enter');
    await detail(his, 'İki numaralı').waitFor();
    expect(new URL(his.url()).searchParams.get('request')).not.toBeNull();
    await his.keyboard.press('e');
    await detail(his, 'Üç numaralı').waitFor();
    await his.keyboard.press('r');
    const dialog = his.getByRole('dialog', { name: 'İsteği reddet' });
    // In a text the keys are letters.
    await dialog.getByLabel('Reddetme nedeni').fill('');
    await his.keyboard.type('jeker');
    expect(await dialog.getByLabel('Reddetme nedeni').inputValue()).toBe('jeker');
    await his.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await his.keyboard.press('?');
    await his
      .getByRole('dialog', { name: 'Klavye kısayolları' })
      .getByText('İsteği ilerlet')
      .waitFor();
    await his.keyboard.press('Escape');
    await his.getByRole('dialog').waitFor({ state: 'detached' });
    await his.getByRole('button', { name: 'Listeye dön' }).click();
    await expect.poll(() => his.getByRole('article').count()).toBe(0);
    expect(new URL(his.url()).searchParams.get('priority')).toBe('low');
  });

  it('moves once when two administrators press at the same time, and what was taken back elsewhere is not taken back again', async () => {
    const { id } = await ask('Yarış');
    await his.goto(inbox(`?request=${id}`));
    const button = detail(his, 'Yarış').getByRole('button', { name: 'Onayla' });
    await button.waitFor();
    await his.route(
      '**/status',
      async route => {
        await home.ask(
          'PUT',
          `/endpoint-requests/${id}/status`,
          { status: 'approved' },
          admin.token,
        );
        await route.continue();
      },
      { times: 1 },
    );
    await button.click();
    await his.getByRole('alert').getByText('Bu kayıt bu arada değiştirildi').waitFor();
    await detail(his, 'Yarış').getByRole('button', { name: 'Teste al' }).click();
    await his.getByRole('button', { name: 'Geri al', exact: true }).waitFor();
    await home.ask(
      'PUT',
      `/endpoint-requests/${id}/status`,
      { status: 'implementing' },
      admin.token,
    );
    await his.getByRole('button', { name: 'Geri al', exact: true }).click();
    await his.getByRole('alert').getByText('Bu adım geri alınamıyor').waitFor();
    expect((await stateOf(id)).status).toBe('implementing');
  });

  it('is one pane on a phone, where what is read on it is read on the desk, too', async () => {
    const { id } = await ask('Telefon');
    await his.goto(inbox('?q=telefon'));
    await expect.poll(() => card(his, 'Telefon').getAttribute('data-unread')).toBe('true');
    const phone = await home.visitAs(admin, inbox(), {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await chooseLanguage(phone, 'en');
    await phone.goto(inbox('?q=TELEFON'));
    await card(phone, 'Telefon').click();
    await detail(phone, 'Telefon').getByText('Ayşe sent the request').waitFor();
    expect(await card(phone, 'Telefon').isVisible()).toBe(false);
    await expect.poll(() => card(his, 'Telefon').getAttribute('data-unread')).toBe('false');
    await detail(phone, 'Telefon').getByRole('button', { name: 'Back to the list' }).click();
    await card(phone, 'Telefon').waitFor();
    expect(phone.url()).not.toContain(id);
  });

  it('says when it is offline, and is whole again afterwards', async () => {
    await hers.goto(inbox('?q=çevrim'));
    await hers.getByText('Bu filtreye uyan istek yok.').waitFor();
    await hers.context().setOffline(true);
    await ask('Çevrim dışı geldi');
    await hers.getByRole('button', { name: 'Yeni İstek' }).click();
    const form = hers.getByRole('dialog', { name: 'Yeni Endpoint İsteği' });
    await form.getByLabel('Endpoint adı').fill('Çevrim deneme');
    await form.getByLabel('Açıklama').fill('Depolara göre stok toplamı');
    await form.getByRole('button', { name: 'İsteği Gönder' }).click();
    await form.getByRole('alert').getByText('Hata:').waitFor();
    await hers.context().setOffline(false);
    await form.getByRole('button', { name: 'İsteği Gönder' }).click();
    await form.waitFor({ state: 'detached' });
    await card(hers, 'Çevrim dışı geldi').waitFor();
    expect(await card(hers, 'Çevrim deneme').count()).toBe(1);
  });

  it('is read by a viewer, who can ask for nothing, and found from the project and the palette', async () => {
    const can = await home.register('Can');
    await home.letIn(ayse, can, 'viewer');
    const page = await home.visitAs(can, `/projects/${ayse.projectId}`);
    await page.getByRole('link', { name: 'İstekler' }).click();
    await card(page, 'Stok özeti').waitFor();
    expect(await page.getByRole('button', { name: 'Yeni İstek' }).count()).toBe(0);
    await card(page, 'Stok özeti').click();
    await detail(page, 'Stok özeti').getByText('İsteğin geçmişi').waitFor();
    expect(
      await detail(page, 'Stok özeti')
        .getByRole('button', { name: /Onayla|Reddet|Geri çek|Düzenle/ })
        .count(),
    ).toBe(0);
    await page.goto('/projects');
    await page.locator(`article a[href$="${ayse.projectId}/endpoint-requests"]`).click();
    await page.waitForURL(/endpoint-requests/);
    await page.goto(`/projects/01937b5e-0000-7000-8000-000000000001/endpoint-requests`);
    await page.getByRole('heading', { name: 'Proje bulunamadı', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Projelere Dön' }).click();
    await page.waitForURL('**/projects');
  });
});
