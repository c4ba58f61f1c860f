import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright';
import type { Figure } from '../figure.ts';

/** Metrics of a page load, in milliseconds except `cls`. */
interface Vitals {
  lcp: number;
  cls: number;
  /** Total blocking time: the parts beyond 50 ms of long tasks, from first paint to idle. */
  tbt: number;
}

declare global {
  interface Window {
    vitals: Vitals;
  }
}

const observe = (): void => {
  window.vitals = { lcp: 0, cls: 0, tbt: 0 };
  const on = (type: string, take: (entry: PerformanceEntry) => void): void =>
    new PerformanceObserver(list => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
    });
  on('largest-contentful-paint', ({ startTime }) => {
    window.vitals.lcp = startTime;
  });
  on('layout-shift', entry => {
    window.vitals.cls += (entry as PerformanceEntry & { value: number }).value;
  });
  on('longtask', ({ duration }) => {
    window.vitals.tbt += duration - 50;
  });
};

const REST_MS = 2_000;
/** CPU slowdown by which Lighthouse simulates a phone on a desktop machine. */
const SLOWER = 4;
const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 800 };

/** Measures an address in a fresh profile: script size, and time until it is stable. */
export async function screenFigures(
  browser: Browser,
  name: string,
  address: string,
  signIn: (page: Page) => Promise<void>,
): Promise<Figure[]> {
  const measured = async (
    viewport: { width: number; height: number },
    slower: number,
  ): Promise<Vitals & { script: number }> => {
    const context = await browser.newContext({ viewport, locale: 'tr-TR' });
    const page = await context.newPage();
    await page.goto(address);
    await signIn(page);
    await page.addInitScript(observe);
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower });
    await page.goto(address, { waitUntil: 'networkidle' });
    await page.waitForTimeout(REST_MS);
    const vitals = await page.evaluate(() => window.vitals);
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter(one => new URL(one).pathname.endsWith('.js')),
    );
    const sizes = await Promise.all(
      [...new Set(scripts)].map(async one => gzipSync(await (await fetch(one)).text()).length),
    );
    const script = sizes.reduce((sum, size) => sum + size, 0);
    await context.close();
    return { ...vitals, script };
  };
  const [plain, slow] = [await measured(desktop, 1), await measured(phone, SLOWER)];
  return [
    {
      name: `${name}: script, gzipped`,
      value: plain.script / 1024,
      unit: 'KB',
      target: { atMost: 320 },
      of: 'value',
    },
    {
      name: `${name}: largest contentful paint`,
      value: plain.lcp,
      unit: 'ms',
      target: { atMost: 1_000 },
      of: 'value',
    },
    {
      name: `${name}: the same on a phone, ${SLOWER} times slower`,
      value: slow.lcp,
      unit: 'ms',
      target: { atMost: 2_500 },
      of: 'value',
    },
    {
      name: `${name}: total blocking time there`,
      value: slow.tbt,
      unit: 'ms',
      target: { atMost: 300 },
      of: 'value',
    },
    {
      name: `${name}: cumulative layout shift`,
      value: Math.max(plain.cls, slow.cls),
      unit: '',
      target: { atMost: 0 },
      of: 'value',
    },
  ];
}
