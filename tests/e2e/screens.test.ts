import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { chooseLanguage, expectAccessible, expectFits, expectWhole, house, type Person } from './harness.ts';

describe('every screen', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let table: string;

  beforeAll(async () => {
    ayse = await home.register('Ayşe');
    table = await home.table(ayse, 'Ürünler', { ad: 'string', açıklama: 'text', stok: 'number', fiyat: 'currency', tarih: 'date', aktif: 'boolean', özellikler: 'object', etiketler: 'array' }, [
      { ad: 'Çay', stok: 3, fiyat: { amount: 12.5, currency: 'TRY', symbol: '₺' }, tarih: '2026-11-21', aktif: true, özellikler: { renk: 'yeşil' }, etiketler: ['a'] }, { ad: 'Şeker' },
    ]);
  });

  const open = async (page: Page, path: string): Promise<void> => {
    await page.goto(path);
    await page.getByRole('heading').first().waitFor();
    await page.waitForLoadState('networkidle');
  };
  const visitors = ['/', '/login', '/register', '/nowhere'];
  const inside = (): string[] => ['/dashboard', '/projects', '/projects?create=true', `/projects/${ayse.projectId}`, `/projects/${ayse.projectId}?table=${table}`, `/projects/${ayse.projectId}/data?table=${table}`, `/projects/${ayse.projectId}/history`, `/projects/${ayse.projectId}/history?from=2026-01-01&to=2026-01-02`, `/projects/${ayse.projectId}?history=${table}`, '/database-state', '/projects/01937b5e-0000-7000-8000-000000000001'];

  /** Things that open over a screen, by the name of what opens them. */
  const openings = (): readonly (readonly [path: string, open: (page: Page) => Promise<void>])[] => [
    ['/projects', async page => {
      await page.locator('[data-menu-of]').first().click();
      await page.getByRole('menuitem').first().click();
    }],
    [`/projects/${ayse.projectId}?table=${table}`, page => page.locator('li button[aria-label*="Ürünler"]').first().click()],
    [`/projects/${ayse.projectId}?table=${table}`, page => page.locator('li button[aria-label*="Ürünler"]').last().click()],
    [`/projects/${ayse.projectId}/data?table=${table}`, async page => {
      await page.locator('[data-row]').first().hover();
      await page.locator('[data-act=open]').first().click();
    }],
    [`/projects/${ayse.projectId}/data?table=${table}`, async page => {
      await page.locator('[role=grid] [data-active]').focus();
      await page.keyboard.press('Home');
      await page.keyboard.press('Delete');
    }],
  ];

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const language of ['tr', 'en'] as const) {
      it(`is accessible, ${colorScheme}, ${language}`, async () => {
        const options = { colorScheme, locale: language === 'tr' ? 'tr-TR' : 'en-GB' };
        const stranger = await home.visit('/', options);
        await readIn(stranger, language);
        for (const path of visitors) {
          await open(stranger, path);
          await expectAccessible(stranger, path);
        }
        await stranger.context().close();
        const page = await home.visitAs(ayse, '/dashboard', options);
        await readIn(page, language);
        for (const path of inside()) {
          await open(page, path);
          await expectAccessible(page, path);
        }
        for (const [path, show] of openings()) {
          await open(page, path);
          await show(page);
          await page.getByRole('dialog').first().waitFor();
          await expectAccessible(page, `${path}, dialog`);
        }
        await page.context().close();
      });
    }
  }

  // 640 pixels are what 1280 show at twice the size.
  it.each([[320, 'tr'], [320, 'en'], [640, 'tr'], [640, 'en']] as const)('fits into %i pixels with every label whole, %s', async (width, language) => {
    const options = { viewport: { width, height: 640 }, hasTouch: true, isMobile: true };
    const stranger = await home.visit('/', options);
    await readIn(stranger, language);
    for (const path of visitors) {
      await open(stranger, path);
      await expectFits(stranger, path);
      await expectWhole(stranger, path);
    }
    await stranger.context().close();
    const page = await home.visitAs(ayse, '/dashboard', options);
    await readIn(page, language);
    for (const path of inside()) {
      await open(page, path);
      await expectFits(page, path);
      await expectWhole(page, path);
    }
    for (const [path, show] of openings()) {
      await open(page, path);
      await show(page);
      await page.getByRole('dialog').first().waitFor();
      await expectFits(page, path);
      await expectWhole(page, `${path}, dialog`);
    }
    await page.context().close();
  });

  it.each([1280, 390])('moves nothing while it appears, at %i pixels', async width => {
    for (const path of visitors.slice(0, 3)) {
      const page = await home.visit('/theme.js', { viewport: { width, height: 800 } });
      await page.addInitScript(() => {
        const moved: number[] = [];
        new PerformanceObserver(list => moved.push(...list.getEntries().map(entry => (entry as PerformanceEntry & { value: number }).value))).observe({ type: 'layout-shift', buffered: true });
        Object.assign(globalThis, { moved });
      });
      await open(page, path);
      await page.evaluate(() => document.fonts.ready);
      expect(await page.evaluate(() => (globalThis as unknown as { moved: number[] }).moved), path).toEqual([]);
      await page.context().close();
    }
  });

  it('uses nothing from elsewhere and says nothing in the console', async () => {
    const page = await home.visit('/');
    const said: string[] = [];
    page.on('console', message => { if (message.type() !== 'debug') said.push(message.text()); });
    page.on('request', request => { if (!request.url().startsWith(home.origin()) && !request.url().startsWith('data:')) said.push(request.url()); });
    for (const path of visitors.slice(0, 3)) await open(page, path);
    expect(said).toEqual([]);
  });
});

/** The language that the browser asks for, or else the one that the reader chooses. */
async function readIn(page: Page, language: 'tr' | 'en'): Promise<void> {
  await chooseLanguage(page, language);
  await page.reload();
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(language);
}
