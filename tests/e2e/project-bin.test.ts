import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import {
  answerInstead,
  expectAccessible,
  expectFits,
  expectNoKeys,
  house,
  type Person,
} from './harness.ts';

const PICTURES = process.env['BIN_PICTURES'];

describe('the bin of projects', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let can: Person;
  beforeAll(async () => {
    await home.register('Kök');
    [ayse, can] = [await home.register('Ayşe'), await home.register('Can')];
    await home.letIn(ayse, can, 'editor');
  });
  const picture = async (page: Page, name: string): Promise<void> => {
    if (PICTURES !== undefined)
      await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
  };
  const name = 'Varsayılan Proje';
  const restore = (page: Page) => page.getByRole('button', { name: `Geri getir: ${name}` });

  it('takes a project from everybody, and gives it back to everybody', async () => {
    const [hers, open, list] = [
      await home.visitAs(ayse, '/projects'),
      await home.visitAs(can, `/projects/${ayse.projectId}`),
      await home.visitAs(can, '/projects'),
    ];
    const menuOf = (page: Page) => page.locator(`[data-menu-of="${ayse.projectId}"]`);
    await open.getByText('Bu projede henüz hiç tablo yok').waitFor();
    await menuOf(list).waitFor();
    await menuOf(hers).click();
    await hers.getByRole('menuitem', { name: 'Projeyi sil' }).click();
    const dialog = hers.getByRole('dialog', { name: 'Projeyi sil' });
    await dialog.getByText('çöp kutusunda kalır ve oradan geri getirilebilir').waitFor();
    await picture(hers, 'delete');
    await dialog.getByRole('textbox').fill(name);
    await dialog.getByRole('button', { name: 'Projeyi sil' }).click();
    await open.getByText('Proje Bulunamadı').waitFor();
    await expect.poll(() => menuOf(list).count()).toBe(0);
    await hers.getByRole('link', { name: 'Çöp kutusu (1)' }).click();
    await restore(hers).waitFor();
    await restore(hers).focus();
    await hers.keyboard.press('Enter');
    await hers.getByText(`“${name}” geri geldi`).waitFor();
    await hers.getByText('Silinmiş projeniz yok.').waitFor();
    await menuOf(list).waitFor();
  });

  it('asks for another name where it is taken, and for the typed name before erasing', async () => {
    await home.ask('DELETE', `/projects/${ayse.projectId}`, undefined, ayse.token);
    await home.ask('POST', '/projects', { name }, ayse.token);
    const bin = await home.visitAs(ayse, '/projects/bin');
    await restore(bin).click();
    const newName = bin.getByRole('textbox', { name: 'Yeni ad' });
    await newName.waitFor();
    expect(await newName.inputValue()).toBe(`${name} 2`);
    await bin.getByRole('button', { name: `Kalıcı olarak sil: ${name}` }).click();
    const dialog = bin.getByRole('dialog');
    const erase = dialog.getByRole('button', { name: 'Kalıcı olarak sil' });
    expect(await erase.isDisabled()).toBe(true);
    await picture(bin, 'erase');
    await dialog.getByRole('textbox').fill(name);
    await erase.click();
    await bin.getByText('Silinmiş projeniz yok.').waitFor();
  });

  it('says that it could not be loaded, and is accessible and whole in both languages', async () => {
    await home.ask('DELETE', `/projects/${can.projectId}`, undefined, can.token);
    for (const [locale, colorScheme, width] of [
      ['tr-TR', 'light', 1280],
      ['en-GB', 'dark', 390],
    ] as const) {
      const page = await home.visitAs(can, '/projects/bin', {
        locale,
        colorScheme,
        viewport: { width, height: 800 },
      });
      await page.getByRole('checkbox').first().waitFor();
      await expectNoKeys(page, locale);
      await expectAccessible(page, locale);
      await expectFits(page, locale);
      await picture(page, `list-${locale}`);
      await page.context().close();
    }
    const page = await home.visitAs(can, '/projects');
    await answerInstead(page, '/bin/projects', { status: 500, json: {} });
    await page.getByRole('link', { name: /^Çöp kutusu/ }).click();
    await page.getByText('Çöp kutusu yüklenemedi').waitFor();
  });
});
