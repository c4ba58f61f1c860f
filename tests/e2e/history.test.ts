import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { expectAccessible, expectFits, house, type Person } from './harness.ts';

describe('the history of a project', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let table: string;
  let row: string;
  let page: Page;

  beforeAll(async () => {
    ayse = await home.register('Ayşe');
    table = await home.table(ayse, 'Ürünler', { ad: 'string', stok: 'number' }, [
      { ad: 'Çay', stok: 1 },
      { ad: 'Un', stok: 2 },
    ]);
    const { rows } = await home.ask<{ rows: { id: string }[] }>(
      'GET',
      `/data/table/${table}`,
      undefined,
      ayse.token,
    );
    row = rows[0]!.id;
    await home.ask('PUT', `/data/table/${table}/rows/${row}`, { stok: 1500 }, ayse.token);
    page = await home.visitAs(ayse, `/projects/${ayse.projectId}`);
    await page.getByRole('link', { name: 'Geçmiş' }).click();
    await page.getByRole('heading', { name: 'Bugün' }).waitFor();
  });

  it('tells what happened, the latest first, with what was before and after', async () => {
    const first = page.locator('li[data-type]').first();
    expect(await first.textContent()).toContain(
      'Ayşe “Ürünler” tablosunda “Çay” kaydını değiştirdi: stok: 1 → 1.500',
    );
    await first.getByRole('button', { name: 'Ayrıntılar' }).click();
    await expect
      .poll(() => first.getByRole('row', { name: 'stok' }).textContent())
      .toBe('stok11.500Geri al');
    await expectAccessible(page, 'history with details');
  });

  it('counts what happens meanwhile, and shows it when asked to', async () => {
    await home.ask('POST', `/data/table/${table}/rows`, { ad: 'Tuz' }, ayse.token);
    await page.getByRole('button', { name: '1 yeni olay' }).click();
    await expect
      .poll(() => page.locator('li[data-type]').first().getAttribute('data-type'))
      .toBe('row-added');
  });

  it('puts one value back after a look, as a new change', async () => {
    const changed = page.locator('li[data-type=row-changed]');
    if (
      !(await page.getByRole('button', { name: 'stok alanını önceki değerine döndür' }).isVisible())
    )
      await changed.getByRole('button', { name: 'Ayrıntılar' }).click();
    await page.getByRole('button', { name: 'stok alanını önceki değerine döndür' }).click();
    const dialog = page.getByRole('dialog', { name: 'Önceki değere döndür' });
    expect(await dialog.textContent()).toContain('1.500 → 1');
    await expectAccessible(page, 'putting a value back');
    await dialog.getByRole('button', { name: 'Geri al' }).click();
    await expect.poll(() => changed.count()).toBe(2);
    const { row: now } = await home.ask<{ row: { stok: number } }>(
      'GET',
      `/data/table/${table}/rows/${row}`,
      undefined,
      ayse.token,
    );
    expect(now.stok).toBe(1);
  });

  it('leads to the row, also to one that was deleted, which can be brought back there', async () => {
    const removed = page.locator('li[data-type=row-removed]');
    const {
      row: { id },
    } = await home.ask<{ row: { id: string } }>(
      'POST',
      `/data/table/${table}/rows`,
      { ad: 'Kibrit', stok: 7 },
      ayse.token,
    );
    await home.ask('DELETE', `/data/table/${table}/rows/${id}`, undefined, ayse.token);
    await page.reload();
    expect(await removed.first().locator('p').textContent()).toBe(
      'Ayşe “Ürünler” tablosundan “Kibrit” kaydını sildi: ad: Kibrit, stok: 7',
    );
    await removed.first().getByRole('link', { name: '“Kibrit”' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Geri getir' }).waitFor();
    await page.goBack();
    await page
      .locator('li[data-type=row-changed]')
      .first()
      .getByRole('link', { name: '“Çay”' })
      .click();
    await page.getByRole('dialog', { name: 'Ürünler: Çay' }).waitFor();
    await page.goBack();
    await removed.first().waitFor();
  });

  it('is filtered by kind, and the address says so', async () => {
    await page
      .getByRole('combobox', { name: 'Olay türü' })
      .or(page.getByRole('textbox', { name: 'Olay türü' }))
      .first()
      .click();
    await page.getByRole('option', { name: 'Tablo oluşturma' }).click();
    await page.waitForURL(/type=table-created/);
    await expect.poll(() => page.locator('li[data-type]').count()).toBe(1);
    await page.reload();
    await expect.poll(() => page.locator('li[data-type]').count()).toBe(1);
    await page.getByRole('button', { name: 'Filtreleri temizle' }).last().click();
    await expect.poll(() => page.locator('li[data-type]').count()).toBeGreaterThan(4);
  });

  it('is filtered by time, and the address says so', async () => {
    await page
      .getByRole('combobox', { name: 'Zaman' })
      .or(page.getByRole('textbox', { name: 'Zaman' }))
      .first()
      .click();
    await page.getByRole('option', { name: 'Bugün' }).click();
    await page.waitForURL(/from=\d{4}-\d{2}-\d{2}/);
    await expect.poll(() => page.locator('li[data-type]').count()).toBeGreaterThan(4);
    await page.goto(`/projects/${ayse.projectId}/history?to=2020-01-01`);
    await page.getByText('Bu filtrelere uyan bir şey yok.').waitFor();
    expect(await page.getByLabel('Bitiş').inputValue()).toBe('2020-01-01');
  });

  it('stands beside a table, of which it tells alone', async () => {
    await page.goto(`/projects/${ayse.projectId}/data?table=${table}`);
    await page.getByRole('link', { name: 'Tablonun geçmişi' }).click();
    const drawer = page.getByRole('dialog', { name: '“Ürünler” geçmişi' });
    await expect.poll(() => drawer.locator('li[data-type]').count()).toBeGreaterThan(3);
    expect(await drawer.getByText('projesini oluşturdu').count()).toBe(0);
    await expectAccessible(page, 'history beside a table');
    await page.keyboard.press('Escape');
    await expect.poll(() => new URL(page.url()).searchParams.has('history')).toBe(false);
  });

  it('fits a phone', async () => {
    const phone = await home.visitAs(ayse, `/projects/${ayse.projectId}/history`, {
      viewport: { width: 320, height: 640 },
      colorScheme: 'dark',
    });
    await phone.getByRole('heading', { name: 'Bugün' }).waitFor();
    await phone.getByRole('button', { name: 'Ayrıntılar' }).first().click();
    await phone.getByRole('table').waitFor();
    await expectFits(phone, 'history');
    await expectAccessible(phone, 'history, dark');
  });
});
