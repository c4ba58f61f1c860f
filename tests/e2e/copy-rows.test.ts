import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { chooseLanguage, expectAccessible, expectFits, expectWhole, house } from './harness.ts';

async function expectGood(page: Page, what: string): Promise<void> {
  await expectAccessible(page, what);
  for (const width of [900, 320]) {
    await page.setViewportSize({ width, height: 720 });
    await expectFits(page, `${what}, ${width} pixels`);
    await expectWhole(page, `${what}, ${width} pixels`);
  }
  await page.setViewportSize({ width: 1280, height: 720 });
}

describe('the test environment of a project', needs(chromium), () => {
  const home = house();

  it('gets copies of the rows of live on request, with personal fields replaced', async () => {
    const ayse = await home.register('Ayşe');
    const products = await home.table(ayse, 'Ürünler', { ad: 'string', ekler: 'file' }, [
      { ad: 'Çay' },
    ]);
    const { rows } = await home.ask<{ rows: { id: string }[] }>(
      'GET',
      `/data/table/${products}`,
      undefined,
      ayse.token,
    );
    const { tables } = await home.ask<{ tables: { fields: { id: string }[] }[] }>(
      'GET',
      `/tables/project/${ayse.projectId}`,
      undefined,
      ayse.token,
    );
    const cell = `rows/${rows[0]!.id}/fields/${tables[0]!.fields[1]!.id}`;
    await fetch(
      `${home.origin()}/api/v1/data/table/${products}/${cell}/files?file_name=fiyat.txt`,
      { method: 'POST', headers: { authorization: `Bearer ${ayse.token}` }, body: '12' },
    );
    await home.table(ayse, 'Kişiler', { 'E-posta': 'string' }, [{ 'E-posta': 'ali@firma.com' }]);
    await home.ask(
      'POST',
      `/projects/${ayse.projectId}/create-test-environment`,
      undefined,
      ayse.token,
    );
    const page = await home.visitAs(ayse, '/projects');
    const { projects } = await home.ask<{
      projects: { id: string; testEnvironmentId: string | null }[];
    }>('GET', '/projects', undefined, ayse.token);
    const test = projects.find(({ id }) => id === ayse.projectId)!.testEnvironmentId!;
    await page.goto(`/projects/${test}`);
    await page.getByRole('button', { name: 'Kayıtları kopyala' }).click();
    const dialog = page.getByRole('dialog', { name: 'Kayıtları kopyala' });
    await dialog.getByRole('checkbox', { name: 'Ürünler (1 kayıt)' }).waitFor();
    const name = dialog.getByRole('checkbox', { name: 'Ürünler: ad' });
    expect(await name.isChecked(), 'proposed by its name').toBe(true);
    await name.uncheck();
    expect(await dialog.getByRole('checkbox', { name: 'Ürünler: ekler' }).count()).toBe(0);
    await expectGood(page, 'the choice of rows to copy');
    await dialog.getByRole('button', { name: 'Kopyalamayı başlat' }).click();
    await dialog.getByText('Kopyalama bitti.').waitFor();
    await dialog.getByText('Kopyalanan kayıtların 1 dosyası kopyalanmadı').waitFor();
    await expectGood(page, 'a copy that is done');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.goto(`/projects/${test}/data`);
    await page.getByRole('gridcell', { name: 'Çay' }).waitFor();
    await page
      .getByRole('button', { name: /^Kişiler/ })
      .or(page.getByRole('link', { name: /^Kişiler/ }))
      .first()
      .click();
    await page.getByRole('gridcell', { name: /@example\.com$/ }).waitFor();
    expect(await page.getByText('ali@firma.com').count()).toBe(0);
    await page.emulateMedia({ colorScheme: 'dark' });
    await chooseLanguage(page, 'en');
    await page.goto(`/projects/${test}`);
    await page.getByRole('button', { name: 'Copy rows' }).click();
    await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
    await expectGood(page, 'the choice of rows to copy, in English and in the dark');
  });
});
