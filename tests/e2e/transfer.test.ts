import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import {
  chooseLanguage,
  expectAccessible,
  expectFits,
  expectWhole,
  house,
  type Person,
} from './harness.ts';

describe('a transfer to live', needs(chromium), () => {
  const home = house();
  let owner: Person;
  let manager: Person;
  let products: string;
  let test: string;
  let hers: Page;
  let his: Page;

  interface Listed {
    id: string;
    name: string;
    fields: { id: string; name: string; type: string }[];
  }
  const tablesOf = async (projectId: string): Promise<Listed[]> =>
    (
      await home.ask<{ tables: Listed[] }>(
        'GET',
        `/tables/project/${projectId}`,
        undefined,
        owner.token,
      )
    ).tables;
  const named = async (projectId: string, name: string): Promise<Listed> =>
    (await tablesOf(projectId)).find(table => table.name === name)!;
  const change = async (
    projectId: string,
    table: string,
    field: string,
    body: object,
    by = owner,
  ): Promise<void> => {
    const { id, fields } = await named(projectId, table);
    await home.ask(
      'PUT',
      `/tables/${id}/fields/${fields.find(one => one.name === field)!.id}`,
      body,
      by.token,
    );
  };
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Canlıya Taşı' });
  const item = (page: Page, name: string) => dialog(page).locator(`[data-table="${name}"]`);

  beforeAll(async () => {
    await home.register('Kök');
    [owner, manager] = [await home.register('Ayşe'), await home.register('Can')];
    await home.letIn(owner, manager, 'manager');
    products = await home.table(owner, 'Ürünler', { ad: 'string', stok: 'string', eski: 'text' }, [
      { ad: 'Çay', stok: '5', eski: 'a' },
      { ad: 'Şeker', stok: 'yok' },
      { ad: 'Un' },
    ]);
    await home.table(owner, 'Müşteriler', { ad: 'string' });
    const { project } = await home.ask<{ project: { id: string } }>(
      'POST',
      `/projects/${owner.projectId}/create-test-environment`,
      undefined,
      owner.token,
    );
    test = project.id;
    await home.table(owner, 'Günlük', { ne: 'string' });
    await change(test, 'Ürünler', 'stok', { type: 'integer', isRequired: true });
    await change(test, 'Ürünler', 'ad', { name: 'adı', validation: { maxLength: 40 } });
    const { id, fields } = await named(test, 'Ürünler');
    await home.ask(
      'DELETE',
      `/tables/${id}/fields/${fields.find(({ name }) => name === 'eski')!.id}`,
      undefined,
      owner.token,
    );
    const { table } = await home.ask<{ table: { id: string } }>(
      'POST',
      `/tables/project/${test}`,
      { name: 'Depolar' },
      owner.token,
    );
    await home.ask(
      'POST',
      `/tables/${test}/${table.id}/fields`,
      { name: 'yer', type: 'string' },
      owner.token,
    );
    hers = await home.visitAs(owner, `/projects/${test}`);
    his = await home.visitAs(manager, `/projects/${test}`);
  });

  it('says in words what differs and what of it the rows of live would not fit', async () => {
    await hers.getByRole('button', { name: 'Canlıya Taşı' }).click();
    await item(hers, 'Ürünler').getByText('“ad” alanının adı “adı” olur.').waitFor();
    await item(hers, 'Ürünler')
      .getByText('“stok” alanının türü Metin yerine Tam sayı olur.')
      .waitFor();
    await item(hers, 'Ürünler').getByText('“eski” alanı kaldırılır.').waitFor();
    await item(hers, 'Ürünler').getByText('2 kayıt uymaz:').waitFor();
    await item(hers, 'Ürünler').getByText('“Çay”: stok “5” → “5”').waitFor();
    await item(hers, 'Depolar').getByText('Tablo canlıda oluşturulur (1 alan).').waitFor();
    await dialog(hers)
      .getByRole('region', { name: 'Yalnızca canlıda olanlar' })
      .getByText('Günlük')
      .waitFor();
    expect(
      await dialog(hers).getByRole('checkbox', { name: 'Müşteriler tablosunu taşı' }).count(),
    ).toBe(0);
    await expectAccessible(hers, 'comparison');
    await expectFits(hers, 'comparison');
    await dialog(hers).getByText('Farklı (2)').click();
    await expect.poll(() => item(hers, 'Müşteriler').count()).toBe(0);
    await dialog(hers).getByText('Aynı (1)').click();
    await item(hers, 'Müşteriler').waitFor();
    await dialog(hers).getByText('Tümü (3)').click();
  });

  it('opens the rows that would not fit in the grid', async () => {
    const [opened] = await Promise.all([
      hers.context().waitForEvent('page'),
      item(hers, 'Ürünler')
        .getByRole('link', { name: /stok: verilerde aç/ })
        .click(),
    ]);
    await opened.getByRole('gridcell', { name: 'Un' }).first().waitFor();
    expect(new URL(opened.url()).searchParams.get('table')).toBe(products);
    await opened.close();
  });

  it('is for the owner: others look', async () => {
    await his.getByRole('button', { name: 'Canlıya Taşı' }).click();
    await dialog(his).getByText('canlıya taşımak proje sahibinin işidir').waitFor();
    expect(await dialog(his).getByRole('checkbox').count()).toBe(0);
    await expectAccessible(his, 'comparison of a manager');
    await his.keyboard.press('Escape');
    await expect.poll(() => dialog(his).count()).toBe(0);
  });

  it('is compared again when somebody else changes a table, and what came new is chosen by hand', async () => {
    await change(owner.projectId, 'Müşteriler', 'ad', { description: 'tam adı' }, manager);
    await dialog(hers).getByText('Can az önce bir tabloyu değiştirdi').waitFor();
    await item(hers, 'Müşteriler').getByText('Az önce değişti').waitFor();
    expect(
      await dialog(hers).getByRole('checkbox', { name: 'Müşteriler tablosunu taşı' }).isChecked(),
    ).toBe(false);
    await dialog(hers).getByText('2 tablo seçili').waitFor();
  });

  it('is refused with the new differences when the comparison is a moment too old', async () => {
    await hers.route(
      '**/tables/transfer-to-live',
      async route => {
        await change(owner.projectId, 'Ürünler', 'stok', { description: 'adet' }, manager);
        await route.continue();
      },
      { times: 1 },
    );
    await dialog(hers).getByRole('button', { name: '2 tabloyu canlıya taşı' }).click();
    await dialog(hers).getByText('hiçbir şey taşınmadı').waitFor();
    await item(hers, 'Ürünler')
      .getByText('“stok” alanının açıklaması değişir: adet → yok.')
      .waitFor();
    expect((await tablesOf(owner.projectId)).some(({ name }) => name === 'Depolar')).toBe(false);
  });

  it('lands as a whole, with a receipt', async () => {
    await his.goto(`/projects/${owner.projectId}`);
    await dialog(hers).getByRole('button', { name: '2 tabloyu canlıya taşı' }).click();
    await dialog(hers).getByText('2 tablo canlıya taşındı.').waitFor();
    await dialog(hers).getByText('“ad” alanının adı “adı” oldu.').waitFor();
    await expectAccessible(hers, 'receipt');
    // He has it at once.
    await his.getByText('Depolar').first().waitFor();
    expect(
      (await named(owner.projectId, 'Ürünler')).fields.map(({ name, type }) => [name, type]),
    ).toEqual([
      ['adı', 'string'],
      ['stok', 'integer'],
    ]);
  });

  it('says what stands in the way of undoing it, and goes back when that is gone', async () => {
    const { id } = await named(owner.projectId, 'Depolar');
    const { row } = await home.ask<{ row: { id: string } }>(
      'POST',
      `/data/table/${id}/rows`,
      { yer: 'Ankara' },
      owner.token,
    );
    await change(owner.projectId, 'Ürünler', 'adı', { name: 'isim' }, manager);
    await hers.goto(`/projects/${owner.projectId}/transfers`);
    await hers.getByRole('button', { name: 'Bu taşımayı geri al' }).click();
    const question = hers.getByRole('dialog', { name: 'Taşıma geri alınsın mı?' });
    await question.getByText('Taşımayla oluşan “Depolar” tablosunda 1 kayıt var.').waitFor();
    await question.getByText(/Can, .* “Ürünler” tablosunu değiştirdi/).waitFor();
    expect(await question.getByRole('button', { name: 'Geri al', exact: true }).isDisabled()).toBe(
      true,
    );
    await expectAccessible(hers, 'obstacles');
    await home.ask('DELETE', `/data/table/${id}/rows/${row.id}`, undefined, owner.token);
    await change(owner.projectId, 'Ürünler', 'isim', { name: 'adı' }, manager);
    await expect
      .poll(() => question.getByRole('button', { name: 'Geri al', exact: true }).isEnabled())
      .toBe(true);
    await question.getByRole('button', { name: 'Geri al', exact: true }).click();
    await hers.getByText(/^Geri alındı: Ayşe/).waitFor();
    expect((await named(owner.projectId, 'Ürünler')).fields.map(({ name }) => name)).toEqual([
      'ad',
      'stok',
      'eski',
    ]);
    const { rows } = await home.ask<{ rows: { ad: string; eski: string }[] }>(
      'GET',
      `/data/table/${products}?sort=created_at`,
      undefined,
      owner.token,
    );
    expect(rows.map(({ ad, eski }) => [ad, eski])).toEqual([
      ['Çay', 'a'],
      ['Şeker', null],
      ['Un', null],
    ]);
    expect(await hers.getByRole('button', { name: 'Bu taşımayı geri al' }).count()).toBe(0);
    await expectAccessible(hers, 'receipts');
    await his.goto(`/projects/${owner.projectId}/history`);
    await his.getByText(/Ayşe test ortamından bir taşımayı geri aldı/).waitFor();
  });

  it('brings a widget of the test environment without its tables, if live has them', async () => {
    const { id, fields } = await named(test, 'Müşteriler');
    const settings = {
      type: 'table',
      tableId: id,
      fields: [{ field: fields[0]!.id, name: 'Müşteri' }],
    };
    const body = { name: 'Müşteri listesi', type: 'table', settings };
    await home.ask('POST', `/projects/${test}/widgets`, body, owner.token);
    await hers.goto(`/projects/${test}?transfer=true`);
    const widget = dialog(hers).locator('[data-widget="Müşteri listesi"]');
    await widget.getByText('Yeni', { exact: true }).waitFor();
    const all = dialog(hers).getByRole('checkbox', { name: 'Farklı olanların hepsi' });
    for (let n = 0; n < 2 && (await all.isChecked()); n++) await all.click();
    await dialog(hers).getByText('0 tablo seçili · 1 widget').waitFor();
    await expectAccessible(hers, 'comparison of widgets');
    await dialog(hers).getByRole('button', { name: 'Canlıya taşı', exact: true }).click();
    await dialog(hers).getByText('1 widget canlıya taşındı.').waitFor();
    const path = `/projects/${owner.projectId}/widgets`;
    const { widgets } = await home.ask<{ widgets: { name: string; state: string }[] }>(
      'GET',
      path,
      undefined,
      owner.token,
    );
    expect(widgets).toMatchObject([{ name: 'Müşteri listesi', state: 'live' }]);
  });

  it('says when the tables cannot be read, and tries again', async () => {
    await hers.route('**/tables/transfer-preview', route =>
      route.fulfill({
        status: 409,
        contentType: 'application/json',
        body: JSON.stringify({ success: false, code: 'CONFLICT', error: 'Olmadı' }),
      }),
    );
    await hers.goto(`/projects/${test}?transfer=true`);
    await dialog(hers).getByText('Tablo bilgileri yüklenirken hata oluştu: Olmadı').waitFor();
    await expectAccessible(hers, 'comparison that failed');
    await hers.unroute('**/tables/transfer-preview');
    await dialog(hers).getByRole('button', { name: 'Tekrar dene' }).click();
    await item(hers, 'Ürünler').waitFor();
    await hers.route('**/tables/transfer-to-live', route =>
      route.fulfill({
        status: 403,
        contentType: 'application/json',
        body: JSON.stringify({ success: false, code: 'PLAN_LIMIT', error: 'Sınır doldu' }),
      }),
    );
    await dialog(hers)
      .getByRole('button', { name: /tabloyu canlıya taşı/ })
      .click();
    await dialog(hers).getByText('Transfer işlemi başarısız: Sınır doldu').waitFor();
    await hers.unroute('**/tables/transfer-to-live');
  });

  it('is opened from the card of a test environment, and closed by Back', async () => {
    await hers.goto('/projects');
    await hers.getByRole('button', { name: /: Canlıya Taşı$/ }).click();
    await item(hers, 'Ürünler').waitFor();
    await hers.goBack();
    await expect.poll(() => dialog(hers).count()).toBe(0);
    await hers.getByRole('button', { name: /: Canlıya Taşı$/ }).click();
    await item(hers, 'Ürünler').waitFor();
  });

  it('waits for the connection', async () => {
    await hers.context().setOffline(true);
    await dialog(hers).getByText('Çevrimdışısınız.').waitFor({ timeout: 60_000 });
    expect(
      await dialog(hers)
        .getByRole('button', { name: /canlıya taşı/i })
        .isDisabled(),
    ).toBe(true);
    await hers.context().setOffline(false);
    await expect
      .poll(
        () =>
          dialog(hers)
            .getByRole('button', { name: /canlıya taşı/i })
            .isEnabled(),
        { timeout: 30_000 },
      )
      .toBe(true);
  });

  it('leads to the sign-in when the session is over', async () => {
    await hers.route('**/tables/transfer-to-live', route =>
      route.fulfill({
        status: 401,
        contentType: 'application/json',
        body: JSON.stringify({ success: false, code: 'MISSING_HEADERS', error: 'x' }),
      }),
    );
    await dialog(hers)
      .getByRole('button', { name: /tabloyu canlıya taşı/ })
      .click();
    await hers.waitForURL(/\/login/);
  });

  it.each([
    ['tr', 'light', 1280],
    ['en', 'dark', 1280],
    ['tr', 'dark', 320],
    ['en', 'light', 320],
  ] as const)('fits and reads in %s, %s, %i wide', async (language, colorScheme, width) => {
    const page = await home.visitAs(owner, '/projects', {
      colorScheme,
      viewport: { width, height: 800 },
    });
    await chooseLanguage(page, language);
    await page.goto(`/projects/${test}?transfer=true`);
    await page.getByText(language === 'tr' ? '2 kayıt uymaz:' : '2 rows would not fit:').waitFor();
    if (process.env['PICTURES'])
      await page.screenshot({
        path: `${process.env['PICTURES']}/compare-${language}-${colorScheme}-${width}.png`,
        fullPage: true,
      });
    await expectFits(page, 'comparison');
    await expectWhole(page, 'comparison');
    await expectAccessible(page, 'comparison');
    await page.goto(`/projects/${owner.projectId}/transfers`);
    await page.getByRole('article').first().waitFor();
    if (process.env['PICTURES'])
      await page.screenshot({
        path: `${process.env['PICTURES']}/receipts-${language}-${colorScheme}-${width}.png`,
        fullPage: true,
      });
    await expectFits(page, 'receipts');
    await expectAccessible(page, 'receipts');
    await page.context().close();
  });
});
