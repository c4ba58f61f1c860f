import type { Field } from '@hzm/contracts/features/tables/table';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { focusedText, focusIsIn, saveView } from './grid.ts';
import { expectAccessible, expectFits, house, type Person } from './harness.ts';

describe('a board of cards', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let can: Person;
  let table: string;
  let board = '';
  let hers: Page;
  let his: Page;

  const column = (page: Page, name: RegExp) => page.getByRole('group', { name });
  const cards = (page: Page, name: RegExp): Promise<string[]> =>
    column(page, name).locator('[data-card] > :first-child').allTextContents();

  beforeAll(async () => {
    [ayse, can] = [await home.register('Ayşe'), await home.register('Can')];
    await home.letIn(ayse, can, 'viewer');
    table = await home.table(ayse, 'İşler', { ad: 'string', adet: 'number' }, []);
    const options = [
      { name: 'Açık', color: 'blue' },
      { name: 'Bitti', color: 'green' },
    ];
    const { field } = await home.ask<{ field: { id: string } }>(
      'POST',
      `/tables/${ayse.projectId}/${table}/fields`,
      { name: 'durum', type: 'select', validation: { options } },
      ayse.token,
    );
    board = `/projects/${ayse.projectId}/data?table=${table}&board=${field.id}`;
    const rows = `/data/table/${table}/rows`;
    for (const row of [
      { ad: 'Yaz', durum: 'Açık', adet: 3 },
      { ad: 'Çiz', durum: 'Bitti' },
      { ad: 'Oku' },
    ])
      await home.ask('POST', rows, row, ayse.token);
    const plain = board.replace(/&board=.*/, '');
    [hers, his] = [await home.visitAs(ayse, plain), await home.visitAs(can, board)];
    await his.getByRole('button', { name: /^Yaz/ }).waitFor();
  });

  it('opens from the menu of a choice field, with a column for each option', async () => {
    await hers.getByRole('columnheader', { name: 'durum', exact: true }).click({ button: 'right' });
    await hers.getByRole('menuitem', { name: 'Pano olarak göster' }).click();
    await column(hers, /^Açık, 1 kart/).waitFor();
    await column(hers, /^durum boş, 1 kart/).waitFor();
    await expect.poll(() => focusIsIn(hers, 'section[aria-label="İşler tablosu"]')).toBe(true);
    expect(await cards(hers, /^Bitti/)).toEqual(['Çiz']);
    await expectAccessible(hers, 'the board');
  });

  it('moves a card by the keyboard, which the other person sees', async () => {
    const card = hers.getByRole('button', { name: /^Yaz/ });
    await card.focus();
    await hers.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => cards(hers, /^Bitti, 2/)).toEqual(['Çiz', 'Yaz']);
    await expect.poll(() => cards(his, /^Bitti, 2/)).toEqual(['Çiz', 'Yaz']);
    await expect.poll(() => focusedText(hers)).toContain('Yaz');
    await expect.poll(() => cards(his, /^Açık, 0/)).toEqual([]);
  });

  it('moves the focus over the cards by the arrows', async () => {
    await hers.getByRole('button', { name: /^Çiz/ }).focus();
    for (const [key, name] of [
      ['ArrowDown', 'Yaz'],
      ['ArrowRight', 'Oku'],
      ['ArrowDown', 'Oku'],
      ['ArrowLeft', 'Çiz'],
      ['ArrowLeft', 'Çiz'],
    ] as const) {
      await hers.keyboard.press(key);
      expect(await focusedText(hers)).toContain(name);
    }
  });

  it('takes a move back and does it again by the keys of the page', async () => {
    await hers.getByRole('button', { name: /^Yaz/ }).focus();
    await hers.keyboard.press('Control+z');
    await expect.poll(() => cards(his, /^Açık, 1/)).toEqual(['Yaz']);
    await expect.poll(() => cards(hers, /^Açık, 1/)).toEqual(['Yaz']);
    await hers.keyboard.press('Control+y');
    await expect.poll(() => cards(his, /^Bitti, 2/)).toEqual(['Çiz', 'Yaz']);
    await expect.poll(() => cards(hers, /^Bitti, 2/)).toEqual(['Çiz', 'Yaz']);
  });

  it('keeps a card that is moved offline, says that it waits, and saves it once online', async () => {
    await hers.context().setOffline(true);
    await hers.getByRole('button', { name: /^Yaz/ }).focus();
    await hers.keyboard.press('Shift+ArrowLeft');
    // An announcement goes by itself after some seconds.
    await Promise.all([
      hers
        .getByText('“Yaz” taşındı: Açık. Bağlantı gelince kaydedilecek.')
        .waitFor({ state: 'attached' }),
      column(hers, /^Açık, 1/)
        .getByText('kaydedilmedi')
        .waitFor(),
    ]);
    expect(await cards(his, /^Bitti, 2/)).toEqual(['Çiz', 'Yaz']);
    await hers.context().setOffline(false);
    await expect.poll(() => cards(his, /^Açık, 1/)).toEqual(['Yaz']);
    await column(hers, /^Açık/).getByText('kaydedilmedi').waitFor({ state: 'detached' });
    expect(await cards(hers, /^Açık, 1/)).toEqual(['Yaz']);
    await hers.getByRole('button', { name: /^Yaz/ }).focus();
    await hers.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => cards(his, /^Bitti, 2/)).toEqual(['Çiz', 'Yaz']);
  });

  it('reads the columns in sight only, of many', async () => {
    const wide = await home.ask<{ field: { id: string } }>(
      'POST',
      `/tables/${ayse.projectId}/${table}/fields`,
      {
        name: 'raf',
        type: 'select',
        validation: { options: Array.from({ length: 150 }, (_, i) => ({ name: `Raf ${i}` })) },
      },
      ayse.token,
    );
    const page = await home.visitAs(ayse, board.replace(/&board=.*/, ''));
    await page.locator('[data-row]').first().waitFor();
    let reads = 0;
    page.on('request', request => {
      if (/\/rows\?|data\/table\/[^/]+\?/.test(request.url())) reads++;
    });
    await page.goto(board.replace(/&board=.*/, `&board=${wide.field.id}`));
    await column(page, /^Raf 0, 0 kart/).waitFor();
    const last = column(page, /^raf boş/);
    await last.scrollIntoViewIfNeeded();
    await column(page, /^raf boş, 3 kart/).waitFor();
    expect(reads).toBeGreaterThan(2);
    expect(reads).toBeLessThan(30);
    await page.context().close();
  });

  it('moves a card by the mouse, and opens its row', async () => {
    await hers
      .getByRole('button', { name: /^Oku/ })
      .dragTo(column(hers, /^Açık/).getByRole('button', { name: 'Kart ekle: Açık' }));
    await expect.poll(() => cards(his, /^Açık, 1/)).toEqual(['Oku']);
    await hers.getByRole('button', { name: /^Oku/ }).click();
    await hers.getByRole('dialog').waitFor();
    await hers.keyboard.press('Escape');
    await hers.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('takes new cards in a column, one after the other, from those who write', async () => {
    await hers.getByRole('button', { name: 'Kart ekle: Bitti' }).click();
    await hers.getByRole('textbox', { name: 'Yeni kart, ad: Bitti' }).fill('Sil');
    await hers.keyboard.press('Enter');
    await expect.poll(() => cards(his, /^Bitti, 3/)).toContain('Sil');
    await column(hers, /^Bitti, 3/).waitFor();
    await hers.context().setOffline(true);
    await hers.getByRole('textbox', { name: 'Yeni kart, ad: Bitti' }).fill('Geç');
    await hers.keyboard.press('Enter');
    await column(hers, /^Bitti, 4/)
      .getByText('kaydedilmedi')
      .waitFor();
    await hers.getByRole('button', { name: /^Geç/ }).focus();
    await hers.keyboard.press('Shift+ArrowLeft');
    await expect.poll(() => cards(hers, /^Açık, 2/)).toEqual(['Geç', 'Oku']);
    await hers.context().setOffline(false);
    await expect.poll(() => cards(his, /^Açık, 2/)).toEqual(['Geç', 'Oku']);
    await column(hers, /^Açık, 2/)
      .getByText('kaydedilmedi')
      .waitFor({ state: 'detached' });
    await hers.getByRole('button', { name: /^Geç/ }).focus();
    await hers.keyboard.press('Control+z');
    await hers.keyboard.press('Control+z');
    await expect.poll(() => cards(his, /^Açık, 1/)).toEqual(['Oku']);
    expect(await his.getByRole('button', { name: /^Kart ekle/ }).count()).toBe(0);
    expect(await his.locator('[draggable=true]').count()).toBe(0);
  });

  it('is saved in a view, and ends with its button', async () => {
    await saveView(hers, 'Pano');
    await hers.getByRole('button', { name: 'Tabloya dön' }).click();
    await hers.locator('[data-row]').first().waitFor();
    await expect.poll(() => focusIsIn(hers, '[role=grid]')).toBe(true);
  });

  it('shows cards of a retired option, which takes no others', async () => {
    const tables = `/tables/${ayse.projectId}/${table}`;
    const { fields } = (
      await home.ask<{ table: { fields: Field[] } }>('GET', tables, undefined, ayse.token)
    ).table;
    const { id, validation } = fields.find(({ name }) => name === 'durum')!;
    const options = validation.options!.map(option => ({
      ...option,
      retired: option.name === 'Açık',
    }));
    await home.ask('PUT', `/tables/${table}/fields/${id}`, { validation: { options } }, ayse.token);
    const page = await home.visitAs(ayse, board);
    await expect.poll(() => cards(page, /^Açık, 1/)).toEqual(['Oku']);
    expect(await page.getByRole('button', { name: 'Kart ekle: Açık' }).count()).toBe(0);
    const place = (card: string) => page.getByLabel(`“${card}” kartının sütunu`);
    expect(await place('Oku').locator('option').allTextContents()).toContain('Açık');
    expect(await place('Yaz').locator('option').allTextContents()).toEqual(['Bitti', 'durum boş']);
    await page.getByRole('button', { name: /^Oku/ }).focus();
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => cards(page, /^Bitti, 4/)).toContain('Oku');
    await column(page, /^Açık/).waitFor({ state: 'detached' });
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowLeft');
    await expect.poll(() => cards(his, /^Bitti, 4/)).toContain('Oku');
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => cards(his, /^durum boş, 1/)).toEqual(['Oku']);
  });

  it('fits a phone, where a card is moved by a choice, in the dark and in English', async () => {
    const page = await home.visitAs(ayse, board, {
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
      locale: 'en-US',
      hasTouch: true,
      isMobile: true,
    });
    await page.getByLabel('Column of card “Oku”').selectOption({ label: 'Bitti' });
    await expect.poll(() => cards(his, /^Bitti, 4/)).toContain('Oku');
    await expectFits(page, 'the board');
    await expectAccessible(page, 'the board in the dark');
  });
});
