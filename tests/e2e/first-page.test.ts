import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { weigh } from '../bench/web/weight.ts';
import { chromium, needs } from '../run/needs.ts';
import { expectAccessible, house, PASSWORD } from './harness.ts';

const KB = 1024;

/** Loads the page again without its application. @returns lets the application come */
async function holdApplication(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/base-.*\.js/, async route => {
    await promise;
    await route.continue();
  });
  // The application delays the load event if something reaches for it before.
  await page.reload({ waitUntil: 'domcontentloaded' });
  return resolve;
}

describe('the first page', needs(chromium), () => {
  const home = house({}, chromium.path);

  it.each([
    ['tr-TR', '/', 'Sunucu kurmadan veritabanı ve API'],
    ['en-GB', '/', 'A database and API without running servers'],
    ['tr-TR', '/login', 'Giriş Yap'],
    ['en-GB', '/register', 'Sign up'],
  ])('says everything without running anything, %s %s', async (locale, path, heading) => {
    const page = await home.visit(path, { locale, javaScriptEnabled: false });
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    expect(await page.title()).toBe(`${heading} · HZM`);
    expect(await page.locator('html').getAttribute('lang')).toBe(locale.slice(0, 2));
    expect(
      (await page.locator('meta[name=description]').getAttribute('content'))?.length,
    ).toBeGreaterThan(20);
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(
      `${home.origin()}${path}`,
    );
    const picture = await fetch(
      (await page.locator('meta[property="og:image"]').getAttribute('content'))!,
    );
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  it('is taken over as it stands, when somebody reaches for it', async () => {
    const page = await home.visit('/');
    const failed: string[] = [];
    page.on('pageerror', ({ message }) => failed.push(message));
    page.on('console', message => {
      if (message.type() === 'error') failed.push(message.text());
    });
    const asked: string[] = [];
    page.on('request', request => asked.push(request.url()));
    await page.waitForLoadState('networkidle');
    expect(asked.filter(url => url.endsWith('.js'))).toEqual([]);
    const main = await page.locator('main').elementHandle();
    await page.getByText('EN', { exact: true }).click();
    await page
      .getByRole('heading', { level: 1, name: 'A database and API without running servers' })
      .waitFor();
    await page.getByText('HZM runs on this server').waitFor();
    expect(await main?.evaluate(element => element.isConnected)).toBe(true);
    expect(failed).toEqual([]);
    // The next page comes in that language from the server.
    expect(await (await page.request.get('/login')).text()).toContain('<html lang="en">');
    await expectAccessible(page, 'home, taken over');
  });

  it('gives the application what was typed and pressed before it was there', async () => {
    const ayse = await home.register('Ayşe');
    const page = await home.visit('/login');
    const release = await holdApplication(page);
    await page.locator('input[name=email]').fill(ayse.email);
    await page.locator('input[name=password]').fill(PASSWORD);
    await page.locator('form button[type=submit]').click();
    expect(new URL(page.url()).search).toBe('');
    release();
    await page.waitForURL('**/dashboard');
    await page.getByRole('heading', { level: 1, name: 'Ayşe' }).waitFor();
  });

  it('shows a password at the first press, while the application comes', async () => {
    const page = await home.visit('/login');
    const release = await holdApplication(page);
    await page.getByRole('button', { name: 'Şifreyi göster' }).click();
    release();
    await page.getByRole('button', { name: 'Şifreyi gizle' }).waitFor();
    expect(await page.locator('input[name=password]').getAttribute('type')).toBe('text');
  });

  it('offers the way on to who is signed in', async () => {
    const ayse = await home.register('Ayşe');
    const page = await home.visitAs(ayse, '/');
    await page.getByRole('link', { name: 'Gösterge paneline git' }).first().waitFor();
    expect(await page.getByRole('link', { name: 'Giriş Yap' }).count()).toBe(0);
    await expectAccessible(page, 'home, signed in');
  });

  it('keeps its chosen colours from the first frame on', async () => {
    const page = await home.visit('/', { colorScheme: 'light' });
    await page.evaluate(() => localStorage.setItem('mantine-color-scheme-value', 'dark'));
    await page.reload();
    expect(
      await page.evaluate(() => [
        document.documentElement.dataset['mantineColorScheme'],
        getComputedStyle(document.body).backgroundColor,
      ]),
    ).toEqual(['dark', 'rgb(18, 22, 28)']);
    await page.getByRole('button', { name: 'Görünüm' }).click();
    await page.getByRole('menuitemradio', { name: 'Koyu', checked: true }).waitFor();
  });
});

describe('a page of the application', needs(chromium), () => {
  const home = house({}, chromium.path);

  it.each([
    ['tr-TR', 'Uygulama henüz yüklenemedi', 'Sayfayı yenile'],
    ['en-GB', 'The application has not loaded yet', 'Reload the page'],
  ])(
    'says what to do while its scripts do not load, after a time, %s',
    async (locale, text, again) => {
      const page = await home.visit('/theme.js', { locale });
      await page.route('**/assets/**', route => route.abort());
      await page.goto('/dashboard');
      const late = page.getByText(text);
      await late.waitFor({ state: 'hidden' });
      await page.evaluate(() => document.getAnimations().forEach(animation => animation.finish()));
      await late.waitFor();
      await expectAccessible(page, 'a page without its scripts');
      await page.unroute('**/assets/**');
      await page.getByRole('link', { name: again }).click();
      await page.waitForURL('**/login**');
      await page.locator('input[name=email]').waitFor();
      expect(await late.count()).toBe(0);
    },
  );
});

describe('what comes over the wire', needs(chromium), () => {
  const home = house({}, chromium.path);

  it('is little for a visitor, without the fonts', async () => {
    const { rest, fonts } = await weigh(home.browser(), `${home.origin()}/`);
    expect(rest).toBeLessThan(40 * KB);
    expect(fonts).toBeLessThan(32 * KB);
  });

  it('is not much more for who signs in', async () => {
    expect((await weigh(home.browser(), `${home.origin()}/login`)).rest).toBeLessThan(260 * KB);
  });

  it.each([
    { who: 'an administrator, with the overview', hasTable: true, most: 265 },
    { who: 'anybody', hasTable: true, most: 253 },
    { who: 'somebody without a table, with the templates of one', hasTable: false, most: 266 },
  ])(
    'of the first screen of who is signed in: $who, at most $most KB',
    async ({ who, hasTable, most }) => {
      const { user, token, credentials, project } = await home.ask<{
        user: { isAdmin: boolean };
        token: string;
        credentials: object;
        project: { id: string };
      }>('POST', '/auth/register', {
        name: 'Ayşe',
        email: `weight${most}@example.com`,
        password: PASSWORD,
      });
      if (hasTable)
        await home.ask('POST', `/tables/project/${project.id}`, { name: 'Ürünler' }, token);
      expect(user.isAdmin, 'whoever registers first').toBe(who.startsWith('an administrator'));
      const session = { user, token, credentials };
      const needed = '/api/v1/projects';
      const { rest, addresses } = await weigh(
        home.browser(),
        `${home.origin()}/dashboard`,
        session,
        needed,
      );
      expect(rest).toBeLessThan(most * KB);
      // It was that screen, with what the server says of it.
      expect(addresses.map(address => new URL(address).pathname)).toContain(needed);
    },
  );

  it('comes from here, sockets too, and once', async () => {
    const ayse = await home.register('Ayşe');
    const page = await home.visitAs(ayse, '/dashboard');
    const said: string[] = [];
    const asked: string[] = [];
    page.on('request', request => {
      if (request.url().includes('/api/')) asked.push(new URL(request.url()).pathname);
    });
    page.on('console', message => {
      if (message.type() === 'error') said.push(message.text());
    });
    const socket = page.waitForEvent('websocket');
    const answer = await page.reload();
    expect(answer!.headers()['content-security-policy']).toContain("connect-src 'self'");
    expect((await socket).url()).toContain(home.origin().replace('http', 'ws'));
    await page.getByRole('status').getByText('Bağlı').waitFor();
    await page.waitForLoadState('networkidle');
    expect(said).toEqual([]);
    expect(asked).toEqual([...new Set(asked)]);
    expect(asked).toContain('/api/v1/projects');
  });
});
