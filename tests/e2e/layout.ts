import type { CDPSession, Page } from 'playwright';
import { expect } from 'vitest';

export interface Screen {
  readonly width: number;
  readonly height: number;
  /** Device pixels of one pixel. */
  readonly scale: number;
  /** It is touched, as a phone's. */
  readonly isTouched: boolean;
}

const sessions = new WeakMap<Page, CDPSession>();

/** Gives an open page another screen, and waits until it is laid out for that. */
export async function resize(
  page: Page,
  { width, height, scale, isTouched }: Screen,
): Promise<void> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  await session.send('Emulation.setDeviceMetricsOverride', {
    width,
    height,
    deviceScaleFactor: scale,
    mobile: isTouched,
  });
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: isTouched });
  await page.evaluate(
    () =>
      new Promise(done => {
        requestAnimationFrame(() => requestAnimationFrame(done));
      }),
  );
}

/** Returns elements in sight that can be pressed or written into, but lie under something else. */
export async function expectReachable(page: Page, what: string): Promise<void> {
  const covered = await page.evaluate(() => {
    const dialog = [...document.querySelectorAll('[role=dialog]')].at(-1);
    const isClipped = (element: Element, x: number, y: number): boolean => {
      for (let above = element.parentElement; above; above = above.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(above);
        const box = above.getBoundingClientRect();
        if (overflowX !== 'visible' && (x < box.left || x > box.right)) return true;
        if (overflowY !== 'visible' && (y < box.top || y > box.bottom)) return true;
      }
      return false;
    };
    return [
      ...(dialog ?? document).querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea',
      ),
    ].flatMap(element => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      // In a grid what is held in sight lies over what scrolls.
      if (
        width <= 1 ||
        height <= 1 ||
        x < 0 ||
        y < 0 ||
        x >= innerWidth ||
        y >= innerHeight ||
        element.closest('[role=grid]') ||
        !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
        isClipped(element, x, y)
      )
        return [];
      const found = document.elementFromPoint(x, y);
      const isSame =
        !found ||
        element.contains(found) ||
        found.contains(element) ||
        element.closest('label')?.contains(found) === true;
      return isSame
        ? []
        : [`${element.outerHTML.slice(0, 100)} under ${found.outerHTML.slice(0, 100)}`];
    });
  });
  expect(covered, what).toEqual([]);
}

/** The head of the page is one line. */
export async function expectOneLine(page: Page, what: string): Promise<void> {
  const lines = await page
    .locator('header')
    .first()
    .evaluate(head => {
      const boxes = [...head.querySelectorAll('a, button')]
        .filter(element => element.checkVisibility())
        .map(element => element.getBoundingClientRect())
        .filter(({ width, height }) => width > 1 && height > 1);
      return Math.max(...boxes.map(({ top }) => top)) <
        Math.min(...boxes.map(({ bottom }) => bottom))
        ? 1
        : 2;
    });
  expect(lines, what).toBe(1);
}
