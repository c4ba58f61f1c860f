import type { Locator, Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { cell, column, saved, type } from './grid.ts';
import { expectAccessible, house } from './harness.ts';

describe('sorting by several columns', needs(chromium), () => {
  const home = house();
  let page: Page;
  const heading = (name: string): Locator =>
    page.getByRole('columnheader', { name, exact: true }).getByRole('button').first();
  const rows = async (): Promise<string[]> => {
    const [cities, points] = await Promise.all([column(page, 'şehir'), column(page, 'puan')]);
    return cities.map((city, at) => `${city} ${points[at]}`);
  };
  let names: ReadonlyMap<string, string>;
  /** The sorting of the address, which names fields by id. */
  const query = (): string => {
    const { searchParams } = new URL(page.url());
    const named = searchParams
      .get('sort')
      ?.split(',')
      .map(id => names.get(id) ?? id)
      .join();
    return `${named ?? null} ${searchParams.get('order')}`;
  };

  beforeAll(async () => {
    const ayse = await home.register('Ayşe');
    const table = await home.table(
      ayse,
      'Şubeler',
      { şehir: 'string', puan: 'number', ad: 'string' },
      [
        ['Van', 3],
        ['Ağrı', 1],
        ['Van', 1],
        ['Ağrı', 2],
        ['Van', 2],
      ].map(([şehir, puan], at) => ({ şehir, puan, ad: `şube ${at}` })),
    );
    const path = `/tables/${ayse.projectId}/${table}/fields`;
    const { fields } = await home.ask<{ fields: { id: string; name: string }[] }>(
      'GET',
      path,
      undefined,
      ayse.token,
    );
    names = new Map(fields.map(({ id, name }) => [id, name]));
    page = await home.visitAs(ayse, `/projects/${ayse.projectId}/data?table=${table}`);
    await cell(page, 'Van', 'puan').first().waitFor();
  });

  it('goes by a click, and on by Shift and a click; the address keeps it without a step', async () => {
    const steps = await page.evaluate(() => history.length);
    await heading('şehir').click();
    await heading('puan').click({ modifiers: ['Shift'] });
    await expect.poll(rows).toEqual(['Ağrı 1', 'Ağrı 2', 'Van 1', 'Van 2', 'Van 3']);
    await heading('puan').click({ modifiers: ['Shift'] });
    await expect.poll(rows).toEqual(['Ağrı 2', 'Ağrı 1', 'Van 3', 'Van 2', 'Van 1']);
    expect([query(), await page.evaluate(() => history.length)]).toEqual([
      'şehir,puan asc,desc',
      steps,
    ]);
    expect(await page.locator('[role=columnheader] [data-rank]').allTextContents()).toEqual([
      '1',
      '2',
    ]);
    await page.reload();
    await expect.poll(rows).toEqual(['Ağrı 2', 'Ağrı 1', 'Van 3', 'Van 2', 'Van 1']);
  });

  it('is said to who does not see it', async () => {
    expect(
      await Promise.all(
        ['şehir', 'puan', 'ad'].map(name =>
          page.getByRole('columnheader', { name, exact: true }).getAttribute('aria-sort'),
        ),
      ),
    ).toEqual(['ascending', 'none', 'none']);
    expect(await heading('puan').getAttribute('aria-label')).toBe(
      'puan alanına göre sırala; şimdi 2. sırada, azalan',
    );
    await expectAccessible(page, 'sorted by two');
  });

  it('puts a changed row where it belongs', async () => {
    await type(page, cell(page, 'Ağrı', 'puan').first(), '0');
    await saved(page);
    await expect.poll(rows).toEqual(['Ağrı 1', 'Ağrı 0', 'Van 3', 'Van 2', 'Van 1']);
  });

  it('goes by keyboard and by the menu, three at most, and back', async () => {
    await heading('puan').focus();
    await page.keyboard.press('Shift+Enter');
    await expect.poll(query).toBe('şehir null');
    await page.keyboard.press('Shift+Enter');
    await expect.poll(query).toBe('şehir,puan null');
    expect(await page.getByTestId('said').textContent()).toBe('Sıralama: şehir artan, puan artan');
    await page.getByRole('button', { name: 'ad sütun menüsü' }).click();
    await page.getByRole('menuitem', { name: 'Sonra buna göre de: azalan' }).click();
    await expect.poll(query).toBe('şehir,puan,ad asc,asc,desc');
    await page
      .getByRole('columnheader')
      .first()
      .getByRole('button')
      .first()
      .click({ modifiers: ['Shift'] });
    await expect
      .poll(() => page.getByTestId('said').textContent())
      .toBe('Aynı anda en çok 3 alana göre sıralanır');
    await page.getByRole('button', { name: 'puan sütun menüsü' }).click();
    await page.getByRole('menuitem', { name: 'Sıralamadan çıkar' }).click();
    await expect.poll(query).toBe('şehir,ad asc,desc');
    await heading('puan').click();
    await expect.poll(query).toBe('puan null');
  });
});
