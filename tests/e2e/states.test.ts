import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { chooseLanguage, expectAccessible, expectFits, expectWhole, house, type Person } from './harness.ts';

/** What a screen shows while all is well, when something fails, and to whom it is not for. */
describe('a screen', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let can: Person;
  let table: string;
  let endpoint: string;
  let thread: string;
  beforeAll(async () => {
    ayse = await home.register('Ayşe');
    can = await home.register('Can');
    table = await home.table(ayse, 'Ürünler', { ad: 'string' }, [{ ad: 'Çay' }]);
    ({ endpoint: { id: endpoint } } = await home.ask<{ endpoint: { id: string } }>('POST', `/custom-endpoints/project/${ayse.projectId}`, { name: 'Stok listesi', definition: { method: 'GET', path: 'stok', action: { kind: 'rows', tableId: table, fields: [{ field: 'id', name: 'id' }] } } }, ayse.token));
    const { plan } = await home.ask<{ plan: { id: string } }>('POST', '/pricing/plans', { name: 'Premium', price: 199.9 }, ayse.token);
    for (const { id } of [ayse, can]) await home.ask('PUT', `/pricing/subscribers/${id}`, { planId: plan.id, cycle: 'monthly' }, ayse.token);
    await home.ask('POST', `/endpoint-requests/project/${ayse.projectId}`, { endpoint_name: 'Stok özeti', description: 'Depolara göre stok toplamı' }, ayse.token);
    ({ id: thread } = await home.ask<{ id: string }>('POST', '/threads', { project_id: ayse.projectId, title: 'Stok raporu', initialMessage: 'Toplam yanlış' }, ayse.token));
  });

  const phone = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };
  const expectGood = async (page: Page, what: string): Promise<void> => {
    await expectAccessible(page, what);
    for (const width of [900, 320]) {
      await page.setViewportSize({ width, height: 640 });
      await expectFits(page, `${what}, ${width} pixels`);
      await expectWhole(page, `${what}, ${width} pixels`);
    }
  };
  const screens = (): readonly (readonly [path: string, call: string, content: string | RegExp])[] => [
    ['/dashboard', '/projects', 'Ayşe'],
    ['/projects', '/projects', 'Varsayılan Proje'],
    [`/projects/${ayse.projectId}`, `/projects/${ayse.projectId}`, 'Ürünler'],
    [`/projects/${ayse.projectId}?table=${table}`, `/tables/project/${ayse.projectId}`, 'Ürünler'],
    [`/projects/${ayse.projectId}/data?table=${table}`, `/projects/${ayse.projectId}`, 'Çay'],
    [`/projects/${ayse.projectId}/data?table=${table}`, `/data/table/${table}`, 'Çay'],
    [`/projects/${ayse.projectId}/history`, `/projects/${ayse.projectId}/history`, 'Ayşe'],
    [`/projects/${ayse.projectId}/endpoint-requests`, `/endpoint-requests/project/${ayse.projectId}`, 'Stok özeti'],
    [`/projects/${ayse.projectId}/endpoints`, `/custom-endpoints/project/${ayse.projectId}`, 'Stok listesi'],
    [`/projects/${ayse.projectId}/endpoints/${endpoint}`, `/custom-endpoints/${endpoint}`, 'Stok listesi'],
    [`/projects/${ayse.projectId}/endpoint-requests?tab=chat`, '/threads', 'Stok raporu'],
    [`/projects/${ayse.projectId}/endpoint-requests?tab=chat&thread=${thread}`, `/threads/${thread}`, 'Toplam yanlış'],
    ['/database-state', '/admin/status', 'SQLite'],
    ['/database-users', '/admin/users', 'Can'],
    ['/database-projects', '/admin/projects', 'Varsayılan Proje'],
    ['/database-pricing', '/pricing/plans', 'Premium'],
    ['/database-pricing', '/pricing/subscribers', can.email],
    ['/upgrade', '/pricing/plans', 'Premium'],
    ['/account', '/pricing/subscription', 'Premium'],
    ['/account', '/notifications/settings', /^(Zil|Bell)$/],
  ];
  /** A failure that is not tried again by itself. */
  const refuse = async (page: Page, call: string): Promise<void> => {
    // What comes live would be there before anybody reads why it is not.
    if (call === '/admin/status') {
      await page.routeWebSocket(/socket\.io/, socket => socket.close());
      await page.route(/socket\.io/, route => route.abort());
    }
    await page.route(url => url.pathname === `/api/v1${call}`, route => route.fulfill({ status: 409, json: { success: false, error: 'Şimdi olmaz', code: 'CONFLICT', requestId: 'r' } }));
  };

  it.each([['tr', 'light'], ['en', 'dark']] as const)('says what failed, and is there after another try (%s, %s)', { timeout: 300_000 }, async (language, colorScheme) => {
    const first = await home.visitAs(ayse, '/dashboard', { ...phone, colorScheme });
    await chooseLanguage(first, language);
    for (const [path, call, content] of screens()) {
      // Of the same browser, with nothing of the screen before.
      const page = await first.context().newPage();
      await refuse(page, call);
      await page.goto(path);
      const what = `${path} without ${call}`;
      await page.getByRole('alert').first().waitFor().catch((error: unknown) => { throw new Error(what, { cause: error }); });
      await expectGood(page, what);
      await page.unrouteAll();
      await page.getByRole('alert').getByRole('button').first().click();
      await expect.poll(() => page.getByRole('alert').count(), { message: what, timeout: 10_000 }).toBe(0);
      await page.locator('main').getByText(content).filter({ visible: true }).first().waitFor().catch((error: unknown) => { throw new Error(`${what}, again`, { cause: error }); });
      await page.close();
    }
    await first.context().close();
  });

  it.each([['tr', 'dark', 'Proje Bulunamadı', 'Projelere Dön'], ['en', 'light', 'Project Not Found', 'Back to projects']] as const)('of somebody else is not found (%s, %s)', { timeout: 60_000 }, async (language, colorScheme, missing, back) => {
    const page = await home.visitAs(can, '/dashboard', { ...phone, colorScheme });
    await chooseLanguage(page, language);
    for (const path of ['', `?table=${table}`, `/data?table=${table}`, '/history', '/endpoint-requests', '/endpoints', `/endpoints/${endpoint}`].map(rest => `/projects/${ayse.projectId}${rest}`)) {
      await page.goto(path);
      await page.getByText(missing).first().waitFor();
      await expectGood(page, path);
      expect(await page.getByText('Ürünler').count(), path).toBe(0);
      await page.getByRole('link', { name: back }).first().click();
      await page.waitForURL('**/projects');
    }
  });

  it('is for whoever may see it', { timeout: 60_000 }, async () => {
    const visitor = await home.visit('/');
    for (const [path] of screens()) {
      await visitor.goto(path);
      await visitor.waitForURL(/\/login\?redirect=/);
    }
    await visitor.goto('/nowhere/at/all');
    await visitor.waitForURL(url => url.pathname === '/');
    const page = await home.visitAs(can, '/dashboard');
    for (const path of ['/database-state', '/database/state', '/database-users', '/database/users', '/database-projects', '/database/projects', '/database-pricing', '/database/pricing']) {
      await page.goto(path);
      await page.getByRole('heading', { name: 'Yetkiniz yok' }).waitFor();
    }
  });
});
