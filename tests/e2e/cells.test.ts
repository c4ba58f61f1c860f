import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { cell } from './grid.ts';
import { chooseLanguage, expectAccessible, house, type Person } from './harness.ts';

const LINES = 'birinci satır\nikinci satır\nüçüncü satır, ki sütununa sığmayacak kadar uzundur';

describe('a cell', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let notes: string;
  beforeAll(async () => {
    ayse = await home.register('Ayşe');
    notes = await home.table(ayse, 'Notlar', { ad: 'string', not: 'text', kod: 'object' }, [
      { ad: 'bir', not: LINES, kod: { a: 1, b: [1, 2, 3] } },
      { ad: 'iki', not: 'kısa' },
    ]);
  });
  const open = async (table: string, options = {}): Promise<Page> => {
    const page = await home.visitAs(
      ayse,
      `/projects/${ayse.projectId}/data?table=${table}`,
      options,
    );
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

  it('shows a text from right to left where it is written so, in cells, headings and forms', async () => {
    const shop = await home.table(ayse, 'متجر', { الاسم: 'string', kod: 'object' }, [
      { الاسم: 'قهوة (سوداء)', kod: { ا: 1 } },
      { الاسم: 'Çay (siyah)' },
    ]);
    const page = await open(shop);
    const direction = (at: string): Promise<string> =>
      page
        .locator(at)
        .first()
        .evaluate(element => getComputedStyle(element).direction);
    const coffee = '[data-row]:has-text("قهوة") ';
    expect([
      await direction(`${coffee}[data-field="الاسم"] [data-value]`),
      await direction('[data-row]:has-text("Çay") [data-field="الاسم"] [data-value]'),
      await direction('[role=columnheader] [data-name]'),
      await direction('h2:has-text("متجر")'),
      await direction(`${coffee}code`),
    ]).toEqual(['rtl', 'ltr', 'rtl', 'rtl', 'ltr']);
    const [text, box] = await Promise.all([
      page.locator(`${coffee}[data-field="الاسم"] [data-value]`).boundingBox(),
      page.locator(`${coffee}[data-field="الاسم"]`).boundingBox(),
    ]);
    expect(box!.x + box!.width - text!.x - text!.width, 'at the right edge').toBeLessThan(16);
    await expectAccessible(page, 'a text from right to left');
    await page.context().close();
  });

  it.each([
    ['a wide screen', { width: 1280, height: 800 }],
    ['a phone', { width: 320, height: 640 }],
  ] as const)('is edited above everything that cuts, on %s', async (_, viewport) => {
    const single = await home.table(
      ayse,
      `Tek ${viewport.width}`,
      { ad: 'string', kod: 'object' },
      [{ ad: 'bir', kod: { a: 1, b: [1, 2, 3], c: { d: 'e' } } }],
    );
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
        return (
          inside &&
          [
            [left + 6, top + 6],
            [right - 6, bottom - 6],
          ].every(([x, y]) => element.contains(document.elementFromPoint(x!, y!)))
        );
      });
      expect(isSeen, field).toBe(true);
      await expectAccessible(page, `editing ${field}`);
      await page.keyboard.press('Escape');
      await expect
        .poll(() =>
          cell(page, 'bir', field).evaluate(element => element === document.activeElement),
        )
        .toBe(true);
    }
    await page.context().close();
  });

  describe('of a day or a time', () => {
    let dates: string;
    beforeAll(async () => {
      dates = await home.table(
        ayse,
        'Günler',
        { ad: 'string', gün: 'date', an: 'datetime', saat: 'time' },
        [{ ad: 'bir', gün: '2026-04-22', an: '2026-04-22T07:00:00.000Z', saat: '09:30' }],
      );
    });
    const year = new Date().getFullYear();

    it('opens with the key that is typed and understands what people write', async () => {
      const page = await open(dates, { timezoneId: 'Europe/Istanbul' });
      const write = async (field: string, text: string): Promise<void> => {
        await cell(page, 'bir', field).click();
        await page.keyboard.type(text);
        await page.keyboard.press('Enter');
        await expect.poll(() => page.locator('[data-editor]').count(), { message: text }).toBe(0);
      };
      for (const [field, text, shown] of [
        ['gün', '17.10.2026', '17.10.2026'],
        ['gün', '3 ekim', `03.10.${year}`],
        ['gün', '5/9/26', '05.09.2026'],
        ['an', '1.2.2026 8:05', '01.02.2026 08:05'],
        ['saat', '7.45', '07:45'],
        ['saat', '21', '21:00'],
      ] as const) {
        await write(field, text);
        await expect
          .poll(() => cell(page, 'bir', field).locator('[data-value]').textContent(), {
            message: text,
          })
          .toBe(shown);
      }
      await write('gün', 'bugün');
      await expect
        .poll(() => cell(page, 'bir', 'gün').locator('[data-value]').textContent())
        .toBe(
          new Intl.DateTimeFormat('tr-TR', {
            day: '2-digit',
            month: '2-digit',
            year: 'numeric',
            timeZone: 'Europe/Istanbul',
          }).format(new Date()),
        );
      await cell(page, 'bir', 'gün').click();
      await page.keyboard.type('olmaz');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText('Bir tarih girin').waitFor();
      await expectAccessible(page, 'no date');
      await page.keyboard.press('Escape');
      await page.context().close();
    });

    it.each([
      ['tr', 'light', '22.04.2026', 'Ekim 2026', '17.10.2026'],
      ['en', 'dark', '22 Apr 2026', 'October 2026', '17 Oct 2026'],
    ] as const)(
      "has a calendar in the reader's language, used by keyboard and pointer (%s, %s)",
      async (language, colorScheme, was, month, becomes) => {
        await home.ask(
          'PUT',
          `/data/table/${dates}/rows/${(await home.ask<{ rows: { id: string }[] }>('GET', `/data/table/${dates}`, undefined, ayse.token)).rows[0]!.id}`,
          { gün: '2026-04-22' },
          ayse.token,
        );
        const page = await home.visitAs(ayse, '/dashboard', { colorScheme });
        await chooseLanguage(page, language);
        await page.goto(`/projects/${ayse.projectId}/data?table=${dates}`);
        const day = cell(page, 'bir', 'gün').locator('[data-value]');
        await expect.poll(() => day.textContent()).toBe(was);
        await cell(page, 'bir', 'gün').click();
        await page.keyboard.type('16.10.2026');
        const calendar = page.locator('[data-calendar]');
        await calendar.getByText(month).waitFor();
        expect(await page.getByTestId('understood').textContent()).toContain(
          language === 'tr' ? '16 Ekim 2026' : '16 October 2026',
        );
        await expectAccessible(page, `calendar, ${language}`);
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('Enter');
        await page.keyboard.press('Enter');
        await expect.poll(() => day.textContent()).toBe(becomes);
        await cell(page, 'bir', 'gün').click();
        await page.keyboard.press('Enter');
        await calendar.locator('td button').filter({ hasText: /^3$/ }).first().click();
        await page.keyboard.press('Enter');
        await expect.poll(() => day.textContent()).toBe(becomes.replace('17', '03'));
        await page.context().close();
      },
    );
  });

  it('takes letters that are composed, as it takes a key', async () => {
    const page = await open(notes);
    const input = page.locator('[data-editor] input');
    const client = await page.context().newCDPSession(page);
    const at = cell(page, 'iki', 'ad');
    await at.click();
    await page.keyboard.insertText('â');
    await expect.poll(() => input.inputValue()).toBe('â');
    await page.keyboard.press('Escape');
    await expect.poll(() => at.evaluate(element => element === document.activeElement)).toBe(true);
    await client.send('Input.imeSetComposition', {
      text: 'に',
      selectionStart: 1,
      selectionEnd: 1,
    });
    await expect.poll(() => at.getAttribute('data-composing')).toBe('に');
    await client.send('Input.imeSetComposition', {
      text: 'にほ',
      selectionStart: 2,
      selectionEnd: 2,
    });
    await client.send('Input.insertText', { text: '日本' });
    await expect.poll(() => input.inputValue()).toBe('日本');
    await page.keyboard.type('ç');
    await page.keyboard.press('Enter');
    await cell(page, '日本ç', 'ad').waitFor();
    await page.context().close();
  });
});
