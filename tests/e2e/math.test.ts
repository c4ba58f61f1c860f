import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import {
  answerInstead,
  chooseLanguage,
  expectAccessible,
  expectFits,
  house,
  type Person,
} from './harness.ts';

describe('math', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let page: Page;
  const shown = () => page.locator('[data-display]').textContent();
  const result = (name: string) => page.locator(`[data-result=${name}] dd`).textContent();

  beforeAll(async () => {
    ayse = await home.register('Ayşe');
    await home.table(ayse, 'Ölçümler', { ad: 'string', değer: 'number' }, [
      { ad: 'bir', değer: 1.5 },
      { ad: 'iki', değer: 2.5 },
    ]);
    page = await home.visitAs(ayse, '/dashboard');
  });

  it('calculates by keyboard with exact decimals, remembers, and goes on with a result', async () => {
    await page.getByRole('button', { name: 'Araçlar' }).click();
    await page.getByRole('menuitem', { name: 'Hesaplama' }).click();
    await page.waitForURL('**/math-calculator');
    await page.getByRole('heading', { name: 'Hesap makinesi' }).waitFor();
    await page.keyboard.type('0,1+0,2=');
    await expect.poll(shown).toBe('0,3');
    await page.getByRole('button', { name: 'Belleğe ekle' }).click();
    await page.keyboard.type('2^200=');
    await expect.poll(async () => (await shown())?.replaceAll('.', '')).toBe(String(2n ** 200n));
    await page.getByText('Bellek: 0,3').waitFor();
    await page.getByTitle('Bu sonuçla devam et').last().click();
    await page.keyboard.type('*10=');
    await expect.poll(shown).toBe('3');
    await page.keyboard.type('/0=');
    await page.getByRole('alert').getByText('Sıfıra bölünemez').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.type('5+=');
    await page.getByRole('alert').getByText('Lütfen her iki sayıyı da girin').waitFor();
  });

  it('shows 53 operations in five cards, and a result with its steps in the address', async () => {
    await page.getByRole('link', { name: 'Gelişmiş hesaplamalar' }).click();
    await page.getByText('Toplam 53 işlem').waitFor();
    expect(await page.locator('[data-category] strong').allTextContents()).toEqual(
      [3, 19, 9, 7, 15].map(count => `${count} işlem`),
    );
    await page.locator('[data-category=statistics]').click();
    await page.getByRole('button', { name: 'Hesapla' }).click();
    await expect.poll(() => result('result')).toContain('30');
    await page.reload();
    await expect.poll(() => result('result')).toContain('30');
    await expectAccessible(page, 'statistics');
    await page.getByRole('link', { name: 'Kategorilere Dön' }).click();
    await page.locator('[data-category=finance]').click();
    await page.getByLabel('Anapara').fill('çok');
    await page.getByRole('button', { name: 'Hesapla' }).click();
    await page.getByText('Anapara geçerli bir sayı olmalı').waitFor();
  });

  it('takes the values of a field, and adds the result as a row', async () => {
    await page.goto('/advanced-math/statistics');
    await page.getByRole('button', { name: 'Tablomdan al' }).click();
    const dialog = page.getByRole('dialog');
    const choose = async (label: string, option: string): Promise<void> => {
      await dialog.getByRole('combobox', { name: label }).click();
      await page.getByRole('option', { name: option }).click();
    };
    await choose('Tablo', 'Ölçümler');
    await choose('Sayısal alan', 'değer');
    await dialog.getByRole('button', { name: 'Değerleri al' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.getByLabel('Değerler').inputValue()).toBe('1,5; 2,5');
    await page.getByRole('button', { name: 'Hesapla' }).click();
    await expect.poll(() => result('result')).toContain('2');
    await page.getByRole('button', { name: 'Kayıt olarak ekle' }).click();
    await choose('Tablo', 'Ölçümler');
    await choose('Ortalama → alan', 'değer');
    await dialog.getByRole('button', { name: 'Kayıt olarak ekle' }).click();
    await page.getByText('Ölçümler tablosuna eklendi').waitFor();
  });

  it('is accessible in the dark, in English, and on a phone', async () => {
    const given = encodeURIComponent('{"loanAmount":"100000","loanRate":"0.06","loanTerms":"360"}');
    const english = await home.visitAs(ayse, '/dashboard', { colorScheme: 'dark' });
    await chooseLanguage(english, 'en');
    for (const path of [
      '/math-calculator',
      '/advanced-math',
      `/advanced-math/finance?op=loan_payment&in=${given}`,
      '/advanced-math/units?in=%7B%22value%22:%22100%22%7D',
    ]) {
      await english.goto(path);
      await english.getByRole('heading', { level: 1 }).waitFor();
      for (const width of [1280, 320]) {
        await english.setViewportSize({ width, height: 800 });
        await expectFits(english, path);
        await expectAccessible(english, path);
      }
    }
    await english.getByRole('button', { name: 'Convert' }).click();
    await english.locator('[data-result=convertedValue]').getByText('212').waitFor();
  });

  it('converts the same value again when the button is pressed after a failure', async () => {
    await page.goto('/advanced-math/units');
    const answerAgain = await answerInstead(page, '/math/science', {
      status: 418,
      json: { success: false },
    });
    await page.getByRole('button', { name: 'Dönüştür' }).click();
    await page.getByText('Dönüştürme hatası oluştu').waitFor();
    await answerAgain();
    await page.getByRole('button', { name: 'Dönüştür' }).click();
    await page.locator('[data-result=convertedValue]').getByText('212').waitFor();
  });
});
