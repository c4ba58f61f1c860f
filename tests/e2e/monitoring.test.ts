import type { Locator, Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import {
  answerInstead,
  expectAccessible,
  expectFits,
  house,
  switchLanguage,
  type Person,
} from './harness.ts';

describe('the request log of a project', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let rows = '';
  let page: Page;
  const dialog = (): Locator => page.getByRole('dialog', { name: /^Günlükler/ });
  const entries = (): Locator => dialog().getByRole('list', { name: 'Girdiler' });
  const refused = /POST \/data\/table\/:tableId\/rows · 400 VALIDATION_ERROR/;

  beforeAll(async () => {
    ayse = await home.register('Ayşe');
    const tableId = await home.table(ayse, 'Ürünler', { ad: 'string' });
    rows = `/data/table/${tableId}/rows`;
    await home.ask('POST', rows, { ad: 'Çay' }, ayse.token);
    page = await home.visitAs(ayse, '/projects');
  });

  it('opens from a card with categories, their counts and entries', async () => {
    await expect(home.ask('POST', rows, { yok: 1 }, ayse.token)).rejects.toThrow('VALIDATION');
    await page.getByRole('button', { name: /: Logs$/ }).click();
    await dialog()
      .getByRole('button', { name: /^Tümü .* girdi/ })
      .waitFor();
    await entries().getByText(refused).waitFor();
    await expectAccessible(page, 'the request log');
    await dialog()
      .getByRole('button', { name: /^Hatalar 1 girdi/ })
      .click();
    await entries().getByText('/data/table/:tableId/rows').waitFor();
    expect(await entries().getByRole('listitem').count()).toBe(1);
  });

  it('follows what happens, finds it, and shows its place in the history', async () => {
    await dialog()
      .getByRole('button', { name: /^HTTP istekleri/ })
      .click();
    await dialog().getByRole('searchbox', { name: 'Günlüklerde ara' }).fill('create-table');
    await entries().getByRole('listitem').nth(1).waitFor({ state: 'detached' });
    await entries().getByRole('listitem').first().waitFor();
    expect(await entries().getByRole('listitem').count()).toBe(1);
    await home.table(ayse, 'Siparişler', { ad: 'string' });
    await entries().getByRole('listitem').nth(1).waitFor();
    await entries().getByRole('button').first().click();
    await dialog().getByText('İsteğin kimliği', { exact: true }).waitFor();
    await dialog().getByRole('link', { name: 'Geçmişte göster' }).waitFor();
    await expectAccessible(page, 'an entry with its details');
    await page.setViewportSize({ width: 390, height: 800 });
    await expectFits(page, 'the request log on a phone');
    await page.setViewportSize({ width: 1280, height: 800 });
    await dialog().getByRole('searchbox').fill('böyle bir şey yok');
    await dialog().getByText('Aramanıza uyan girdi yok').waitFor();
  });

  it('lists the starts of the server, and names what failed', async () => {
    await dialog()
      .getByRole('button', { name: /^Dağıtımlar/ })
      .click();
    const starts = dialog().getByRole('list', { name: 'Sunucunun başlatılmaları' });
    await starts.getByText('Çalışıyor').waitFor();
    const failure = {
      status: 403,
      json: { success: false, error: 'Yetkiniz yok', code: 'FORBIDDEN' },
    };
    let mend = await answerInstead(page, '/railway/category-logs', failure);
    await dialog()
      .getByRole('button', { name: /^Performans/ })
      .click();
    await dialog().getByText('Günlükler alınamadı').waitFor();
    await mend();
    await dialog().getByRole('button', { name: 'Tekrar dene' }).click();
    await entries()
      .getByText(/^create-table: yarısı/)
      .waitFor();
    mend = await answerInstead(page, '/railway/monitoring-categories', failure);
    await page.reload();
    await dialog().getByText('İzleme verileri alınamadı').waitFor();
    await mend();
    await dialog().getByRole('button', { name: 'Tekrar dene' }).click();
    await dialog().getByRole('list', { name: 'Kategoriler' }).waitFor();
  });

  it('is in English, too, and closes by Escape', async () => {
    await page.goBack();
    await dialog().waitFor({ state: 'detached' });
    await switchLanguage(page, 'en');
    await page.getByRole('button', { name: /: logs$/ }).click();
    const english = page.getByRole('dialog', { name: /^Logs/ });
    await english.getByRole('button', { name: /^Errors/ }).waitFor();
    await page.keyboard.press('Escape');
    await english.waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
  });
});

describe('the request log of the installation', needs(chromium), () => {
  const home = house();
  let admin: Person;
  let ayse: Person;
  let rows = '';
  let page: Page;
  const entries = (): Locator => page.getByRole('list', { name: 'Girdiler' });

  beforeAll(async () => {
    admin = await home.register('Yönetici');
    ayse = await home.register('Ayşe Yılmaz');
    const tableId = await home.table(ayse, 'Ürünler', { ad: 'string' });
    rows = `/data/table/${tableId}/rows`;
    page = await home.visitAs(admin, '/admin');
  });

  it('opens from the overview, and shows all projects', async () => {
    await expect(home.ask('POST', rows, { yok: 1 }, ayse.token)).rejects.toThrow('VALIDATION');
    await page.getByRole('link', { name: /^Günlükler\s*İstekler/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Günlükler' }).waitFor();
    await page.getByRole('region', { name: 'Kurulumun sağlığı' }).waitFor();
    await page.getByRole('button', { name: /^Hatalar / }).click();
    const refused = entries().getByRole('button', { name: /400 VALIDATION_ERROR/ });
    await refused.click();
    await page.getByRole('button', { name: 'Yalnızca bu projenin günlükleri' }).waitFor();
    await expectAccessible(page, 'the request log of the installation');
  });

  it('shows one project, or one account, kept in the address', async () => {
    await page.getByRole('button', { name: 'Yalnızca bu projenin günlükleri' }).click();
    await page.waitForURL(url => url.searchParams.get('project') === ayse.projectId);
    await page.getByRole('region', { name: 'Projenin sağlığı' }).waitFor();
    const project = page.getByRole('combobox', { name: 'Proje' });
    await expect.poll(() => project.inputValue()).toBe('Varsayılan Proje');
    const account = page.getByRole('combobox', { name: 'Hesap' });
    const users = '**/api/v1/admin/users?*';
    // Nothing is asked before the list is opened, and one that is not read does not say “none”.
    await page.route(users, route => route.abort());
    await account.click();
    await page.getByText(/^(Sunucuya bağlanılamadı|Ağ hatası oluştu)$/).waitFor();
    expect(await page.getByText('Böyle bir hesap yok').count()).toBe(0);
    await page.unroute(users);
    await account.fill('ayşe');
    await page.getByRole('option', { name: /Ayşe Yılmaz/ }).click();
    await page.waitForURL(url => url.searchParams.get('account') === ayse.id);
    expect(new URL(page.url()).searchParams.has('project')).toBe(false);
    await page.getByRole('region', { name: 'Kurulumun sağlığı' }).waitFor();
    await page.reload();
    await expect.poll(() => account.inputValue()).toBe('Ayşe Yılmaz');
    await entries().getByText('/data/table/:tableId/rows').first().waitFor();
    await page.setViewportSize({ width: 390, height: 800 });
    await expectFits(page, 'the request log of the installation on a phone');
  });

  it('is closed to others', async () => {
    const theirs = await home.visitAs(ayse, '/database-logs');
    await theirs.getByRole('heading', { level: 1, name: 'Yetkiniz yok' }).waitFor();
  });
});
