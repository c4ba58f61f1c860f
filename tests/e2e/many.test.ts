import type { Locator, Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { cell, column, saved } from './grid.ts';
import { house, type Person } from './harness.ts';

const MILLION = 1_000_000;
const AT_ONCE = 4;

describe('many cells', needs(chromium), () => {
  const { ask, register, table, visitAs } = house();
  let owner: Person;
  let page: Page;
  const open = async (
    name: string,
    fields: Record<string, string>,
    rows: readonly object[],
    search = '',
  ): Promise<string> => {
    const id = await table(owner, name, fields, rows);
    page = await visitAs(owner, `/projects/${owner.projectId}/data?table=${id}${search}`, {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.locator('[data-row]').first().waitFor();
    return id;
  };
  const total = async (tableId: string, query: string): Promise<number> =>
    (
      await ask<{ pagination: { total: number } }>(
        'GET',
        `/data/table/${tableId}?limit=1&${query}`,
        undefined,
        owner.token,
      )
    ).pagination.total;
  const paste = (text: string): Promise<void> =>
    page.evaluate(clip => {
      const data = new DataTransfer();
      data.setData('text/plain', clip);
      document.activeElement!.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    }, text);
  beforeAll(async () => {
    owner = await register('Ayşe');
  });

  it('are pasted over rows that were never in sight, sent together, told as one change, and undone together', async () => {
    const id = await open(
      'Yapıştır',
      { ad: 'string', adet: 'number' },
      Array.from({ length: 1000 }, (_, n) => ({ ad: `eski ${n}`, adet: n + 100 })),
    );
    const sent: string[] = [];
    page.on('request', request => {
      if (request.method() !== 'GET') sent.push(new URL(request.url()).pathname.split('/').at(-1)!);
    });
    await page.locator('[data-cell="0:1"]').click();
    await paste(Array.from({ length: 1000 }, (_, n) => `yeni ${n}\t7`).join('\r\n'));
    await expect.poll(() => page.getByTestId('said').textContent()).toBe('2.000 hücre değişti.');
    await saved(page);
    expect([await total(id, 'filter[ad]=yeni'), await total(id, 'filter[adet][eq]=7')]).toEqual([
      1000, 1000,
    ]);
    expect(sent.every(last => last === 'bulk') && sent.length <= 4, sent.join()).toBe(true);
    const { events } = await ask<{ events: { type: string }[] }>(
      'GET',
      `/projects/${owner.projectId}/history?table=${id}&type=rows-changed`,
      undefined,
      owner.token,
    );
    expect(events.length).toBeLessThanOrEqual(4);
    await page.keyboard.press('Control+z');
    await saved(page);
    expect([await total(id, 'filter[ad]=eski'), await total(id, 'filter[adet][eq]=7')]).toEqual([
      1000, 0,
    ]);
  });

  it('are copied, also from rows that were never in sight', async () => {
    await page.locator('[data-cell="0:1"]').click();
    await page.keyboard.press('Control+Shift+ArrowDown');
    await page.keyboard.press('Control+c');
    await expect.poll(() => page.getByTestId('said').textContent()).toBe('1.000 hücre kopyalandı.');
    const lines = (await page.evaluate(() => navigator.clipboard.readText())).split('\n');
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([1000, 'eski 999', 'eski 0']);
  });

  it('say what did not fit', async () => {
    await page.keyboard.press('Control+End');
    await paste('5\nbeş\n6');
    await page.getByRole('button', { name: 'Yalnızca sığanı yapıştır' }).click();
    await expect
      .poll(() => page.getByTestId('said').textContent())
      .toContain('2 satır tabloya sığmadı.');
  });

  it('are filled down by keyboard and by pulling the corner', async () => {
    await open(
      'Doldur',
      { ad: 'string', adet: 'number' },
      ['a', 'b', 'c', 'd', 'e', 'f'].map((ad, adet) => ({ ad, adet })),
      '&sort=created_at',
    );
    await page.locator('[data-cell="0:1"]').click();
    for (const _ of [1, 2]) await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Control+d');
    await saved(page);
    expect(await column(page, 'ad')).toEqual(['a', 'a', 'a', 'd', 'e', 'f']);
    await page.locator('[data-cell="0:2"]').click();
    await page.keyboard.press('Shift+ArrowDown');
    await page.locator('[data-fill]').hover();
    await page.mouse.down();
    await page.locator('[data-cell="3:2"]').hover();
    await page.locator('[data-cell="5:2"]').hover();
    await page.mouse.up();
    await saved(page);
    expect(await column(page, 'adet')).toEqual(['0', '1', '0', '1', '0', '1']);
  });

  it('in two hundred columns are drawn only where somebody looks, and reached by keyboard', async () => {
    const fields = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`f${n}`, 'number']));
    await open(
      'Geniş',
      fields,
      Array.from({ length: 60 }, (_, n) => ({ f0: n, f199: n })),
    );
    expect(await page.locator('[data-row]').first().locator('[data-field]').count()).toBeLessThan(
      20,
    );
    const headings = page.getByRole('columnheader');
    expect(await headings.count()).toBeLessThan(20);
    await page.locator('[data-cell="0:1"]').click();
    await page.keyboard.press('End');
    await expect
      .poll(() =>
        page.locator('[data-cell="0:200"]').evaluate(element => element === document.activeElement),
      )
      .toBe(true);
    expect(await page.locator('[data-cell="0:200"]').textContent()).toBe('59');
    const heading = (name: string): Locator =>
      page.getByRole('columnheader', { name, exact: true }).getByRole('button').first();
    const boxOf = (at: string) => page.locator(at).boundingBox();
    const [head, body] = [await boxOf('[data-column="199"]'), await boxOf('[data-cell="0:200"]')];
    expect([head!.x, head!.width], 'above its cells').toEqual([body!.x, body!.width]);
    await heading('f199').focus();
    await page.keyboard.press('Home');
    for (let n = 0; n < 40; n++) await page.keyboard.press('ArrowRight');
    expect(await heading('f39').evaluate(found => found === document.activeElement)).toBe(true);
    const before = (await boxOf('[data-column="39"]'))!.width;
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(async () => (await boxOf('[data-column="39"]'))!.width).toBe(before + 20);
    for (const _ of ['filter', 'cell']) await page.keyboard.press('ArrowDown');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-cell')))
      .toBe('0:40');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.locator('[data-cell="0:1"]').textContent()).toBe('59');
  });

  it('leave a row where it is when it does not fit the filter any more, and say so', async () => {
    await open(
      'Süz',
      { ad: 'string', il: 'string' },
      [
        { ad: 'a', il: 'Iğdır' },
        { ad: 'b', il: 'Iğdır' },
        { ad: 'c', il: 'Van' },
      ],
      `&filters=${encodeURIComponent('{"il":"ığd"}')}`,
    );
    await expect.poll(() => column(page, 'ad')).toEqual(['b', 'a']);
    await cell(page, 'b', 'il').dblclick();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Muş');
    await page.keyboard.press('Enter');
    await saved(page);
    await expect.poll(() => page.locator('[data-unfit]').count()).toBe(1);
    expect(await column(page, 'ad')).toEqual(['b', 'a']);
    expect(await page.locator('[data-unfit]').textContent()).toContain('Artık filtrelere uymuyor');
  });
});

describe('a million rows', needs(chromium), () => {
  const { ask, register, table, visitAs } = house();
  let owner: Person;
  let id = '';
  beforeAll(async () => {
    owner = await register('Ayşe');
    id = await table(owner, 'Milyon', { no: 'number' });
    // Several at once, since the order in which they come does not matter.
    for (let n = 0; n < MILLION; n += AT_ONCE * 1000) {
      await Promise.all(
        Array.from({ length: AT_ONCE }, (_, at) =>
          ask(
            'POST',
            `/data/table/${id}/rows/bulk`,
            { rows: Array.from({ length: 1000 }, (__, i) => ({ no: n + at * 1000 + i })) },
            owner.token,
          ),
        ),
      );
    }
  }, 300_000);

  it('are scrolled and jumped through', async () => {
    const page = await visitAs(owner, `/projects/${owner.projectId}/data?table=${id}&sort=no`);
    await expect.poll(() => page.getByTestId('row-count').textContent()).toBe('1.000.000 kayıt');
    const shown = async (): Promise<number[]> =>
      (await column(page, 'no'))
        .filter(text => text !== '')
        .map(text => Number(text.replaceAll('.', '')));
    await expect.poll(shown, { timeout: 30_000 }).toContain(0);
    await page.locator('[data-cell="0:1"]').click();
    await page.keyboard.press('Control+End');
    await expect.poll(shown, { timeout: 30_000 }).toContain(MILLION - 1);
    await page.getByTestId('grid').evaluate(grid => {
      grid.scrollTop = grid.scrollHeight / 2;
    });
    await expect
      .poll(
        async () =>
          (await shown())
            .filter(no => no !== MILLION - 1)
            .every(no => Math.abs(no - MILLION / 2) < 200) && (await shown()).length > 10,
        { timeout: 30_000 },
      )
      .toBe(true);
    // Each line shows its own row, also while it moves.
    for (let step = 0; step < 20; step++) {
      await page.mouse.move(700, 400);
      await page.mouse.wheel(0, 900);
      const wrong = await page
        .locator('[data-row]')
        .evaluateAll(
          rows =>
            rows.filter(
              row =>
                Number(row.querySelector('[data-field=no]')?.textContent?.replaceAll('.', '')) !==
                Number(row.getAttribute('aria-rowindex')) - 2,
            ).length,
        );
      expect(wrong).toBe(0);
    }
    await page.goto('/dashboard');
    await page.goto(`/projects/${owner.projectId}/data?table=${id}&sort=no&page=15001`);
    await expect
      .poll(shown, { timeout: 30_000, message: 'the page of the address' })
      .toContain(750_001);
    await page.locator('[data-row]').nth(10).locator('[data-field=no]').click();
    await page.keyboard.press('Control+Home');
    await expect.poll(shown, { timeout: 30_000 }).toContain(0);
  });
});
