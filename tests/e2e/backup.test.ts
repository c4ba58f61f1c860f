import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { expectAccessible, expectFits, expectWhole, house, type Person } from './harness.ts';

const sizes = [
  [1280, 'wide'],
  [320, 'phone'],
] as const;
async function expectGood(page: Page, what: string): Promise<void> {
  await expectAccessible(page, what);
  for (const [width, name] of sizes.toReversed()) {
    await page.setViewportSize({ width, height: 800 });
    await expectFits(page, `${what}, ${name}`);
    await expectWhole(page, `${what}, ${name}`);
  }
}
const upload = (page: Page, name: string, content: unknown): Promise<void> =>
  page.locator('input[type=file]').setInputFiles({
    name,
    mimeType: 'application/json',
    buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
  });
const shown = { timeout: 40_000 };

describe('everything as a file', { ...needs(chromium), timeout: 180_000 }, () => {
  const home = house();
  let admin: Person;
  let person: Person;
  let page: Page;
  let backup = '';

  beforeAll(async () => {
    admin = await home.register('Yönetici');
    person = await home.register('Ayşe');
    await home.table(person, 'Ürünler', { ad: 'string', fiyat: 'number' }, [
      { ad: 'Çay', fiyat: 12 },
      { ad: 'Kahve' },
    ]);
    page = await home.visitAs(admin, '/database-state');
    page.setDefaultTimeout(shown.timeout);
  });

  it('tells how much there is: 1024 bytes a project, 512 a table, 256 a field', async () => {
    await page.locator(`[data-storage="${2 * 1024 + 512 + 2 * 256}"]`).waitFor();
    expect(await page.locator('[data-storage]').textContent()).toContain('3,1 kB');
    await expectGood(page, 'system status');
  });

  it('is downloaded under its date, and says so for three seconds', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Yedeği indir' }).press('Enter'),
    ]);
    expect(download.suggestedFilename()).toMatch(/^backup-\d{4}-\d{2}-\d{2}\.json$/);
    await page.locator('[data-export=success]').waitFor();
    await page.getByText('Yedek indirildi.').waitFor();
    backup = readFileSync(await download.path(), 'utf8');
    expect(JSON.parse(backup)).toMatchObject({
      version: '2.0',
      source: 'API',
      projects: [{}, { tables: [{ rows: [{ ad: 'Çay', fiyat: 12 }, { ad: 'Kahve' }] }] }],
    });
    await page.locator('[data-export=idle]').waitFor();
  });

  it('can be ended while it comes', async () => {
    await page.route('**/api/v1/admin/backup', async route => {
      await new Promise(resolve => {
        setTimeout(resolve, 60_000).unref();
      });
      await route.abort();
    });
    await page.getByRole('button', { name: 'Yedeği indir' }).press('Enter');
    await page.getByRole('button', { name: 'İptal' }).press('Enter');
    await page.locator('[data-export=idle]').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('says why it could not be made', async () => {
    await page.route('**/api/v1/admin/backup', route =>
      route.fulfill({
        status: 409,
        json: { success: false, error: 'Şimdi olmaz', code: 'CONFLICT', requestId: 'r' },
      }),
    );
    await page.getByRole('button', { name: 'Yedeği indir' }).press('Enter');
    await page.locator('[data-export=error]').waitFor();
    await page.getByRole('alert').filter({ hasText: 'Yedek indirilemedi' }).waitFor();
    await page.locator('[data-export=idle]').waitFor();
    await page.unrouteAll();
  });

  it('is refused where it is none, and another can be chosen in the dialog that was opened meanwhile', async () => {
    await upload(page, 'yanlış.json', { user: {} });
    await page.getByText('Geçersiz yedek biçimi').waitFor();
    const [dialog] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Yedek dosyası seç' }).click(),
    ]);
    await page.locator('[data-import=idle]').waitFor();
    await dialog.setFiles({
      name: 'yanlış.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{}'),
    });
    await page.locator('[data-import=error]').waitFor();
    await expectGood(page, 'no backup');
  });

  it('is looked through first, and says what is not taken', async () => {
    await upload(page, 'yedek.json', {
      projects: [
        {
          name: 'Yeni',
          tables: [
            {
              name: 'Notlar',
              fields: [
                { name: 'not', type: 'text' },
                { name: 'x', type: 'yok' },
              ],
              rows: [{ not: 'bir' }, 7],
            },
          ],
        },
        {},
      ],
    });
    const item = page.locator('[data-one-import=ready]');
    await item.getByText('Eklenecek: 1 proje, 1 tablo, 1 alan, 1 kayıt').waitFor();
    await item.getByText('Alınmayan 3 bölüm').press('Enter');
    await item.getByText('böyle bir alan türü yok').waitFor();
    await expectGood(page, 'a preview');
    await item.getByRole('button', { name: 'Vazgeç' }).press('Enter');
    await page.locator('[data-one-import=stopped]').waitFor();
    expect(
      (
        await home.ask<{ projects: { userId: string }[] }>(
          'GET',
          '/projects',
          undefined,
          admin.token,
        )
      ).projects.filter(({ userId }) => userId === admin.id),
    ).toHaveLength(1);
  });

  it('is imported with the keyboard alone, live in another browser, and the page is loaded again', async () => {
    const other = await home.visitAs(admin, '/database-state');
    await upload(page, 'yedek.json', backup);
    await page.locator('[data-one-import=ready]').waitFor();
    await other.locator('[data-one-import=ready]').waitFor(shown);
    await page.getByRole('button', { name: 'İçe aktarmayı başlat' }).focus();
    const reloaded = page.waitForEvent('load', shown);
    await page.keyboard.press('Enter');
    await other.locator('[data-one-import=done]').waitFor(shown);
    await reloaded;
    await page.locator('[data-one-import=done]').first().waitFor(shown);
    await page.goto('/projects');
    await page.getByText('Varsayılan Proje (Imported 2)').first().waitFor();
    await page.goto('/database-state');
    await other.context().close();
  });

  it('is good in both languages and schemes', async () => {
    for (const [locale, colorScheme] of [
      ['tr-TR', 'dark'],
      ['en-GB', 'light'],
    ] as const) {
      const one = await home.visitAs(admin, '/database-state', { locale, colorScheme });
      await one.locator('[data-storage]').waitFor();
      await one.locator('[data-one-import]').first().waitFor();
      await expectGood(one, `${locale} ${colorScheme}`);
      await one.context().close();
    }
  });

  it('waits while there is no connection', async () => {
    await page.locator('[data-storage]').waitFor();
    await page.context().setOffline(true);
    await expect
      .poll(() => page.getByRole('button', { name: 'Yedeği indir' }).isDisabled(), shown)
      .toBe(true);
    await page.getByText('Çevrimdışısınız.').first().waitFor();
    await page.context().setOffline(false);
    await expect
      .poll(() => page.getByRole('button', { name: 'Yedeği indir' }).isEnabled(), shown)
      .toBe(true);
  });

  it('everything is deleted by the typed sentence alone: others are out at once, and so is who asked, who can come back', async () => {
    const theirs = await home.visitAs(person, '/projects');
    await theirs.getByText('Varsayılan Proje').first().waitFor();
    await page.getByRole('button', { name: 'Tüm verileri sil' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Tüm veriler silinsin mi?' });
    await dialog.getByText('Silinecek projeler').waitFor();
    await expectGood(page, 'the question');
    const confirm = dialog.getByRole('button', { name: 'Tüm verileri sil' });
    await dialog.getByRole('textbox').fill('tüm verileri sil');
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill('TÜM VERİLERİ SİL');
    await page.keyboard.press('Enter');
    await page.waitForURL(url => url.pathname === '/', shown);
    await theirs.waitForURL(url => url.pathname === '/login' || url.pathname === '/', shown);
    const back = await home.visitAs(admin, '/database-state');
    await back.locator('[data-storage="0"]').waitFor(shown);
  });
});
