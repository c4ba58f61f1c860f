import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { column } from './grid.ts';
import { house, type Person } from './harness.ts';

describe('a table on paper', needs(chromium), () => {
  const { register, table, visitAs } = house();
  let owner: Person;
  let id = '';
  beforeAll(async () => {
    owner = await register('Ayşe');
    id = await table(
      owner,
      'Liste',
      {
        ad: 'string',
        adet: 'number',
        il: 'string',
        not: 'text',
        tarih: 'date',
        aktif: 'boolean',
        renk: 'string',
      },
      Array.from({ length: 120 }, (_, n) => ({
        ad: `ad ${n}`,
        adet: n,
        il: 'Iğdır',
        not: 'uzun bir not '.repeat(4),
        tarih: '2026-11-21',
        aktif: true,
        renk: 'mor',
      })),
    );
  });

  it('is the whole page that one looks at, every column, light, and nothing else', async () => {
    const page = await visitAs(
      owner,
      `/projects/${owner.projectId}/data?table=${id}&sort=created_at`,
      { colorScheme: 'dark', viewport: { width: 700, height: 600 } },
    );
    await page.locator('[data-row]').first().waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    expect(await column(page, 'ad')).toEqual(Array.from({ length: 50 }, (_, n) => `ad ${n}`));
    expect(await column(page, 'renk')).toHaveLength(50);
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('light');
    expect(
      await page
        .locator(':is(header, nav, button, input):not([role=columnheader] *)')
        .filter({ visible: true })
        .count(),
    ).toBe(0);
    const places = await page
      .locator('[data-row]')
      .evaluateAll(rows =>
        rows
          .map(row => row.getBoundingClientRect())
          .map(({ top, bottom, right }) => ({ top, bottom, right })),
      );
    expect(
      places.every(
        ({ top, right }, at) =>
          right <= 701 && (at === 0 || Math.abs(top - places[at - 1]!.bottom) < 1),
      ),
    ).toBe(true);
    await page.emulateMedia({ media: null });
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
    await expect.poll(() => page.locator('[data-row]').count()).toBeLessThan(40);
  });
});
