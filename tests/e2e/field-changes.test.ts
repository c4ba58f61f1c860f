import type { Page } from 'playwright';
import { beforeEach, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { cell, column, saved, type } from './grid.ts';
import { house, type Person } from './harness.ts';

describe('fields that change while somebody works in the grid', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let root: Person;
  let table: string;
  let ids: Record<string, string>;
  let hers: Page;

  beforeEach(async () => {
    root ??= await home.register('Kök');
    ayse = await home.register('Ayşe');
    const rows = [
      { ad: 'Çay', kod: 'K1', yer: 'A' },
      { ad: 'Un', kod: 'K2', yer: 'B' },
    ];
    table = await home.table(ayse, 'Ürünler', { ad: 'string', kod: 'string', yer: 'string' }, rows);
    const path = `/tables/${ayse.projectId}/${table}/fields`;
    const { fields } = await home.ask<{ fields: { id: string; name: string }[] }>(
      'GET',
      path,
      undefined,
      ayse.token,
    );
    ids = Object.fromEntries(fields.map(({ id, name }) => [name, id]));
    hers = await open();
  });

  const open = async (more = '', locale = 'tr-TR'): Promise<Page> => {
    const viewport = { width: 1280, height: 720 };
    const address = `/projects/${ayse.projectId}/data?table=${table}${more}`;
    const page = await home.visitAs(ayse, address, { viewport, locale });
    await cell(page, 'Çay', 'ad').waitFor();
    return page;
  };
  const change = (method: string, id: string, body?: object): Promise<unknown> =>
    home.ask(method, `/tables/${table}/fields/${id}`, body, root.token);
  const rename = (id: string, name: string): Promise<unknown> => change('PUT', id, { name });
  const swap = async (): Promise<void> => {
    await rename(ids['kod']!, 'geçici');
    await rename(ids['yer']!, 'kod');
    await rename(ids['kod']!, 'yer');
  };
  const onServer = async (): Promise<Record<string, unknown>[]> =>
    (
      await home.ask<{ rows: Record<string, unknown>[] }>(
        'GET',
        `/data/table/${table}?sort=ad&fieldKey=name`,
        undefined,
        ayse.token,
      )
    ).rows;
  /** Whether what is in the middle of an element is the element: a mouse reaches it. */
  const isReached = (page: Page, name: string): Promise<boolean> =>
    page
      .getByRole('button', { name, exact: true })
      .first()
      .evaluate(button => {
        const { left, top, width, height } = button.getBoundingClientRect();
        return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });

  it('an edit that waited reaches its own field, though two fields swapped their names meanwhile', async () => {
    await hers.context().setOffline(true);
    await type(hers, cell(hers, 'Çay', 'kod'), 'benim');
    await swap();
    await hers.context().setOffline(false);
    await saved(hers);
    expect(await onServer()).toMatchObject([{ ad: 'Çay', yer: 'benim', kod: 'A' }, { ad: 'Un' }]);
    await expect.poll(() => cell(hers, 'Çay', 'yer').textContent()).toBe('benim');
  });

  it('a rename while somebody types loses nothing, and undo takes it back', async () => {
    await cell(hers, 'Çay', 'kod').click();
    await hers.keyboard.press('F2');
    await hers.keyboard.type('x');
    await rename(ids['kod']!, 'kodu');
    await cell(hers, 'Çay', 'kodu').waitFor();
    await hers.keyboard.press('Enter');
    await saved(hers);
    expect(await onServer()).toMatchObject([{ kodu: 'K1x' }, { kodu: 'K2' }]);
    await hers.keyboard.press('Control+z');
    await expect.poll(async () => (await onServer())[0]?.['kodu']).toBe('K1');
  });

  it('columns and rows that move while somebody types leave the editor open, with the caret', async () => {
    await cell(hers, 'Çay', 'kod').click();
    await hers.keyboard.press('F2');
    await hers.keyboard.type('x');
    await home.ask(
      'POST',
      `/tables/${table}/fields/reorder`,
      { fieldId: ids['yer'], newPosition: 0 },
      root.token,
    );
    await expect
      .poll(() => hers.locator('[data-row] [data-field]').first().getAttribute('data-field'))
      .toBe('yer');
    await hers.keyboard.type('y');
    await hers.keyboard.press('Enter');
    await saved(hers);
    expect(await onServer()).toMatchObject([{ kod: 'K1xy' }, { kod: 'K2' }]);
  });

  it('what waits for a removed field is one question, with the values, in reach', async () => {
    await hers.context().setOffline(true);
    await type(hers, cell(hers, 'Çay', 'kod'), 'değerli');
    await type(hers, cell(hers, 'Un', 'kod'), 'kıymetli');
    await change('DELETE', ids['kod']!);
    await hers.context().setOffline(false);
    const question = hers.getByRole('region', { name: 'Kararınızı bekleyenler' });
    await question.getByText('“kod” alanı silindi').waitFor();
    expect(await question.getByRole('button').count()).toBe(2);
    await question.getByText('2 hücre').click();
    expect(await question.textContent()).toMatch(/Çay: değerli.*Un: kıymetli/);
    for (const name of ['Kopyala', 'Vazgeç'])
      expect([name, await isReached(hers, name)]).toEqual([name, true]);
    await question.getByRole('button', { name: 'Vazgeç' }).click();
    await saved(hers);
    expect(await column(hers, 'yer')).toEqual(['B', 'A']);
  });

  it('says the same in English, and on the screen of a phone', async () => {
    const page = await open('', 'en-US');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.context().setOffline(true);
    await type(page, cell(page, 'Çay', 'yer'), 'mine');
    await change('DELETE', ids['yer']!);
    await page.context().setOffline(false);
    await page
      .getByRole('region', { name: 'Waiting for your decision' })
      .getByText('“yer” was removed')
      .waitFor();
    for (const name of ['Copy', 'Discard'])
      expect([name, await isReached(page, name)]).toEqual([name, true]);
  });

  it('a filter and a sorting follow their fields, also those of an address that names them', async () => {
    const page = await open(`&sort=kod&filters=${encodeURIComponent('{"yer":"A"}')}`);
    await expect.poll(() => column(page, 'ad')).toEqual(['Çay']);
    await expect.poll(() => page.url()).toContain(ids['kod']);
    await rename(ids['yer']!, 'konum');
    await page.getByRole('columnheader', { name: 'konum' }).waitFor();
    expect(await column(page, 'ad')).toEqual(['Çay']);
    await page.reload();
    await expect.poll(() => column(page, 'ad')).toEqual(['Çay']);
  });

  it('what waits belongs to the browser: a tab that was closed leaves it to the other one', async () => {
    const context = hers.context();
    const session = await hers.evaluate(() => sessionStorage.getItem('hzm-session')!);
    const other = await context.newPage();
    await other.goto('/theme.js');
    await other.evaluate(kept => sessionStorage.setItem('hzm-session', kept), session);
    await other.goto(`/projects/${ayse.projectId}/data?table=${table}`);
    await cell(other, 'Çay', 'ad').waitFor();
    await context.setOffline(true);
    await type(other, cell(other, 'Çay', 'kod'), 'öteki');
    await expect.poll(() => cell(hers, 'Çay', 'kod').textContent()).toContain('öteki');
    await other.close();
    await context.setOffline(false);
    await saved(hers);
    await expect.poll(async () => (await onServer())[0]?.['kod']).toBe('öteki');
  });

  it('a filter counts when one leaves it at once', async () => {
    await hers.getByLabel('ad filtrele').fill('Un');
    await hers.keyboard.press('Tab');
    await expect.poll(() => column(hers, 'ad')).toEqual(['Un']);
    await hers.getByLabel('ad filtrele').fill('');
    await hers.keyboard.press('Tab');
    await expect.poll(() => column(hers, 'ad')).toEqual(['Un', 'Çay']);
    await expect.poll(() => hers.url()).not.toContain('filters');
  });

  it('a line break in a one-line text survives editing', async () => {
    const { rows } = await home.ask<{ rows: { id: string }[] }>(
      'GET',
      `/data/table/${table}?sort=ad`,
      undefined,
      ayse.token,
    );
    await home.ask(
      'PUT',
      `/data/table/${table}/rows/${rows[0]!.id}`,
      { kod: 'bir\niki' },
      ayse.token,
    );
    await expect.poll(() => cell(hers, 'Çay', 'kod').textContent()).toContain('iki');
    await cell(hers, 'Çay', 'kod').click();
    await hers.keyboard.press('F2');
    await hers.keyboard.type('x');
    await hers.keyboard.press('Control+Enter');
    await saved(hers);
    expect(await onServer()).toMatchObject([{ kod: 'bir\nikix' }, { kod: 'K2' }]);
  });
});
