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
  const figure = async (name: string): Promise<string> =>
    (await page.locator(`[data-figure=${name}] strong`).textContent()) ?? '';

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
    for (let n = 0; n < 20; n++)
      await home.ask('POST', `/data/table/${table}/rows`, { ad: `${n}` }, person.token);
    await expect
      .poll(async () => (await figure('commands')) !== '0' && (await figure('events')) !== '0', {
        timeout: 3_000,
      })
      .toBe(true);
    await expect.poll(() => page.locator('[data-view=rows]').textContent()).toContain('Güncel');
    await other.context().close();
    await expect.poll(async () => Number(await figure('sockets')), { timeout: 5_000 }).toBe(1);
  });

  it('is accessible and fits, in both languages and schemes', async () => {
    for (const [locale, colorScheme, width] of [
      ['tr-TR', 'light', 1280],
      ['en-GB', 'dark', 1280],
      ['tr-TR', 'dark', 320],
      ['en-GB', 'light', 320],
    ] as const) {
      const one = await home.visitAs(admin, '/database/state', {
        locale,
        colorScheme,
        viewport: { width, height: 800 },
      });
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
    await expect
      .poll(() => page.getByText('saniyedir haber yok').count(), { timeout: 15_000 })
      .toBe(0);
  });

  it('is for administrators only', async () => {
    const other = await home.visitAs(person, '/database-state');
    await other.getByRole('heading', { name: 'Yetkiniz yok' }).waitFor();
    expect(await other.getByRole('link', { name: 'Sistem Durumu' }).count()).toBe(0);
    const refused = await fetch(`${home.origin()}/api/v1/admin/status`, {
      headers: { authorization: `Bearer ${person.token}` },
    });
    expect(refused.status).toBe(403);
  });
});
