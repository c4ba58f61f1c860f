import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { addRow, cell, saved, type } from './grid.ts';
import { expectAccessible, house, type Person } from './harness.ts';

describe('fields that fill themselves', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let page: Page;
  const said = () => page.getByTestId('said').textContent();
  const shown = /^\d{2}\.\d{2}\.\d{4} \d{2}:\d{2}$/;

  beforeAll(async () => {
    ayse = await home.register('Ayşe');
    const table = await home.table(
      ayse,
      'İşler',
      { ad: 'string', eklendi: 'created_at', değişti: 'updated_at' },
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
});
