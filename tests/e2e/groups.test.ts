import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { cell, column, focusedText, focusIsIn, saveView, type } from './grid.ts';
import { expectAccessible, expectFits, house, type Person } from './harness.ts';

describe('figures and groups of a table', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let can: Person;
  let table: string;
  let hers: Page;
  let his: Page;
  const path = (): string => `/projects/${ayse.projectId}/data?table=${table}`;

  beforeAll(async () => {
    [ayse, can] = [await home.register('Ayşe'), await home.register('Can')];
    await home.letIn(ayse, can, 'editor');
    table = await home.table(
      ayse,
      'Ürünler',
      { ad: 'string', tür: 'string', stok: 'number' },
      [
        ['Çay', 'içecek', 0.1],
        ['Su', 'İçecek', 0.2],
        ['Un', 'gıda', 3],
        ['Kalem', null, 4],
      ].map(([ad, tür, stok]) => ({ ad, tür, stok })),
    );
    [hers, his] = [await home.visitAs(ayse, path()), await home.visitAs(can, path())];
    await cell(hers, 'Un', 'ad').waitFor();
    await cell(his, 'Un', 'ad').waitFor();
  });

  const inMenu = async (page: Page, field: string, item: string): Promise<void> => {
    await page.getByRole('columnheader', { name: field, exact: true }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: item }).click();
  };
  const figure = (page: Page, field: string) =>
    page.locator(`[data-summary="${field}"] output`).textContent();
  const group = (page: Page, name: string | RegExp) =>
    page.getByRole('region', { name: /^(?:Gruplar|Groups)/ }).getByRole('button', { name });

  it('has a figure under a column, exact and live for the other person', async () => {
    for (const page of [hers, his]) {
      await inMenu(page, 'stok', 'Özetini göster');
      await expect.poll(() => figure(page, 'stok')).toBe('7,3');
    }
    await expectAccessible(hers, 'the summary');
    await hers.getByLabel('tür özeti').selectOption('unique');
    await expect.poll(() => figure(hers, 'tür')).toBe('2');
    await type(his, cell(his, 'Un', 'stok'), '5');
    await expect.poll(() => figure(hers, 'stok')).toBe('9,3');
  });

  it('says that figures could not be read, and reads them again', async () => {
    await his.route(/\/summary/, route => route.fulfill({ status: 400, body: 'no JSON' }));
    await his.getByLabel('ad özeti').selectOption('filled');
    await his.getByText('Özetler okunamadı').waitFor();
    await his.unroute(/\/summary/);
    await his.getByRole('alert').getByRole('button', { name: 'Tekrar Dene' }).click();
    await expect.poll(() => figure(his, 'ad')).toBe('4');
    await expect.poll(() => his.getByText('Özetler okunamadı').count()).toBe(0);
    for (const field of ['ad', 'stok']) await his.getByLabel(`${field} özeti`).selectOption('');
    await expect.poll(() => focusIsIn(his, '[role=grid]')).toBe(true);
  });

  it('is grouped by a field; a group shows its rows, and pages come with an open one', async () => {
    const pages = hers.getByRole('navigation', { name: 'Sayfalar' });
    await inMenu(hers, 'tür', 'Bu alana göre grupla');
    await group(hers, /^gıda 1 kayıt .*stok · Toplam: 5$/).waitFor();
    await pages.waitFor({ state: 'detached' });
    await expect.poll(() => focusIsIn(hers, 'section[aria-label="Ürünler tablosu"]')).toBe(true);
    await group(hers, /^tür boş 1 kayıt/).waitFor();
    await group(hers, /^içecek 2 kayıt .*stok · Toplam: 0,3$/).press('Enter');
    await expect.poll(() => column(hers, 'ad')).toEqual(['Su', 'Çay']);
    await pages.waitFor();
    await expect
      .poll(() => focusedText(hers), { message: 'the line moves to the other list' })
      .toContain('içecek');
    await expectAccessible(hers, 'the groups');
  });

  it('follows what another person does: a row comes into the open group', async () => {
    await type(his, cell(his, 'Kalem', 'tür'), 'içecek');
    await group(hers, /^içecek 3 kayıt/).waitFor();
    await expect.poll(() => column(hers, 'ad')).toEqual(['Kalem', 'Su', 'Çay']);
    await expect.poll(() => group(hers, /^tür boş/).count()).toBe(0);
  });

  it('keeps the open rows where they are while figures change, and while their group ends', async () => {
    await hers
      .locator('[data-row]')
      .first()
      .evaluate(row => row.setAttribute('data-same', ''));
    const select = hers.getByLabel('ad özeti');
    await select.focus();
    await select.selectOption('filled');
    await expect.poll(() => figure(hers, 'ad')).toBe('3');
    expect(await hers.evaluate(() => document.activeElement?.ariaLabel)).toBe('ad özeti');
    expect(await hers.locator('[data-same]').count()).toBe(1);
    await select.selectOption('');
    await group(hers, /^gıda 1 kayıt/).click();
    await cell(hers, 'Un', 'ad').click();
    await hers.keyboard.type('Bulgur');
    await type(his, cell(his, 'Un', 'tür'), 'içecek');
    await expect.poll(() => group(hers, /^gıda/).count()).toBe(0);
    await group(hers, /^içecek 4 kayıt/).waitFor();
    expect(await hers.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe(
      'Bulgur',
    );
    await hers.keyboard.press('Escape');
    await type(his, cell(his, 'Un', 'tür'), 'gıda');
    await group(hers, /^gıda 1 kayıt/).waitFor();
    await group(hers, /^içecek 3 kayıt/).click();
  });

  it('is saved in a view, with its figures', async () => {
    await saveView(hers, 'Türler');
    await his.getByRole('button', { name: 'Görünümler' }).click();
    await his.getByRole('button', { name: 'Türler', exact: true }).click();
    await group(his, /^içecek 3 kayıt/).click();
    await expect.poll(() => column(his, 'ad')).toEqual(['Kalem', 'Su', 'Çay']);
    await his.getByRole('button', { name: 'Gruplamayı kaldır' }).click();
    await expect.poll(async () => (await column(his, 'ad')).length).toBe(4);
    await expect.poll(() => focusIsIn(his, '[role=grid]')).toBe(true);
    await his.getByRole('button', { name: 'Görünüm: Türler, değiştirildi' }).waitFor();
  });

  it('opens all groups at once, live, as its address says, and one of them as the grid', async () => {
    await inMenu(his, 'tür', 'Bu alana göre grupla');
    await his.getByRole('button', { name: 'Tümünü aç' }).press('Enter');
    const rows = (name: string) =>
      his.getByRole('region', { name, exact: true }).locator('tbody tr');
    await expect.poll(() => rows('içecek').count()).toBe(3);
    await expect.poll(() => rows('gıda').count()).toBe(1);
    await expectAccessible(his, 'all groups');
    await expectFits(his, 'all groups');
    await rows('içecek').first().locator('td').last().click();
    await his.getByRole('dialog').waitFor();
    await his.keyboard.press('Escape');
    await his.getByRole('dialog').waitFor({ state: 'detached' });
    await expect
      .poll(() =>
        rows('içecek')
          .first()
          .getByRole('button')
          .evaluate(one => one === document.activeElement),
      )
      .toBe(true);
    await his.evaluate(() => document.getSelection()!.selectAllChildren(document.body));
    await his.keyboard.press('Enter');
    await his.getByRole('dialog').waitFor();
    await his.keyboard.press('Escape');
    await his.getByRole('dialog').waitFor({ state: 'detached' });
    await his.reload();
    await expect.poll(() => rows('içecek').count()).toBe(3);
    const bread = { ad: 'Ekmek', tür: 'gıda' };
    await home.ask('POST', `/data/table/${table}/rows`, bread, ayse.token);
    await expect.poll(() => rows('gıda').count()).toBe(2);
    await group(his, /^gıda 2 kayıt/).click();
    await expect.poll(() => rows('gıda').count()).toBe(0);
    await his.reload();
    await expect.poll(() => rows('içecek').count()).toBe(3);
    expect(await group(his, /^gıda 2 kayıt/).getAttribute('aria-expanded')).toBe('false');
    await his.getByRole('button', { name: 'içecek: tabloda düzenle' }).click();
    await expect.poll(() => column(his, 'ad')).toEqual(['Kalem', 'Su', 'Çay']);
    await his.getByRole('button', { name: 'Tümünü aç' }).waitFor();
    await expect.poll(() => focusIsIn(his, 'section[aria-label="Ürünler tablosu"]')).toBe(true);
  });

  it('fits a phone, in the dark and in English', async () => {
    const page = await home.visitAs(
      ayse,
      new URL(hers.url()).pathname + new URL(hers.url()).search,
      {
        viewport: { width: 390, height: 844 },
        colorScheme: 'dark',
        locale: 'en-US',
      },
    );
    await group(page, /3 rows/).click();
    await cell(page, 'Su', 'ad').waitFor();
    await expectFits(page, 'the groups');
    await expectAccessible(page, 'the groups in the dark');
    await page.getByRole('button', { name: 'Open all' }).click();
    await page.getByRole('region', { name: 'içecek', exact: true }).waitFor();
    await expectFits(page, 'all groups');
  });
});
