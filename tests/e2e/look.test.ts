import type { Field } from '@hzm/contracts/features/tables/table';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { cell, focusIsIn, focusedText, saveView } from './grid.ts';
import { expectAccessible, expectFits, house, type Person } from './harness.ts';

describe('how rows look', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let table = '';
  let data = '';
  let status = '';
  let page: Page;
  const row = (on: Page, text: string) => on.locator('[data-row]').filter({ hasText: text });

  beforeAll(async () => {
    ayse = await home.register('Ayşe');
    table = await home.table(ayse, 'Ürünler', { ad: 'string', stok: 'number', not: 'text' }, []);
    const { field } = await home.ask<{ field: Field }>(
      'POST',
      `/tables/${ayse.projectId}/${table}/fields`,
      {
        name: 'durum',
        type: 'select',
        validation: {
          options: [
            { name: 'Açık', color: 'blue' },
            { name: 'Bitti', color: 'green' },
          ],
        },
      },
      ayse.token,
    );
    status = field.id;
    const long = 'Uzun bir not: '.concat(
      'kutular depoda üçüncü rafta, etiketleri yenilenecek. '.repeat(6),
    );
    for (const values of [
      { ad: 'Çay', stok: 2, durum: 'Açık', not: long },
      { ad: 'Kahve', stok: 40, durum: 'Bitti' },
      { ad: 'Su', stok: 9 },
    ])
      await home.ask('POST', `/data/table/${table}/rows`, values, ayse.token);
    data = `/projects/${ayse.projectId}/data?table=${table}`;
    page = await home.visitAs(ayse, data);
    await row(page, 'Çay').waitFor();
  });

  it('colours rows by a rule of the form, with its number and its words, live', async () => {
    await page.getByRole('button', { name: 'Görünüş' }).click();
    await page.getByRole('button', { name: 'Renklendir…' }).click();
    const form = page.getByRole('dialog', { name: 'Renk kuralları' });
    await form.getByRole('button', { name: 'Uygula' }).click();
    await form.getByText('Bu kuralın en az bir koşulu olmalı.').waitFor();
    await form.getByLabel('Alan').selectOption('stok');
    await form.getByLabel('Koşul', { exact: true }).selectOption('lt');
    await form.getByLabel('Değer').fill('10');
    await form.getByRole('radio', { name: 'Kırmızı' }).check();
    await form.getByRole('button', { name: 'Kural ekle' }).click();
    const second = form.getByRole('group', { name: '2. kural' });
    await second.getByLabel('Neye göre?').selectOption(status);
    await second.getByLabel('Ne renklensin?').selectOption('ad');
    await expectAccessible(page, 'the colour rules');
    await form.getByRole('button', { name: 'Uygula' }).click();
    await page.locator('[data-row][data-color=red]').first().waitFor();
    await expect.poll(() => page.locator('[data-row][data-color=red]').count()).toBe(2);
    await expect.poll(() => cell(page, 'Kahve', 'ad').getAttribute('data-color')).toBe('green');
    await row(page, 'Su').getByTitle('stok: <10').waitFor();
    const { rows } = await home.ask<{ rows: { id: string; ad: string }[] }>(
      'GET',
      `/data/table/${table}`,
      undefined,
      ayse.token,
    );
    const { id } = rows.find(({ ad }) => ad === 'Su')!;
    await home.ask('PUT', `/data/table/${table}/rows/${id}`, { stok: 90 }, ayse.token);
    await expect.poll(() => page.locator('[data-row][data-color=red]').count()).toBe(1);
    await expectAccessible(page, 'coloured rows');
  });

  it('is saved in a view with its colours, which colour the cards of a board as well', async () => {
    await saveView(page, 'Renkli');
    const other = await home.visitAs(ayse, data);
    await row(other, 'Çay').waitFor();
    await other.getByRole('button', { name: 'Görünümler' }).click();
    await other.getByRole('button', { name: 'Renkli', exact: true }).click();
    await other.locator('[data-row][data-color=red]').waitFor();
    const board = new URL(other.url());
    board.searchParams.set('board', status);
    await other.goto(board.href);
    await other.locator('li[data-color=red]').getByTitle('stok: <10').waitFor();
    await other.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(other, 'a coloured board in the dark');
    const lost = new URL(board);
    lost.searchParams.set('colors', JSON.stringify([{ by: crypto.randomUUID() }]));
    await other.goto(lost.href);
    await other.locator('[data-card]').first().waitFor();
    await other.getByRole('button', { name: 'Kuralı kaldır' }).click();
    await other.getByRole('button', { name: 'Kuralı kaldır' }).waitFor({ state: 'detached' });
    await expect.poll(() => focusIsIn(other, '[data-card]')).toBe(true);
    await other.context().close();
  });

  it('has tall rows, in which long texts wrap, and keeps the row that one looks at', async () => {
    const height = async (): Promise<number> => (await row(page, 'Çay').boundingBox())?.height ?? 0;
    const before = await height();
    await page.getByRole('button', { name: 'Görünüş' }).click();
    await page
      .getByRole('radiogroup', { name: 'Kayıt yüksekliği' })
      .getByText('Yüksek', { exact: true })
      .click();
    await expect.poll(height).toBe(before + 3 * 24);
    await page.keyboard.press('Escape');
    const note = cell(page, 'Çay', 'not').locator('[data-value]');
    expect((await note.boundingBox())!.height).toBe(4 * 24);
    await cell(page, 'Su', 'ad').click();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focusedText(page)).toContain('Kahve');
    await expectAccessible(page, 'tall rows');
    await page.reload();
    await expect.poll(height).toBe(before + 3 * 24);
  });

  it('gives the focus back to its button, and keeps it in the panel when the colours go', async () => {
    const look = page.getByRole('button', { name: 'Görünüş' });
    const hasFocus = () => focusIsIn(page, '[aria-label="Görünüş"]');
    const form = page.getByRole('dialog', { name: 'Renk kuralları' });
    await cell(page, 'Su', 'ad').click();
    for (const leave of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
      await look.click();
      await page.getByRole('button', { name: 'Renk kuralları (2)…' }).click();
      await form.waitFor();
      await expect.poll(() => focusIsIn(page, '[data-overlay]')).toBe(true);
      await leave();
      await expect.poll(() => form.count()).toBe(0);
      await expect.poll(hasFocus).toBe(true);
    }
    await look.click();
    await page.getByRole('button', { name: 'Renkleri kaldır' }).click();
    await page.getByRole('button', { name: 'Renklendir…' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('button', { name: 'Renklendir…' }).count()).toBe(0);
    await expect.poll(hasFocus).toBe(true);
  });

  it('are cards on a phone, by the keyboard and by touch, live, kept for the next visit', async () => {
    const phone = await home.visitAs(ayse, data, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await row(phone, 'Çay').waitFor();
    await phone.getByRole('button', { name: 'Görünüş' }).tap();
    await phone.getByRole('button', { name: 'Kart olarak göster' }).tap();
    const cards = phone.getByTestId('gallery');
    const names = () => cards.locator('[data-line] > span:first-child').allTextContents();
    await expect.poll(names).toEqual(['Su', 'Kahve', 'Çay']);
    await expectFits(phone, 'cards');
    await expectAccessible(phone, 'cards');
    await phone.getByLabel('Sıralama').selectOption({ label: 'stok, artan' });
    await expect.poll(names).toEqual(['Çay', 'Kahve', 'Su']);
    await home.ask('POST', `/data/table/${table}/rows`, { ad: 'Ayran', stok: 3 }, ayse.token);
    await expect.poll(names).toEqual(['Çay', 'Ayran', 'Kahve', 'Su']);
    await cards.getByRole('button', { name: 'Çay' }).focus();
    await phone.keyboard.press('ArrowDown');
    await expect.poll(() => focusedText(phone)).toContain('Ayran');
    await cards.getByText('Kahve').tap();
    await phone.getByRole('dialog').getByRole('textbox', { name: 'ad' }).waitFor();
    await phone.goto(data);
    await expect.poll(names).toEqual(['Ayran', 'Su', 'Kahve', 'Çay']);
    await phone.getByRole('button', { name: 'Görünüş' }).tap();
    await phone.getByRole('button', { name: 'Tablo olarak göster' }).tap();
    await row(phone, 'Ayran').waitFor();
    await phone.context().close();
  });
});
