import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { expectAccessible, expectFits, house, type Person } from './harness.ts';

const shown = { timeout: 40_000 };
const upload = (page: Page, name: string, content: string): Promise<void> =>
  page.locator('input[type=file]').setInputFiles({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(content),
  });

async function expectGood(page: Page, what: string): Promise<void> {
  await expectAccessible(page, what);
  for (const [width, name] of [
    [320, 'phone'],
    [1280, 'wide'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expectFits(page, `${what}, ${name}`);
  }
}

describe('files of rows', { ...needs(chromium), timeout: 180_000 }, () => {
  const home = house();
  let person: Person;
  let page: Page;
  let stock: string;

  beforeAll(async () => {
    person = await home.register('Ayşe');
    stock = await home.table(person, 'Stok', { ad: 'string', adet: 'integer' }, [
      { ad: 'Elma', adet: 2 },
    ]);
    page = await home.visitAs(person, `/projects/${person.projectId}/files`);
    page.setDefaultTimeout(shown.timeout);
  });

  const card = (state: string) => page.locator(`[data-row-import=${state}]`);

  it('is reached from the grid and from the list of tables', async () => {
    await page.getByRole('heading', { name: 'İçe aktar', exact: true }).waitFor();
    await expectGood(page, 'files');
    await page.goto(`${home.origin()}/projects/${person.projectId}/data?table=${stock}`);
    await page.getByRole('link', { name: 'İçe / dışa aktar' }).click();
    await page.getByRole('heading', { name: 'Dışa aktar', exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('table')).toBe(stock);
  });

  it('shows what is refused before, imports the rest, and answers the refused rows', async () => {
    await upload(page, 'stok.csv', 'ad;adet\nÇay;3\nŞeker;çok\n=1+1;5\n');
    await page.locator('[data-preview]').waitFor();
    await page.getByText('2. kayıt, adet').waitFor();
    await expectGood(page, 'preview');
    const other = await home.visitAs(person, `/projects/${person.projectId}/data?table=${stock}`);
    await other.getByText('Elma').waitFor(shown);
    await page.getByRole('button', { name: 'İçe aktarmayı başlat' }).click();
    await card('done').waitFor();
    // The other browser sees the rows without asking.
    await other.getByText('Çay').waitFor(shown);
    await other.getByText('=1+1').waitFor(shown);
    await other.context().close();
    await expectGood(page, 'import');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Alınmayanları indir' }).click(),
    ]);
    expect(readFileSync(await download.path(), 'utf8')).toContain('Şeker;çok;adet: ');
  });

  it('is undone after a question', async () => {
    await page.getByRole('button', { name: 'Geri al', exact: true }).click();
    await page.getByRole('button', { name: 'Kayıtları sil' }).click();
    await card('undone').getByText('Silinen 2').waitFor();
    const { rows } = await home.ask<{ rows: { ad: string }[] }>(
      'GET',
      `/data/table/${stock}`,
      undefined,
      person.token,
    );
    expect(rows.map(({ ad }) => ad)).toEqual(['Elma']);
  });

  it('becomes a new table in one step', async () => {
    await upload(page, 'Meyveler.csv', 'ad;fiyat;tarih\nArmut;1.234,50;31.12.2025\n');
    await page.locator('[data-preview]').waitFor();
    await page.getByRole('combobox', { name: 'Hedef' }).click();
    await page.getByRole('option', { name: 'Yeni tablo' }).click();
    await page
      .locator('[data-column=fiyat]')
      .getByRole('combobox', { name: 'fiyat: Tür' })
      .waitFor();
    await page.getByRole('button', { name: 'İçe aktarmayı başlat' }).click();
    await card('done').getByRole('link', { name: 'Tabloyu aç' }).click();
    await page.getByText('Armut').waitFor();
    await page.getByText('1.234,5').first().waitFor();
  });

  it('goes out as a file', async () => {
    await page.goto(`${home.origin()}/projects/${person.projectId}/files?table=${stock}`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Dosyayı indir' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('Stok.csv');
    expect(readFileSync(await download.path(), 'utf8')).toBe('\ufeffad;adet\r\nElma;2\r\n');
    await page.getByText('Dosya indirildi.').waitFor();
  });
});
