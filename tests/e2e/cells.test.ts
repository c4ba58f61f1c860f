import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { cell } from './grid.ts';
import { expectAccessible, house, type Person } from './harness.ts';

const LINES = 'birinci satır\nikinci satır\nüçüncü satır, ki sütununa sığmayacak kadar uzundur';

describe('a cell', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let notes: string;
  beforeAll(async () => {
    ayse = await home.register('Ayşe');
    notes = await home.table(ayse, 'Notlar', { ad: 'string', not: 'text', kod: 'object' }, [{ ad: 'bir', not: LINES, kod: { a: 1, b: [1, 2, 3] } }, { ad: 'iki', not: 'kısa' }]);
  });
  const open = async (table: string, options = {}): Promise<Page> => {
    const page = await home.visitAs(ayse, `/projects/${ayse.projectId}/data?table=${table}`, options);
    await page.locator('[data-row]').first().waitFor();
    return page;
  };

  it('shows lines of text as one, and all of it where the keyboard or the pointer rests', async () => {
    const page = await open(notes);
    const long = cell(page, 'bir', 'not');
    expect((await long.locator('[data-value]').boundingBox())!.height).toBeLessThan(30);
    expect((await long.boundingBox())!.height).toBe(36);
    await long.hover();
    await expect.poll(() => long.locator('[data-value]').getAttribute('title')).toBe(LINES);
    await cell(page, 'iki', 'not').click();
    await page.waitForTimeout(700);
    expect(await page.getByTestId('peek').count(), 'nothing is cut').toBe(0);
    await cell(page, 'bir', 'ad').click();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.getByTestId('peek').textContent()).toBe(LINES);
    await expectAccessible(page, 'all of a value');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('[data-editor] textarea').inputValue()).toBe(LINES);
    expect(await page.getByTestId('peek').count()).toBe(0);
    await page.context().close();
  });

  it.each([['a wide screen', { width: 1280, height: 800 }], ['a phone', { width: 320, height: 640 }]] as const)('is edited above everything that cuts, on %s', async (_, viewport) => {
    const single = await home.table(ayse, `Tek ${viewport.width}`, { ad: 'string', kod: 'object' }, [{ ad: 'bir', kod: { a: 1, b: [1, 2, 3], c: { d: 'e' } } }]);
    const page = await open(single, { viewport });
    for (const field of ['ad', 'kod']) {
      await cell(page, 'bir', field).click();
      await page.keyboard.press('Enter');
      const editor = page.locator('[data-editor]');
      const { width, height } = (await editor.locator(':is(input, textarea)').boundingBox())!;
      expect(height, field).toBeGreaterThan(field === 'kod' ? 60 : 28);
      expect(width, field).toBeGreaterThan(150);
      const isSeen = await editor.evaluate(element => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
        return inside && [[left + 6, top + 6], [right - 6, bottom - 6]].every(([x, y]) => element.contains(document.elementFromPoint(x!, y!)));
      });
      expect(isSeen, field).toBe(true);
      await expectAccessible(page, `editing ${field}`);
      await page.keyboard.press('Escape');
      await expect.poll(() => cell(page, 'bir', field).evaluate(element => element === document.activeElement)).toBe(true);
    }
    await page.context().close();
  });
});
