import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { addRow, cell, column, saved, type } from './grid.ts';
import { expectAccessible, house, type Person } from './harness.ts';

describe('fields that fill themselves', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let can: Person;
  let table: string;
  let page: Page;
  const said = () => page.getByTestId('said').textContent();
  const shown = /^\d{2}\.\d{2}\.\d{4} \d{2}:\d{2}$/;

  beforeAll(async () => {
    [ayse, can] = [await home.register('Ayşe'), await home.register('Can')];
    await home.letIn(ayse, can, 'editor');
    table = await home.table(
      ayse,
      'İşler',
      {
        ad: 'string',
        eklendi: 'created_at',
        değişti: 'updated_at',
        ekleyen: 'created_by',
        değiştiren: 'updated_by',
      },
      [{ ad: 'boya' }, { ad: 'sıva' }],
    );
    page = await home.visitAs(
      ayse,
      `/projects/${ayse.projectId}/data?table=${table}&sort=created_at`,
    );
    await cell(page, 'boya', 'eklendi').waitFor();
  });

  it('show the times of the row, and open no editor but say why', async () => {
    const made = cell(page, 'boya', 'eklendi');
    expect((await made.textContent())!.trim()).toMatch(shown);
    await made.dblclick();
    await expect.poll(said).toBe('Bu alan kendiliğinden dolar; kimse yazamaz.');
    await page.keyboard.press('x');
    expect(await page.locator('[data-editor]').count()).toBe(0);
    await expectAccessible(page, 'fields that fill themselves');
  });

  it('are left as they are by clearing, which undo takes back', async () => {
    await cell(page, 'boya', 'ad').click();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Delete');
    await expect.poll(said).toBe('Kendiliğinden dolan alanlar olduğu gibi bırakıldı.');
    await saved(page);
    await page.keyboard.press('Control+z');
    await cell(page, 'boya', 'değişti').waitFor();
    await saved(page);
    expect((await cell(page, 'boya', 'değişti').textContent())!.trim()).toMatch(shown);
  });

  it('are not asked for in a new row, which is filled and can be undone', async () => {
    await page.getByRole('button', { name: 'Yeni kayıt' }).click();
    const form = page.getByRole('form', { name: 'Yeni kayıt' });
    await expect.poll(() => form.getByRole('textbox').count()).toBe(1);
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    await addRow(page, { ad: 'alçı' });
    await saved(page);
    await expect
      .poll(async () => (await cell(page, 'alçı', 'eklendi').textContent())!.trim())
      .toMatch(shown);
    await type(page, cell(page, 'alçı', 'ad'), 'alçıpan');
    await saved(page);
    await page.keyboard.press('Control+z');
    await cell(page, 'alçı', 'ad').waitFor();
    await saved(page);
    await page.keyboard.press('Control+z');
    await expect.poll(() => cell(page, 'alçı', 'ad').count()).toBe(0);
  });

  it('are read in an open row, and keep their type', async () => {
    await cell(page, 'boya', 'ad').click();
    await page.keyboard.press('Space');
    const field = page.getByRole('dialog').getByRole('group', { name: 'eklendi' });
    expect(await field.getByRole('textbox').isDisabled()).toBe(true);
    expect(await field.textContent()).toContain('Kendiliğinden dolar');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'eklendi sütun menüsü' }).click();
    await page.getByRole('menuitem', { name: 'Ad ve tür…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Kendiliğinden dolar: kimse yazamaz, türü de değişmez.').waitFor();
    expect(await dialog.getByRole('checkbox', { name: 'Gerekli alan' }).count()).toBe(0);
  });

  it('name who added and changed a row, live, and find rows by them', async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    const { rows } = await home.ask<{ rows: { id: string; ad: string }[] }>(
      'GET',
      `/data/table/${table}?sort=created_at`,
      undefined,
      ayse.token,
    );
    const { id } = rows.find(({ ad }) => ad === 'sıva')!;
    await home.ask('PUT', `/data/table/${table}/rows/${id}`, { ad: 'badana' }, can.token);
    await expect.poll(() => column(page, 'değiştiren')).toEqual(['Ayşe', 'Can']);
    expect(await column(page, 'ekleyen')).toEqual(['Ayşe', 'Ayşe']);
    const filter = page.getByLabel('değiştiren filtrele');
    await filter.fill('can');
    await filter.press('Enter');
    await expect.poll(() => column(page, 'ad')).toEqual(['badana']);
    await filter.fill('');
    await filter.press('Enter');
    await expect.poll(() => column(page, 'ad')).toEqual(['boya', 'badana']);
  });

  it('are the columns of a board whose cards stay', async () => {
    await page
      .getByRole('columnheader', { name: 'değiştiren', exact: true })
      .click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Pano olarak göster' }).click();
    const cards = (name: RegExp) => page.getByRole('group', { name }).locator('[data-card]');
    await expect.poll(() => cards(/^Can, 1 kart/).count()).toBe(1);
    await expect.poll(() => cards(/^Ayşe, 1 kart/).count()).toBe(1);
    expect(await page.getByRole('group', { name: /^değiştiren boş/ }).count()).toBe(0);
    const moved = page.locator('[data-column-cards]').locator('[draggable="true"], select');
    expect(await moved.count()).toBe(0);
    await expectAccessible(page, 'a board of authors');
  });
});
