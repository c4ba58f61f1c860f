import { describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { expectAccessible, house } from './harness.ts';

describe('Ctrl+K', needs(chromium), () => {
  const home = house();

  it('finds a table by any letters, with the keyboard alone', async () => {
    const ayse = await home.register('Ayşe');
    const table = await home.table(ayse, 'Şikâyet kayıtları', { ad: 'string' });
    const page = await home.visitAs(ayse, '/dashboard');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    const search = page.getByPlaceholder('Proje, tablo veya komut arayın...');
    await search.waitFor();
    await page
      .getByRole('button', { name: 'Şikâyet kayıtları' })
      .or(page.getByRole('option', { name: 'Şikâyet kayıtları' }))
      .first()
      .waitFor();
    await expectAccessible(page, 'palette');
    await page.keyboard.type('SIKAYET');
    await expect.poll(() => page.locator('[role=option]').count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/projects/${ayse.projectId}/data?table=${table}`);
  });

  it('finds a widget, and opens its data', async () => {
    const can = await home.register('Can');
    const { widget } = await home.ask<{ widget: { id: string } }>(
      'POST',
      `/projects/${can.projectId}/widgets`,
      { name: 'Günlük satışlar', type: 'chart' },
      can.token,
    );
    const page = await home.visitAs(can, '/projects');
    await page.getByText('1 widget', { exact: true }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Proje, tablo veya komut arayın...').fill('gunluk');
    await page.getByText('Varsayılan Proje projesinde widget').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/widgets/${widget.id}/data`);
  });

  it('does what can be done from anywhere, and says when there is nothing', async () => {
    const berna = await home.register('Berna');
    const page = await home.visitAs(berna, '/projects');
    await page.getByRole('button', { name: 'Ara veya git' }).click();
    const search = page.getByPlaceholder('Proje, tablo veya komut arayın...');
    await search.fill('zzzz');
    await page.getByText('Hiçbir şey bulunamadı.').waitFor();
    await search.fill('KOYU');
    await expect.poll(() => page.locator('[role=option]').count()).toBe(1);
    await search.press('Enter');
    await expect
      .poll(() => page.locator('html').getAttribute('data-mantine-color-scheme'))
      .toBe('dark');
  });
});
