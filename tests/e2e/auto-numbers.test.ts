import { describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { addRow, cell, column, saved } from './grid.ts';
import { expectAccessible, house } from './harness.ts';

describe('a field of auto numbers', needs(chromium), () => {
  const home = house();

  it('numbers rows by age when it is added, and each row that is added, undone and redone', async () => {
    const ayse = await home.register('Ayşe');
    const table = await home.table(ayse, 'Siparişler', { ad: 'string' }, [
      { ad: 'çay' },
      { ad: 'un' },
    ]);
    const path = `/projects/${ayse.projectId}/data?table=${table}&sort=created_at`;
    const page = await home.visitAs(ayse, path);
    await cell(page, 'çay', 'ad').waitFor();
    await page.getByRole('button', { name: 'Alan ekle' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Alan adı').fill('no');
    await dialog.getByRole('button', { name: 'Türü ve kuralları' }).click();
    await dialog.getByRole('combobox', { name: 'Alan türü' }).click();
    // The typed text replaces the name of the present type.
    await page.keyboard.type('otomatik');
    await page.getByRole('option', { name: 'Otomatik numara' }).click();
    await dialog.getByText('Kendiliğinden dolar: kimse yazamaz, türü de değişmez.').waitFor();
    await expectAccessible(page, 'a new field of auto numbers');
    await dialog.getByRole('button', { name: 'Alan ekle' }).click();
    await expect.poll(() => column(page, 'no')).toEqual(['1', '2']);

    await addRow(page, { ad: 'bal' });
    await saved(page);
    await expect.poll(() => column(page, 'no')).toEqual(['1', '2', '3']);
    await page.getByRole('form', { name: 'Yeni kayıt' }).waitFor({ state: 'detached' });
    await cell(page, 'bal', 'no').dblclick();
    await expect
      .poll(() => page.getByTestId('said').textContent())
      .toBe('Bu alan kendiliğinden dolar; kimse yazamaz.');
    expect(await page.locator('[data-editor]').count()).toBe(0);

    await page.keyboard.press('Control+z');
    await expect.poll(() => column(page, 'no')).toEqual(['1', '2']);
    await saved(page);
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(() => column(page, 'ad')).toEqual(['çay', 'un', 'bal']);
    await saved(page);
    await expect.poll(() => column(page, 'no')).toEqual(['1', '2', '3']);
    await page.reload();
    await expect.poll(() => column(page, 'no')).toEqual(['1', '2', '3']);
  });
});
