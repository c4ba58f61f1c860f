import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { cell, focusedText, focusIsIn } from './grid.ts';
import { expectAccessible, house, type Person } from './harness.ts';

describe('finding in a table', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let page: Page;
  let token = '';
  let tableId = '';
  const found = () => page.getByTestId('found');
  const bar = () => page.getByRole('search', { name: 'Tabloda bul' });
  const at = () => page.locator('[data-found=at]');

  beforeAll(async () => {
    ayse = await home.register('Ayşe');
    ({ token } = ayse);
    tableId = await home.table(
      ayse,
      'Kayıtlar',
      { ad: 'string', not: 'string' },
      Array.from({ length: 900 }, (_, n) => ({
        ad: `kayıt ${n}`,
        not: n % 300 === 10 ? `ŞİKÂYET ${n}` : 'yok',
      })),
    );
    page = await home.visitAs(ayse, `/projects/${ayse.projectId}/data?table=${tableId}`);
    await cell(page, 'kayıt 899', 'ad').waitFor();
  });

  it('goes by keys from match to match over all pages, and back to the cell', async () => {
    await cell(page, 'kayıt 898', 'ad').click();
    await page.keyboard.press('Control+F');
    await expect.poll(() => focusIsIn(page, '[role=search]')).toBe(true);
    await page.keyboard.type('sikayet');
    await expect.poll(() => found().textContent()).toBe('1 / 3');
    await expect.poll(() => at().textContent()).toBe('ŞİKÂYET 610');
    await page.keyboard.press('Enter');
    await expect.poll(() => at().textContent()).toBe('ŞİKÂYET 310');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect.poll(() => at().textContent()).toBe('ŞİKÂYET 610');
    await page.keyboard.press('Shift+Enter');
    await expect.poll(() => at().textContent()).toBe('ŞİKÂYET 10');
    expect(await found().textContent()).toBe('3 / 3');
    await expectAccessible(page, 'find in table');
    await page.keyboard.press('Escape');
    await expect.poll(() => bar().count()).toBe(0);
    await expect.poll(() => focusedText(page)).toBe('ŞİKÂYET 10');
  });

  it('keeps the place while others change the rows, and follows them', async () => {
    await page.getByRole('button', { name: 'Tabloda bul', exact: true }).click();
    await bar().getByRole('textbox').fill('şikâyet');
    await expect.poll(() => found().textContent()).toBe('3 / 3');
    await home.ask('POST', `/data/table/${tableId}/rows`, { ad: 'yeni', not: 'şikayet' }, token);
    await expect.poll(() => found().textContent()).toBe('4 / 4');
    expect(await at().textContent()).toBe('ŞİKÂYET 10');
    await bar().getByRole('textbox').fill('bulunmaz');
    await expect.poll(() => found().textContent()).toBe('Yok');
  });

  it('says that it cannot search without a connection, and tries again', async () => {
    await page.context().setOffline(true);
    await bar().getByRole('textbox').fill('kayıt 7');
    await bar().getByRole('alert').waitFor();
    await page.context().setOffline(false);
    await bar().getByRole('button', { name: 'Tekrar dene' }).click();
    await expect.poll(() => found().textContent()).toBe('1 / 111');
    await bar().getByRole('button', { name: 'Kapat' }).click();
    await expect.poll(() => page.locator('[data-found]').count()).toBe(0);
  });

  it('gives the focus back to its button in a table without rows', async () => {
    const empty = await home.table(ayse, 'Boş', { ad: 'string' }, []);
    await page.goto(`/projects/${ayse.projectId}/data?table=${empty}`);
    await page.getByText('Bu tabloda henüz kayıt yok.').waitFor();
    await page.getByRole('button', { name: 'Tabloda bul', exact: true }).click();
    await expect.poll(() => focusIsIn(page, '[role=search]')).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => bar().count()).toBe(0);
    await expect.poll(() => focusIsIn(page, 'button[aria-label="Tabloda bul"]')).toBe(true);
  });
});
