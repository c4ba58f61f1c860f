import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { addRow, cell, column, saved, type } from './grid.ts';
import { house, type Person } from './harness.ts';

describe('two people in one table', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let root: Person;
  let table: string;
  let hers: Page;
  let his: Page;

  beforeAll(async () => {
    root = await home.register('Kök');
    ayse = await home.register('Ayşe');
    table = await home.table(
      ayse,
      'Ürünler',
      { ad: 'string', stok: 'number' },
      ['Çay', 'Şeker', 'Un'].map((ad, i) => ({ ad, stok: i })),
    );
    const path = `/projects/${ayse.projectId}/data?table=${table}`;
    [hers, his] = await Promise.all([home.visitAs(ayse, path), home.visitAs(root, path)]);
    for (const page of [hers, his]) await cell(page, 'Çay', 'ad').waitFor();
  });

  /** The server's rows, by the first field. */
  const onServer = async (): Promise<Record<string, unknown>> => {
    const { rows } = await home.ask<{ rows: { ad: string; stok: number | null }[] }>(
      'GET',
      `/data/table/${table}?limit=100`,
      undefined,
      ayse.token,
    );
    return Object.fromEntries(rows.map(({ ad, stok }) => [ad, stok]));
  };

  it('see each other', async () => {
    await expect
      .poll(() => hers.getByTestId('people').getAttribute('aria-label'))
      .toBe('Şu anda burada: Kök');
    await expect
      .poll(() => his.getByTestId('people').getAttribute('aria-label'))
      .toBe('Şu anda burada: Ayşe');
    await cell(his, 'Un', 'stok').click();
    await expect.poll(() => cell(hers, 'Un', 'stok').getAttribute('data-other')).toBe('Kök');
    const [first, last] = await Promise.all(
      ['Görünümler', 'Yeni kayıt'].map(name => hers.getByRole('button', { name }).boundingBox()),
    );
    expect(first!.y, 'the controls in one line').toBe(last!.y);
  });

  it('see what the other adds, changes and deletes, and who did it', async () => {
    await addRow(hers, { ad: 'Pirinç', stok: '7' });
    await expect.poll(() => column(his, 'ad')).toContain('Pirinç');
    expect(await his.getByTestId('activity').textContent()).toBe('Ayşe bir kayıt ekledi');

    await type(his, cell(his, 'Pirinç', 'stok'), '8');
    await expect.poll(() => cell(hers, 'Pirinç', 'stok').textContent()).toBe('8');
    expect(await hers.getByTestId('activity').textContent()).toBe('Kök, “stok” alanını değiştirdi');

    const row = hers.locator('[data-row]').filter({ hasText: 'Pirinç' });
    await row.getByRole('rowheader').click();
    await hers.keyboard.press('Delete');
    await hers.getByRole('dialog').getByRole('button', { name: 'Sil' }).click();
    await expect.poll(() => column(his, 'ad')).not.toContain('Pirinç');
    expect(await his.getByTestId('activity').textContent()).toBe('Ayşe bir kayıt sildi');
    await saved(hers);
    expect(await onServer()).toEqual({ Çay: 0, Şeker: 1, Un: 2 });
  });

  it('without the network keep what is theirs, and miss nothing when it is back', async () => {
    await his.context().setOffline(true);
    await type(his, cell(his, 'Çay', 'stok'), '100');
    await addRow(his, { ad: 'Tuz', stok: '5' });
    expect(Number(await his.getByTestId('saved').getAttribute('data-unsaved'))).toBe(2);
    await type(hers, cell(hers, 'Şeker', 'stok'), '200');
    await addRow(hers, { ad: 'Bulgur', stok: '6' });
    await saved(hers);

    await his.context().setOffline(false);
    await saved(his);
    const all = { Çay: 100, Şeker: 200, Un: 2, Tuz: 5, Bulgur: 6 };
    await expect.poll(onServer).toEqual(all);
    for (const page of [hers, his]) {
      await expect
        .poll(async () => (await column(page, 'ad')).toSorted())
        .toEqual(Object.keys(all).toSorted());
      for (const [ad, stok] of Object.entries(all))
        await expect.poll(() => cell(page, ad, 'stok').textContent()).toBe(String(stok));
    }
  });

  it('keep edits made without the network over a reload, and send them once', async () => {
    await his.context().setOffline(true);
    await addRow(his, { ad: 'Mercimek', stok: '9' });
    await expect.poll(() => his.getByTestId('saved').getAttribute('data-unsaved')).toBe('1');
    await his.context().setOffline(false);
    await his.reload();
    await saved(his);
    await expect
      .poll(async () => (await column(hers, 'ad')).filter(ad => ad === 'Mercimek'))
      .toEqual(['Mercimek']);
    expect((await onServer())['Mercimek']).toBe(9);
  });

  it('who change the same cell are asked; neither is silently lost', async () => {
    await his.context().setOffline(true);
    await type(his, cell(his, 'Un', 'stok'), '11');
    await type(hers, cell(hers, 'Un', 'stok'), '22');
    await saved(hers);
    await his.context().setOffline(false);

    const question = his.getByRole('region', { name: 'Kararınızı bekleyenler' });
    await question.waitFor();
    expect(await question.textContent()).toMatch(/“stok”.*Sizinki: 11.*Onunki: 22/);
    expect((await onServer())['Un']).toBe(22);
    for (const viewport of [
      { width: 360, height: 640 },
      { width: 1280, height: 720 },
    ]) {
      await his.setViewportSize(viewport);
      const isReached = (button: Element): boolean => {
        const { left, top, width, height } = button.getBoundingClientRect();
        return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      };
      for (const button of await question.getByRole('button').all())
        await expect.poll(() => button.evaluate(isReached)).toBe(true);
    }
    await question.getByRole('button', { name: 'Benimkini yaz' }).click();
    await expect.poll(() => cell(hers, 'Un', 'stok').textContent()).toBe('11');
    await saved(his);
    expect((await onServer())['Un']).toBe(11);
  });

  it('undo their own edit, not what the other made of it since', async () => {
    await type(hers, cell(hers, 'Çay', 'stok'), '1');
    await saved(hers);
    await hers.keyboard.press('Control+z');
    await expect.poll(() => cell(his, 'Çay', 'stok').textContent()).toBe('100');
    await type(hers, cell(hers, 'Çay', 'stok'), '2');
    await saved(hers);
    await type(his, cell(his, 'Çay', 'stok'), '3');
    await expect.poll(() => cell(hers, 'Çay', 'stok').textContent()).toBe('3');
    await hers.keyboard.press('Control+z');
    await expect
      .poll(() => hers.getByTestId('said').textContent())
      .toContain('bu arada başkası değiştirdi');
    expect((await onServer())['Çay']).toBe(3);
  });

  it("read a row's history and bring an earlier version back", async () => {
    const row = hers.locator('[data-row]').filter({ hasText: 'Çay' });
    await row.hover();
    await row.locator('[data-act=open]').click();
    await hers.setViewportSize({ width: 1280, height: 420 });
    await hers.getByRole('button', { name: 'Geçmişi göster' }).click();
    const newest = hers
      .getByRole('region', { name: 'Kaydın geçmişi' })
      .getByRole('listitem')
      .first();
    await expect
      .poll(() => newest.evaluate(item => innerHeight - item.getBoundingClientRect().bottom))
      .toBeGreaterThan(0);
    await hers.setViewportSize({ width: 1280, height: 720 });
    await hers.getByRole('button', { name: '1. sürümü geri getir' }).click();
    await expect.poll(() => cell(his, 'Çay', 'stok').textContent()).toBe('0');
    await hers.keyboard.press('Escape');
  });

  it('lose the table together when it is deleted', async () => {
    await home.ask('DELETE', `/tables/${table}`, undefined, ayse.token);
    for (const page of [hers, his])
      await page
        .getByText('Bu tablo silindi.')
        .or(page.getByText('Bu projede henüz hiç tablo yok'))
        .first()
        .waitFor();
  });
});
