import type { Browser, Page } from 'playwright';
import { median, percentile, type Figure } from '../figure.ts';
import { ask } from '../product.ts';
import { fields, wideRow, type WideTable } from './wide-table.ts';

const PUSHES_PER_SECOND = 50;
const SCROLL_MS = 10_000;
const PASTED_ROWS = 500;
const SWEPT_ROWS = 100_000;
const SWEEP_MS = 20_000;

/** Measures the grid with a million rows: scrolling under remote changes, jumping and pasting. */
export async function gridFigures(
  browser: Browser,
  table: WideTable,
  signIn: (page: Page) => Promise<void>,
): Promise<Figure[]> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'tr-TR',
  });
  const page = await context.newPage();
  await page.goto(table.address);
  await signIn(page);
  await page.goto(`${table.address}/projects/${table.project}/data?table=${table.table}`);
  await page.locator('[data-row]').first().waitFor();
  const frames = await scrolled(page, table);
  const jumps = await jumped(page);
  const cdp = await context.newCDPSession(page);
  const heap = async (): Promise<number> => {
    await cdp.send('HeapProfiler.collectGarbage');
    return (await cdp.send('Runtime.getHeapUsage')).usedSize / 1024 / 1024;
  };
  const jumpedHeap = await heap();
  const sweep = await swept(page);
  const sweptHeap = await heap();
  const paste = await pasted(page);
  await context.close();
  return [
    {
      name: `scrolling, ${PUSHES_PER_SECOND} pushes a second: frame p95`,
      value: percentile(frames, 95),
      unit: 'ms',
      target: { atMost: 33 },
      of: 'value',
    },
    { name: 'the same: frame p50', value: percentile(frames, 50), unit: 'ms' },
    {
      name: 'a jump: from the data to the drawing',
      value: median(jumps.map(({ drawn }) => drawn)),
      unit: 'ms',
      target: { atMost: 100 },
      of: 'value',
    },
    {
      name: 'a jump: until its rows are drawn',
      value: median(jumps.map(({ whole }) => whole)),
      unit: 'ms',
    },
    {
      name: 'heap after all that',
      value: jumpedHeap,
      unit: 'MB',
      target: { atMost: 150 },
      of: 'value',
    },
    {
      name: `one scroll over ${SWEPT_ROWS} rows: frame p95`,
      value: percentile(sweep.frames, 95),
      unit: 'ms',
    },
    { name: 'the same: frame p50', value: percentile(sweep.frames, 50), unit: 'ms' },
    { name: 'the same: longest task', value: sweep.longest, unit: 'ms' },
    { name: 'the same: pages read', value: sweep.reads, unit: '' },
    {
      name: 'the same: heap',
      value: sweptHeap,
      unit: 'MB',
      target: { atMost: 150 },
      of: 'value',
    },
    {
      name: `${PASTED_ROWS * Object.keys(fields).length} cells pasted: until they are drawn`,
      value: paste.drawn,
      unit: 'ms',
    },
    {
      name: 'the same: until all are saved',
      value: paste.saved,
      unit: 'ms',
      target: { atMost: 2_000 },
      of: 'value',
    },
  ];
}

/** Returns the times between frames while scrolling, with visible rows changing. */
async function scrolled(page: Page, table: WideTable): Promise<number[]> {
  const { rows } = await ask<{ rows: { id: string }[] }>(
    table,
    'GET',
    `/data/table/${table.table}?limit=200&order=desc&sort=created_at`,
  );
  let n = 0;
  const pushes = setInterval(() => {
    n += 1;
    void ask(table, 'PUT', `/data/table/${table.table}/rows/${rows[n % rows.length]!.id}`, {
      alan2: n,
    }).catch(() => undefined);
  }, 1000 / PUSHES_PER_SECOND);
  const frames = await page.evaluate(
    time =>
      new Promise<number[]>(resolve => {
        const grid = document.querySelector<HTMLElement>('[data-testid=grid]')!;
        const times: number[] = [];
        const begun = performance.now();
        let last = begun;
        const step = (now: number): void => {
          times.push(now - last);
          last = now;
          // Down and up again, so that changed rows come into view.
          grid.scrollTop += Math.sin(((now - begun) / time) * Math.PI * 4) > 0 ? 60 : -60;
          if (now - begun < time) requestAnimationFrame(step);
          else resolve(times.slice(1));
        };
        requestAnimationFrame(step);
      }),
    SCROLL_MS,
  );
  clearInterval(pushes);
  return frames;
}

/**
 * Returns the milliseconds from the answer, and from the jump, until the first row of another
 * position is rendered.
 */
async function jumped(page: Page): Promise<{ drawn: number; whole: number }[]> {
  const times: { drawn: number; whole: number }[] = [];
  for (const part of [0.5, 0.1, 0.9, 0.3, 0.7]) {
    times.push(
      await page.evaluate(
        to =>
          new Promise<{ drawn: number; whole: number }>(resolve => {
            const grid = document.querySelector<HTMLElement>('[data-testid=grid]')!;
            const begun = performance.now();
            grid.scrollTop = grid.scrollHeight * to;
            const look = (): void => {
              const { top, bottom } = grid.getBoundingClientRect();
              const seen = [...grid.querySelectorAll('[role=row][aria-rowindex]')].filter(
                row =>
                  row.getBoundingClientRect().top > top + 80 &&
                  row.getBoundingClientRect().bottom < bottom,
              );
              const isDrawn =
                performance.now() - begun > 20 &&
                seen.length > 5 &&
                seen.every(row => row.hasAttribute('data-row'));
              if (!isDrawn) return void requestAnimationFrame(look);
              const answers = performance
                .getEntriesByType('resource')
                .filter(
                  ({ name, startTime }) => name.includes('/data/table/') && startTime >= begun,
                ) as PerformanceResourceTiming[];
              const now = performance.now();
              resolve({
                drawn: now - Math.max(begun, ...answers.map(({ responseEnd }) => responseEnd)),
                whole: now - begun,
              });
            };
            requestAnimationFrame(look);
          }),
        part,
      ),
    );
    await page.waitForTimeout(500);
  }
  return times;
}

/** Scrolls evenly over many rows. Returns the times between frames, the longest task and the reads. */
const swept = (page: Page): Promise<{ frames: number[]; longest: number; reads: number }> =>
  page.evaluate(
    ({ rows, time }) =>
      new Promise<{ frames: number[]; longest: number; reads: number }>(resolve => {
        const grid = document.querySelector<HTMLElement>('[data-testid=grid]')!;
        const all = Number(grid.getAttribute('aria-rowcount'));
        const way = (grid.scrollHeight - grid.clientHeight) * Math.min(1, rows / all);
        let longest = 0;
        const observer = new PerformanceObserver(list => {
          longest = Math.max(longest, ...list.getEntries().map(({ duration }) => duration));
        });
        observer.observe({ type: 'longtask' });
        performance.clearResourceTimings();
        performance.setResourceTimingBufferSize(10_000);
        const frames: number[] = [];
        const begun = performance.now();
        let last = begun;
        const step = (now: number): void => {
          frames.push(now - last);
          last = now;
          grid.scrollTop = Math.min(1, (now - begun) / time) * way;
          if (now - begun < time) return void requestAnimationFrame(step);
          observer.disconnect();
          const reads = performance
            .getEntriesByType('resource')
            .filter(({ name }) => name.includes('/data/table/')).length;
          resolve({ frames: frames.slice(1), longest, reads });
        };
        requestAnimationFrame(step);
      }),
    { rows: SWEPT_ROWS, time: SWEEP_MS },
  );

/**
 * Returns the milliseconds from a paste at the top until the cells are rendered, and until all are
 * saved.
 */
async function pasted(page: Page): Promise<{ drawn: number; saved: number }> {
  await page.evaluate(() => {
    document.querySelector('[data-testid=grid]')!.scrollTop = 0;
  });
  await page.locator('[data-cell="0:1"]').click();
  const text = Array.from({ length: PASTED_ROWS }, (_, n) =>
    Object.values(wideRow(n + 5_000_000))
      .map(value => (typeof value === 'boolean' ? (value ? 'Evet' : 'Hayır') : String(value)))
      .join('\t'),
  ).join('\n');
  return page.evaluate(
    clip =>
      new Promise<{ drawn: number; saved: number }>(resolve => {
        const data = new DataTransfer();
        data.setData('text/plain', clip);
        const begun = performance.now();
        const saved = document.querySelector('[data-testid=saved]')!;
        document.activeElement!.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        );
        let drawn = 0;
        const look = (): void => {
          const unsaved = saved.hasAttribute('data-unsaved');
          if (drawn === 0 && unsaved) drawn = performance.now() - begun;
          if (drawn > 0 && !unsaved) resolve({ drawn, saved: performance.now() - begun });
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    text,
  );
}
