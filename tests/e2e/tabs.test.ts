import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { house, type Person } from './harness.ts';

describe('the tabs of one browser', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let first: Page;
  const tokenOf = (page: Page): Promise<string | undefined> =>
    page.evaluate(
      () =>
        (JSON.parse(sessionStorage.getItem('hzm-session') ?? 'null') as { token: string } | null)
          ?.token,
    );
  beforeAll(async () => {
    ayse = await home.register('Ayşe');
    first = await home.visitAs(ayse, '/projects');
  });

  it('share the session: a link in a new tab asks for no password, and nothing of it lies in the storage of all', async () => {
    const opens = first.context().waitForEvent('page');
    await first
      .getByRole('link', { name: 'Varsayılan Proje: düzenle' })
      .click({ button: 'middle' });
    const second = await opens;
    await second.getByRole('heading', { level: 1, name: 'Varsayılan Proje' }).waitFor();
    expect(await tokenOf(second)).toBe(await tokenOf(first));
    const typed = await first.context().newPage();
    await typed.goto(`${home.origin()}/login`);
    await typed.waitForURL('**/dashboard');
    const stored = await first.evaluate(() => JSON.stringify(Object.entries(localStorage)));
    for (const secret of [await tokenOf(first), ayse.email, ayse.id])
      expect(stored).not.toContain(secret);
    await typed.close();
  });

  it('are signed out together, and in again', async () => {
    const second = first.context().pages().at(-1)!;
    await first.getByRole('button', { name: /^Hesap menüsü/ }).click();
    await first.getByRole('menuitem', { name: 'Çıkış Yap' }).click();
    await second.waitForURL(/\/login/);
    expect(await tokenOf(second)).toBeUndefined();
    await first.goto('/login');
    await first.locator('input[name=email]').fill(ayse.email);
    await first.locator('input[name=password]').fill('gizli-1');
    await first.locator('form button[type=submit]').click();
    await first.waitForURL('**/dashboard');
    // It was led away from there.
    await second.waitForURL(`**/projects/${ayse.projectId}`);
  });

  it('keep nothing when the last of them is closed', async () => {
    const context = first.context();
    for (const page of context.pages()) await page.close();
    const late = await context.newPage();
    await late.goto(`${home.origin()}/projects`);
    await late.waitForURL(/\/login/);
    await late.getByLabel('E-posta').waitFor();
    expect(await late.evaluate(() => localStorage.getItem('hzm-session-shared'))).toBeNull();
  });
});
