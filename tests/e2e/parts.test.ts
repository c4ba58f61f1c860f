import { describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { column } from './grid.ts';
import { house } from './harness.ts';

describe('what a screen loads when it is needed', needs(chromium), () => {
  const home = house();

  it('waits for the network, and the screen stays as it is', async () => {
    const ayse = await home.register('Ayşe');
    const table = await home.table(ayse, 'Stok', { ad: 'string' }, [{ ad: 'Çay' }]);
    const page = await home.visitAs(ayse, `/projects/${ayse.projectId}/data?table=${table}`);
    await expect.poll(() => column(page, 'ad')).toEqual(['Çay']);
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Sütunlar' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'HZM', exact: true }).click();
    expect(await column(page, 'ad')).toEqual(['Çay']);
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Hoş geldiniz, Ayşe' }).waitFor();

    await page.goBack();
    await page.getByRole('button', { name: 'Sütunlar' }).click();
    await page.getByRole('dialog').getByText('ad', { exact: true }).waitFor();
  });
});
