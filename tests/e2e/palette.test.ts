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
    const search = page.getByPlaceholder('Proje, tablo, kayıt, kişi veya komut arayın...');
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
    await page.getByPlaceholder('Proje, tablo, kayıt, kişi veya komut arayın...').fill('gunluk');
    await page.getByText('Varsayılan Proje projesinde widget').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/widgets/${widget.id}/data`);
  });

  it('finds a row of a table that was opened, a thread and a person, and says when it cannot', async () => {
    const deniz = await home.register('Deniz Aksoy');
    const row = { ad: 'Geç gelen kargo' };
    const table = await home.table(deniz, 'Talepler', { ad: 'string' }, [row]);
    await home.ask(
      'POST',
      '/threads',
      { title: 'Kargo firması', initialMessage: 'Selam', project_id: deniz.projectId },
      deniz.token,
    );
    const page = await home.visitAs(deniz, `/projects/${deniz.projectId}/data?table=${table}`);
    await page.getByText(row.ad).waitFor();
    await page.goto('/dashboard');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    const search = page.getByPlaceholder('Proje, tablo, kayıt, kişi veya komut arayın...');
    await search.fill('KARGO');
    const options = page.locator('[role=option]');
    await expect
      .poll(async () => (await options.allTextContents()).toSorted())
      .toEqual([
        'Geç gelen kargoVarsayılan Proje projesinde Talepler kaydı',
        'Kargo firmasıVarsayılan Proje projesinde konu',
      ]);
    await page.getByText('son açtığınız tablolarda').waitFor();
    await expectAccessible(page, 'palette with rows');
    await search.fill('aksoy');
    await page.getByRole('option', { name: 'Deniz Aksoy' }).waitFor();
    await page.context().setOffline(true);
    await search.fill('geç');
    await page.getByText('Kayıtlar, konular ve kişiler aranamadı').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Tekrar dene' }).click();
    await page.getByRole('option', { name: row.ad }).click();
    await page.waitForURL(`**/projects/${deniz.projectId}/data?table=${table}&row=*`);
    await page.getByRole('dialog').getByText(row.ad).first().waitFor();
  });

  it('does what can be done from anywhere, and says when there is nothing', async () => {
    const berna = await home.register('Berna');
    const page = await home.visitAs(berna, '/projects');
    await page.getByRole('button', { name: 'Ara veya git' }).click();
    const search = page.getByPlaceholder('Proje, tablo, kayıt, kişi veya komut arayın...');
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
