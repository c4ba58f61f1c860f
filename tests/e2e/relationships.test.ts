import type { Page } from 'playwright';
import { beforeEach, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { cell, saved } from './grid.ts';
import { expectAccessible, house, type Person } from './harness.ts';

describe('relationships', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let customers: string;
  let orders: string;
  let fieldIds: Record<string, string>;
  let rowIds: Record<string, string>;

  const ask = <Data>(method: string, path: string, body?: unknown): Promise<Data> =>
    home.ask<Data>(method, path, body, ayse.token);
  const rowsOf = async (table: string) =>
    (await ask<{ rows: Record<string, unknown>[] }>('GET', `/data/table/${table}?order=asc`)).rows;

  beforeEach(async () => {
    ayse = await home.register('Ayşe');
    customers = await home.table(ayse, 'Müşteriler', { kod: 'integer', ad: 'string' }, [
      { kod: 1, ad: 'Işık Gıda' },
      { kod: 2, ad: 'Çınar Kitap' },
      { kod: 3, ad: 'Deniz Yapı' },
    ]);
    orders = await home.table(ayse, 'Siparişler', { no: 'string', Müşteri: 'reference' }, [
      { no: 'S-1' },
      { no: 'S-2' },
      { no: 'S-3', Müşteri: 'Deniz' },
    ]);
    rowIds = Object.fromEntries(
      (await rowsOf(customers)).map(({ ad, id }) => [String(ad), String(id)]),
    );
    const { tables } = await ask<{
      tables: { fields: { id: string; name: string }[] }[];
    }>('GET', `/tables/project/${ayse.projectId}`);
    fieldIds = Object.fromEntries(
      tables.flatMap(({ fields }) => fields.map(({ id, name }) => [name, id])),
    );
  });

  const relate = (fieldName = 'Müşteri', more = {}) =>
    ask('POST', `/tables/${orders}/fields/${fieldIds[fieldName]}/relationships`, {
      targetTableId: customers,
      targetFieldId: fieldIds['ad'],
      ...more,
    });
  const fieldItem = (page: Page, name: string) => page.locator(`[data-field="${fieldIds[name]}"]`);
  const openFields = async (options = {}): Promise<Page> => {
    const page = await home.visitAs(ayse, `/projects/${ayse.projectId}?table=${orders}`, options);
    await fieldItem(page, 'Müşteri').waitFor();
    return page;
  };
  const choose = async (page: Page, label: string, option: string): Promise<void> => {
    await page.getByRole('dialog').last().getByLabel(label).first().click();
    await page.getByRole('option', { name: option }).click();
  };

  it('are added and deleted in the fields panel, told to a second person at once', async () => {
    const page = await openFields();
    const other = await openFields({ viewport: { width: 390, height: 800 } });
    await page.getByRole('button', { name: 'İlişki ekle' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'İlişki ekle' }).click();
    await page.getByText('Bir kaynak alan seçin').waitFor();
    await page.getByLabel('Kaynak alan').first().click();
    await page.getByRole('option', { name: 'Müşteri' }).waitFor();
    expect(
      await page.getByRole('option', { name: /^no/ }).getAttribute('data-combobox-disabled'),
      'a text field is no source',
    ).toBe('true');
    await page.getByRole('option', { name: 'Müşteri' }).click();
    await page.getByLabel('Hedef tablo').first().click();
    expect(await page.getByRole('option').allInnerTexts(), 'without the current table').toEqual([
      'Müşteriler',
    ]);
    await page.getByRole('option', { name: 'Müşteriler' }).click();
    expect(await page.getByLabel('Hedef alan').first().inputValue(), 'its first text').toBe('ad');
    expect(await page.getByLabel('İlişki türü').first().inputValue()).toBe('Bire çok');
    expect(await page.getByLabel('Basamaklı silme').isChecked()).toBe(false);
    await page
      .getByText('S-3: “Deniz”: hedef tabloda böyle bir kayıt yok')
      .or(page.getByText('S-3: “Deniz”: bir kaydın kimliği değil'))
      .waitFor();
    await expectAccessible(page, 'the dialog of a new relationship');
    await page.getByRole('dialog').getByRole('button', { name: 'İlişki ekle' }).click();

    for (const one of [page, other])
      await fieldItem(one, 'Müşteri')
        .getByRole('img', { name: 'İlişki: Bire çok → Müşteriler' })
        .waitFor();
    await expectAccessible(other, 'the fields of a table on a phone');
    await other.getByRole('button', { name: 'Müşteri ayrıntıları' }).click();
    await other.getByText('Bire çok → Müşteriler', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Müşteri alanını düzenle' }).click();
    await page.getByRole('tab', { name: 'İlişkiler' }).click();
    await expectAccessible(page, 'the relationships of a field');
    await page.getByRole('button', { name: 'Müşteriler ilişkisini sil' }).click();
    await page.getByText('Bu ilişkiyi silmek istediğinizden emin misiniz?').waitFor();
    await page.getByRole('button', { name: 'İlişkiyi sil', exact: true }).click();
    await page.getByText('Bu alanın ilişkisi yok.').waitFor();
    await fieldItem(other, 'Müşteri')
      .getByRole('img', { name: /^İlişki:/ })
      .waitFor({ state: 'detached' });
    // From the field's own tab its source is chosen already.
    await page
      .getByRole('tabpanel', { name: 'İlişkiler' })
      .getByRole('button', { name: 'İlişki ekle' })
      .click();
    await choose(page, 'Hedef tablo', 'Müşteriler');
    await choose(page, 'İlişki türü', 'Bire bir');
    await page.getByRole('dialog').last().getByRole('button', { name: 'İlişki ekle' }).click();
    await page.getByText('Bire bir → Müşteriler').first().waitFor();
  });

  it('are picked, pasted and shown by the text of their targets, live', async () => {
    await relate();
    const address = `/projects/${ayse.projectId}/data?table=${orders}&sort=no`;
    const page = await home.visitAs(ayse, address, { viewport: { width: 1280, height: 760 } });
    const other = await home.visitAs(ayse, address, { viewport: { width: 390, height: 800 } });
    await cell(page, 'S-1', 'Müşteri').click();
    await page.keyboard.press('Enter');
    const entries = page.locator('[data-editor] [role=option]');
    await entries.first().waitFor();
    expect(await entries.allInnerTexts()).toEqual(['Çınar Kitap', 'Deniz Yapı', 'Işık Gıda']);
    await expectAccessible(page, 'the picker of rows');
    await page.keyboard.type('isik');
    await expect.poll(() => entries.allInnerTexts()).toEqual(['Işık Gıda']);
    await page.keyboard.press('Enter');
    const text = (at: Page, row: string): Promise<string> =>
      cell(at, row, 'Müşteri').locator('[data-value]').innerText();
    for (const one of [page, other]) await expect.poll(() => text(one, 'S-1')).toBe('Işık Gıda');

    // A row is named by its text or its id; a text that names none is kept beside its cell.
    await cell(page, 'S-2', 'Müşteri').click();
    await page.evaluate(content => {
      const data = new DataTransfer();
      data.setData('text/plain', content);
      document.activeElement!.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    }, `Deniz Yapı\n${rowIds['Çınar Kitap']}`);
    for (const one of [page, other]) {
      await expect.poll(() => text(one, 'S-2')).toBe('Deniz Yapı');
      await expect.poll(() => text(one, 'S-3')).toBe('Çınar Kitap');
    }
    await saved(page);
    expect((await rowsOf(orders)).map(row => row['Müşteri'])).toEqual([
      rowIds['Işık Gıda'],
      rowIds['Deniz Yapı'],
      rowIds['Çınar Kitap'],
    ]);

    // A target that is renamed or deleted elsewhere is told where it is shown.
    await ask('PUT', `/data/table/${customers}/rows/${rowIds['Deniz Yapı']}`, { ad: 'Deniz AŞ' });
    for (const one of [page, other]) await expect.poll(() => text(one, 'S-2')).toBe('Deniz AŞ');
    await cell(page, 'S-2', 'Müşteri').click();
    await page.keyboard.press('F2');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Tab');
    await expect.poll(() => text(page, 'S-2')).toBe('');
    await saved(page);
    await ask('DELETE', `/data/table/${customers}/rows/${rowIds['Deniz Yapı']}`);

    // The other side: its panel and the question before its deletion tell who points to it.
    await other.goto(`/projects/${ayse.projectId}/data?table=${customers}`);
    await cell(other, '1', 'ad').waitFor();
    await other.goto(
      `/projects/${ayse.projectId}/data?table=${customers}&row=${rowIds['Işık Gıda']}`,
    );
    const panel = other.getByRole('group', { name: 'Bu kayda bağlı kayıtlar' });
    await panel.getByRole('link', { name: 'Siparişler · Müşteri: 1 kayıt' }).waitFor();
    await expectAccessible(other, 'the panel of a row that others point to');
    await ask('POST', `/data/table/${orders}/rows`, { no: 'S-4', Müşteri: rowIds['Işık Gıda'] });
    await panel.getByRole('link', { name: 'Siparişler · Müşteri: 2 kayıt' }).waitFor();
    await other.getByRole('button', { name: 'Kaydı sil' }).click();
    const question = other.getByRole('dialog', { name: 'Kaydı sil?' });
    await question.getByText('Buna bağlı 2 kayıt olduğu için silinemez').waitFor();
    expect(await question.getByRole('button', { name: 'Sil', exact: true }).isDisabled()).toBe(
      true,
    );
    await expectAccessible(other, 'the question before a deletion');
    await question.getByRole('link', { name: 'Siparişler · Müşteri: 2 kayıt' }).click();
    await cell(other, 'S-4', 'Müşteri').waitFor();
    await cell(other, 'S-2', 'Müşteri').waitFor({ state: 'detached' });
    expect(await other.locator('[data-filter="2"]').innerText()).toBe('Işık Gıda');
  });

  it('of many to many are chips that filter; a deletion takes along what cascades', async () => {
    await relate('Müşteri', { relationshipType: 'many-to-many', cascadeDelete: true });
    const address = `/projects/${ayse.projectId}/data?table=${orders}&sort=no`;
    const page = await home.visitAs(ayse, address, { viewport: { width: 1280, height: 760 } });
    const chips = (row: string) => cell(page, row, 'Müşteri').locator('[data-value] span span');
    await cell(page, 'S-1', 'Müşteri').click();
    await page.keyboard.press('Enter');
    const entries = page.locator('[data-editor] [role=option]');
    for (const [typed, found] of [
      ['isik', 'Işık Gıda'],
      ['deniz', 'Deniz Yapı'],
    ] as const) {
      await expect.poll(() => entries.count()).toBe(3);
      await page.keyboard.type(typed);
      await expect.poll(() => entries.allInnerTexts()).toEqual([found]);
      await page.keyboard.press('Enter');
    }
    await expect.poll(() => entries.count()).toBe(3);
    await expectAccessible(page, 'the picker of several rows');
    await page.keyboard.press('Enter');
    await expect.poll(() => chips('S-1').allInnerTexts()).toEqual(['Işık Gıda', 'Deniz Yapı']);
    await saved(page);
    expect((await rowsOf(orders))[0]!['Müşteri']).toEqual([
      rowIds['Işık Gıda'],
      rowIds['Deniz Yapı'],
    ]);
    await page.locator('[data-filter="2"]').click();
    await page.getByRole('radio', { name: /Deniz Yapı/ }).check();
    await page.getByRole('button', { name: 'Uygula' }).click();
    await expect.poll(() => page.locator('[data-row]').count()).toBe(1);
    await chips('S-1').first().waitFor();

    await page.goto(
      `/projects/${ayse.projectId}/data?table=${customers}&row=${rowIds['Deniz Yapı']}`,
    );
    // The panel loads after the grid, and reads its row then.
    const question = page.getByRole('dialog', { name: 'Kaydı sil?' });
    await expect
      .poll(async () => {
        const isAsked = await question.isVisible();
        // The question covers the button, however late it comes.
        const click = { timeout: 2_000 };
        if (!isAsked) await page.getByRole('button', { name: 'Kaydı sil' }).click(click);
        return isAsked;
      })
      .toBe(true);
    await question.getByText('Bağlı 1 kayıt da silinir').waitFor();
    await question.getByRole('button', { name: 'Sil', exact: true }).click();
    await saved(page);
    await expect
      .poll(async () => (await rowsOf(orders)).map(({ no }) => no))
      .toEqual(['S-2', 'S-3']);
  });
});
