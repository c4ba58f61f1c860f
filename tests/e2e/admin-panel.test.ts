import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { expectAccessible, house, type Person } from './harness.ts';

describe('the admin panel', needs(chromium), () => {
  const home = house();
  let admin: Person;
  let page: Page;
  const title = () => page.getByRole('heading', { name: 'Admin paneli', level: 1 });

  beforeAll(async () => {
    admin = await home.register('Yönetici');
    page = await home.visitAs(admin, '/dashboard', { viewport: { width: 1280, height: 800 } });
  });

  it('stands behind the first thing to do of a new administrator', async () => {
    const headings = page.locator('main h2');
    await page.getByRole('heading', { name: 'İlk tablonuzu oluşturun' }).waitFor();
    await page.getByRole('heading', { name: 'Yönetim' }).waitFor();
    const names = await headings.allTextContents();
    expect(names.indexOf('İlk tablonuzu oluşturun')).toBeLessThan(names.indexOf('Yönetim'));
  });

  it.each([
    [
      'the menu',
      async () => {
        await page.getByRole('navigation').getByRole('button', { name: 'Yönetim' }).click();
        await page.getByRole('menuitem', { name: 'Admin paneli' }).click();
      },
    ],
    [
      'the badge',
      () => page.getByRole('banner').getByRole('link', { name: 'Admin', exact: true }).click(),
    ],
    [
      'the quick action',
      () => page.locator('main').getByRole('link', { name: 'Admin paneli' }).click(),
    ],
    [
      'the palette',
      async () => {
        await page.keyboard.press('Control+k');
        await page.keyboard.type('admin paneli');
        await page
          .getByRole('option', { name: 'Admin paneli' })
          .or(page.getByRole('button', { name: 'Admin paneli' }))
          .first()
          .click();
      },
    ],
  ])('is reached by %s', async (_, go) => {
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: 'Yönetim' }).waitFor();
    await go();
    await page.waitForURL('**/admin');
    await title().waitFor();
  });

  it('says what this account administers, and is where its screens lead back to', async () => {
    await page.getByText('Bu kurulumu bu hesap yönetir').waitFor();
    await expectAccessible(page, 'admin panel');
    await page.getByRole('link', { name: /Kullanıcılar 1 aktif/ }).click();
    await page.waitForURL('**/database-users');
    await page.getByRole('link', { name: 'Admin paneline dön' }).click();
    await page.waitForURL('**/admin');
  });

  it('is for administrators only', async () => {
    const ayse = await home.register('Ayşe');
    const theirs = await home.visitAs(ayse, '/admin');
    await theirs.getByRole('heading', { name: 'Yetkiniz yok' }).waitFor();
    expect(await theirs.getByRole('button', { name: 'Yönetim' }).count()).toBe(0);
    await theirs.context().close();
    const visitor = await home.visit('/admin');
    await visitor.waitForURL(/\/login\?redirect=/);
    await visitor.context().close();
  });
});
