import { readFileSync } from 'node:fs';
import { EmbedSize, EmbedTheme } from '@hzm/contracts/features/widgets/embed';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { chooseLanguage, expectAccessible, expectFits, house, type Person } from './harness.ts';

describe('a widget from its list to its data', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let page: Page;
  let table = '';
  let widget = '';

  const list = () => `/projects/${ayse.projectId}/widgets`;
  const dialog = () => page.getByRole('dialog');
  const ask = async (name: string, what: string): Promise<void> => {
    await page.getByRole('button', { name: `${name}: diğer işlemler` }).click();
    await page.getByRole('menuitem', { name: what }).click();
    await dialog().waitFor();
  };

  beforeAll(async () => {
    ayse = await home.register('Ayşe');
    table = await home.table(ayse, 'Ürünler', { Ad: 'string', Fiyat: 'number' }, [
      { Ad: 'Çay', Fiyat: 10 },
      { Ad: 'Kahve', Fiyat: 30 },
      { Ad: 'Su' },
    ]);
    page = await home.visitAs(ayse, '/projects');
  });

  it('is created from the card of its project, and needs a name', async () => {
    await page.getByRole('link', { name: /: Widget$/ }).click();
    await page.getByText('Bu projede henüz widget yok.').waitFor();
    await expectAccessible(page, 'no widgets');
    await page.getByRole('button', { name: 'Yeni widget' }).click();
    await dialog().getByRole('button', { name: 'Oluştur' }).click();
    await dialog().getByText('Widget adı gerekli!').waitFor();
    await dialog().getByLabel('Widget adı').fill('Fiyatlar');
    await expectAccessible(page, 'new widget');
    await dialog().getByRole('button', { name: 'Oluştur' }).click();
    await page.getByText("“Fiyatlar” widget'ı oluşturuldu").waitFor();
    await page.getByText('Taslak').waitFor();
  });

  it('shows a table as it is designed, with a preview of what is not saved', async () => {
    await ask('Fiyatlar', 'Ayarlar');
    await dialog().getByRole('button', { name: 'Güncelle' }).click();
    await page.getByText('Değişiklik yapmadınız!').waitFor();
    await dialog().getByLabel('Tablo', { exact: true }).last().selectOption({ label: 'Ürünler' });
    const preview = dialog()
      .getByRole('region', { name: 'Önizleme' })
      .first()
      .locator('iframe')
      .contentFrame();
    await preview.getByRole('cell', { name: 'Kahve' }).waitFor();
    await dialog().getByLabel('“Ad” alanının başlığı').fill('Ürün');
    await dialog().getByRole('button', { name: '“Ad” alanını aşağı taşı' }).click();
    await dialog().getByRole('button', { name: 'Koşul ekle' }).click();
    await dialog().getByLabel('Alan', { exact: true }).selectOption({ label: 'Fiyat' });
    await dialog().getByLabel('Koşul', { exact: true }).selectOption('empty');
    await expect.poll(() => preview.getByRole('row').count()).toBe(2);
    await preview.getByRole('cell', { name: 'Su' }).waitFor();
    await dialog().getByLabel('Koşul', { exact: true }).selectOption('gte');
    await dialog().getByLabel('Değer', { exact: true }).pressSequentially('20,5');
    await preview.getByRole('cell', { name: 'Kahve' }).waitFor();
    await expect
      .poll(() => preview.getByRole('columnheader').allInnerTexts())
      .toEqual(['Fiyat', 'Ürün']);
    await expect.poll(() => preview.getByRole('row').count()).toBe(2);
    await expectAccessible(page, 'designer');
    await page.setViewportSize({ width: 320, height: 640 });
    await expectFits(page, 'designer on a phone');
    await page.setViewportSize({ width: 1280, height: 720 });
    await dialog().getByRole('button', { name: 'Güncelle' }).click();
    await page.getByText('Yayında').waitFor();
  });

  it('has a figure whose heading follows the calculation, as a chart', async () => {
    await ask('Fiyatlar', 'Ayarlar');
    const compared = dialog().getByLabel('Değer', { exact: true });
    await expect.poll(() => compared.inputValue()).toBe('20,5');
    await dialog().getByRole('radio', { name: 'Grafik' }).click();
    await dialog().getByLabel('Hesap', { exact: true }).selectOption({ label: 'Toplam' });
    const preview = dialog().locator('iframe').contentFrame();
    await preview.getByRole('columnheader', { name: 'Toplam: Fiyat' }).waitFor();
    await preview.getByRole('cell', { name: '30' }).waitFor();
    await preview.getByRole('img', { name: /Toplam: Fiyat/ }).waitFor();
    await dialog().getByRole('radio', { name: 'Özel' }).click();
    await dialog().getByLabel('Şablon').fill('# {{Ad}}\n- {{Fiyat}} lira');
    await preview.getByRole('heading', { name: 'Kahve' }).waitFor();
    await preview.getByText('30 lira').waitFor();
    if (process.env['PICTURES'])
      await page.screenshot({ path: `${process.env['PICTURES']}/preview.png` });
    await expectAccessible(page, 'preview of a template');
    await dialog().getByRole('button', { name: 'İptal' }).click();
    await dialog().waitFor({ state: 'hidden' });
  });

  it('is pasted elsewhere with a theme and a size', async () => {
    await ask('Fiyatlar', 'Gömme kodu');
    await dialog().getByLabel('Tema').selectOption('ocean');
    const code = dialog().locator('code').first();
    await expect.poll(() => code.innerText()).toContain('theme=ocean');
    expect(await code.innerText()).toContain('width="100%" height="400"');
    await dialog().locator('iframe').contentFrame().getByText('Kahve').waitFor();
    await expectAccessible(page, 'embed codes');
    await page.keyboard.press('Escape');
  });

  it('has its data, which change while they are looked at', async () => {
    const {
      widgets: [one],
    } = await home.ask<{ widgets: readonly [{ id: string }] }>(
      'GET',
      list(),
      undefined,
      ayse.token,
    );
    widget = `/widgets/${one.id}/data`;
    await page.getByRole('link', { name: 'Fiyatlar' }).click();
    await page.waitForURL(`**${widget}`);
    await page.getByRole('cell', { name: 'Kahve' }).waitFor();
    await home.ask('POST', `/data/table/${table}/rows`, { Ad: 'Salep', Fiyat: 40 }, ayse.token);
    await page.getByRole('cell', { name: 'Salep' }).waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'JSON olarak indir' }).click();
    const { rows } = JSON.parse(readFileSync(await (await saved).path(), 'utf8')) as {
      rows: unknown;
    };
    expect(rows).toEqual([
      { Fiyat: 30, Ürün: 'Kahve' },
      { Fiyat: 40, Ürün: 'Salep' },
    ]);
    expect(await page.getByRole('listitem').filter({ hasText: '/widgets/' }).count()).toBe(4);
    await expectAccessible(page, 'data');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Yenile' }).click();
    await page.getByText('Widget verileri yüklenemedi', { exact: true }).waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Geri' }).click();
    await page.waitForURL(`**${list()}`);
  });

  const made = async (type: string, settings: object): Promise<string> => {
    const asked = { name: `Gömülü ${type}`, type, settings: { type, tableId: table, ...settings } };
    const { widget: one } = await home.ask<{ widget: { id: string } }>(
      'POST',
      list(),
      asked,
      ayse.token,
    );
    return one.id;
  };
  const fieldsOfTable = async (): Promise<{ field: string; name: string }[]> => {
    const path = `/tables/${ayse.projectId}/${table}/fields`;
    const { fields } = await home.ask<{ fields: { id: string; name: string }[] }>(
      'GET',
      path,
      undefined,
      ayse.token,
    );
    return fields.map(({ id, name }) => ({ field: id, name }));
  };

  it('lets somebody without an account change one record by a personal link', async () => {
    const form = await made('form', { fields: await fieldsOfTable(), thanks: 'Sağ olun' });
    await page.goto(`${home.origin()}/widgets/${form}/data`);
    await page.getByRole('button', { name: '1. kayda kişisel bağlantı' }).click();
    await dialog().getByLabel('Kaç gün geçerli').fill('7');
    await expectAccessible(page, 'new personal link');
    await dialog().getByRole('button', { name: 'Bağlantı oluştur' }).click();
    const address = new URL(await dialog().locator('code').innerText());
    await expectAccessible(page, 'personal link');
    const close = dialog().getByRole('button', { name: 'Kapat', exact: true }).last();
    expect(await close.evaluate(one => one === document.activeElement)).toBe(true);
    await close.click();
    await page.getByText('Açık', { exact: true }).waitFor();
    await expectAccessible(page, 'data of a form');

    const guest = await home.visit('/theme.js');
    const asked: string[] = [];
    guest.on('request', request => asked.push(request.url(), JSON.stringify(request.headers())));
    await guest.goto(address.href);
    const price = guest.getByLabel('Fiyat');
    await expect.poll(() => price.inputValue()).toBe('40');
    await expectAccessible(guest, 'form of a personal link');
    await price.fill('45');
    await guest.getByRole('button', { name: 'Gönder' }).click();
    await guest.getByText('Sağ olun').waitFor();
    await page.getByRole('cell', { name: '45' }).waitFor();
    expect(asked.join()).not.toContain(address.hash.slice('#link='.length));

    await page.getByRole('button', { name: 'bağlantısını iptal et' }).click();
    await dialog().getByRole('button', { name: 'İptal et', exact: true }).click();
    await page.getByText('Henüz kişisel bağlantı yok.').waitFor();
    await guest.reload();
    await guest.getByText('Bu bağlantı artık açılmıyor.').waitFor();
    await guest.context().close();
  });

  it('makes a personal link from the menu of a record in the grid, where a form exists', async () => {
    await page.goto(`${home.origin()}/projects/${ayse.projectId}/data?table=${table}`);
    const cell = page.getByRole('gridcell', { name: 'Kahve' }).first();
    const item = page.getByRole('menuitem', { name: 'Kişisel bağlantı…' });
    await expect
      .poll(async () => {
        await cell.click({ button: 'right' });
        await page.getByRole('menuitem', { name: 'Kaydı çoğalt' }).waitFor();
        const isThere = await item.isVisible();
        if (!isThere) await page.keyboard.press('Escape');
        return isThere;
      })
      .toBe(true);
    await item.click();
    await expectAccessible(page, 'personal link of a record');
    await dialog().getByRole('button', { name: 'Bağlantı oluştur' }).click();
    const address = await dialog().locator('code').innerText();
    await dialog().getByRole('button', { name: 'Kapat', exact: true }).last().click();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[role=grid]') !== null))
      .toBe(true);
    const guest = await home.visit('/theme.js');
    await guest.goto(address);
    await expect.poll(() => guest.getByLabel('Ad').inputValue()).toBe('Kahve');
    await guest.context().close();
  });

  it('is shown in no theme while it is a draft', async () => {
    const { widget: one } = await home.ask<{ widget: { id: string } }>(
      'POST',
      list(),
      { name: 'Taslak tablo', type: 'table' },
      ayse.token,
    );
    await page.goto(`${home.origin()}/widgets/${one.id}/data?looks=true`);
    await page.getByText('Ayarlarından bir tablo seçilince').waitFor();
    await page.getByText(`/widgets/${one.id}/data`, { exact: true }).first().waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
  });

  it('is shown in every theme and size on one page, each accessible and without a shift', async () => {
    const fields = await fieldsOfTable();
    const group = { field: fields[0]!.field, name: 'Ad' };
    const kinds = [
      await made('table', { fields }),
      await made('chart', { group, chart: 'pie', value: { compute: 'count', name: 'Sayı' } }),
      await made('form', { fields }),
      await made('custom', { fields, template: '# {{Ad}}\n- {{Fiyat}}\nTL' }),
    ];
    await page.goto(`${home.origin()}/widgets/${kinds[0]}/data`);
    await page.getByRole('link', { name: 'Tüm temalar' }).click();
    await page.getByRole('heading', { name: 'Okyanus' }).waitFor();
    expect(await page.locator('iframe').count()).toBe(15);
    expect(await page.getByRole('button', { name: 'Kopyala: ' }).count()).toBe(15);
    await expectAccessible(page, 'all themes');

    const guest = await home.visit('/theme.js', { viewport: { width: 320, height: 640 } });
    await guest.addInitScript(() => {
      const moved: number[] = [];
      new PerformanceObserver(found =>
        moved.push(
          ...found.getEntries().map(entry => (entry as unknown as { value: number }).value),
        ),
      ).observe({ type: 'layout-shift', buffered: true });
      Object.assign(globalThis, { moved });
    });
    for (const [t, theme] of EmbedTheme.options.entries())
      for (const [k, kind] of kinds.entries()) {
        const size = EmbedSize.options[(t + k) % EmbedSize.options.length]!;
        const what = `${theme} ${size} ${k}`;
        await guest.goto(
          `${home.origin()}/api/v1/widgets/${kind}/embed?format=iframe&theme=${theme}&size=${size}`,
        );
        await expectAccessible(guest, what);
        await expectFits(guest, what);
        const moved = await guest.evaluate(
          () => (globalThis as unknown as { moved: number[] }).moved,
        );
        expect(moved, what).toEqual([]);
      }
    await guest.context().close();
    await page.goto(`${home.origin()}${list()}`);
  });

  it('is so in English, in the dark and on a phone; and is deleted', async () => {
    const phone = await home.visitAs(ayse, list(), {
      viewport: { width: 320, height: 640 },
      colorScheme: 'dark',
    });
    await chooseLanguage(phone, 'en');
    for (const path of [list(), widget]) {
      await phone.goto(path);
      await phone.getByRole('heading').first().waitFor();
      await phone.getByText('Fiyatlar').first().waitFor();
      await expectFits(phone, path);
      await expectAccessible(phone, path);
    }
    await phone.getByRole('button', { name: 'Refresh' }).waitFor();
    await ask('Fiyatlar', 'Sil');
    await expectAccessible(page, 'question');
    await dialog().getByRole('button', { name: 'Sil', exact: true }).click();
    await page.getByText("“Fiyatlar” widget'ı silindi").waitFor();
    await phone.getByText('There is no such widget').waitFor();
  });
});
