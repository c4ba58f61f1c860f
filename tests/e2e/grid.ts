import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';

/** The cell of the row that has this text in its first field. */
export const cell = (page: Page, row: string, field: string): Locator =>
  page
    .locator('[data-row]')
    .filter({ has: page.locator('[data-field]').first().getByText(row, { exact: true }) })
    .locator(`[data-field="${field}"]`);

/** Every value of a field that is drawn, from the top. */
export const column = async (page: Page, field: string): Promise<string[]> =>
  (await page.locator(`[data-row] [data-field="${field}"]`).allTextContents()).map(text =>
    text.trim(),
  );

/** Types into a cell and leaves it with Enter. */
export async function type(page: Page, at: Locator, text: string): Promise<void> {
  await at.click();
  await page.keyboard.press('Enter');
  const editor = page
    .locator('[data-editor] :is(input, textarea), [data-editor]:is(input, textarea)')
    .first();
  await editor.fill(text);
  await page.keyboard.press('Enter');
}

export async function addRow(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  await page.getByRole('button', { name: 'Yeni kayıt' }).click();
  const form = page.getByRole('form', { name: 'Yeni kayıt' });
  for (const [field, text] of Object.entries(values)) await form.getByLabel(field).fill(text);
  await form.getByRole('button', { name: 'Kaydet', exact: true }).click();
}

/** Nothing of this person's is on its way any more. */
export async function saved(page: Page): Promise<void> {
  await expect
    .poll(() => page.getByTestId('saved').getAttribute('data-unsaved'), { timeout: 15_000 })
    .toBeNull();
}

/** Saves the view that is shown under a name, from a table without a saved view that is open. */
export async function saveView(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Görünümler' }).click();
  await page.getByRole('button', { name: 'Görünüm olarak kaydet' }).click();
  await page.getByRole('textbox', { name: 'Görünümün adı' }).fill(name);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Görünüm: ${name}`, exact: true }).waitFor();
}

/** Whether the focus is on an element of a selector, or within one. */
export const focusIsIn = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate(wanted => Boolean(document.activeElement?.closest(wanted)), selector);

/** The text of the element that has the focus. */
export const focusedText = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => document.activeElement?.textContent);
