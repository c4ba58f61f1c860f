import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { expectAccessible, expectFits, expectWhole, house, type Person } from './harness.ts';

describe('all projects, for administrators', needs(chromium), () => {
  const home = house();
  let admin: Person;
  let ayse: Person;
  let page: Page;
  const card = (on: Page, name: string) => on.getByRole('article', { name });

  beforeAll(async () => {
    admin = await home.register('Yönetici');
    ayse = await home.register('Ayşe');
    await home.ask('POST', '/projects', { name: 'Çiçek Deposu' }, ayse.token);
    await home.table(ayse, 'Ürünler', { ad: 'string' }, [{ ad: 'Çay' }, { ad: 'Şeker' }]);
    page = await home.visitAs(admin, '/database/projects');
    await page.waitForURL('**/database-projects');
  });

  it('are shown with owner and size, searched and ordered', async () => {
    await expect.poll(() => page.getByRole('article').count()).toBe(3);
    await page.getByRole('searchbox').fill('cicek');
    await expect.poll(() => page.getByRole('article').count()).toBe(1);
    await expect.poll(() => card(page, 'Çiçek Deposu').textContent()).toContain(ayse.email);
    await page.getByRole('searchbox').fill('');
    await page.getByLabel('Sıralama').selectOption('oldest');
    await expect.poll(() => page.getByRole('article').first().textContent()).toContain('Yönetici');
    await expect
      .poll(async () =>
        (await page.locator(`[data-project="${ayse.projectId}"]`).textContent())?.replace(
          /\s/g,
          '',
        ),
      )
      .toContain('Tablo1Kayıt2');
  });

  it('open their data and their fields, and lead back here', async () => {
    await page
      .locator(`[data-project="${ayse.projectId}"]`)
      .getByRole('link', { name: /Veriler/ })
      .click();
    await page.getByText('Şeker').waitFor();
    expect(new URL(page.url()).searchParams.get('from')).toBe('admin');
    await page
      .getByRole('link', { name: /Projelere/ })
      .first()
      .click();
    await page.waitForURL('**/database-projects**');
    await page
      .locator(`[data-project="${ayse.projectId}"]`)
      .getByRole('link', { name: /Düzenle/ })
      .click();
    await page.getByRole('heading', { level: 1, name: 'Varsayılan Proje' }).waitFor();
    await page
      .getByRole('link', { name: /Projelere Dön/ })
      .first()
      .click();
    await page.waitForURL('**/database-projects**');
  });

  it("come and go as others make them; one person's are a step from the list of people", async () => {
    const made = await home.ask<{ project: { id: string } }>(
      'POST',
      '/projects',
      { name: 'Canlı Proje' },
      admin.token,
    );
    await card(page, 'Canlı Proje').waitFor();
    await home.ask('DELETE', `/projects/${made.project.id}`, undefined, admin.token);
    await card(page, 'Canlı Proje').getByText('Sahibinin çöp kutusunda').waitFor();
    expect(await card(page, 'Canlı Proje').getByRole('link').count()).toBe(0);
    await page.goto(`/database-projects?owner=${ayse.id}`);
    await expect.poll(() => page.getByRole('article').count()).toBe(2);
    await page.getByRole('button', { name: /herkesinkini göster/ }).click();
    await expect.poll(() => page.getByRole('article').count()).toBe(4);
  });

  it('are deleted by their name', async () => {
    await card(page, 'Çiçek Deposu').getByRole('button', { name: /sil$/ }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('textbox').fill('Çiçek');
    await form.getByRole('button').last().click();
    await form.getByText('Proje adını doğru yazmanız gerekiyor.').waitFor();
    await form.getByRole('textbox').fill('Çiçek Deposu');
    await form.getByRole('button').last().click();
    await page.getByText('Proje başarıyla silindi!').waitFor();
    await card(page, 'Çiçek Deposu').getByText('Sahibinin çöp kutusunda').waitFor();
  });

  it('are accessible and fit, in both languages and schemes', async () => {
    for (const [locale, colorScheme, width] of [
      ['tr-TR', 'light', 1280],
      ['en-GB', 'dark', 1280],
      ['tr-TR', 'dark', 320],
      ['en-GB', 'light', 320],
    ] as const) {
      const one = await home.visitAs(admin, '/database-projects', {
        locale,
        colorScheme,
        viewport: { width, height: 800 },
      });
      await one.getByRole('article').first().waitFor();
      await expectAccessible(one, `${locale} ${width}`);
      await expectFits(one, `${locale} ${width}`);
      await expectWhole(one, `${locale} ${width}`);
      await one.context().close();
    }
  });
});
