import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { cell, column, focusIsIn } from './grid.ts';
import { expectAccessible, expectFits, house, type Person } from './harness.ts';

const ROWS = 1_000;

describe('one scroll instead of pages', needs(chromium), () => {
  const { ask, register, table, visitAs } = house();
  let root: Person;
  let ayse: Person;
  let id = '';
  let path = '';
  let hers: Page;
  let his: Page;
  const pages = (page: Page) => page.getByRole('navigation', { name: 'Sayfalar' });
  const scrollTo = (page: Page, line: number): Promise<void> =>
    page.getByTestId('grid').evaluate((grid, at) => {
      grid.scrollTop = at * 36;
    }, line);
  const choose = async (page: Page, name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Görünüş' }).click();
    const choices = page.getByRole('radiogroup', { name: 'Kayıtlar arasında gezinme' });
    await choices.getByText(name).click();
    await expect.poll(() => choices.getByRole('radio', { name }).isChecked()).toBe(true);
    await page.keyboard.press('Escape');
    await choices.waitFor({ state: 'detached' });
  };
  /** The place of a row in the window and in the table. */
  const placeOf = async (ad: string) => {
    const row = hers.locator('[data-row]').filter({ has: hers.getByText(ad, { exact: true }) });
    const { y } = (await row.boundingBox())!;
    return { y, line: Number(await row.getAttribute('aria-rowindex')) - 1 };
  };

  beforeAll(async () => {
    root = await register('Kök');
    ayse = await register('Ayşe');
    const rows = Array.from({ length: ROWS }, (_, no) => ({ no, ad: `ad ${no}` }));
    id = await table(ayse, 'Uzun', { no: 'number', ad: 'string' }, rows);
    path = `/projects/${ayse.projectId}/data?table=${id}&sort=no`;
    [hers, his] = await Promise.all([visitAs(ayse, path), visitAs(root, path)]);
    for (const page of [hers, his]) await cell(page, '0', 'ad').waitFor();
  });

  it('is the choice of a person in a browser; others have pages', async () => {
    await pages(hers).waitFor();
    await choose(hers, 'Kesintisiz kaydırma');
    await expect.poll(() => pages(hers).count()).toBe(0);
    expect(await hers.getByRole('group', { name: 'Sayfa boyutu' }).count()).toBe(0);
    await hers.reload();
    await cell(hers, '0', 'ad').waitFor();
    expect([await pages(hers).count(), await pages(his).count()]).toEqual([0, 1]);
    expect(await hers.getByTestId('row-count').textContent()).toBe('1.000 kayıt');
    await expectAccessible(hers, 'one scroll');
    await expectFits(hers, 'one scroll');
  });

  it('keeps the rows in sight in place while others add and delete rows above', async () => {
    await scrollTo(hers, 700);
    await cell(hers, '705', 'ad').waitFor();
    await expect.poll(() => hers.locator('[role=row][aria-busy]').count()).toBe(0);
    const before = await placeOf('ad 705');
    const added = await ask<{ rows: { id: string }[] }>(
      'POST',
      `/data/table/${id}/rows/bulk`,
      { rows: Array.from({ length: 130 }, (_, n) => ({ no: n - 130, ad: `yeni ${n}` })) },
      root.token,
    );
    await cell(his, '-130', 'ad').waitFor();
    await expect.poll(async () => (await placeOf('ad 705')).line).toBe(before.line + 130);
    expect((await placeOf('ad 705')).y).toBe(before.y);
    await ask(
      'POST',
      `/data/table/${id}/rows/bulk`,
      { deletes: added.rows.slice(0, 100).map(row => row.id) },
      root.token,
    );
    await expect.poll(async () => (await placeOf('ad 705')).line).toBe(before.line + 30);
    expect((await placeOf('ad 705')).y).toBe(before.y);
    await expect.poll(() => hers.getByTestId('row-count').textContent()).toBe('1.030 kayıt');
  });

  it('is moved through by the keyboard across pages', async () => {
    await cell(hers, '705', 'ad').click();
    const at = (): Promise<string | undefined> =>
      hers.evaluate(() => document.activeElement?.textContent?.trim());
    for (const [key, text] of [
      ['Control+End', 'ad 999'],
      ['ArrowUp', 'ad 998'],
      ['Control+Home', '-30'],
    ] as const) {
      await hers.keyboard.press(key);
      if (key === 'Control+Home') await hers.keyboard.press('ArrowRight');
      await expect.poll(at).toBe(text);
    }
    let no = -30;
    for (let n = 0; n < 12; n++) {
      await hers.keyboard.press('PageDown');
      await expect.poll(async () => Number(await at())).toBeGreaterThan(no);
      no = Number(await at());
    }
    expect(no).toBeGreaterThan(20);
    await hers.keyboard.press('ArrowDown');
    await expect.poll(at).toBe(String(no + 1));
  });

  it('comes to the row of a link, whose page was never loaded, as pages do', async () => {
    const { rows } = await ask<{ rows: { id: string }[] }>(
      'POST',
      `/data/table/${id}/query`,
      { filter: { no: { eq: '640' } } },
      ayse.token,
    );
    for (const page of [hers, his]) {
      await page.goto(`${path}&row=${rows[0]!.id}`);
      await page.getByRole('dialog').waitFor();
      await cell(page, '640', 'ad').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await expect.poll(() => cell(page, '640', 'ad').isVisible()).toBe(true);
    }
  });

  it('says in place that rows could not be read, and retries', async () => {
    await hers.route('**/api/v1/data/table/**', route =>
      route.fulfill({ status: 422, body: '{}' }),
    );
    await scrollTo(hers, 500);
    const notice = hers.getByRole('alert').filter({ hasText: 'Buradaki kayıtlar yüklenemedi.' });
    await notice.waitFor();
    await hers.locator('[data-unread]').first().waitFor();
    await hers.unroute('**/api/v1/data/table/**');
    await notice.getByRole('button', { name: 'Tekrar Dene' }).click();
    await cell(hers, '475', 'ad').waitFor();
    await notice.waitFor({ state: 'detached' });
    await expect.poll(() => focusIsIn(hers, '[role=grid]')).toBe(true);
  });

  it('keeps loaded rows without the network, says that others are not loaded, and loads them later', async () => {
    await hers.context().setOffline(true);
    await scrollTo(hers, 200);
    const notice = hers.getByText('buradaki kayıtlar yüklenmedi');
    await notice.waitFor();
    await scrollTo(hers, 500);
    await cell(hers, '475', 'ad').waitFor();
    await notice.waitFor({ state: 'detached' });
    await scrollTo(hers, 200);
    await hers.context().setOffline(false);
    await cell(hers, '175', 'ad').waitFor();
    await notice.waitFor({ state: 'detached' });
  });

  it('prints the rows in sight', async () => {
    const seen = async (): Promise<string[]> => column(hers, 'no');
    await hers.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    const printed = await seen();
    expect(printed[0]).toBe('170');
    expect(printed.length).toBeLessThan(30);
    await hers.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await expect.poll(async () => (await seen()).length).toBeGreaterThan(printed.length);
  });
});
