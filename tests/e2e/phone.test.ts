import type { Locator, Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { expectAccessible, expectFits, house, type Person } from './harness.ts';

describe('the grid on a phone', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let table: string;
  let page: Page;
  const number = (line: number): Locator =>
    page.getByRole('rowheader').filter({ hasText: new RegExp(`^${line}$`) });
  const drawer = (): Locator => page.getByRole('dialog');
  const swipe = (by: number): Promise<void> =>
    drawer()
      .getByRole('group', { name: 'Kayıtlar arasında gez' })
      .evaluate((target, dx) => {
        const touch = (clientX: number) =>
          new Touch({ identifier: 1, target, clientX, clientY: 200 });
        const [from, to] = [touch(200), touch(200 + dx)];
        target.dispatchEvent(
          new TouchEvent('touchstart', { bubbles: true, touches: [from], changedTouches: [from] }),
        );
        target.dispatchEvent(
          new TouchEvent('touchend', { bubbles: true, touches: [], changedTouches: [to] }),
        );
      }, by);

  beforeAll(async () => {
    ayse = await home.register('Ayşe');
    table = await home.table(
      ayse,
      'Ürünler',
      { ad: 'string', stok: 'number', tarih: 'date' },
      Array.from({ length: 60 }, (_, stok) => ({ ad: `ürün ${stok}`, stok })),
    );
    page = await home.visitAs(
      ayse,
      `/projects/${ayse.projectId}/data?table=${table}&sort=created_at`,
      { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    );
    await number(1).waitFor();
  });

  it('stands within the first screen, scrolls alone, and has targets for fingers', async () => {
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollHeight - innerHeight))
        .toBeLessThanOrEqual(0);
      expect((await number(1).boundingBox())!.y).toBeLessThan(400);
      await expectFits(page, `${width}`);
      const small = await page.locator('#main :is(button, a, input, select)').evaluateAll(all =>
        all
          .filter(one => {
            const { width: wide, height } = one.getBoundingClientRect();
            return wide > 1 && (wide < 44 || height < 44);
          })
          .map(one => one.outerHTML.slice(0, 120)),
      );
      expect(small).toEqual([]);
    }
    await expectAccessible(page, 'the grid on a phone');
  });

  it('a tap on a number opens the row, a swipe goes to the next and back; deleting is asked there, away from opening', async () => {
    expect(
      await page
        .locator('[data-row] [data-act]')
        .evaluateAll(all => [...new Set(all.map(one => (one as HTMLElement).dataset['act']))]),
    ).toEqual(['open']);
    await number(2).tap();
    const value = (): Promise<string> => drawer().getByRole('textbox', { name: 'ad' }).inputValue();
    await expect.poll(value).toBe('ürün 1');
    await swipe(-120);
    await expect.poll(value).toBe('ürün 2');
    await swipe(120);
    await expect.poll(value).toBe('ürün 1');
    await swipe(20);
    expect(await value()).toBe('ürün 1');
    await drawer().getByRole('button', { name: 'Kapat' }).tap();
    await drawer().waitFor({ state: 'detached' });
  });

  it('a finger that rests on a number chooses the row; then taps choose more', async () => {
    const box = (await number(1).boundingBox())!;
    const client = await page.context().newCDPSession(page);
    const point = { x: box.x + 10, y: box.y + 10 };
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    await page.getByRole('toolbar', { name: 'Seçili kayıtlar' }).waitFor();
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await number(3).tap();
    await expect.poll(() => page.getByTestId('chosen-count').textContent()).toBe('2 kayıt seçili');
    expect(await drawer().count()).toBe(0);
    await expectAccessible(page, 'chosen rows on a phone');
    await page.getByRole('button', { name: 'Seçimi kaldır' }).tap();
    expect(await page.locator('[data-chosen]').count()).toBe(0);
  });
});
