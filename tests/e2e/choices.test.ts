import type { Page } from 'playwright';
import { beforeEach, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { cell, column, saved } from './grid.ts';
import { expectAccessible, house, type Person } from './harness.ts';

const states = [
  { name: 'Bekliyor', color: 'yellow' },
  { name: 'İşleniyor', color: 'blue' },
  { name: 'Bitti', color: 'green' },
  { name: 'İptal', color: 'gray', retired: true },
] as const;
const labels = [
  { name: 'Acil', color: 'red' },
  { name: 'Boya, vernik', color: 'gray' },
  { name: 'Ev', color: 'pink' },
] as const;

describe('choices in the grid', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let table: string;
  let ids: Record<string, string>;

  const add = async (name: string, type: string, options?: readonly object[]): Promise<void> => {
    const { field } = await home.ask<{ field: { id: string } }>(
      'POST',
      `/tables/${ayse.projectId}/${table}/fields`,
      { name, type, ...(options && { validation: { options } }) },
      ayse.token,
    );
    ids[name] = field.id;
  };
  beforeEach(async () => {
    ayse = await home.register('Ayşe');
    table = await home.table(ayse, 'İşler', { ad: 'string' });
    ids = {};
    await add('Durum', 'select', states);
    await add('Etiketler', 'multi_select', labels);
    const rows = [
      { ad: 'Rapor', Durum: 'Bekliyor', Etiketler: ['Acil', 'Ev'] },
      { ad: 'Sunum', Durum: 'Bitti' },
      { ad: 'Bütçe' },
    ];
    await home.ask('POST', `/data/table/${table}/rows/bulk`, { rows }, ayse.token);
  });
  const open = async (options = {}, person = ayse): Promise<Page> => {
    const address = `/projects/${ayse.projectId}/data?table=${table}&sort=ad`;
    const page = await home.visitAs(person, address, {
      viewport: { width: 1280, height: 760 },
      ...options,
    });
    await cell(page, 'Rapor', 'ad').waitFor();
    return page;
  };
  const onServer = async (): Promise<Record<string, unknown>[]> =>
    (
      await home.ask<{ rows: Record<string, unknown>[] }>(
        'GET',
        `/data/table/${table}?sort=ad&fieldKey=name`,
        undefined,
        ayse.token,
      )
    ).rows;
  const valuesOf = async (field: string): Promise<unknown[]> =>
    (await onServer()).map(row => row[field] ?? null);
  const text = (page: Page, row: string, field: string): Promise<string> =>
    cell(page, row, field).locator('[data-value]').innerText();
  const entries = (page: Page) => page.locator('[data-editor] [role=option]');
  const paste = (page: Page, plain: string): Promise<void> =>
    page.evaluate(content => {
      const data = new DataTransfer();
      data.setData('text/plain', content);
      document.activeElement!.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    }, plain);
  const editField = async (page: Page, field: string): Promise<void> => {
    await page.getByRole('button', { name: `${field} sütun menüsü` }).click();
    await page.getByRole('menuitem', { name: 'Ad ve tür…' }).click();
    await page.locator('[data-option]').first().waitFor();
  };
  const optionNames = (page: Page): Promise<string[]> =>
    page
      .locator('[data-option] input')
      .evaluateAll(inputs => inputs.map(input => (input as HTMLInputElement).value));

  it('are picked by keyboard: filtered by typing, taken with Enter, left with Esc, emptied with Backspace', async () => {
    const page = await open();
    await cell(page, 'Rapor', 'Durum').click();
    await page.keyboard.press('Enter');
    expect(await entries(page).allInnerTexts(), 'a retired one is not offered').toEqual([
      'Bekliyor',
      'İşleniyor',
      'Bitti',
    ]);
    await expectAccessible(page, 'the list of options');
    await page.keyboard.type('isl');
    expect(await entries(page).allInnerTexts()).toEqual(['İşleniyor', '“isl” seçeneğini ekle']);
    await page.keyboard.press('Escape');
    expect(await text(page, 'Rapor', 'Durum')).toBe('Bekliyor');
    // Typing on the cell opens it; Enter takes the first that fits, and goes on to the next row.
    await page.keyboard.type('bit');
    await page.keyboard.press('Enter');
    expect(await text(page, 'Rapor', 'Durum')).toBe('Bitti');
    await expect
      .poll(() => cell(page, 'Sunum', 'Durum').evaluate(it => it === document.activeElement))
      .toBe(true);
    await page.keyboard.press('F2');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    expect(await text(page, 'Sunum', 'Durum')).toBe('İşleniyor');
    await cell(page, 'Rapor', 'Durum').click();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    expect(await text(page, 'Rapor', 'Durum')).toBe('');
    await saved(page);
    expect(await valuesOf('Durum')).toEqual([null, null, 'isleniyor']);
    await page.keyboard.press('Control+z');
    await expect.poll(() => text(page, 'Rapor', 'Durum')).toBe('Bitti');
    await page.context().close();
  });

  it('are picked by mouse, several of them one after the other', async () => {
    const page = await open();
    await cell(page, 'Bütçe', 'Durum').dblclick();
    await entries(page).getByText('Bekliyor').click();
    expect(await text(page, 'Bütçe', 'Durum')).toBe('Bekliyor');
    expect(
      await cell(page, 'Bütçe', 'Durum').evaluate(it => it === document.activeElement),
      'the focus is back on the cell',
    ).toBe(true);
    await cell(page, 'Rapor', 'Etiketler').dblclick();
    await entries(page).getByText('Boya, vernik').click();
    await entries(page).getByText('Ev').click();
    await expectAccessible(page, 'several options');
    await cell(page, 'Sunum', 'ad').click();
    expect(await cell(page, 'Rapor', 'Etiketler').locator('[data-color]').allInnerTexts()).toEqual([
      'Acil',
      'Boya, vernik',
    ]);
    // A letter joins what is there; Enter toggles, and Enter again goes on.
    await cell(page, 'Rapor', 'Etiketler').click();
    await page.keyboard.type('ev');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await saved(page);
    expect(await valuesOf('Etiketler')).toEqual([null, ['acil', 'boya-vernik', 'ev'], null]);
    await page.context().close();
  });

  it('are added while they are picked, by those who may change the table alone', async () => {
    const page = await open();
    await cell(page, 'Rapor', 'Etiketler').click();
    await page.keyboard.type('Bahçe');
    await entries(page).getByText('“Bahçe” seçeneğini ekle').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('[data-editor] [data-color]').getByText('Bahçe').first().waitFor();
    await page.keyboard.press('Enter');
    await saved(page);
    expect(await valuesOf('Etiketler')).toEqual([null, ['acil', 'ev', 'bahce'], null]);
    const can = await home.register('Can');
    await home.letIn(ayse, can, 'editor');
    const his = await open({}, can);
    await cell(his, 'Rapor', 'Durum').click();
    await his.keyboard.type('Yeni');
    await his.locator('[data-editor] [role=status]').waitFor();
    expect(await entries(his).count()).toBe(0);
    await his.context().close();
    await page.context().close();
  });

  it('are renamed, coloured, moved, merged and retired in one dialog, and the grids of others follow', async () => {
    const page = await open();
    const can = await home.register('Can');
    await home.letIn(ayse, can, 'editor');
    const his = await open({}, can);
    await editField(page, 'Durum');
    await expectAccessible(page, 'the options of a field');
    await page.getByLabel('Bekliyor seçeneğinin adı').fill('Sırada');
    await page.getByRole('button', { name: 'Sırada seçeneğinin rengi: Sarı' }).click();
    await page.getByRole('menuitem', { name: 'Turuncu' }).click();
    await page.getByLabel('Bitti seçeneğinin adı').press('Alt+ArrowUp');
    expect(await optionNames(page)).toEqual(['Sırada', 'Bitti', 'İşleniyor', 'İptal']);
    await page.getByRole('textbox', { name: 'Yeni seçenek' }).focus();
    await paste(page, 'Denetimde\nbitti\nOnaylandı');
    expect((await optionNames(page)).slice(4)).toEqual(['Denetimde', 'Onaylandı']);
    await page.getByRole('button', { name: 'İşleniyor seçeneğinin menüsü' }).click();
    await page.getByRole('menuitem', { name: 'Kullanımdan kaldır' }).click();
    await page.getByRole('button', { name: 'Kaydet' }).click();
    await expect.poll(() => text(his, 'Rapor', 'Durum')).toBe('Sırada');
    expect(
      await cell(his, 'Rapor', 'Durum').locator('[data-color]').getAttribute('data-color'),
    ).toBe('orange');
    expect(await valuesOf('Durum'), 'ids outlive names').toEqual([null, 'bekliyor', 'bitti']);
    await editField(page, 'Durum');
    expect(await optionNames(page)).toHaveLength(6);
    await page.getByRole('button', { name: 'Sırada seçeneğinin menüsü' }).click();
    await page.getByRole('menuitem', { name: /birleştir/ }).click();
    await page.getByRole('combobox', { name: 'Şununla birleştir' }).click();
    await page.getByRole('option', { name: 'Bitti' }).click();
    await expectAccessible(page, 'merging an option');
    await page.getByRole('button', { name: 'Birleştir' }).click();
    await page.getByRole('button', { name: 'Kaydet' }).click();
    await expect.poll(() => text(his, 'Rapor', 'Durum')).toBe('Bitti');
    await his.context().close();
    await page.context().close();
  });

  it('keep options that somebody else added while the dialog was open', async () => {
    const page = await open();
    await editField(page, 'Durum');
    const options = (
      await home.ask<{ fields: { id: string; validation: { options: object[] } }[] }>(
        'GET',
        `/tables/${ayse.projectId}/${table}/fields`,
        undefined,
        ayse.token,
      )
    ).fields.find(({ id }) => id === ids['Durum'])!.validation.options;
    await home.ask(
      'PUT',
      `/tables/${table}/fields/${ids['Durum']}`,
      { validation: { options: [...options, { name: 'Başkasının' }] } },
      ayse.token,
    );
    await page.getByLabel('Bekliyor seçeneğinin adı').fill('Sırada');
    await page.getByRole('button', { name: 'Kaydet' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await editField(page, 'Durum');
    expect(await optionNames(page)).toEqual([
      'Sırada',
      'İşleniyor',
      'Bitti',
      'İptal',
      'Başkasının',
    ]);
    await page.context().close();
  });

  it('are pasted by name; unknown names are asked about once, and added if one wants', async () => {
    const page = await open();
    await cell(page, 'Bütçe', 'Durum').click();
    await paste(page, 'İŞLENİYOR\tacil, Yeni\nDenetimde\t"Boya, vernik"\nDenetimde\tEv,yeni');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Yapıştırılanda bilinmeyen seçenekler var').waitFor();
    expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual(['“Denetimde”', '“Yeni”']);
    await expectAccessible(page, 'unknown options');
    await dialog.getByRole('button', { name: 'Seçenekleri ekleyip yapıştır' }).click();
    await expect.poll(() => text(page, 'Sunum', 'Durum')).toBe('Denetimde');
    await saved(page);
    expect(await valuesOf('Durum')).toEqual(['isleniyor', 'denetimde', 'denetimde']);
    expect(await valuesOf('Etiketler')).toEqual([
      ['acil', 'yeni'],
      ['boya-vernik'],
      ['ev', 'yeni'],
    ]);
    await cell(page, 'Bütçe', 'Durum').click();
    await paste(page, 'Bambaşka');
    await dialog.getByRole('button', { name: 'Eklemeden yapıştır' }).click();
    await page.getByText('Kararınızı bekleyenler').waitFor();
    expect(await valuesOf('Durum')).toEqual(['isleniyor', 'denetimde', 'denetimde']);
    await page.context().close();
  });

  it('are filtered by a part of a name or by ticking', async () => {
    const page = await open();
    const filter = page.locator('[data-filter="2"]');
    await filter.fill('bit');
    await expect.poll(() => page.locator('[data-row]').count()).toBe(1);
    expect(await text(page, 'Sunum', 'Durum')).toBe('Bitti');
    await filter.fill('yok böyle');
    await page.getByText('Bu alanın böyle bir seçeneği yok').waitFor();
    await filter.fill('');
    await expect.poll(() => page.locator('[data-row]').count()).toBe(3);
    await page.getByRole('button', { name: 'Durum için filtre seçenekleri' }).click();
    await page.getByRole('checkbox', { name: /Bekliyor/ }).check();
    await page.getByRole('checkbox', { name: /Bitti/ }).check();
    await expectAccessible(page, 'options of a filter');
    await page.getByRole('button', { name: 'Uygula' }).click();
    await expect.poll(() => page.locator('[data-row]').count()).toBe(2);
    expect(await filter.inputValue()).toBe('Bekliyor, Bitti');
    await page.context().close();
  });

  it('are sorted in their own order, and a text becomes a choice with its distinct texts', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Durum sütun menüsü' }).click();
    await page.getByRole('menuitem', { name: 'Seçenek sırasıyla', exact: true }).click();
    await expect.poll(() => column(page, 'Durum')).toEqual(['', 'Bekliyor', 'Bitti']);
    await page.getByRole('button', { name: 'ad sütun menüsü' }).click();
    await page.getByRole('menuitem', { name: 'Ad ve tür…' }).click();
    await page.getByRole('combobox', { name: 'Alan türü' }).click();
    await page.getByRole('option', { name: /Tek seçim/ }).click();
    await page.getByText('Farklı metinler 3 seçenek olur:').waitFor();
    await expectAccessible(page, 'texts that become options');
    await page.getByRole('button', { name: 'Kaydet' }).click();
    await cell(page, 'Rapor', 'ad').locator('[data-color]').waitFor();
    expect(await valuesOf('ad')).toEqual(['butce', 'rapor', 'sunum']);
    await page.context().close();
  });

  it('that rows have are deleted when that is confirmed, and stay in the rows, marked', async () => {
    const page = await open();
    await editField(page, 'Durum');
    await page.getByRole('button', { name: 'Bekliyor seçeneğinin menüsü' }).click();
    await page.getByRole('menuitem', { name: 'Seçeneği sil…' }).click();
    const question = page.getByRole('group', { name: 'Bekliyor seçeneğini sil' });
    await question.getByRole('button', { name: 'Seçeneği sil' }).click();
    await page.getByRole('button', { name: 'Kaydet' }).click();
    await page.getByText('Silinecek seçenekler kullanılıyor').waitFor();
    await expectAccessible(page, 'deleting an option that rows have');
    await page.getByRole('button', { name: 'Yine de sil' }).click();
    await expect
      .poll(() => cell(page, 'Rapor', 'Durum').getAttribute('data-misfit'))
      .not.toBeNull();
    expect(await valuesOf('Durum')).toEqual([null, 'bekliyor', 'bitti']);
    await page.context().close();
  });

  it('are picked on a phone by tapping, in the grid and in the row', async () => {
    const page = await open({
      viewport: { width: 390, height: 760 },
      hasTouch: true,
      isMobile: true,
    });
    await cell(page, 'Sunum', 'Durum').tap();
    await cell(page, 'Sunum', 'Durum').tap();
    await entries(page).getByText('Bekliyor').tap();
    await expect.poll(() => text(page, 'Sunum', 'Durum')).toBe('Bekliyor');
    await page.locator('[data-row]').first().locator('[data-act=open]').tap();
    const row = page.getByRole('dialog');
    await row.getByRole('combobox', { name: 'Durum' }).tap();
    await row.getByRole('option', { name: 'Bitti' }).tap();
    await expectAccessible(page, 'options on a phone');
    await row.getByRole('button', { name: 'Kapat' }).tap();
    await saved(page);
    expect(await valuesOf('Durum')).toEqual(['bitti', 'bekliyor', 'bekliyor']);
    await page.context().close();
  });
});

describe('addresses and stars in the grid', needs(chromium), () => {
  const home = house();
  it('open as links without being in the way of selecting, and give stars by key and by mouse', async () => {
    const ayse = await home.register('Ayşe');
    const fields = { ad: 'string', posta: 'email', site: 'url', tel: 'phone', puan: 'stars' };
    const row = { ad: 'bir', posta: 'a@example.com', site: 'https://example.com/', puan: 2 };
    const table = await home.table(ayse, 'Kişiler', fields, [{ ...row, tel: '+905321234567' }]);
    const page = await home.visitAs(ayse, `/projects/${ayse.projectId}/data?table=${table}`, {
      viewport: { width: 1280, height: 760 },
    });
    await page.context().route('https://example.com/**', route => route.fulfill({ body: 'site' }));
    const site = cell(page, 'bir', 'site');
    await site.click();
    expect(page.context().pages()).toHaveLength(1);
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      site.click({ modifiers: ['Control'] }),
    ]);
    expect(opened.url()).toBe('https://example.com/');
    expect(await opened.evaluate(() => window.opener)).toBeNull();
    await opened.close();
    const links = page.locator('[data-row] a[data-link]');
    expect(
      await links.evaluateAll(all =>
        all.map(link => [link.getAttribute('href'), link.getAttribute('rel')].join(' ')),
      ),
    ).toEqual([
      'mailto:a%40example.com noopener noreferrer',
      'https://example.com/ noopener noreferrer',
      'tel:+905321234567 noopener noreferrer',
    ]);
    await cell(page, 'bir', 'tel').click();
    await page.keyboard.type('0532 123');
    await page.keyboard.press('Enter');
    await page.getByText('Ülke koduyla bir telefon numarası girin').waitFor();
    await page.keyboard.press('Escape');
    const stars = cell(page, 'bir', 'puan');
    await stars.click();
    await page.keyboard.type('5');
    await page.keyboard.press('Enter');
    await expect.poll(() => stars.getByRole('img').getAttribute('aria-label')).toBe('5/5');
    await stars.click({ position: { x: 140, y: 18 } });
    await stars.locator('[data-star="3"]').click();
    await expect.poll(() => stars.getByRole('img').getAttribute('aria-label')).toBe('3/5');
    await expectAccessible(page, 'addresses and stars');
    await page.context().close();
  });
});
