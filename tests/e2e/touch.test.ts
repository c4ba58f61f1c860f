import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { expectFits, house, type Person } from './harness.ts';

/**
 * Returns touch targets smaller than a fingertip, and elements that scroll within the screen,
 * without links in sentences and cells of the grid.
 */
const found = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isShown = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const isWithin = (element: Element): boolean =>
      element.closest('[role=grid], [data-testid=grid], #main section[aria-label$="tablosu"]') !==
        null || element.matches('[href="#main"]');
    const targets = [
      ...document.querySelectorAll(
        'a, button, select, input, textarea, [role=menuitem], [role=tab], [role=option]',
      ),
    ].filter(
      element =>
        isShown(element) &&
        !isWithin(element) &&
        !element.matches('input[type=file], input[type=hidden]'),
    );
    const small = targets.flatMap(element => {
      // A box is touched with its words, a link in a sentence is as large as its line.
      const whole = element.matches('input[type=checkbox], input[type=radio]')
        ? ((element as HTMLInputElement).labels?.[0] ?? element)
        : element;
      if (element.matches('a') && getComputedStyle(element).display === 'inline') return [];
      if (!isShown(whole)) return [];
      const { width, height } = whole.getBoundingClientRect();
      return width > 0 && (height < 43.5 || width < 43.5)
        ? [`${Math.round(width)}×${Math.round(height)} ${whole.outerHTML.slice(0, 140)}`]
        : [];
    });
    const scrolling = [...document.querySelectorAll('#main *')]
      .filter(
        element =>
          isShown(element) &&
          !isWithin(element) &&
          element.scrollHeight > element.clientHeight + 1 &&
          ['auto', 'scroll'].includes(getComputedStyle(element).overflowY),
      )
      .map(element => `scrolls ${element.outerHTML.slice(0, 100)}`);
    return [...small, ...scrolling];
  });

describe('with a finger', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let table: string;
  let request: string;
  let endpoint: string;
  let thread: string;
  let comments: string;
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  beforeAll(async () => {
    ayse = await home.register('Ayşe');
    table = await home.table(ayse, 'Ürünler', { ad: 'string', stok: 'number' }, [
      { ad: 'Çay', stok: 1 },
    ]);
    await home.ask('POST', '/pricing/plans', { name: 'Premium', price: 199.9 }, ayse.token);
    ({ id: request } = await home.ask<{ id: string }>(
      'POST',
      `/endpoint-requests/project/${ayse.projectId}`,
      { endpoint_name: 'Stok özeti', description: 'Depolara göre stok toplamı' },
      ayse.token,
    ));
    endpoint = await home.endpoint(ayse, table);
    const {
      rows: [row],
    } = await home.ask<{ rows: readonly [{ id: string }] }>(
      'GET',
      `/data/table/${table}`,
      undefined,
      ayse.token,
    );
    comments = `/projects/${ayse.projectId}/data?table=${table}&row=${row.id}&tab=comments`;
    ({ id: thread } = await home.ask<{ id: string }>(
      'POST',
      '/threads',
      {
        project_id: ayse.projectId,
        title: 'Stok raporu',
        row: { table_id: table, row_id: row.id },
        initialMessage: 'Toplam yanlış',
      },
      ayse.token,
    ));
    for (let n = 0; n < 14; n++) await home.table(ayse, `Tablo ${n}`, {});
  });

  it('everything can be hit, and one thing scrolls', async () => {
    const visitor = await home.visit('/', phone);
    for (const path of ['/', '/login', '/register']) {
      await visitor.goto(path);
      await visitor.getByRole('heading').first().waitFor();
      expect(await found(visitor), path).toEqual([]);
    }
    const page = await home.visitAs(ayse, '/dashboard', phone);
    for (const path of [
      '/dashboard',
      '/projects',
      '/projects?create=true',
      `/projects/${ayse.projectId}?table=${table}`,
      comments,
      `${comments}&thread=${thread}`,
      `/projects/${ayse.projectId}/history`,
      `/projects/${ayse.projectId}?history=${table}`,
      '/database-state',
      '/database-users',
      '/database-projects',
      '/database-pricing',
      '/database-pricing?tab=campaigns&add=true',
      '/upgrade',
      '/account',
      `/projects/${ayse.projectId}/endpoint-requests`,
      `/projects/${ayse.projectId}/endpoint-requests?request=${request}`,
      `/projects/${ayse.projectId}/endpoint-requests?tab=chat`,
      `/projects/${ayse.projectId}/endpoint-requests?tab=chat&thread=${thread}`,
      `/projects/${ayse.projectId}/endpoints`,
      `/projects/${ayse.projectId}/endpoints/${endpoint}`,
      `/projects/${ayse.projectId}/endpoints/new`,
    ]) {
      await page.goto(path);
      await page.getByRole('heading').first().waitFor();
      await page.waitForLoadState('networkidle');
      expect(await found(page), path).toEqual([]);
      await expectFits(page, path);
    }
    await page.getByRole('button', { name: 'Menüyü aç' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await found(page), 'menu').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Ara veya git/ }).click();
    await page.getByRole('listbox').getByRole('option').first().waitFor();
    expect(await found(page), 'palette').toEqual([]);
  });
});
