import type { Locator, Page } from 'playwright';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { cell } from './grid.ts';
import {
  chooseLanguage,
  expectAccessible,
  expectFits,
  expectWhole,
  house,
  type Person,
} from './harness.ts';

interface Named {
  readonly id: string;
}

describe('comments on a row', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let can: Person;
  let hers: Page;
  let his: Page;
  let table: string;
  let rows: readonly Named[];

  const data = (rest = ''): string =>
    `/projects/${ayse.projectId}/data?table=${table}&sort=created_at${rest}`;
  const about = (row: Named, rest = ''): string => data(`&row=${row.id}&tab=comments${rest}`);
  const open = (row: Named, text: string, by = can): Promise<Named> =>
    home.ask(
      'POST',
      '/threads',
      {
        project_id: ayse.projectId,
        title: text,
        initialMessage: text,
        row: { table_id: table, row_id: row.id },
      },
      by.token,
    );
  const join = async (name: string, role: string): Promise<Person> => {
    const person = await home.register(name);
    await home.letIn(ayse, person, role);
    return person;
  };
  const head = (page: Page, ad: string): Locator =>
    page
      .locator('[data-row]')
      .filter({ has: page.getByText(ad, { exact: true }) })
      .getByRole('rowheader');
  const mark = (page: Page, ad: string, name: string): Locator =>
    head(page, ad).getByRole('button', { name, exact: true });
  const drawer = (page: Page): Locator => page.getByRole('dialog', { name: /Ürünler/ });
  const composer = (page: Page): Locator =>
    drawer(page).getByRole('textbox', { name: /Yorum yazın|Write a comment/ });
  const card = (page: Page, title: string): Locator =>
    drawer(page).locator('[data-thread]').filter({ hasText: title });
  const log = (page: Page): Locator => drawer(page).getByRole('log');
  const hasFocus = (at: Locator): Promise<boolean> =>
    at.evaluate(element => element === document.activeElement);
  const address = (page: Page, name: string): string | null =>
    new URL(page.url()).searchParams.get(name);

  beforeAll(async () => {
    ayse = await home.register('Ayşe');
    can = await join('Can', 'editor');
    hers = await home.visitAs(ayse, '/projects');
    his = await home.visitAs(can, '/projects');
  });
  beforeEach(async () => {
    table = await home.table(
      ayse,
      `Ürünler ${crypto.randomUUID().slice(0, 6)}`,
      { ad: 'string', stok: 'number' },
      ['Çay', 'Şeker', 'Un'].map((ad, stok) => ({ ad, stok })),
    );
    ({ rows } = await home.ask<{ rows: readonly Named[] }>(
      'GET',
      `/data/table/${table}?sort=created_at`,
      undefined,
      ayse.token,
    ));
  });

  it('are written from the keyboard, and mark the row for both: unread, open, closed', async () => {
    await his.goto(data());
    await hers.goto(data());
    await cell(hers, 'Çay', 'ad').click();
    await hers.keyboard.press('Shift+F2');
    await drawer(hers).getByText('Bu kayda henüz yorum yazılmadı').waitFor();
    await expect.poll(() => hasFocus(composer(hers))).toBe(true);
    await expectAccessible(hers, 'no comments');
    await hers.keyboard.type('Fiyat yanlış');
    await hers.keyboard.press('Shift+Enter');
    await hers.keyboard.type('liste 12 diyor');
    await hers.keyboard.press('Enter');
    await card(hers, 'Fiyat yanlış').getByText('liste 12 diyor').waitFor();
    expect(await composer(hers).inputValue()).toBe('');
    await hers.keyboard.press('Escape');
    await drawer(hers).waitFor({ state: 'detached' });
    await expect.poll(() => hasFocus(cell(hers, 'Çay', 'ad'))).toBe(true);
    await mark(hers, 'Çay', '1 açık yorum').waitFor();

    await mark(his, 'Çay', '1 açık yorum, 1 okunmamış yorum').click();
    await card(his, 'Fiyat yanlış').click();
    await log(his).getByText('liste 12 diyor').waitFor();
    expect([address(his, 'tab'), address(his, 'thread') !== null]).toEqual(['comments', true]);
    await drawer(his).getByRole('button', { name: 'Emoji ekle' }).click();
    await his.getByRole('dialog', { name: 'Emoji ekle' }).waitFor();
    await his.keyboard.press('Escape');
    await his.getByRole('dialog', { name: 'Emoji ekle' }).waitFor({ state: 'detached' });
    await log(his).waitFor();
    await drawer(his).getByRole('textbox', { name: 'Mesaj yazın' }).fill('Düzelttim');
    await his.keyboard.press('Enter');
    await mark(hers, 'Çay', '1 açık yorum, 1 okunmamış yorum').waitFor();
    await mark(his, 'Çay', '1 açık yorum').waitFor({ state: 'attached' });
    await expectAccessible(his, 'a thread with its row');

    await drawer(his).getByRole('button', { name: 'Konuyu kapat' }).click();
    await drawer(his).getByText('Bu konu kapatıldı').waitFor();
    // The thread is left first, then the row; a hint that the mouse opened would come before both.
    await his.mouse.move(0, 0);
    await his.keyboard.press('Escape');
    await drawer(his).getByRole('heading', { name: 'Kapanan' }).waitFor();
    await expect.poll(() => hasFocus(card(his, 'Fiyat yanlış'))).toBe(true);
    expect(address(his, 'thread')).toBeNull();
    await his.keyboard.press('Escape');
    await drawer(his).waitFor({ state: 'detached' });
    await mark(his, 'Çay', '1 kapanan yorum').waitFor();
    await mark(hers, 'Çay', '1 okunmamış yorum').click();
    await card(hers, 'Fiyat yanlış').click();
    await drawer(hers).getByRole('button', { name: 'Tekrar aç' }).click();
    await mark(his, 'Çay', '1 açık yorum').waitFor();
    expect(await hers.locator('[data-act=comments]').count()).toBe(1);
  });

  it('are led to by links: from HzmChat and back, and to a message', async () => {
    const thread = await open(rows[1]!, 'Depoda yok');
    await hers.goto(`/projects/${ayse.projectId}/endpoint-requests?tab=chat&thread=${thread.id}`);
    await hers.getByRole('link', { name: /#Ürünler \w+\/Şeker/ }).click();
    await log(hers).getByText('Depoda yok').waitFor();
    expect([address(hers, 'row'), address(hers, 'thread')]).toEqual([rows[1]!.id, thread.id]);
    await hers.reload();
    await log(hers).getByText('Depoda yok').waitFor();
    await drawer(hers).getByRole('button', { name: 'Listeye dön' }).click();
    await card(hers, 'Depoda yok').click();
    await drawer(hers).getByRole('link', { name: 'HzmChat içinde aç' }).click();
    await hers.getByRole('article', { name: 'Depoda yok' }).waitFor();
    expect(address(hers, 'tab')).toBe('chat');
  });

  it('stay with the row as one walks through the rows, and closing leaves the address clean', async () => {
    await open(rows[0]!, 'Birinci');
    await open(rows[1]!, 'İkinci');
    await hers.goto(data());
    await mark(hers, 'Çay', '1 açık yorum, 1 okunmamış yorum').click();
    await card(hers, 'Birinci').click();
    await log(hers).waitFor();
    await hers.keyboard.press('Alt+PageDown');
    await card(hers, 'İkinci').waitFor();
    expect(await card(hers, 'Birinci').count()).toBe(0);
    await drawer(hers).getByRole('tab', { name: 'Alanlar' }).click();
    expect(await drawer(hers).getByRole('textbox', { name: 'ad' }).inputValue()).toBe('Şeker');
    await hers.keyboard.press('Shift+F2');
    await card(hers, 'İkinci').waitFor();
    await hers.goBack();
    await drawer(hers).waitFor({ state: 'detached' });
    expect(['row', 'tab', 'thread', 'message'].map(name => address(hers, name))).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('are written offline once, keep what was begun, and say when they cannot be loaded', async () => {
    await hers.goto(about(rows[2]!));
    await composer(hers).fill('yarım kalan');
    await hers.reload();
    await expect.poll(() => composer(hers).inputValue()).toBe('yarım kalan');
    await composer(hers).fill('çevrim dışıyken');
    await hers.context().setOffline(true);
    await composer(hers).press('Enter');
    await drawer(hers).getByText('Bağlantı gelince gönderilecek').waitFor();
    await hers.context().setOffline(false);
    await card(hers, 'çevrim dışıyken').waitFor();
    await expect.poll(() => drawer(hers).locator('[data-unsent]').count()).toBe(0);
    const found = await home.ask<{ pagination: { total: number } }>(
      'GET',
      `/threads?project_id=${ayse.projectId}&table_id=${table}&row_id=${rows[2]!.id}`,
      undefined,
      ayse.token,
    );
    expect(found.pagination.total).toBe(1);
    await hers.route(
      url => url.pathname === '/api/v1/threads',
      route =>
        route.fulfill({
          status: 409,
          json: { success: false, error: 'Şimdi olmaz', code: 'CONFLICT', requestId: 'r' },
        }),
    );
    await hers.reload();
    await drawer(hers).getByText('Yorumlar yüklenemedi').waitFor();
    await expectAccessible(hers, 'comments that cannot be loaded');
    await hers.unrouteAll();
    await drawer(hers).getByRole('button', { name: 'Tekrar dene' }).click();
    await card(hers, 'çevrim dışıyken').waitFor();
  });

  it('outlive the row: they say so, and are there when it is brought back', async () => {
    const thread = await open(rows[0]!, 'Kalsın mı?');
    await his.goto(about(rows[0]!));
    await card(his, 'Kalsın mı?').waitFor();
    await home.ask('DELETE', `/data/table/${table}/rows/${rows[0]!.id}`, undefined, ayse.token);
    await drawer(his).getByText('Bu kayıt silindi. Yorumları duruyor').waitFor();
    expect(await composer(his).count()).toBe(0);
    await hers.goto(`/projects/${ayse.projectId}/endpoint-requests?tab=chat&thread=${thread.id}`);
    await hers.getByRole('link', { name: /silinmiş kayıt/ }).click();
    await log(hers).getByText('Kalsın mı?').waitFor();
    await drawer(hers).getByRole('tab', { name: 'Alanlar' }).click();
    await drawer(hers).getByRole('button', { name: 'Geri getir' }).click();
    await composer(his).waitFor();
    await home.ask('DELETE', `/tables/${table}`, undefined, ayse.token);
    await hers.goto(`/projects/${ayse.projectId}/endpoint-requests?tab=chat&thread=${thread.id}`);
    await hers.getByText('Tablosu silindi').waitFor();
  });

  it('are read by viewers, who are told why they do not write', async () => {
    await open(rows[0]!, 'Oku');
    const viewer = await join('İzleyen', 'viewer');
    const page = await home.visitAs(viewer, about(rows[0]!));
    await card(page, 'Oku').waitFor();
    await drawer(page).getByText('Bu projede mesaj yazma yetkiniz yok').waitFor();
    expect(await composer(page).count()).toBe(0);
    await page.context().close();
  });

  it.each([
    ['tr', 'light'],
    ['en', 'dark'],
  ] as const)('fit a phone (%s, %s)', async (language, colorScheme) => {
    const thread = await open(
      rows[0]!,
      'Fiyatı tedarikçinin listesindekiyle aynı değil, hangisi doğru?',
    );
    const phone = await home.visitAs(ayse, '/dashboard', {
      viewport: { width: 320, height: 640 },
      hasTouch: true,
      isMobile: true,
      colorScheme,
    });
    await chooseLanguage(phone, language);
    await phone.goto(data());
    await phone.locator('[data-act=comments]').tap();
    await card(phone, 'Fiyatı').waitFor();
    const looks = async (what: string): Promise<void> => {
      await expectAccessible(phone, what);
      await expectFits(phone, what);
      await expectWhole(phone, what);
    };
    await looks('comments');
    await card(phone, 'Fiyatı').tap();
    await log(phone).waitFor();
    await looks('thread');
    expect(address(phone, 'thread')).toBe(thread.id);
    await phone.context().close();
  });
});
