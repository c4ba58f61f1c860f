import type { Status } from '@hzm/contracts/features/status/status';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { expectAccessible, expectFits, expectWhole, house, type Person } from './harness.ts';

describe('the state of the system', needs(chromium), () => {
  const home = house();
  let admin: Person;
  let person: Person;
  let table = '';
  let page: Page;
  const figure = async (name: string): Promise<string> => (await page.locator(`[data-figure=${name}] strong`).textContent()) ?? '';

  beforeAll(async () => {
    admin = await home.register('Yönetici');
    person = await home.register('Ayşe');
    table = await home.table(person, 'Ürünler', { ad: 'string' });
    page = await home.visitAs(admin, '/dashboard');
    await page.getByRole('link', { name: 'Sistem Durumu' }).click();
    await page.getByRole('heading', { name: 'Görünümler' }).waitFor();
  });

  it('follows what others do without a reload', async () => {
    const other = await home.visitAs(person, `/projects/${person.projectId}/data?table=${table}`);
    await expect.poll(async () => Number(await figure('sockets')), { timeout: 5_000 }).toBe(2);
    for (let n = 0; n < 20; n++) await home.ask('POST', `/data/table/${table}/rows`, { ad: `${n}` }, person.token);
    await expect.poll(async () => (await figure('commands')) !== '0' && (await figure('events')) !== '0', { timeout: 3_000 }).toBe(true);
    await expect.poll(() => page.locator('[data-view=rows]').textContent()).toContain('Güncel');
    await other.context().close();
    await expect.poll(async () => Number(await figure('sockets')), { timeout: 5_000 }).toBe(1);
  });

  it('is accessible and fits, in both languages and schemes', async () => {
    for (const [locale, colorScheme, width] of [['tr-TR', 'light', 1280], ['en-GB', 'dark', 1280], ['tr-TR', 'dark', 320], ['en-GB', 'light', 320]] as const) {
      const one = await home.visitAs(admin, '/database/state', { locale, colorScheme, viewport: { width, height: 800 } });
      await one.locator('[data-view=rows]').waitFor();
      await expectAccessible(one, `${locale} ${colorScheme} ${width}`);
      await expectFits(one, `${locale} ${width}`);
      await expectWhole(one, `${locale} ${width}`);
      await one.context().close();
    }
  });

  it('says when nothing is heard any more', async () => {
    await page.context().setOffline(true);
    await page.getByText('saniyedir haber yok').waitFor({ timeout: 15_000 });
    await page.context().setOffline(false);
    await expect.poll(() => page.getByText('saniyedir haber yok').count(), { timeout: 15_000 }).toBe(0);
  });

  it('names the event that a view cannot handle, and lets it be tried again', async () => {
    const one = await home.visitAs(admin, '/dashboard', { viewport: { width: 390, height: 800 } });
    // No view stands still by itself: what is read says so, and nothing else is heard.
    await one.routeWebSocket(/socket\.io/, socket => socket.close());
    await one.route('**/admin/status', async route => {
      const response = await route.fetch();
      const { data, ...rest } = await response.json() as { data: Status };
      const views = data.views.map(view => (view.name === 'rows' ? { ...view, lagEvents: 1_000, lagSeconds: 75, paused: { position: '00000000000000000042', reason: 'row-changed: poison' } } : view.name === 'tables' ? { ...view, rebuilding: { share: 0.42, secondsLeft: 12 } } : view));
      await route.fulfill({ response, json: { ...rest, data: { ...data, views } } });
    });
    await one.goto('/database-state');
    const paused = one.locator('[data-view=rows]');
    await paused.getByText('42 konumundaki olayı işleyemiyor: row-changed: poison').waitFor();
    await one.locator('[data-view=tables]').getByText('Yüzde 42 · yaklaşık 12 sn kaldı').waitFor();
    await expectAccessible(one, 'a view that stands still');
    await expectFits(one, 'a view that stands still');
    const asked = one.waitForResponse(response => response.url().endsWith('/admin/views/rows/retry'));
    await paused.getByRole('button', { name: 'Yeniden dene' }).click();
    expect((await asked).status()).toBe(200);
    await one.getByText('Görünüm yeniden deneniyor').waitFor();
    if (process.env['SHOT']) await one.screenshot({ path: process.env['SHOT'], fullPage: true });
    await one.context().close();
  });

  it('is for administrators only', async () => {
    const other = await home.visitAs(person, '/database-state');
    await other.getByRole('heading', { name: 'Erişim Engellendi' }).waitFor();
    expect(await other.getByRole('link', { name: 'Sistem Durumu' }).count()).toBe(0);
    await expectAccessible(other, 'access denied');
    await other.getByRole('link', { name: 'Gösterge paneline dön' }).click();
    await other.waitForURL(/dashboard/);
    const refused = await fetch(`${home.origin()}/api/v1/admin/status`, { headers: { authorization: `Bearer ${person.token}` } });
    expect(refused.status).toBe(403);
  });
});
