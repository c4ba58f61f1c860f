import type { Language } from '@hzm/contracts/core/language';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import {
  expectAccessible,
  expectFits,
  expectWhole,
  house,
  switchLanguage,
  untilQuiet,
  type Person,
} from './harness.ts';
import { expectOneLine, expectReachable, resize, type Screen } from './layout.ts';
import { saidIn, untranslated, withLongerTexts } from './texts.ts';

/** Half of 1280 pixels, each drawn twice as large, is that screen at a zoom of 200 %. */
const DESKS = (
  [
    [1280, 720, 1],
    [900, 720, 1],
    [1920, 1080, 1],
    [640, 360, 2],
  ] as const
).map(([width, height, scale]): Screen => ({ width, height, scale, isTouched: false }));
/** Upright and lying. */
const PHONES = [320, 390, 640].map((width): Screen => ({
  width,
  height: 640,
  scale: 1,
  isTouched: true,
}));

/** Words that the test or the server writes as data, which are the same in both languages. */
const DATA =
  /Ayşe|Varsayılan Proje|Kitaplık|Kitaplar|Ürünler|Çay|Şeker|Stok (?:raporu|özeti|listesi|tablosu)|Öncelikli destek|Eski depo|Test|Düzeltildi, bugün yayında|Şuna bakın|Depolara göre stok toplamı|Bu hafta başlıyoruz|Günlük rapor|Yılmaz Tekstil|Öz Gıda|Işık Mobilya|Çınar Kırtasiye|\b(?:ad|stok|fiyat|tarih|aktif|etiketler|rapor|depo|toplam|list-projects|createdAt|desc)\b|açıklama|özellikler/g;

describe('every screen', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let table: string;
  let test: string;
  let request: string;
  let endpoint: string;
  let thread: string;
  let row: string;
  let widget: string;

  beforeAll(async () => {
    ayse = await home.register('Ayşe');
    const { project } = await home.ask<{ project: { id: string } }>(
      'POST',
      '/projects',
      { name: 'Kitaplık' },
      ayse.token,
    );
    await home.table({ ...ayse, projectId: project.id }, 'Kitaplar', { ad: 'string' });
    test = (
      await home.ask<{ project: { id: string } }>(
        'POST',
        `/projects/${project.id}/create-test-environment`,
        undefined,
        ayse.token,
      )
    ).project.id;
    await home.ask(
      'POST',
      '/pricing/plans',
      {
        name: 'Premium',
        price: 199.9,
        yearlyPrice: 1999,
        features: ['Öncelikli destek'],
        setupFee: 20,
        trialDays: 7,
      },
      ayse.token,
    );
    ({ id: request } = await home.ask<{ id: string }>(
      'POST',
      `/endpoint-requests/project/${ayse.projectId}`,
      {
        endpoint_name: 'Stok özeti',
        description: 'Depolara göre stok toplamı',
        use_cases: 'Günlük rapor',
        priority: 'critical',
      },
      ayse.token,
    ));
    await home.ask(
      'PUT',
      `/endpoint-requests/${request}/status`,
      { status: 'approved', admin_notes: 'Bu hafta başlıyoruz' },
      ayse.token,
    );
    table = await home.table(
      ayse,
      'Ürünler',
      {
        ad: 'string',
        açıklama: 'text',
        stok: 'number',
        fiyat: 'currency',
        tarih: 'date',
        aktif: 'boolean',
        özellikler: 'object',
        etiketler: 'array',
      },
      [
        {
          ad: 'Çay',
          stok: 3,
          fiyat: { amount: 12.5, currency: 'TRY', symbol: '₺' },
          tarih: '2026-11-21',
          aktif: true,
          özellikler: { renk: 'yeşil' },
          etiketler: ['a'],
        },
        { ad: 'Şeker' },
      ],
    );
    row = (
      await home.ask<{ rows: readonly { id: string }[] }>(
        'GET',
        `/data/table/${table}`,
        undefined,
        ayse.token,
      )
    ).rows[0]!.id;
    ({ id: thread } = await home.ask<{ id: string }>(
      'POST',
      '/threads',
      {
        project_id: ayse.projectId,
        title: 'Stok raporu',
        priority: 'urgent',
        category: 'bug',
        tags: ['stok', 'rapor', 'depo', 'toplam'],
        row: { table_id: table, row_id: row },
        initialMessage:
          'Şuna bakın:\n```sql\nselect ad, sum(stok) from ürünler group by ad\n```\nhttps://example.com/stok',
      },
      ayse.token,
    ));
    const { id: answer } = await home.ask<{ id: string }>(
      'POST',
      `/threads/${thread}/messages`,
      { content: 'Düzeltildi' },
      ayse.token,
    );
    await home.ask(
      'PUT',
      `/threads/${thread}/messages/${answer}`,
      { content: 'Düzeltildi, bugün yayında' },
      ayse.token,
    );
    await home.ask(
      'POST',
      `/threads/${thread}/messages/${answer}/reactions`,
      { emoji: '🎉' },
      ayse.token,
    );
    await home.ask('PATCH', `/threads/${thread}/status`, { status: 'replied' }, ayse.token);
    endpoint = await home.endpoint(ayse, table);
    await home.ask('POST', `/custom-endpoints/${endpoint}/publish`, {}, ayse.token);
    widget = await home.widget(ayse, table);
    const binned = await home.table(ayse, 'Stok listesi', { ad: 'string' }, [{ ad: 'Çay' }]);
    await home.ask('DELETE', `/tables/${binned}`, undefined, ayse.token);
    const { project: old } = await home.ask<{ project: { id: string } }>(
      'POST',
      '/projects',
      { name: 'Eski depo' },
      ayse.token,
    );
    await home.ask('DELETE', `/projects/${old.id}`, undefined, ayse.token);
  });

  const open = (page: Page, path: string): Promise<void> =>
    untilQuiet(page, async () => {
      await page.goto(path);
      await page.getByRole('heading').first().waitFor();
      await rowPanel(page, path);
    });
  const visitors = ['/', '/login', '/register', '/forgotten-password', '/nowhere'];
  const inside = (): string[] => [
    '/dashboard',
    '/projects',
    '/projects?create=true',
    `/projects/${ayse.projectId}`,
    `/projects/${ayse.projectId}?table=${table}`,
    `/projects/${ayse.projectId}/data?table=${table}`,
    `/projects/${ayse.projectId}/data?table=${table}&row=${row}&tab=comments`,
    `/projects/${ayse.projectId}/data?table=${table}&row=${row}&tab=comments&thread=${thread}`,
    `/projects/${ayse.projectId}/history`,
    `/projects/${ayse.projectId}/history?from=2026-01-01&to=2026-01-02`,
    `/projects/${ayse.projectId}/bin?table=${table}`,
    `/projects/${ayse.projectId}/bin?kind=tables`,
    '/projects/bin',
    `/projects/${ayse.projectId}?history=${table}`,
    `/projects/${test}?tab=members`,
    `/projects/${test}/data`,
    '/admin',
    '/database-state',
    '/database-users',
    '/database-users?add=true',
    '/database-projects',
    '/database-pricing',
    '/database-pricing?tab=campaigns&add=true',
    '/upgrade',
    '/account',
    '/protected',
    '/admin-only',
    '/api-test?call=list-projects',
    '/math-calculator',
    '/advanced-math',
    ...['matrix', 'statistics', 'finance', 'science', 'units'].map(
      category => `/advanced-math/${category}`,
    ),
    '/chat',
    `/projects/${ayse.projectId}/widgets`,
    `/widgets/${widget}/data`,
    `/projects/${test}/transfers`,
    '/projects/01937b5e-0000-7000-8000-000000000001',
    `/projects/${ayse.projectId}/endpoint-requests`,
    `/projects/${ayse.projectId}/endpoint-requests?category=approved&request=${request}`,
    `/projects/${ayse.projectId}/endpoint-requests?new=true`,
    `/projects/${ayse.projectId}/endpoint-requests?tab=chat`,
    `/projects/${ayse.projectId}/endpoint-requests?tab=chat&thread=${thread}`,
    `/projects/${ayse.projectId}/endpoint-requests?tab=chat&new=true`,
    `/projects/${ayse.projectId}/endpoints`,
    `/projects/${ayse.projectId}/endpoints/${endpoint}`,
    `/projects/${ayse.projectId}/endpoints/new`,
  ];

  /** Things that open over a screen, by the name of what opens them. */
  const openings = (): readonly (readonly [
    path: string,
    open: (page: Page) => Promise<void>,
  ])[] => [
    [
      '/projects',
      async page => {
        await page.locator('[data-menu-of]').first().click();
        await page.getByRole('menuitem').first().click();
      },
    ],
    [
      '/projects',
      async page => {
        await page.locator(`[data-menu-of="${test}"]`).click();
        await page.getByRole('menuitem').last().click();
      },
    ],
    [
      `/projects/${ayse.projectId}?table=${table}`,
      page => page.locator('li button[aria-label*="Ürünler"]').first().click(),
    ],
    [
      `/projects/${ayse.projectId}?table=${table}`,
      page => page.locator('li button[aria-label*="Ürünler"]').last().click(),
    ],
    ...['settings', 'embed'].map(
      (_, at) =>
        [
          `/projects/${ayse.projectId}/widgets`,
          async (page: Page) => {
            await page.locator('[aria-haspopup=menu]').last().click();
            await page.getByRole('menuitem').nth(at).click();
          },
        ] as const,
    ),
    [
      `/projects/${ayse.projectId}/data?table=${table}`,
      async page => {
        await page.locator('[data-row]').first().hover();
        await page.locator('[data-act=open]').first().click();
      },
    ],
    [
      `/projects/${ayse.projectId}/data?table=${table}`,
      async page => {
        await page.locator('[role=grid] [data-active]').focus();
        await page.keyboard.press('Home');
        await page.keyboard.press('Delete');
      },
    ],
  ];

  async function look(page: Page, what: string, screens: readonly Screen[]): Promise<void> {
    for (const screen of screens) {
      await resize(page, screen);
      const where = `${what}, ${screen.width} pixels × ${screen.scale}`;
      await expectFits(page, where);
      await expectWhole(page, where);
      if (screen.isTouched) continue;
      if (screen === DESKS[0]) await expectAccessible(page, what);
      await expectReachable(page, where);
      if (screen.width === 900) await expectOneLine(page, where);
    }
  }

  /** Looks at a screen in both languages and colours, without loading it again. */
  async function lookAtAll(page: Page, what: string): Promise<void> {
    await look(page, `${what}, tr`, DESKS);
    await resize(page, DESKS[0]!);
    const turkish = await saidIn(page);
    await speak(page, 'en', 'dark');
    expect(
      untranslated(turkish, await saidIn(page), DATA),
      `${what}: said in both languages`,
    ).toEqual([]);
    // Texts longer than in either language are tried below.
    await look(page, `${what}, en`, DESKS.slice(0, 2));
    // Rows are as high as the pointer that their grid is loaded with needs.
    if (what.includes('/data?') && !what.includes('dialog')) {
      await resize(page, PHONES[0]!);
      await page.reload();
      await page.locator('[role=grid]').waitFor();
      await rowPanel(page, what);
    }
    await look(page, `${what}, en`, PHONES);
    await speak(page, 'tr', 'light');
    await look(page, `${what}, tr`, PHONES.slice(0, 1));
    await withLongerTexts(page, async () => {
      for (const screen of [PHONES[0]!, DESKS[1]!]) {
        await resize(page, screen);
        const where = `${what}, texts longer by a third, ${screen.width} pixels`;
        await expectFits(page, where);
        await expectWhole(page, where);
      }
    });
  }

  /** Opens a screen on a desk, whatever the one before was looked at on. */
  const show = async (page: Page, path: string): Promise<void> => {
    await resize(page, DESKS[0]!);
    await open(page, path);
  };

  const options = { colorScheme: 'light', locale: 'tr-TR' } as const;

  it(
    'is accessible, whole and translated from 900 to 1920 pixels, at twice the size, and on a phone',
    { timeout: 400_000 },
    async () => {
      const stranger = await home.visit('/', options);
      for (const path of visitors) {
        await show(stranger, path);
        await lookAtAll(stranger, path);
      }
      await stranger.context().close();
      const page = await home.visitAs(ayse, '/dashboard', options);
      for (const path of inside()) {
        await show(page, path);
        await lookAtAll(page, path);
      }
      await page.context().close();
    },
  );

  it(
    'is accessible, whole and translated with what opens over it',
    { timeout: 120_000 },
    async () => {
      const page = await home.visitAs(ayse, '/dashboard', options);
      for (const [path, click] of openings()) {
        await show(page, path);
        await click(page);
        await page.getByRole('dialog').first().waitFor();
        await lookAtAll(page, `${path}, dialog`);
      }
      await page.context().close();
    },
  );

  it.each([1280, 390])('moves nothing while it appears, at %i pixels', async width => {
    for (const path of visitors.slice(0, 3)) {
      const page = await home.visit('/theme.js', { viewport: { width, height: 800 } });
      await page.addInitScript(() => {
        const moved: number[] = [];
        new PerformanceObserver(list =>
          moved.push(
            ...list
              .getEntries()
              .map(entry => (entry as PerformanceEntry & { value: number }).value),
          ),
        ).observe({ type: 'layout-shift', buffered: true });
        Object.assign(globalThis, { moved });
      });
      // A slow phone draws what is there while the rest of a page is still being read.
      await (
        await page.context().newCDPSession(page)
      ).send('Emulation.setCPUThrottlingRate', { rate: 6 });
      await open(page, path);
      await page.evaluate(() => document.fonts.ready);
      expect(
        await page.evaluate(() => (globalThis as unknown as { moved: number[] }).moved),
        path,
      ).toEqual([]);
      await page.context().close();
    }
  });

  it.each(['light', 'dark'] as const)(
    'shows which tab is chosen and which field has the focus, %s',
    async colorScheme => {
      const page = await home.visitAs(ayse, `/projects/${ayse.projectId}?tab=settings`, {
        colorScheme,
      });
      const name = page.getByLabel('Proje adı');
      await name.focus();
      // WCAG 1.4.11: a mark of what is chosen or has the focus stands out from its ground by 3 to
      // 1.
      const contrast = (mark: HTMLElement | SVGElement): number => {
        const luminance = (color: string): number =>
          color
            .match(/[\d.]+/g)!
            .slice(0, 3)
            .map(part => Number(part) / 255)
            .reduce(
              (sum, part, at) =>
                sum +
                [0.2126, 0.7152, 0.0722][at]! *
                  (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4),
              0,
            );
        let ground: Element = mark.parentElement!;
        while (getComputedStyle(ground).backgroundColor === 'rgba(0, 0, 0, 0)')
          ground = ground.parentElement!;
        const [dark, light] = [
          luminance(getComputedStyle(mark).borderBottomColor),
          luminance(getComputedStyle(ground).backgroundColor),
        ].toSorted((a, b) => a - b);
        return (light! + 0.05) / (dark! + 0.05);
      };
      await expect
        .poll(() => page.locator('[role=tab][aria-selected=true]').first().evaluate(contrast), {
          message: 'the tab',
        })
        .toBeGreaterThanOrEqual(3);
      await expect
        .poll(() => name.evaluate(contrast), { message: 'the field' })
        .toBeGreaterThanOrEqual(3);
    },
  );

  it('is looked at with eyes that see: what lies under something else, and a head of two lines', async () => {
    const page = await home.visit('/theme.js');
    const shown = (style: string): Promise<void> =>
      page.setContent(
        `<header style="display: flex"><a href="#a">a</a><button style="margin: 0 0 0 40px">b</button></header><p style="${style}">over</p>`,
      );
    await shown('margin: 0');
    await expectReachable(page, 'apart');
    await expectOneLine(page, 'one line');
    await shown('position: fixed; inset: 0; margin: 0');
    await expect(expectReachable(page, 'under')).rejects.toThrow('under: expected');
    await page.addStyleTag({ content: 'header { width: 50px; flex-wrap: wrap; }' });
    await expect(expectOneLine(page, 'two lines')).rejects.toThrow('two lines: expected');
    await page.context().close();
  });

  it('uses nothing from elsewhere and says nothing in the console', async () => {
    const page = await home.visit('/');
    const said: string[] = [];
    page.on('console', message => {
      if (message.type() !== 'debug') said.push(message.text());
    });
    page.on('request', request => {
      if (!request.url().startsWith(home.origin()) && !request.url().startsWith('data:'))
        said.push(request.url());
    });
    for (const path of visitors.slice(0, 3)) await open(page, path);
    expect(said).toEqual([]);
  });
});

/** Waits for the panel of the row that an address names, if any: it is loaded after the grid. */
async function rowPanel(page: Page, address: string): Promise<void> {
  if (address.includes('&row=')) await page.getByRole('dialog').waitFor();
}

/** Switches an open page to a language and to colours, on a desk. */
async function speak(page: Page, language: Language, colorScheme: 'light' | 'dark'): Promise<void> {
  await resize(page, DESKS[0]!);
  await page.emulateMedia({ colorScheme });
  await untilQuiet(page, () => switchLanguage(page, language));
}
