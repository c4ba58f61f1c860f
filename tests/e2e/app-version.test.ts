import { describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { house } from './harness.ts';

describe('another version of the application', needs(chromium), () => {
  const home = house();

  it('forgets the caches of the one before and loads once more; who is signed in stays so', async () => {
    const page = await home.visitAs(await home.register('Ayşe'), '/projects');
    await page.getByRole('heading', { name: 'Varsayılan Proje' }).waitFor();
    const version = await page.evaluate(() => localStorage.getItem('hzm-version'));
    expect(version).toBe('2025.09.18.001');
    await page.evaluate(async () => {
      localStorage.setItem('hzm-version', '2024.01.01.001');
      localStorage.setItem('hzm-columns/test', 'kept');
      await caches.open('old');
    });
    let loads = 0;
    page.on('load', () => {
      loads++;
    });
    await page.reload();
    await page.getByRole('heading', { name: 'Varsayılan Proje' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/projects');
    expect(
      await page.evaluate(async () => [
        localStorage.getItem('hzm-version'),
        localStorage.getItem('hzm-columns/test'),
        await caches.keys(),
      ]),
    ).toEqual([version, 'kept', []]);
    // Reloads by a person, and by the application.
    expect(loads).toBe(2);
    await page.reload();
    await page.getByRole('heading', { name: 'Varsayılan Proje' }).waitFor();
    expect(loads).toBe(3);
  });
});
