import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { cell, column, saved, type } from './grid.ts';
import {
  chooseLanguage,
  expectAccessible,
  expectFits,
  expectWhole,
  house,
  switchLanguage,
  type Person,
} from './harness.ts';

describe('a field of another type', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let page: Page;
  let table: string;
  beforeAll(async () => {
    ayse = await home.register('Ayşe');
    table = await home.table(ayse, 'Ürünler', { ad: 'string', stok: 'string' }, [
      { ad: 'Çay', stok: '1.250,5' },
      { ad: 'Şeker', stok: 'az kaldı' },
      { ad: 'Un', stok: 'yok' },
      { ad: 'Tuz' },
      { ad: 'Su', stok: 'bol' },
      { ad: 'Yağ', stok: 'az' },
    ]);
  });

  it('says before how many rows would not fit other rules, in both languages, and changes nothing', async () => {
    const rules = await home.table(ayse, 'Kodlar', { ad: 'string', kod: 'string' }, [
      { ad: 'Çay', kod: 'ÇAY-1' },
      { ad: 'Şeker', kod: 'ŞEKER-ESMER' },
      { ad: 'Tuz' },
    ]);
    const asked = await home.visitAs(ayse, `/projects/${ayse.projectId}?table=${rules}`);
    await asked.getByRole('button', { name: 'kod alanını düzenle' }).click();
    const dialog = asked.getByRole('dialog', { name: 'Alanı düzenle' });
    await dialog.getByRole('tab', { name: 'Doğrulama' }).click();
    await dialog.getByLabel('En çok uzunluk').fill('5');
    await dialog.getByText('1 kayıttaki değer bu kurallara uymuyor:').waitFor();
    await dialog.getByText('Şeker: “ŞEKER-ESMER”').waitFor();
    await dialog.getByText('yeniden yazılırken kurallara uymaları gerekir').waitFor();
    await dialog.getByRole('tab', { name: 'Temel bilgiler' }).click();
    await dialog.getByRole('checkbox', { name: 'Gerekli alan' }).check();
    await dialog.getByText('2 kayıttaki değer bu kurallara uymuyor:').waitFor();
    await dialog.getByText('Tuz: değer boş').waitFor();
    await expectAccessible(asked, 'rule change');
    await switchLanguage(asked, 'en');
    await asked.getByText('The values of 2 rows do not fit these rules:').waitFor();
    await expectAccessible(asked, 'rule change, English');
    await switchLanguage(asked, 'tr');
    await dialog.getByRole('checkbox', { name: 'Gerekli alan' }).uncheck();
    await dialog.getByRole('tab', { name: 'Doğrulama' }).click();
    await dialog.getByLabel('En çok uzunluk').fill('20');
    await dialog.getByText('Tablodaki 3 kayıt bu kurallara uyuyor.').waitFor();
    await asked.context().close();
  });

  it('says how many rows would not fit, with the first of them, and keeps what does not, readable and marked', async () => {
    page = await home.visitAs(ayse, `/projects/${ayse.projectId}?table=${table}`);
    await page.getByRole('button', { name: 'stok alanını düzenle' }).click();
    const dialog = page.getByRole('dialog', { name: 'Alanı düzenle' });
    await dialog.getByRole('combobox', { name: 'Alan türü' }).click();
    await page.getByRole('option', { name: 'Sayı (number)', exact: true }).click();
    await dialog.getByText('1 kayıttaki değer yeni türe dönüştürülür:').waitFor();
    await dialog.getByText('Çay: “1.250,5” → “1.250,5”').waitFor();
    await dialog.getByText('Sayılar Türkçe yazıma göre okunur').waitFor();
    await dialog.getByText('4 kayıttaki değer yeni türe uymuyor:').waitFor();
    await dialog.getByText('Şeker: “az kaldı”').waitFor();
    await dialog.getByText('ve 1 kayıt daha').waitFor();
    await expectAccessible(page, 'type change');
    await dialog.getByRole('button', { name: 'Kaydet' }).click();
    await expect.poll(() => dialog.count()).toBe(0);
    // A dialog that closes goes back in the browser's history.
    await expect
      .poll(() =>
        page.evaluate(
          () => (history.state as { steps?: readonly string[] } | null)?.steps?.length ?? 0,
        ),
      )
      .toBe(0);
    await page.goto(`/projects/${ayse.projectId}/data?table=${table}&sort=created_at`);
    const misfit = cell(page, 'Şeker', 'stok');
    await misfit.waitFor();
    expect(await misfit.locator('[data-value]').textContent()).toBe('az kaldı');
    expect(await page.locator('[data-misfit]').count()).toBe(4);
    expect(await cell(page, 'Çay', 'stok').locator('[data-value]').textContent()).toBe('1.250,5');
    await misfit.getByText('Bu değer alanın türüne uymuyor').waitFor({ state: 'attached' });
    await expectAccessible(page, 'values that do not fit');
    await type(page, misfit, '7');
    await saved(page);
    await expect.poll(() => page.locator('[data-misfit]').count()).toBe(3);
  });

  it.each([
    ['tr', 'dark'],
    ['en', 'light'],
  ] as const)('fits a phone (%s, %s)', async (language, colorScheme) => {
    const phone = await home.visitAs(ayse, '/dashboard', {
      viewport: { width: 320, height: 640 },
      hasTouch: true,
      isMobile: true,
      colorScheme,
    });
    await chooseLanguage(phone, language);
    await phone.goto(`/projects/${ayse.projectId}?table=${table}`);
    await phone
      .getByRole('button', { name: language === 'tr' ? 'ad alanını düzenle' : 'Edit field ad' })
      .click();
    await phone
      .getByRole('combobox', { name: language === 'tr' ? 'Alan türü' : 'Field type' })
      .click();
    await phone
      .getByRole('option', { name: language === 'tr' ? /\(integer\)/ : 'Integer' })
      .click();
    await phone.getByText(language === 'tr' ? '6 kayıttaki değer' : 'values of 6 rows').waitFor();
    await expectFits(phone, 'type change');
    await expectWhole(phone, 'type change');
    await expectAccessible(phone, 'type change');
    await phone.context().close();
  });
});

describe('rows that were deleted', needs(chromium), () => {
  const home = house();

  it('are brought back from the history: one, or many at once, also more than it names', async () => {
    const ayse = await home.register('Ayşe');
    const names = Array.from({ length: 30 }, (_, n) => `ürün ${String(n).padStart(2, '0')}`);
    const table = await home.table(
      ayse,
      'Ürünler',
      { ad: 'string' },
      names.map(ad => ({ ad })),
    );
    const { rows } = await home.ask<{ rows: { id: string; ad: string }[] }>(
      'GET',
      `/data/table/${table}?limit=100&sort=created_at`,
      undefined,
      ayse.token,
    );
    await home.ask('DELETE', `/data/table/${table}/rows/${rows[0]!.id}`, undefined, ayse.token);
    await home.ask(
      'POST',
      `/data/table/${table}/rows/bulk`,
      { deletes: rows.slice(1, 26).map(({ id }) => id) },
      ayse.token,
    );
    const page = await home.visitAs(
      ayse,
      `/projects/${ayse.projectId}/data?table=${table}&sort=created_at`,
    );
    await expect.poll(() => column(page, 'ad')).toEqual(names.slice(26));
    await page.getByRole('link', { name: 'Tablonun geçmişi' }).click();
    const history = page.getByRole('dialog', { name: '“Ürünler” geçmişi' });
    await history.getByRole('button', { name: '25 kaydı geri getir' }).click();
    await page.getByText('25 kayıt geri getirildi').waitFor();
    await history.getByRole('button', { name: 'Geri getir', exact: true }).click();
    await page.getByText('Kayıt geri getirildi', { exact: true }).waitFor();
    await expectAccessible(page, 'history');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByTestId('row-count').textContent()).toBe('30 kayıt');
    await expect
      .poll(async () => (await column(page, 'ad')).slice(0, 8))
      .toEqual(names.slice(0, 8));
    expect(
      (
        await home.ask<{ rows: { id: string }[] }>(
          'GET',
          `/data/table/${table}?limit=100&sort=created_at`,
          undefined,
          ayse.token,
        )
      ).rows.map(({ id }) => id),
    ).toEqual(rows.map(({ id }) => id));
  });
});
