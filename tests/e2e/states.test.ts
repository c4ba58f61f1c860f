import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { cell } from './grid.ts';
import {
  answerInstead,
  chooseLanguage,
  expectAccessible,
  expectFits,
  expectNoKeys,
  expectWhole,
  house,
  switchLanguage,
  type Answer,
  type Person,
} from './harness.ts';

interface Failure {
  readonly name: string;
  /** The answer to the call; `never` and `abort`: there is none. */
  readonly answer: Answer | 'never' | 'abort';
  /** The reason that the screen gives. */
  readonly says: { readonly tr: string; readonly en: string };
}

const refusal = (status: number, code: string): Answer => ({
  status,
  json: { success: false, error: 'Şimdi olmaz', code, requestId: 'r' },
});
const inTheServersWords = { tr: 'Şimdi olmaz', en: 'Şimdi olmaz' };

/** Failures that are not tried again by themselves, and are about no right and no session. */
const failures: readonly Failure[] = [
  { name: '409', answer: refusal(409, 'CONFLICT'), says: inTheServersWords },
  {
    name: '429',
    answer: refusal(429, 'RATE_LIMIT_EXCEEDED'),
    says: {
      tr: 'Çok fazla deneme yapıldı. Lütfen 10-15 dakika bekleyip tekrar deneyin.',
      en: 'Too many attempts. Please wait 10-15 minutes and try again.',
    },
  },
  {
    name: 'an answer that is no JSON',
    answer: { status: 200, text: '<html>' },
    says: {
      tr: 'Sunucu yanıtı geçersiz. Lütfen sayfayı yenileyin veya biraz bekleyin.',
      en: 'Invalid response format',
    },
  },
  { name: '413', answer: refusal(413, 'PAYLOAD_TOO_LARGE'), says: inTheServersWords },
  {
    name: 'a refusal without words',
    answer: { status: 418, text: 'teapot' },
    says: {
      tr: 'Sunucu isteği yerine getiremedi (HTTP_418)',
      en: 'The server could not do it (HTTP_418)',
    },
  },
];

/** Failures after which a call is tried again by itself. */
const retried: readonly Failure[] = [
  { name: '500', answer: refusal(500, 'INTERNAL_ERROR'), says: inTheServersWords },
  {
    name: 'a time-out',
    answer: 'never',
    says: {
      tr: 'İstek zaman aşımına uğradı. Lütfen bağlantınızı kontrol edin.',
      en: 'Request timeout - please check your connection',
    },
  },
  {
    name: 'a lost connection',
    answer: 'abort',
    says: { tr: 'Sunucuya bağlanılamadı', en: 'Unable to connect to server' },
  },
];
const allFailures = [...failures, ...retried];

/** Shortens the pauses before another try, and the wait for an answer if `limit` is given. */
function hurry(limit: number | null): void {
  const wait = globalThis.setTimeout;
  const isPause = (ms: number | undefined) => ms === 1_000 || ms === 2_000 || ms === 4_000;
  globalThis.setTimeout = ((run: () => void, ms?: number) =>
    wait(run, isPause(ms) ? 20 : ms)) as typeof setTimeout;
  const limited = AbortSignal.timeout.bind(AbortSignal);
  AbortSignal.timeout = ms => limited(limit !== null && ms >= 30_000 ? limit : ms);
}
/** Milliseconds; an answer of the server that takes longer is asked for again. */
const LIMIT_MS = 1_000;

/** Screens with a way of their own to read, or to tell of a failure. */
const READ_BY_THEMSELVES = /\/bin$|^\/api-test/;

/** Routes of the web application that the walk leaves out, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  '/': 'leads to the first screen or to sign-in',
  '/$': 'an unknown address leads home',
  '/login': 'a form; its failures are tried below',
  '/register': 'a form; its failures are tried below',
  '/forgotten-password': 'a form; its failures are tried below',
  '/reset-password/$token': 'a form; its failures are tried below',
  '/confirm-email/$token': 'a button; its failures are tried below',
  '/stop-mails/$token': 'a button; its failures are tried below',
  '/invitations/$token': 'for visitors, too; its failures are tried below',
  '/database/$place': 'leads to a screen of administrators',
  '/protected': 'says that its reader is signed in',
  '/admin-only': 'says that its reader is an administrator',
  '/upgrade-plan': 'leads to /upgrade',
  '/chat': 'leads to the chat of the first project',
  '/math-calculator': 'calculates in the browser',
  '/advanced-math': 'a list of categories',
};

/** Screens of visitors that send something. */
const FORMS = [
  '/login',
  '/register',
  '/forgotten-password',
  '/reset-password/x',
  '/confirm-email/x',
  '/stop-mails/x',
];

/** The addresses of all routes as their files say, without a closing slash. */
const routes = (): readonly string[] => {
  const tree = readFileSync(new URL('../../web/routeTree.gen.ts', import.meta.url), 'utf8');
  const listed = /fullPaths:([^]*?)fileRoutesByTo/.exec(tree)![1]!;
  return [
    ...new Set(
      Array.from(listed.matchAll(/'([^']+)'/g), ([, path]) => path!.replace(/(.)\/$/, '$1')),
    ),
  ];
};

/** States of a screen: all is well, something fails, or the reader may not see it. */
describe('a screen', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let can: Person;
  let table: string;
  let endpoint: string;
  let thread: string;
  let widget: string;
  let invitation: string;
  beforeAll(async () => {
    ayse = await home.register('Ayşe');
    can = await home.register('Can');
    table = await home.table(ayse, 'Ürünler', { ad: 'string' }, [{ ad: 'Çay' }]);
    endpoint = await home.endpoint(ayse, table);
    widget = await home.widget(ayse, table);
    const invited = await home.ask<{ invitation: { url: string } }>(
      'POST',
      `/projects/${ayse.projectId}/invitations`,
      { email: 'deniz@example.com', role: 'viewer' },
      ayse.token,
    );
    invitation = invited.invitation.url.split('/').at(-1)!;
    const { plan } = await home.ask<{ plan: { id: string } }>(
      'POST',
      '/pricing/plans',
      { name: 'Premium', price: 199.9 },
      ayse.token,
    );
    for (const { id } of [ayse, can])
      await home.ask(
        'PUT',
        `/pricing/subscribers/${id}`,
        { planId: plan.id, cycle: 'monthly' },
        ayse.token,
      );
    await home.ask(
      'POST',
      `/endpoint-requests/project/${ayse.projectId}`,
      { endpoint_name: 'Stok özeti', description: 'Depolara göre stok toplamı' },
      ayse.token,
    );
    ({ id: thread } = await home.ask<{ id: string }>(
      'POST',
      '/threads',
      { project_id: ayse.projectId, title: 'Stok raporu', initialMessage: 'Toplam yanlış' },
      ayse.token,
    ));
  });

  const phone = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };
  const expectGood = async (page: Page, what: string): Promise<void> => {
    await expectAccessible(page, what);
    for (const width of [900, 320]) {
      await page.setViewportSize({ width, height: 640 });
      await expectFits(page, `${what}, ${width} pixels`);
      await expectWhole(page, `${what}, ${width} pixels`);
    }
  };
  const screens = (): readonly (readonly [
    path: string,
    call: string,
    content: string | RegExp,
  ])[] => [
    ['/dashboard', '/projects', 'Ayşe'],
    ['/projects', '/projects', 'Varsayılan Proje'],
    [`/projects/${ayse.projectId}`, `/projects/${ayse.projectId}`, 'Ürünler'],
    [`/projects/${ayse.projectId}?table=${table}`, `/tables/project/${ayse.projectId}`, 'Ürünler'],
    [`/projects/${ayse.projectId}/data?table=${table}`, `/projects/${ayse.projectId}`, 'Çay'],
    [`/projects/${ayse.projectId}/data?table=${table}`, `/data/table/${table}`, 'Çay'],
    [`/projects/${ayse.projectId}/history`, `/projects/${ayse.projectId}/history`, 'Ayşe'],
    [
      `/projects/${ayse.projectId}/endpoint-requests`,
      `/endpoint-requests/project/${ayse.projectId}`,
      'Stok özeti',
    ],
    [
      `/projects/${ayse.projectId}/endpoints`,
      `/custom-endpoints/project/${ayse.projectId}`,
      'Stok listesi',
    ],
    [
      `/projects/${ayse.projectId}/endpoints/${endpoint}`,
      `/custom-endpoints/${endpoint}`,
      'Stok listesi',
    ],
    [`/projects/${ayse.projectId}/widgets`, '/widgets', 'Stok tablosu'],
    [`/widgets/${widget}/data`, `/widgets/${widget}/data`, /^1 (kayıt|records?)$/],
    [`/projects/${ayse.projectId}/endpoint-requests?tab=chat`, '/threads', 'Stok raporu'],
    [
      `/projects/${ayse.projectId}/endpoint-requests?tab=chat&thread=${thread}`,
      `/threads/${thread}`,
      'Toplam yanlış',
    ],
    [
      `/advanced-math/statistics?op=mean&in=${encodeURIComponent('{"data":["10","20","60"]}')}`,
      '/math/statistics',
      '30',
    ],
    [
      `/projects/${ayse.projectId}/bin?kind=tables`,
      `/projects/${ayse.projectId}/bin`,
      /^(Silinmiş tablo yok|No tables were deleted)/,
    ],
    ['/projects/bin', '/bin/projects', /^(Silinmiş projeniz yok|You have no deleted projects)/],
    [
      `/projects/${ayse.projectId}/transfers`,
      `/projects/${ayse.projectId}/transfers`,
      /^(Henüz hiçbir şey taşınmadı|Nothing was transferred yet)/,
    ],
    [
      `/projects/${ayse.projectId}/files?table=${table}`,
      `/projects/${ayse.projectId}`,
      /^(Dışa aktar|Export)$/,
    ],
    ['/api-test', '/openapi.json', 'Test Register'],
    ['/admin', '/admin/stats', 'Master'],
    ['/database-state', '/admin/status', 'SQLite'],
    ['/database-logs', '/railway/monitoring-categories', /^(HTTP istekleri|HTTP requests)/],
    ['/database-users', '/admin/users', 'Can'],
    ['/database-projects', '/admin/projects', 'Varsayılan Proje'],
    ['/database-pricing', '/pricing/plans', 'Premium'],
    ['/database-pricing', '/pricing/subscribers', can.email],
    ['/upgrade', '/pricing/plans', 'Premium'],
    ['/account', '/pricing/subscription', 'Premium'],
    ['/account', '/notifications/settings', /^(Zil|Bell)$/],
  ];
  const refuse = async (
    page: Page,
    call: string,
    { answer }: Failure,
  ): Promise<() => Promise<void>> => {
    // Live data would be there before anybody could read the error.
    if (call === '/admin/status') {
      await page.routeWebSocket(/socket\.io/, socket => socket.close());
      await page.route(/socket\.io/, route => route.abort());
    }
    await page.addInitScript(hurry, answer === 'never' ? LIMIT_MS : null);
    if (typeof answer === 'object') return answerInstead(page, call, answer);
    const matches = (url: URL) => url.pathname === `/api/v1${call}`;
    await page.route(matches, route =>
      answer === 'abort' ? route.abort() : new Promise(() => undefined),
    );
    return () => page.unroute(matches);
  };

  it.each([
    ['tr', 'light'],
    ['en', 'dark'],
  ] as const)(
    'says what failed, and is there after another try (%s, %s)',
    { timeout: 300_000 },
    async (language, colorScheme) => {
      const first = await home.visitAs(ayse, '/dashboard', { ...phone, colorScheme });
      await chooseLanguage(first, language);
      for (const [index, [path, call, content]] of screens().entries()) {
        const failure = allFailures[(index + (language === 'tr' ? 0 : 4)) % allFailures.length]!;
        // A page of the same browser, with nothing of the screen before.
        const page = await first.context().newPage();
        const relent = await refuse(page, call, failure);
        await page.goto(path);
        const what = `${path}: ${failure.name} for ${call}`;
        await page
          .getByRole('alert')
          .filter({ hasText: failure.says[language] })
          .first()
          .waitFor()
          .catch((error: unknown) => {
            throw new Error(what, { cause: error });
          });
        // It looks the same in the other language, where every second one is looked at.
        await (index % 2 === (language === 'tr' ? 0 : 1)
          ? expectGood(page, what)
          : expectNoKeys(page, what));
        const again = page.getByRole('alert').getByRole('button').first();
        await again.waitFor();
        await relent();
        await page.unrouteAll();
        // Some screens read again by themselves once there is a connection.
        await expect
          .poll(
            async () => {
              await again.click({ timeout: 500 }).catch(() => undefined);
              return page.getByRole('alert').count();
            },
            { message: what, timeout: 10_000 },
          )
          .toBe(0);
        await page
          .locator('main')
          .getByText(content)
          .filter({ visible: true })
          .first()
          .waitFor()
          .catch((error: unknown) => {
            throw new Error(`${what}, again`, { cause: error });
          });
        await page.close();
      }
      await first.context().close();
    },
  );

  it('is each route of the web application, or one that is left out for a reason', () => {
    const walked = screens().map(([path]) => path.split('?')[0]!);
    const patterns = routes().map(route => [route, route.replace(/\$\w+/g, '[^/]+')] as const);
    const missing = patterns.filter(
      ([route, pattern]) =>
        LEFT_OUT[route] === undefined &&
        !walked.some(path => new RegExp(`^${pattern}$`).test(path)),
    );
    expect(missing.map(([route]) => route)).toEqual([]);
    const known = new Set(routes());
    expect(Object.keys(LEFT_OUT).filter(route => !known.has(route))).toEqual([]);
  });

  it(
    'says that a right is missing, and that the session has ended',
    { timeout: 120_000 },
    async () => {
      const forbidden = {
        name: '403',
        answer: refusal(403, 'FORBIDDEN'),
        says: inTheServersWords,
      };
      const ended = 'Oturum süreniz dolmuş. Lütfen tekrar giriş yapın.';
      const first = await home.visitAs(ayse, '/dashboard');
      for (const [index, [path, call]] of screens().entries()) {
        const page = await first.context().newPage();
        await refuse(page, call, forbidden);
        await page.goto(path);
        const what = `403 for ${call}`;
        await page
          .getByRole('alert')
          .filter({ hasText: 'Şimdi olmaz' })
          .or(page.getByRole('heading', { name: /^(Proje Bulunamadı|Yetkiniz yok)$/ }))
          .first()
          .waitFor()
          .catch((error: unknown) => {
            throw new Error(what, { cause: error });
          });
        await expectNoKeys(page, what);
        await page.close();
        // Each end of a session is the end of its browser: a few screens of all kinds stand for them.
        if (index % 6 > 0 && !READ_BY_THEMSELVES.test(path)) continue;
        const other = await home.visitAs(ayse, '/theme.js');
        await answerInstead(other, call, refusal(401, 'UNAUTHORIZED'));
        await other.goto(path);
        await other.waitForURL(/\/login\?redirect=/);
        await other.getByRole('alert').filter({ hasText: ended }).waitFor();
        await other.context().close();
      }
      await first.context().close();
    },
  );

  it.each(['tr', 'en'] as const)(
    'says that there is no connection, and keeps what was typed (%s)',
    async language => {
      const says = {
        tr: { offline: 'İnternet bağlantısı yok', away: 'Sunucuya bağlanılamadı' },
        en: { offline: 'No internet connection available', away: 'Unable to connect to server' },
      }[language];
      const visitor = await home.visit('/login', { locale: language });
      await visitor.route('**/api/v1/auth/login', route => route.abort());
      await visitor.locator('input[name=email]').fill('kim@example.com');
      await visitor.locator('input[name=password]').fill('bir-şey');
      await visitor.locator('form button[type=submit]').click();
      await visitor.getByRole('alert').filter({ hasText: says.away }).waitFor();
      await visitor.context().close();

      const someone = await home.register('Deniz');
      const page = await home.visitAs(someone, '/projects?create=true', { locale: language });
      const form = page.getByRole('dialog');
      const name = form.getByRole('textbox').first();
      await name.fill('Depo');
      await page.context().setOffline(true);
      await form.locator('button[type=submit]').click();
      await form.getByText(says.offline).waitFor();
      expect(await name.inputValue()).toBe('Depo');
      await page.context().close();
    },
  );

  it.each(retried)(
    'of a visitor says $name, keeps what was typed and lets it be sent again',
    { timeout: 120_000 },
    async ({ answer, says }) => {
      for (const [index, path] of FORMS.entries()) {
        // Each takes four seconds; all forms send in one way.
        if (answer === 'never' && index % 3 > 0) continue;
        const language = index % 2 === 0 ? 'tr' : 'en';
        const page = await home.visit('/theme.js', { locale: language });
        await page.addInitScript(hurry, answer === 'never' ? LIMIT_MS : null);
        await page.goto(path);
        await page.locator('main').locator('button').first().waitFor();
        const inputs = page.locator('form').locator('input');
        const filled = await inputs.count();
        for (let at = 0; at < filled; at++) {
          const isEmail = (await inputs.nth(at).getAttribute('type')) === 'email';
          await inputs.nth(at).fill(isEmail ? 'kim@example.com' : 'Uzun-Parola-12');
        }
        const values = () =>
          inputs.evaluateAll(all => all.map(input => (input as HTMLInputElement).value));
        const typed = await values();
        await page.route('**/api/v1/**', route =>
          route.request().method() === 'GET'
            ? route.continue()
            : answer === 'never'
              ? new Promise(() => undefined)
              : answer === 'abort'
                ? route.abort()
                : route.fulfill({ status: answer.status, json: answer.json }),
        );
        const submit = page.locator('main').locator('button[type=submit], button').last();
        const button = filled > 0 ? page.locator('form button[type=submit]') : submit;
        await button.click();
        await page
          .getByRole('alert')
          .filter({
            hasText:
              typeof answer === 'object' ? /Şimdi olmaz|hata oluştu|went wrong/ : says[language],
          })
          .waitFor()
          .catch((error: unknown) => {
            throw new Error(path, { cause: error });
          });
        expect(await values(), path).toEqual(typed);
        expect(await button.isEnabled(), path).toBe(true);
        await expectAccessible(page, path);
        await page.context().close();
      }
    },
  );

  it.each(retried)('of an invitation says $name, and is there after another try', async failure => {
    const page = await home.visit('/theme.js', { locale: 'en' });
    const relent = await refuse(page, `/invitations/${invitation}`, failure);
    await page.goto(`/invitations/${invitation}`);
    const alert = page.getByRole('alert').filter({ hasText: failure.says.en });
    await alert.waitFor();
    await relent();
    await page.unrouteAll();
    await alert.getByRole('button').click();
    await page.locator('main').getByText('Varsayılan Proje').first().waitFor();
    await page.context().close();
  });

  it('is in the other language at once, and keeps what was typed', async () => {
    const page = await home.visitAs(ayse, `/projects/${ayse.projectId}/data?table=${table}`);
    const loaded = await page.evaluate(() => performance.timeOrigin);
    await page.getByRole('button', { name: 'Yeni kayıt' }).click();
    await page.getByRole('form', { name: 'Yeni kayıt' }).getByLabel('ad').fill('Kahve');
    await switchLanguage(page, 'en');
    const form = page.getByRole('form', { name: 'New row' });
    expect(await form.getByLabel('ad').inputValue()).toBe('Kahve');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await cell(page, 'Çay', 'ad').click();
    await page.keyboard.press('Enter');
    await page.locator('[data-editor] input, input[data-editor]').first().fill('Yeşil çay');
    await switchLanguage(page, 'tr');
    await cell(page, 'Yeşil çay', 'ad').waitFor();
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(loaded);
    await page.context().close();

    const other = await home.visitAs(await home.register('Elif'), '/projects?create=true');
    const name = other.getByRole('dialog').getByRole('textbox').first();
    await name.fill('Depo');
    await switchLanguage(other, 'en');
    await other.getByRole('dialog', { name: 'Create a project' }).waitFor();
    expect(await name.inputValue()).toBe('Depo');
    await other.context().close();
  });

  it('names what could not be read of a project, and shows what stands in for it', async () => {
    const page = await home.visitAs(ayse, '/dashboard', { locale: 'en' });
    const failing = async (
      pattern: string,
      answer: Answer | 'abort',
      path: string,
    ): Promise<void> => {
      await page.unrouteAll();
      await page.route(pattern, route =>
        answer === 'abort'
          ? route.abort()
          : route.fulfill({ status: answer.status, json: answer.json }),
      );
      await page.goto(`/projects/${ayse.projectId}${path}`);
    };
    const one = `**/api/v1/projects/${ayse.projectId}`;
    const tables = '**/api/v1/tables/project/*';
    await failing(tables, refusal(409, 'CONFLICT'), '');
    await page.getByRole('heading', { name: 'Failed to load tables' }).waitFor();
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
    await failing(tables, 'abort', '');
    await page
      .getByRole('heading', { name: 'Network error while loading tables' })
      .waitFor({ timeout: 20_000 });
    await failing(one, refusal(409, 'CONFLICT'), '');
    await page.getByRole('alert').getByText('Failed to load project: 409').waitFor();
    await failing(one, refusal(409, 'CONFLICT'), '/endpoint-requests');
    await page.getByRole('heading', { name: `Project ${ayse.projectId}` }).waitFor();
    await page.getByRole('alert').getByText('Failed to fetch project: 409').waitFor();
    await failing('**/cors/domains', refusal(409, 'CONFLICT'), '?tab=settings');
    await page.getByRole('alert').getByText('Failed to load CORS settings').waitFor();
    const platform = page.getByRole('switch', { name: '*.netlify.app' });
    expect([await platform.isChecked(), await platform.isDisabled()]).toEqual([true, true]);
    await page.unrouteAll();
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => platform.isDisabled()).toBe(false);
    await page.context().close();
  });

  it.each([
    ['tr', 'dark', 'Proje Bulunamadı', 'Projelere Dön'],
    ['en', 'light', 'Project Not Found', 'Back to projects'],
  ] as const)(
    'of somebody else is not found (%s, %s)',
    { timeout: 60_000 },
    async (language, colorScheme, missing, back) => {
      const page = await home.visitAs(can, '/dashboard', { ...phone, colorScheme });
      await chooseLanguage(page, language);
      for (const path of [
        '',
        `?table=${table}`,
        `/data?table=${table}`,
        '/history',
        '/endpoint-requests',
        '/endpoints',
        `/endpoints/${endpoint}`,
        '/widgets',
      ].map(rest => `/projects/${ayse.projectId}${rest}`)) {
        await page.goto(path);
        await page.getByText(missing).first().waitFor();
        await expectGood(page, path);
        expect(await page.getByText('Ürünler').count(), path).toBe(0);
        await page.getByRole('link', { name: back }).first().click();
        await page.waitForURL('**/projects');
      }
    },
  );

  it('is for whoever may see it', { timeout: 60_000 }, async () => {
    const visitor = await home.visit('/');
    for (const [path] of screens()) {
      await visitor.goto(path);
      await visitor.waitForURL(/\/login\?redirect=/);
    }
    await visitor.goto('/nowhere/at/all');
    await visitor.waitForURL(url => url.pathname === '/');
    const page = await home.visitAs(can, '/dashboard');
    for (const path of [
      '/admin',
      '/database-state',
      '/database/state',
      '/database-logs',
      '/database/logs',
      '/database-users',
      '/database/users',
      '/database-projects',
      '/database/projects',
      '/database-pricing',
      '/database/pricing',
    ]) {
      await page.goto(path);
      await page.getByRole('heading', { name: 'Yetkiniz yok' }).waitFor();
    }
  });
});
