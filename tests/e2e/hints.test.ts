import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { cell, column, saved, type } from './grid.ts';
import { expectAccessible, house, type Person } from './harness.ts';

describe('what a field takes', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let table: string;
  let page: Page;
  const onServer = async (): Promise<Record<string, unknown>[]> =>
    (
      await home.ask<{ rows: Record<string, unknown>[] }>(
        'GET',
        `/data/table/${table}`,
        undefined,
        ayse.token,
      )
    ).rows;

  beforeAll(async () => {
    ayse = await home.register('Ayşe');
    table = await home.table(
      ayse,
      'İşler',
      {
        ad: 'string',
        süre: 'duration',
        indirim: 'percentage',
        konum: 'coordinates',
        tür: 'string',
      },
      [
        { ad: 'boya', tür: 'iç' },
        { ad: 'sıva', tür: 'dış' },
        { ad: 'çatı', tür: 'dış' },
      ],
    );
    page = await home.visitAs(
      ayse,
      `/projects/${ayse.projectId}/data?table=${table}&sort=created_at`,
    );
    await cell(page, 'boya', 'ad').waitFor();
  });

  it('is said in the editor, understood as people write it, and shown so', async () => {
    await cell(page, 'boya', 'süre').click();
    await page.keyboard.press('Enter');
    const editor = page.locator('[data-editor]');
    expect(await editor.textContent()).toContain('90 dk');
    await expectAccessible(page, 'an editor with a hint');
    await page.keyboard.press('Escape');
    await type(page, cell(page, 'boya', 'süre'), '1:30');
    await type(page, cell(page, 'boya', 'indirim'), '%12,5');
    await type(
      page,
      cell(page, 'boya', 'konum'),
      'https://www.openstreetmap.org/#map=15/41.0082/28.9784',
    );
    await saved(page);
    const shown = await Promise.all(
      ['süre', 'indirim', 'konum'].map(async name =>
        (await cell(page, 'boya', name).textContent())?.trim(),
      ),
    );
    expect(shown).toEqual(['1 sa 30 dk', '%12,5', '41.0082, 28.9784']);
    expect((await onServer()).find(({ ad }) => ad === 'boya')).toMatchObject({
      süre: 5400,
      indirim: 12.5,
      konum: { lat: 41.0082, lng: 28.9784 },
    });
    await page.getByLabel('süre filtrele').fill('90 dk');
    await expect.poll(() => column(page, 'ad')).toEqual(['boya']);
    await page.getByLabel('süre filtrele').fill('');
    await expect.poll(() => column(page, 'ad')).toHaveLength(3);
  });

  it('a row is added under the last one, and another one; what is wrong is said with an example', async () => {
    await page.getByRole('button', { name: 'Kayıt ekle' }).click();
    const form = page.getByRole('form', { name: 'Yeni kayıt' });
    await form.getByLabel('ad').fill('zemin');
    await form.getByLabel('süre').fill('bir ara');
    await page.keyboard.press('Control+Enter');
    await form.getByText('Süre girin: 1:30, 90 dk, 1 sa 30 dk ya da saniye').waitFor();
    await expectAccessible(page, 'a form with an error');
    await form.getByLabel('süre').fill('2 gün');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => form.getByLabel('ad').inputValue()).toBe('');
    expect(await form.getByLabel('ad').evaluate(input => input === document.activeElement)).toBe(
      true,
    );
    await form.getByLabel('ad').fill('dolap');
    await form.getByRole('button', { name: 'Kaydet', exact: true }).click();
    await form.waitFor({ state: 'detached' });
    await expect
      .poll(async () => (await column(page, 'ad')).toSorted())
      .toEqual(['boya', 'dolap', 'sıva', 'zemin', 'çatı'].toSorted());
    await saved(page);
    await expect
      .poll(async () => (await onServer()).find(({ ad }) => ad === 'zemin'))
      .toMatchObject({ süre: 172_800 });
  });

  it('any field is filtered by its values, the most frequent first', async () => {
    const side = page.getByRole('group', { name: 'Değer filtresi' });
    await side.getByLabel('Değer filtresinin alanı').selectOption({ label: 'tür' });
    await side.getByLabel('Değer filtresi: tür').click();
    const options = page.getByRole('listbox').getByRole('option');
    await expect.poll(() => options.allTextContents()).toEqual(['dış2', 'iç1']);
    await expectAccessible(page, 'values by frequency');
    await options.first().click();
    await expect.poll(() => column(page, 'ad')).toEqual(['sıva', 'çatı']);
  });
});
