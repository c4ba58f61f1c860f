import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { cell, column } from './grid.ts';
import { answerInstead, expectAccessible, expectNoKeys, house, type Person } from './harness.ts';

const PICTURES = process.env['BIN_PICTURES'];

describe('the bin', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let can: Person;
  let table: string;
  beforeAll(async () => {
    await home.register('Kök');
    [ayse, can] = [await home.register('Ayşe'), await home.register('Can')];
    table = await home.table(ayse, 'Ürünler', { ad: 'string', stok: 'number' }, [
      { ad: 'Çay', stok: 1 },
      { ad: 'Un', stok: 2 },
      { ad: 'Tuz', stok: 3 },
    ]);
    await home.letIn(ayse, can, 'manager');
  });

  const bin = (kind: string) => `/projects/${ayse.projectId}/bin?kind=${kind}&table=${table}`;
  const restore = (page: Page, name: string) =>
    page.getByRole('button', { name: `Geri getir: ${name}` });
  const picture = async (page: Page, name: string): Promise<void> => {
    if (PICTURES !== undefined)
      await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
  };
  const fields = async (): Promise<{ id: string; name: string }[]> =>
    (
      await home.ask<{ fields: { id: string; name: string }[] }>(
        'GET',
        `/tables/${ayse.projectId}/${table}/fields`,
        undefined,
        ayse.token,
      )
    ).fields;

  it('lists the row that somebody deletes at that moment, and its return draws it for them', async () => {
    const [hers, his] = await Promise.all([
      home.visitAs(ayse, `/projects/${ayse.projectId}/data?table=${table}`),
      home.visitAs(can, bin('rows')),
    ]);
    await his.getByText('Bu tablodan silinmiş kayıt yok.').waitFor();
    const row = hers.locator('[data-row]').filter({ hasText: 'Un' });
    await row.getByRole('rowheader').click();
    await hers.keyboard.press('Delete');
    const dialog = hers.getByRole('dialog');
    await dialog.getByText('çöp kutusundan geri getirilebilir').waitFor();
    await picture(hers, 'row-dialog');
    await dialog.getByRole('button', { name: 'Sil', exact: true }).click();
    await restore(his, 'Un · 2').click();
    await expect.poll(() => column(hers, 'ad')).toContain('Un');
    await his.getByText('“Un · 2” geri geldi').waitFor();
    // And the notice takes it back.
    await his.getByRole('button', { name: 'Geri al' }).click();
    await expect.poll(() => column(hers, 'ad')).not.toContain('Un');
    await restore(his, 'Un · 2').waitFor();
  });

  it('restores chosen rows together, by keyboard', async () => {
    const his = await home.visitAs(can, bin('rows'));
    await restore(his, 'Un · 2').waitFor();
    await his.getByRole('checkbox', { name: 'Bu sayfadakilerin tümü' }).focus();
    await his.keyboard.press('Space');
    await his.getByRole('button', { name: '1 seçileni geri getir' }).focus();
    await his.keyboard.press('Enter');
    await his.getByText('Bu tablodan silinmiş kayıt yok.').waitFor();
  });

  it('brings a field back with its values, in a grid that was opened without it, too', async () => {
    const stok = (await fields()).find(({ name }) => name === 'stok')!;
    await home.ask('DELETE', `/tables/${table}/fields/${stok.id}`, undefined, ayse.token);
    const hers = await home.visitAs(ayse, `/projects/${ayse.projectId}/data?table=${table}`);
    await cell(hers, 'Çay', 'ad').waitFor();
    const his = await home.visitAs(can, bin('fields'));
    await restore(his, 'stok').waitFor();
    await picture(his, 'fields');
    await restore(his, 'stok').click();
    await expect.poll(() => column(hers, 'stok')).toEqual(expect.arrayContaining(['1', '3']));
  });

  it('brings a table back from the notice, and from the bin under another name', async () => {
    const page = await home.visitAs(ayse, `/projects/${ayse.projectId}`);
    const ask = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Ürünler tablosunu sil' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('tarihine kadar çöp kutusundan geri getirilebilir').waitFor();
      await dialog.getByRole('textbox').fill('Ürünler');
      await dialog.getByRole('button', { name: 'Tabloyu sil' }).click();
      await page.getByText('“Ürünler” tablosu silindi').waitFor();
    };
    await ask();
    await page.getByRole('button', { name: 'Geri al' }).click();
    await page.getByRole('button', { name: 'Ürünler tablosunu sil' }).waitFor();
    await ask();
    await home.ask('POST', `/tables/project/${ayse.projectId}`, { name: 'Ürünler' }, ayse.token);
    const his = await home.visitAs(can, bin('tables'));
    await restore(his, 'Ürünler').waitFor();
    await picture(his, 'tables');
    await expectAccessible(his, 'the list of tables');
    await restore(his, 'Ürünler').click();
    const name = his.getByRole('textbox', { name: 'Yeni ad' });
    await expect.poll(() => name.inputValue()).toBe('Ürünler 2');
    await picture(his, 'name-taken');
    await expectAccessible(his, 'a taken name');
    await name.press('Enter');
    await his.getByText('“Ürünler” geri geldi').waitFor();
    await page.getByRole('button', { name: 'Ürünler 2 tablosunu sil' }).waitFor();
  });

  it('erases for good by the typed name', async () => {
    const gone = await home.table(ayse, 'Eski', { ad: 'string' }, [{ ad: 'x' }]);
    await home.ask('DELETE', `/tables/${gone}`, undefined, ayse.token);
    const page = await home.visitAs(ayse, bin('tables'));
    await page.getByRole('button', { name: 'Kalıcı olarak sil: Eski' }).click();
    const dialog = page.getByRole('dialog');
    const confirm = dialog.getByRole('button', { name: 'Kalıcı olarak sil' });
    expect(await confirm.isDisabled()).toBe(true);
    await picture(page, 'erase');
    await expectAccessible(page, 'the question before erasing');
    await dialog.getByRole('textbox').fill('Eski');
    await confirm.click();
    await page.getByText('“Eski” kalıcı olarak silindi').waitFor();
    await restore(page, 'Eski').waitFor({ state: 'detached' });
  });

  it.each(['tr-TR', 'en-GB'])('is whole on a phone, in %s', async locale => {
    const stok = (await fields()).find(({ name }) => name === 'stok')!;
    await home.ask('DELETE', `/tables/${table}/fields/${stok.id}`, undefined, ayse.token);
    const page = await home.visitAs(ayse, bin('fields'), {
      locale,
      viewport: { width: 390, height: 844 },
      colorScheme: locale === 'tr-TR' ? 'dark' : 'light',
      hasTouch: true,
      isMobile: true,
    });
    await page.getByText('stok', { exact: true }).waitFor();
    await picture(page, `phone-${locale}`);
    await expectAccessible(page, locale);
    await expectNoKeys(page, locale);
    await home.ask(
      'POST',
      `/projects/${ayse.projectId}/bin/fields/${stok.id}/restore`,
      {},
      ayse.token,
    );
  });

  it('says so when it cannot be loaded, and loads again', async () => {
    const page = await home.visitAs(ayse, `/projects/${ayse.projectId}`);
    const refuse = { status: 400, json: { success: false, code: 'VALIDATION_ERROR', error: 'x' } };
    const end = await answerInstead(page, `/projects/${ayse.projectId}/bin`, refuse);
    await page.goto(bin('tables'));
    await page.getByText('Çöp kutusu yüklenemedi').waitFor();
    await end();
    await page.getByRole('button', { name: 'Tekrar Dene' }).click();
    await page.getByText('Silinmiş tablo yok.').waitFor();
  });

  it('shows rows alone to editors, and to viewers why there is nothing', async () => {
    await home.ask(
      'PUT',
      `/projects/${ayse.projectId}/members/${can.id}`,
      { role: 'editor' },
      ayse.token,
    );
    const page = await home.visitAs(can, bin('tables'));
    await page.getByRole('tab', { name: 'Kayıtlar' }).waitFor();
    expect(await page.getByRole('tab').count()).toBe(1);
    await home.ask(
      'PUT',
      `/projects/${ayse.projectId}/members/${can.id}`,
      { role: 'viewer' },
      ayse.token,
    );
    await page.getByText('Çöp kutusunu, kayıt silebilenler görür').waitFor();
  });
});
