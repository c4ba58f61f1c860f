import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { chooseLanguage, expectAccessible, expectFits, house, type Person } from './harness.ts';

describe('a list of many projects', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let page: Page;
  const titles = (): Promise<string[]> =>
    page.getByRole('article').getByRole('heading').allTextContents();

  beforeAll(async () => {
    ayse = await home.register('Ayşe');
    for (const name of ['Çiçekçi', 'Depo', 'Arşiv', 'İnşaat', 'Şirket', 'Zeytinlik', 'Okul'])
      await home.ask(
        'POST',
        '/projects',
        { name, description: name === 'Depo' ? 'Şişeler ve kutular' : '' },
        ayse.token,
      );
    page = await home.visitAs(ayse, '/projects');
    await page.getByRole('heading', { name: 'Okul' }).waitFor();
  });

  it('is searched by name and description, whatever the letters; the address keeps it', async () => {
    const search = page.getByRole('searchbox', { name: 'Projelerde ara' });
    await search.pressSequentially('sise');
    await expect.poll(titles).toEqual(['Depo']);
    await page.getByText('8 projeden 1 tanesi').waitFor();
    await page.reload();
    await expect.poll(titles).toEqual(['Depo']);
    expect(await search.inputValue()).toBe('sise');
    await search.fill('xyz');
    await page.getByText('Aramaya uyan proje yok.').waitFor();
    await expectAccessible(page, 'no project fits');
    await search.fill('');
    await expect.poll(async () => (await titles()).length).toBe(8);
  });

  it('is sorted by the Turkish alphabet, and follows what changes', async () => {
    await page.getByRole('combobox', { name: 'Sıralama' }).selectOption('name');
    await expect
      .poll(titles)
      .toEqual([
        'Arşiv',
        'Çiçekçi',
        'Depo',
        'İnşaat',
        'Okul',
        'Şirket',
        'Varsayılan Proje',
        'Zeytinlik',
      ]);
    await home.ask('PUT', `/projects/${ayse.projectId}`, { name: 'Bahçe' }, ayse.token);
    await expect
      .poll(async () => (await titles()).slice(0, 3))
      .toEqual(['Arşiv', 'Bahçe', 'Çiçekçi']);
  });

  it('fits a phone, in English and in the dark', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await chooseLanguage(page, 'en');
    await page.setViewportSize({ width: 320, height: 700 });
    await page.reload();
    await page.getByRole('searchbox', { name: 'Search projects' }).waitFor();
    await expectAccessible(page, 'many projects on a phone');
    await expectFits(page, 'many projects on a phone');
  });

  it('takes no new one before the others are known', async () => {
    const late = await home.visitAs(ayse, '/dashboard');
    const { promise, resolve } = Promise.withResolvers<void>();
    await late.route(
      url => url.pathname === '/api/v1/projects',
      async route => {
        await promise;
        await route.fulfill({
          status: 409,
          json: { success: false, error: 'Şimdi olmaz', code: 'CONFLICT', requestId: 'r' },
        });
      },
    );
    await late.goto('/projects');
    const add = late.getByRole('button', { name: 'Yeni proje' });
    await add.click();
    await late.getByText('Projeler henüz yükleniyor, lütfen bekleyin...').waitFor();
    resolve();
    await late.getByRole('alert').waitFor();
    await add.click();
    await late.getByText('Projeler henüz yüklenmedi, lütfen sayfayı yenileyin.').waitFor();
    await late.context().close();
  });

  it('draws what one looks at, and the last one when one gets there', async () => {
    for (let n = 0; n < 50; n++)
      await home.ask('POST', '/projects', { name: `Proje ${n}` }, ayse.token);
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.reload();
    await page.getByRole('heading', { name: 'Arşiv' }).waitFor();
    expect((await titles()).length).toBeLessThan(40);
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 2000);
        return (await titles()).length;
      })
      .toBe(58);
  });
});
