import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { cell, column } from './grid.ts';
import { answerInstead, expectAccessible, expectFits, house, type Person } from './harness.ts';

describe('the saved views of a table', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let can: Person;
  let table: string;
  let hers: Page;
  let his: Page;
  const stocked = (): string =>
    `/projects/${ayse.projectId}/data?table=${table}&filters=${encodeURIComponent(
      JSON.stringify({ [stok]: { gt: '1' } }),
    )}`;
  let stok = '';

  beforeAll(async () => {
    [ayse, can] = [await home.register('Ayşe'), await home.register('Can')];
    await home.letIn(ayse, can, 'viewer');
    table = await home.table(
      ayse,
      'Ürünler',
      { ad: 'string', stok: 'number' },
      ['Çay', 'Şeker', 'Un'].map((ad, i) => ({ ad, stok: i + 1 })),
    );
    const { table: made } = await home.ask<{
      table: { fields: { id: string; name: string }[] };
    }>('GET', `/tables/${ayse.projectId}/${table}`, undefined, ayse.token);
    stok = made.fields.find(({ name }) => name === 'stok')!.id;
    [hers, his] = await Promise.all([
      home.visitAs(ayse, stocked()),
      home.visitAs(can, `/projects/${ayse.projectId}/data?table=${table}`),
    ]);
    await cell(hers, 'Un', 'ad').waitFor();
    await cell(his, 'Çay', 'ad').waitFor();
  });

  const open = (page: Page, name: string | RegExp = 'Görünümler') =>
    page.getByRole('button', { name, exact: true }).click();

  it('are saved with filters and columns, and seen by others as they come', async () => {
    await open(his);
    await his.getByText('Henüz kayıtlı görünüm yok.').waitFor();
    await expectAccessible(his, 'views');
    await open(hers);
    await hers.getByRole('button', { name: 'Görünüm olarak kaydet' }).click();
    await hers.getByRole('button', { name: 'Görünüm olarak kaydet' }).click();
    await hers.getByText('Görünümün bir adı olmalı').waitFor();
    await hers.getByRole('textbox', { name: 'Görünümün adı' }).fill('Stokta');
    await expectAccessible(hers, 'a new view');
    await hers.keyboard.press('Enter');
    await hers.getByText('“Stokta” görünümü kaydedildi.').waitFor();
    await his.getByRole('button', { name: 'Stokta', exact: true }).click();
    await expect.poll(() => column(his, 'ad')).toEqual(['Un', 'Şeker']);
    await his.getByRole('button', { name: 'Görünüm: Stokta', exact: true }).waitFor();
  });

  it('say that something else is shown by now; whoever writes rows saves it anew', async () => {
    await hers.getByRole('columnheader', { name: /^ad/ }).first().click();
    await open(hers, 'Görünüm: Stokta, değiştirildi');
    await hers.getByRole('button', { name: '“Stokta” görünümünü güncelle' }).click();
    await hers.getByRole('button', { name: 'Görünüm: Stokta', exact: true }).waitFor();
    await hers.keyboard.press('Escape');
    await expect.poll(() => hers.getByRole('region', { name: 'Herkes için' }).count()).toBe(0);
    await open(his, 'Görünüm: Stokta, değiştirildi');
    expect(await his.getByRole('button', { name: /güncelle/ }).count()).toBe(0);
    expect(await his.getByRole('button', { name: /görünümünü sil/ }).count()).toBe(0);
    await his.getByRole('button', { name: 'Kaydedilen görünüme dön' }).click();
    await expect.poll(() => column(his, 'ad')).toEqual(['Şeker', 'Un']);
    await his.keyboard.press('Escape');
  });

  it('open from a link that names one alone', async () => {
    const { views } = await home.ask<{ views: { id: string }[] }>(
      'GET',
      `/data/table/${table}/views`,
      undefined,
      can.token,
    );
    await his.goto(`/projects/${ayse.projectId}/data?table=${table}&view=${views[0]!.id}`);
    await expect.poll(() => column(his, 'ad')).toEqual(['Şeker', 'Un']);
    await his.getByRole('button', { name: 'Görünüm: Stokta', exact: true }).waitFor();
  });

  it('of one person are theirs alone, and deleted after a question', async () => {
    await open(his, 'Görünüm: Stokta');
    await his.getByRole('button', { name: 'Görünüm olarak kaydet' }).click();
    expect(await his.getByRole('radio', { name: 'Herkes için' }).count()).toBe(0);
    await his.getByRole('textbox', { name: 'Görünümün adı' }).fill('Benim');
    await his.keyboard.press('Enter');
    await open(his, 'Görünüm: Benim');
    await his.getByRole('region', { name: 'Yalnızca benim için' }).waitFor();
    await open(hers, 'Görünüm: Stokta');
    await hers.getByRole('region', { name: 'Herkes için' }).waitFor();
    expect(await hers.getByText('Benim', { exact: true }).count()).toBe(0);
    await hers.keyboard.press('Escape');
    await his.getByRole('button', { name: 'Benim görünümünü sil' }).click();
    await his.getByText('“Benim” görünümü silinsin mi?').waitFor();
    await his.getByRole('button', { name: 'Görünümü sil' }).click();
    await his.getByText('“Benim” görünümü silindi.').waitFor();
    await expect.poll(() => column(his, 'ad')).toEqual(['Un', 'Şeker', 'Çay']);
  });

  it('that cannot be loaded or saved say so', async () => {
    const again = await answerInstead(his, `/data/table/${table}/views`, {
      status: 500,
      json: { success: false, error: 'Olmadı', code: 'INTERNAL_ERROR' },
    });
    await his.reload();
    await cell(his, 'Çay', 'ad').waitFor();
    await open(his);
    await his.getByText('Görünümler yüklenemedi').waitFor();
    await again();
    await his.getByRole('button', { name: 'Tekrar dene' }).click();
    await his.getByRole('button', { name: 'Stokta', exact: true }).waitFor();
  });

  it('fit a phone, in the dark and in English', async () => {
    const page = await home.visitAs(ayse, `/projects/${ayse.projectId}/data?table=${table}`, {
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
      locale: 'en-US',
    });
    await cell(page, 'Çay', 'ad').waitFor();
    await open(page, 'Views');
    await page.getByRole('region', { name: 'For everybody' }).waitFor();
    await expectFits(page, 'views');
    await expectAccessible(page, 'views in the dark');
  });
});
