import { describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { expectAccessible, house } from './harness.ts';

describe('the sample project', needs(chromium), () => {
  const home = house();

  it('is there after one click, with 2,000 rows in four tables, within a free plan', async () => {
    await home.register('Kök');
    const ayse = await home.register('Ayşe');
    const page = await home.visitAs(ayse, '/dashboard');
    await page.getByRole('button', { name: 'Örnek proje' }).click();
    await page.waitForURL(/\/data/);
    await page.getByRole('heading', { name: 'Örnek proje' }).waitFor();
    await expect.poll(() => page.getByTestId('row-count').textContent()).toContain('1.200');
    await expectAccessible(page, 'the sample');
    const { projects } = await home.ask<{ projects: { id: string; name: string }[] }>(
      'GET',
      '/projects',
      undefined,
      ayse.token,
    );
    const { tables } = await home.ask<{ tables: { id: string }[] }>(
      'GET',
      `/tables/project/${projects.find(({ name }) => name === 'Örnek proje')!.id}`,
      undefined,
      ayse.token,
    );
    const totals = await Promise.all(
      tables.map(
        async ({ id }) =>
          (
            await home.ask<{ pagination: { total: number } }>(
              'GET',
              `/data/table/${id}?limit=1`,
              undefined,
              ayse.token,
            )
          ).pagination.total,
      ),
    );
    expect(totals.reduce((sum, total) => sum + total, 0)).toBe(2000);
  });
});
