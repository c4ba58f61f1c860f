import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { chooseLanguage, expectAccessible, expectFits, house, type Person } from './harness.ts';

interface Listed {
  id: string;
  name: string;
  fields: { id: string; name: string }[];
}

describe('published endpoints beside what changes around them', needs(chromium), () => {
  const home = house();
  let owner: Person;
  let test: string;
  const tablesOf = async (projectId: string): Promise<Listed[]> =>
    (
      await home.ask<{ tables: Listed[] }>(
        'GET',
        `/tables/project/${projectId}`,
        undefined,
        owner.token,
      )
    ).tables;
  const endpoint = async (name: string, definition: object): Promise<string> => {
    const {
      endpoint: { id },
    } = await home.ask<{ endpoint: { id: string } }>(
      'POST',
      `/custom-endpoints/project/${owner.projectId}`,
      { name, definition },
      owner.token,
    );
    await home.ask('POST', `/custom-endpoints/${id}/publish`, {}, owner.token);
    return id;
  };

  /**
   * A test environment whose schema takes away what two endpoints of live need; an older version
   * among them.
   */
  beforeAll(async () => {
    await home.register('Kök');
    owner = await home.register('Ayşe');
    const products = await home.table(
      owner,
      'Ürünler',
      { ad: 'string', stok: 'number', eski: 'text' },
      [{ ad: 'Çay', stok: 5 }],
    );
    const [live] = await tablesOf(owner.projectId);
    const field = (name: string): string => live!.fields.find(one => one.name === name)!.id;
    const reading = (path: string, ...names: string[]) => ({
      method: 'GET',
      path,
      action: {
        kind: 'rows',
        tableId: products,
        fields: names.map(name => ({ field: field(name), name })),
      },
    });
    const endpointId = await endpoint('Ürün listesi', reading('urunler', 'ad', 'eski'));
    await home.ask(
      'PUT',
      `/custom-endpoints/${endpointId}`,
      { name: 'Ürün listesi', definition: reading('urunler', 'ad') },
      owner.token,
    );
    await home.ask('POST', `/custom-endpoints/${endpointId}/publish`, {}, owner.token);
    await endpoint('Stok toplamı', {
      method: 'GET',
      path: 'stok/toplam',
      action: {
        kind: 'aggregate',
        tableId: products,
        values: [{ compute: 'sum', field: field('stok'), name: 'toplam' }],
      },
    });
    await endpoint('Ürün ekle', {
      method: 'POST',
      path: 'urunler',
      parameters: [{ name: 'ad', in: 'body' }],
      action: {
        kind: 'insert',
        tableId: products,
        values: [{ field: field('ad'), value: { parameter: 'ad' } }],
        fields: [{ field: 'id', name: 'id' }],
      },
    });
    await home.ask(
      'POST',
      `/custom/${owner.projectId}/urunler`,
      { ad: 'Uçtan gelen' },
      owner.token,
    );
    const { project } = await home.ask<{ project: { id: string } }>(
      'POST',
      `/projects/${owner.projectId}/create-test-environment`,
      undefined,
      owner.token,
    );
    test = project.id;
    const [copy] = await tablesOf(test);
    const there = (name: string): string => copy!.fields.find(one => one.name === name)!.id;
    await home.ask(
      'PUT',
      `/tables/${copy!.id}/fields/${there('stok')}`,
      { type: 'string' },
      owner.token,
    );
    await home.ask('DELETE', `/tables/${copy!.id}/fields/${there('eski')}`, undefined, owner.token);
  });

  it.each([
    ['tr', 'light', 1280],
    ['en', 'dark', 320],
  ] as const)(
    'a comparison names them, in %s, %s, %i wide',
    async (language, colorScheme, width) => {
      const page = await home.visitAs(owner, '/projects', {
        colorScheme,
        viewport: { width, height: 900 },
      });
      await chooseLanguage(page, language);
      await page.goto(`/projects/${test}?transfer=true`);
      const dialog = page.getByRole('dialog', {
        name: language === 'tr' ? 'Canlıya Taşı' : 'Transfer to live',
      });
      await dialog
        .getByText(
          language === 'tr'
            ? 'Canlıda yayımlanmış 2 endpoint ya da widget değişenleri kullanıyor:'
            : '2 published endpoints and widgets of live need what changes here:',
        )
        .waitFor();
      await dialog.getByText('GET /v1/urunler').waitFor();
      await dialog.getByText('GET /stok/toplam').waitFor();
      if (process.env['PICTURES'])
        await page.screenshot({
          path: `${process.env['PICTURES']}/broken-${language}-${width}.png`,
        });
      await expectFits(page, 'comparison with endpoints');
      await expectAccessible(page, 'comparison with endpoints');
      await page.goto(`/projects/${owner.projectId}/history`);
      const through = page
        .locator('li[data-type=row-added]')
        .first()
        .getByRole('link', { name: '“Ürün ekle”' });
      await through.waitFor();
      if (process.env['PICTURES'])
        await page.screenshot({
          path: `${process.env['PICTURES']}/history-${language}-${width}.png`,
        });
      await expectFits(page, 'history with an endpoint');
      await expectAccessible(page, 'history with an endpoint');
      await through.click();
      await page.getByRole('heading', { name: 'Ürün ekle' }).waitFor();
      await page.context().close();
    },
  );

  it('a transfer waits until it is meant, by the keyboard, too, and is asked about anew when more break; undoing says the same', async () => {
    const page = await home.visitAs(owner, `/projects/${test}?transfer=true`);
    const dialog = page.getByRole('dialog', { name: 'Canlıya Taşı' });
    const confirm = dialog.getByRole('button', { name: '1 tabloyu canlıya taşı' });
    const meant = dialog.getByRole('checkbox', {
      name: "Yine de taşı; yukarıda adı geçen endpoint'ler ve widget'lar bozulacak",
    });
    await meant.waitFor();
    expect(await confirm.isDisabled()).toBe(true);
    await meant.focus();
    await page.keyboard.press('Space');
    await expect.poll(() => confirm.isEnabled()).toBe(true);
    // One that is published now was not agreed to.
    const [{ id, fields }] = (await tablesOf(owner.projectId)) as [Listed];
    await endpoint('En son', {
      method: 'GET',
      path: 'son',
      action: {
        kind: 'rows',
        tableId: id,
        fields: [{ field: fields.find(({ name }) => name === 'eski')!.id, name: 'eski' }],
      },
    });
    await home.ask(
      'PUT',
      `/tables/${id}/fields/${fields[0]!.id}`,
      { description: 'adı' },
      owner.token,
    );
    await dialog.getByText('GET /son').waitFor();
    await expect.poll(() => confirm.isDisabled()).toBe(true);
    await meant.check();
    await confirm.click();
    await dialog.getByText('1 tablo canlıya taşındı.').waitFor();

    const [now] = await tablesOf(owner.projectId);
    await endpoint('Metin', {
      method: 'GET',
      path: 'metin',
      action: {
        kind: 'rows',
        tableId: id,
        fields: [{ field: 'id', name: 'id' }],
        filters: [
          {
            field: now!.fields.find(({ name }) => name === 'stok')!.id,
            op: 'eq',
            value: { constant: 'yok' },
          },
        ],
      },
    });
    await page.goto(`/projects/${owner.projectId}/transfers`);
    await page.getByRole('button', { name: 'Bu taşımayı geri al' }).click();
    const question = page.getByRole('dialog', { name: 'Taşıma geri alınsın mı?' });
    await question.getByText('GET /metin').waitFor();
    if (process.env['PICTURES'])
      await page.screenshot({ path: `${process.env['PICTURES']}/undo.png` });
    await expectAccessible(page, 'undoing with endpoints');
    await question.getByRole('button', { name: 'Yine de geri al' }).click();
    await page.getByText(/^Geri alındı: Ayşe/).waitFor();
  });
});
