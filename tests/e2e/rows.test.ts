import type { Locator, Page } from 'playwright';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { addRow, cell, column, saved, type } from './grid.ts';
import { expectAccessible, house, type Person } from './harness.ts';

const hasFocus = (element: Locator): Promise<boolean> =>
  element.first().evaluate(found => found.contains(document.activeElement));

describe('rows that come and go', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let table: string;
  let page: Page;
  const address = (): string => `/projects/${ayse.projectId}/data?table=${table}&sort=created_at`;
  const onServer = async (): Promise<string[]> =>
    (
      await home.ask<{ rows: { ad: string }[] }>(
        'GET',
        `/data/table/${table}?limit=100`,
        undefined,
        ayse.token,
      )
    ).rows.map(({ ad }) => ad);
  const said = (): Promise<string | null> => page.getByTestId('said').textContent();
  const remove = async (ad: string): Promise<void> => {
    await cell(page, ad, 'ad').click();
    await page.keyboard.press('Home');
    await page.keyboard.press('Delete');
    await page
      .getByRole('dialog', { name: 'Kaydı sil?' })
      .getByRole('button', { name: 'Sil', exact: true })
      .click();
  };
  beforeAll(async () => {
    ayse = await home.register('Ayşe');
    page = await home.visitAs(ayse, '/projects');
  });
  beforeEach(async () => {
    table = await home.table(
      ayse,
      `Ürünler ${crypto.randomUUID().slice(0, 6)}`,
      { ad: 'string', stok: 'number' },
      ['Çay', 'Şeker', 'Un', 'Tuz'].map((ad, stok) => ({ ad, stok })),
    );
    await page.goto(address());
    await cell(page, 'Çay', 'ad').waitFor();
  });

  it('a deleted row comes back by the button of its notice, to where it was, with what it held', async () => {
    await remove('Şeker');
    await expect.poll(() => column(page, 'ad')).toEqual(['Çay', 'Un', 'Tuz']);
    await expect.poll(onServer).not.toContain('Şeker');
    const notice = page.getByRole('status').filter({ hasText: '“Şeker” silindi' });
    // It stays as long as the pointer is on it.
    await notice.hover();
    await expectAccessible(page, 'a notice with a way back');
    await notice.getByRole('button', { name: 'Geri al' }).click();
    await expect.poll(() => column(page, 'ad')).toEqual(['Çay', 'Şeker', 'Un', 'Tuz']);
    expect(await cell(page, 'Şeker', 'stok').textContent()).toBe('1');
    await expect.poll(said).toBe('“Şeker” geri getirildi');
  });

  it('the focus goes to the neighbour, and Ctrl+Z brings several back one by one, and takes them away again', async () => {
    await remove('Şeker');
    await expect.poll(() => column(page, 'ad')).toEqual(['Çay', 'Un', 'Tuz']);
    await expect
      .poll(() => hasFocus(page.locator('[data-row]').filter({ hasText: 'Un' })))
      .toBe(true);
    await remove('Un');
    await expect.poll(() => column(page, 'ad')).toEqual(['Çay', 'Tuz']);
    await expect
      .poll(() => hasFocus(page.locator('[data-row]').filter({ hasText: 'Tuz' })))
      .toBe(true);
    for (const _ of ['Un', 'Şeker']) await page.keyboard.press('Control+z');
    await expect
      .poll(() => page.getByText('“Un” silindi').count(), {
        message: 'what is taken back is offered no more',
      })
      .toBe(0);
    await expect.poll(() => column(page, 'ad')).toEqual(['Çay', 'Şeker', 'Un', 'Tuz']);
    await page.keyboard.press('Control+y');
    await expect.poll(() => column(page, 'ad')).toEqual(['Çay', 'Un', 'Tuz']);
    await saved(page);
    expect(await onServer()).not.toContain('Şeker');
  });

  it('without the network a deletion is taken back before it was ever sent', async () => {
    await page.context().setOffline(true);
    await remove('Tuz');
    await expect.poll(() => page.getByTestId('saved').getAttribute('data-unsaved')).toBe('1');
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.getByTestId('saved').getAttribute('data-unsaved')).toBeNull();
    await page.context().setOffline(false);
    expect(await onServer()).toContain('Tuz');
  });

  it('the address of a deleted row offers it back', async () => {
    const { rows } = await home.ask<{ rows: { id: string; ad: string }[] }>(
      'GET',
      `/data/table/${table}`,
      undefined,
      ayse.token,
    );
    const { id } = rows.find(({ ad }) => ad === 'Un')!;
    await home.ask('DELETE', `/data/table/${table}/rows/${id}`, undefined, ayse.token);
    await page.goto(`${address()}&row=${id}`);
    const drawer = page.getByRole('dialog');
    await drawer.getByText('Bu kayıt silinmiş.').waitFor();
    await expectAccessible(page, 'a deleted row');
    await drawer.getByRole('button', { name: 'Geri getir' }).click();
    await expect.poll(() => drawer.getByRole('textbox', { name: 'ad' }).inputValue()).toBe('Un');
    await expect.poll(onServer).toContain('Un');
  });

  it('a new row takes the focus; when it is cancelled, the button does that asked for it', async () => {
    await addRow(page, { ad: 'Pirinç' });
    await expect.poll(() => hasFocus(cell(page, 'Pirinç', 'ad'))).toBe(true);
    await saved(page);
    await expect.poll(() => hasFocus(cell(page, 'Pirinç', 'ad'))).toBe(true);
    expect(await page.getByRole('button', { name: /\d+ yeni kayıt/ }).count(), 'no news').toBe(0);
    await page.keyboard.press('Control+z');
    await expect.poll(() => column(page, 'ad')).not.toContain('Pirinç');
    await expect.poll(said).toBe('Geri alındı: eklenen “Pirinç” kaldırıldı');
    await expect.poll(() => hasFocus(page.getByTestId('grid'))).toBe(true);
    const add = page.getByRole('button', { name: 'Yeni kayıt', exact: true });
    const field = page.getByRole('form', { name: 'Yeni kayıt' }).getByLabel('ad');
    await add.click();
    await field.fill('yarım');
    await page.keyboard.press('Escape');
    await expect.poll(() => hasFocus(add)).toBe(true);
    await page.reload();
    await add.click();
    await expect.poll(() => field.inputValue(), { message: 'kept as a draft' }).toBe('yarım');
    await page.getByRole('button', { name: 'İptal' }).click();
    await expect.poll(() => hasFocus(add)).toBe(true);
    await add.click();
    expect(await field.inputValue()).toBe('');
    await page.keyboard.press('Escape');
  });

  it('Ctrl+Z belongs to the page: it takes back what was done, not what was typed into a filter, and goes there', async () => {
    await home.ask(
      'POST',
      `/data/table/${table}/rows/bulk`,
      { rows: Array.from({ length: 120 }, (_, n) => ({ ad: `satır ${n}`, stok: n })) },
      ayse.token,
    );
    await page.reload();
    await type(page, cell(page, 'Çay', 'stok'), '77');
    await saved(page);
    const filter = page.getByLabel('ad filtrele');
    await filter.fill('zzz');
    await page.getByText('Filtrelere uyan kayıt yok.').waitFor();
    await filter.fill('');
    await cell(page, 'Çay', 'ad').waitFor();
    await page.getByTestId('grid').evaluate(grid => {
      grid.scrollTop = grid.scrollHeight;
    });
    await expect.poll(() => column(page, 'ad')).toContain('satır 119');
    await page.getByRole('button', { name: '100', exact: true }).focus();
    await page.keyboard.press('Control+z');
    await expect.poll(said).toBe('Geri alındı: “Çay”, stok: 77 → 0');
    expect(await filter.inputValue()).toBe('');
    await expect.poll(() => cell(page, 'Çay', 'stok').isVisible()).toBe(true);
    await expect.poll(() => cell(page, 'Çay', 'stok').textContent()).toBe('0');
    await expect.poll(said, { timeout: 12_000 }).toBe('');
  });
});
