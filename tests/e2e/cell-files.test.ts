import type { Page } from 'playwright';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { cell, focusedText } from './grid.ts';
import { answerInstead, expectAccessible, expectFits, house, type Person } from './harness.ts';

const PICTURES = process.env['FILE_PICTURES'];

/** Pastes where the focus is, as a program would that gives a text, a file or both. */
const paste = (page: Page, held: { text?: string; file?: string }): Promise<void> =>
  page.evaluate(({ text, file }) => {
    const data = new DataTransfer();
    if (text !== undefined) data.setData('text/plain', text);
    if (file !== undefined) data.items.add(new File(['x'], file, { type: 'text/plain' }));
    document.activeElement!.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, held);

describe('files in the grid', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let can: Person;
  let address = '';
  let hers: Page;
  let his: Page;
  const shown = async (page: Page): Promise<string[]> =>
    (await page.locator('[data-row] [data-field="ekler"]').allInnerTexts()).map(text =>
      text.replaceAll(/\s+/g, ' ').trim(),
    );
  const dialog = (page: Page) => page.getByRole('dialog');
  const listed = (page: Page): Promise<string[]> =>
    dialog(page).getByRole('listitem').locator('[title], s').allInnerTexts();
  const focused = (page: Page): Promise<string | null> =>
    page.locator(':focus').getAttribute('aria-label');
  const picture = async (page: Page, name: string): Promise<void> => {
    if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/${name}.png` });
  };

  beforeAll(async () => {
    [ayse, can] = [await home.register('Ayşe'), await home.register('Can')];
    await home.letIn(ayse, can, 'viewer');
    const table = await home.table(ayse, 'İşler', { iş: 'string', ekler: 'file' }, [
      { iş: 'Yaz' },
      { iş: 'Çiz' },
    ]);
    address = `/projects/${ayse.projectId}/data?table=${table}&sort=created_at`;
    [hers, his] = [await home.visitAs(ayse, address), await home.visitAs(can, address)];
    await cell(his, 'Yaz', 'ekler').waitFor();
  });

  it('are added to a cell by the keyboard, and seen by the others at once', async () => {
    await cell(hers, 'Yaz', 'ekler').click();
    await hers.keyboard.press('Enter');
    const input = dialog(hers).locator('[data-cell-files]');
    const blue = await sharp({
      create: { width: 400, height: 300, channels: 3, background: '#2563eb' },
    })
      .png()
      .toBuffer();
    await input.setInputFiles([
      { name: 'mavi.png', mimeType: 'image/png', buffer: blue },
      { name: 'şartname.txt', mimeType: 'text/plain', buffer: Buffer.from('Merhaba') },
    ]);
    await expect.poll(() => shown(his)).toEqual(['mavi.png şartname.txt', '']);
    await dialog(hers).locator('img').waitFor();
    // One's own uploads are not told as somebody else's.
    expect(await hers.getByTestId('activity').textContent()).not.toContain('Ayşe');
    await picture(hers, 'dialog-tr');
  });

  it('are taken out and put back by the keyboard, which keeps the focus', async () => {
    await dialog(hers).getByRole('button', { name: 'mavi.png dosyasını çıkar' }).press('Enter');
    await expect.poll(() => shown(his)).toEqual(['şartname.txt', '']);
    await expect.poll(() => focused(hers)).toBe('mavi.png dosyasını geri koy');
    await hers.keyboard.press('Enter');
    await expect.poll(() => shown(his)).toEqual(['şartname.txt mavi.png', '']);
    await expect.poll(() => focused(hers)).toBe('mavi.png dosyasını çıkar');
    await dialog(hers).getByRole('button', { name: 'mavi.png dosyasını indir' }).waitFor();
    await hers.keyboard.press('Escape');
    await dialog(hers).waitFor({ state: 'detached' });
  });

  it('are dropped on a cell', async () => {
    const drop = await hers.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(['x'], 'bırakılan.txt', { type: 'text/plain' }));
      return data;
    });
    await cell(hers, 'Çiz', 'ekler').dispatchEvent('drop', { dataTransfer: drop });
    await expect.poll(() => shown(his)).toEqual(['şartname.txt mavi.png', 'bırakılan.txt']);
    await hers.keyboard.press('Escape');
    await dialog(hers).waitFor({ state: 'detached' });
  });

  it('are sent again after a failure by the keyboard, which keeps the focus', async () => {
    await cell(hers, 'Çiz', 'ekler').click();
    await hers.keyboard.press('Enter');
    const answer = await answerInstead(hers, '/data/table/*/fields/*/files', {
      status: 500,
      json: {},
    });
    const text = { name: 'son.txt', mimeType: 'text/plain', buffer: Buffer.from('x') };
    await dialog(hers).locator('[data-cell-files]').setInputFiles(text);
    const again = dialog(hers).getByRole('button', { name: 'Tekrar dene' });
    await again.waitFor();
    await answer();
    await again.press('Enter');
    await expect.poll(() => shown(his)).toContain('bırakılan.txt son.txt');
    await expect.poll(() => focusedText(hers)).toBe('Dosya ekle');
    await hers.keyboard.press('Escape');
    await dialog(hers).waitFor({ state: 'detached' });
  });

  it('are pasted onto a selected cell; a text is refused with the reason, and a cell of text takes no file', async () => {
    await cell(hers, 'Çiz', 'ekler').click();
    await paste(hers, { text: 'bir metin' });
    await hers.getByText('Dosya alanına metin yapıştırılmaz').waitFor();
    await cell(hers, 'Çiz', 'iş').click();
    await paste(hers, { file: 'yanlış.txt' });
    await hers.getByText('Dosyalar yalnızca dosya alanının hücresine yapıştırılır.').waitFor();
    expect(await cell(hers, 'Çiz', 'iş').innerText()).toBe('Çiz');
    await cell(hers, 'Çiz', 'ekler').click();
    await paste(hers, { file: 'yapışan.txt', text: 'yapışan.txt' });
    await expect.poll(() => shown(his)).toContain('bırakılan.txt son.txt yapışan.txt');
    await hers.keyboard.press('Escape');
    await dialog(hers).waitFor({ state: 'detached' });
  });

  it('are added on a phone after a second tap', async () => {
    const phone = await home.visitAs(ayse, address, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await cell(phone, 'Yaz', 'ekler').waitFor();
    const at = cell(phone, 'Yaz', 'ekler');
    await at.tap();
    await expect.poll(() => at.getAttribute('data-active')).not.toBeNull();
    await at.tap();
    await dialog(phone).getByRole('button', { name: 'Dosya ekle' }).waitFor();
    await expectFits(phone, 'files on a phone');
    const text = { name: 'telefondan.txt', mimeType: 'text/plain', buffer: Buffer.from('x') };
    await dialog(phone).locator('[data-cell-files]').setInputFiles(text);
    await expect.poll(() => shown(his)).toContain('şartname.txt mavi.png telefondan.txt');
    await picture(phone, 'dialog-phone');
    await phone.close();
  });

  it('are shown to readers who may not write, and filtered by whether a cell has some', async () => {
    await cell(his, 'Yaz', 'ekler').dblclick();
    await expect.poll(() => listed(his)).toContain('mavi.png');
    expect(await dialog(his).getByRole('button', { name: 'Dosya ekle' }).count()).toBe(0);
    expect(await dialog(his).getByRole('button', { name: 'çıkar' }).count()).toBe(0);
    await his.keyboard.press('Escape');
    await dialog(his).waitFor({ state: 'detached' });
    await his.getByLabel('ekler filtrele').selectOption('empty');
    await expect.poll(() => shown(his)).toEqual([]);
    await his.getByLabel('ekler filtrele').selectOption('full');
    await expect.poll(() => shown(his)).toHaveLength(2);
  });

  it('are nothing to sort by: an address that does says so, and opens without it', async () => {
    await hers.goto(address.replace('created_at', 'ekler'));
    await hers.getByText('Görünüm böyle gösterilemez').waitFor();
    await hers.getByText('“ekler” alanına göre').waitFor();
    await expectAccessible(hers, 'a view by files');
    await hers.getByRole('button', { name: 'O alan olmadan aç' }).click();
    await cell(hers, 'Yaz', 'ekler').waitFor();
    expect(new URL(hers.url()).searchParams.get('sort')).toBeNull();
  });
});
