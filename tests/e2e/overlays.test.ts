import type { Locator, Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { cell, column } from './grid.ts';
import { expectAccessible, house, type Person } from './harness.ts';

/** Whether what is seen in the middle of an element is that element. */
const isOnTop = (element: Locator): Promise<boolean> =>
  element.evaluate(found => {
    const { left, top, width, height } = found.getBoundingClientRect();
    return found.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
const focusIsIn = (element: Locator): Promise<boolean> =>
  element.evaluate(found => found.contains(document.activeElement));

describe('what opens last lies on top', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let table: string;
  let data: string;
  beforeAll(async () => {
    ayse = await home.register('Ayşe');
    table = await home.table(
      ayse,
      'Ürünler',
      { ad: 'string', stok: 'number' },
      ['Çay', 'Şeker', 'Un'].map((ad, stok) => ({ ad, stok })),
    );
    data = `/projects/${ayse.projectId}/data?table=${table}`;
  });
  const rowOpen = async (page: Page, ad: string): Promise<Locator> => {
    await cell(page, ad, 'ad').click();
    await page.keyboard.press('Space');
    const drawer = page.getByRole('dialog', { name: /Ürünler/ });
    await drawer.waitFor();
    return drawer;
  };
  const deleteDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Kaydı sil?' });
  const palette = (page: Page): Locator => page.getByRole('dialog', { name: 'Komut paleti' });

  it.each([
    ['a wide screen', { width: 1280, height: 800 }],
    ['a phone', { width: 320, height: 640 }],
  ] as const)('a row is deleted from its drawer, on %s', async (_, viewport) => {
    const page = await home.visitAs(ayse, data, { viewport });
    const { id } = (
      await home.ask<{ row: { id: string } }>(
        'POST',
        `/data/table/${table}/rows`,
        { ad: 'Tuz' },
        ayse.token,
      )
    ).row;
    await page.goto(`${data}&row=${id}`);
    await page
      .getByRole('dialog', { name: /Ürünler/ })
      .getByRole('button', { name: 'Kaydı sil' })
      .click();
    const question = deleteDialog(page);
    await expect
      .poll(() => isOnTop(question.getByRole('button', { name: 'Sil', exact: true })))
      .toBe(true);
    await expectAccessible(page, 'a dialog over a drawer');
    await question.getByRole('button', { name: 'Sil', exact: true }).click();
    await expect.poll(() => column(page, 'ad')).not.toContain('Tuz');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await page.context().close();
  });

  it('Escape closes an open list or menu alone, and then the form around it', async () => {
    const page = await home.visitAs(ayse, data);
    const form = page.getByRole('textbox', { name: 'Alan adı' });
    const list = page.getByRole('listbox');
    const menu = page.getByRole('button', { name: 'stok sütun menüsü' });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Ad ve tür…' }).click();
    await page.getByRole('dialog').getByRole('combobox').first().click();
    await list.waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => list.count()).toBe(0);
    expect(await form.count()).toBe(1);
    await page.keyboard.press('Escape');
    await expect.poll(() => form.count()).toBe(0);
    await expect.poll(() => focusIsIn(menu)).toBe(true);
    const add = page.getByRole('button', { name: 'Alan ekle' });
    await add.click();
    await form.fill('Adet');
    await page.getByRole('button', { name: 'Türü ve kuralları' }).click();
    await expect.poll(() => focusIsIn(form)).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => form.count()).toBe(0);
    await expect.poll(() => focusIsIn(add)).toBe(true);
    const drawer = await rowOpen(page, 'Çay');
    await drawer.getByRole('button', { name: 'Kopyala' }).click();
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focusIsIn(page.getByRole('menu'))).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('menu').count()).toBe(0);
    expect(await drawer.count()).toBe(1);
    await page.keyboard.press('Escape');
    await expect.poll(() => drawer.count()).toBe(0);
    await page.context().close();
  });

  it('Escape and Back close the topmost alone, and the focus goes back to where it was', async () => {
    const page = await home.visitAs(ayse, data);
    for (const close of ['Escape', 'Back'] as const) {
      const drawer = await rowOpen(page, 'Çay');
      const button = drawer.getByRole('button', { name: 'Kaydı sil' });
      await button.focus();
      await page.keyboard.press('Enter');
      await deleteDialog(page).waitFor();
      await expect.poll(() => focusIsIn(deleteDialog(page))).toBe(true);
      await (close === 'Escape' ? page.keyboard.press('Escape') : page.goBack());
      await expect.poll(() => deleteDialog(page).count(), { message: close }).toBe(0);
      expect(await drawer.count(), close).toBe(1);
      await expect.poll(() => focusIsIn(button), { message: close }).toBe(true);
      await (close === 'Escape' ? page.keyboard.press('Escape') : page.goBack());
      await expect.poll(() => drawer.count(), { message: close }).toBe(0);
      expect(new URL(page.url()).searchParams.has('row'), close).toBe(false);
      await expect.poll(() => focusIsIn(cell(page, 'Çay', 'ad')), { message: close }).toBe(true);
    }
    await page.context().close();
  });

  it('so does the palette over each of them; two panels of one address close one by one', async () => {
    const page = await home.visitAs(ayse, data);
    const drawer = await rowOpen(page, 'Un');
    await page.keyboard.press('Control+k');
    await expect.poll(() => isOnTop(palette(page))).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => palette(page).count()).toBe(0);
    await drawer.getByRole('button', { name: 'Kaydı sil' }).click();
    await deleteDialog(page).waitFor();
    await page.keyboard.press('Control+k');
    await expect.poll(() => isOnTop(palette(page))).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => palette(page).count()).toBe(0);
    expect([await deleteDialog(page).count(), await drawer.count()]).toEqual([1, 1]);
    await page.goto(`${page.url()}&history=${table}`);
    for (const open of [2, 1]) {
      await expect.poll(() => page.getByRole('dialog').count()).toBe(open);
      await expect
        .poll(async () =>
          (await Promise.all((await page.getByRole('dialog').all()).map(isOnTop))).includes(true),
        )
        .toBe(true);
      await page.keyboard.press('Escape');
    }
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await page.context().close();
  });

  it.each([
    ['renaming a table', 'Ürünler tablosunu yeniden adlandır'],
    ['deleting a table', 'Ürünler tablosunu sil'],
    ['a field', 'ad alanını düzenle'],
    ['deleting a field', 'ad alanını sil'],
  ])('%s is asked over everything, closed by Back, and gives the focus back', async (_, name) => {
    const page = await home.visitAs(ayse, `/projects/${ayse.projectId}?table=${table}`);
    const opener = page.getByRole('button', { name, exact: true });
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect.poll(() => isOnTop(dialog.getByRole('button').last())).toBe(true);
    await page.goBack();
    await expect.poll(() => dialog.count()).toBe(0);
    expect(new URL(page.url()).searchParams.get('table')).toBe(table);
    await expect.poll(() => focusIsIn(opener)).toBe(true);
    await page.context().close();
  });
});
