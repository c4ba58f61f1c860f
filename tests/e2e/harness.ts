import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Language } from '@hzm/contracts/core/language';
import type { Configuration } from '@hzm/infra/server/configuration';
import { start, type Running } from '@hzm/infra/server/start';
import type axe from 'axe-core';
import {
  chromium as engine,
  type Browser,
  type BrowserContextOptions,
  type Page,
  type Request,
} from 'playwright';
import { afterAll, beforeAll, expect } from 'vitest';
import { chromium } from '../run/needs.ts';

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly token: string;
  readonly projectId: string;
}

export const PASSWORD = 'gizli-1';

/**
 * The browsers of this worker by their programs; one for each file would take longer to start than
 * many of them need.
 */
const browsersOfWorker = new Map<string, Promise<Browser>>();

async function browserOf(program: string): Promise<Browser> {
  const browser =
    browsersOfWorker.get(program) ??
    engine.launch({
      executablePath: program,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
    });
  browsersOfWorker.set(program, browser);
  return browser;
}

/**
 * The product with its web application on a data directory of its own, and a browser in which
 * nobody is signed in.
 * @param program of the browser
 */
export function house(more: Partial<Configuration> = {}, program = chromium.shell) {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'hzm-e2e-'));
  let server: Running;
  let browser: Browser;
  beforeAll(async () => {
    server = await start({
      port: 0,
      host: '127.0.0.1',
      dataDirectory,
      secret: Buffer.from('a secret for tests only'),
      ...more,
    });
    browser = await browserOf(program);
  });
  afterAll(async () => {
    await Promise.all(browser.contexts().map(context => context.close()));
    await server.close();
    rmSync(dataDirectory, { recursive: true });
  });

  const origin = (): string => `http://127.0.0.1:${server.port}`;

  const ask = async <Data>(
    method: string,
    path: string,
    body: unknown,
    token = '',
  ): Promise<Data> => {
    const response = await fetch(`${origin()}/api/v1${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as { data: Data };
    expect(response.ok, JSON.stringify(answer)).toBe(true);
    return answer.data;
  };

  const register = async (name: string): Promise<Person> => {
    const email = `${crypto.randomUUID()}@example.com`;
    const { user, token, project } = await ask<{
      user: { id: string };
      token: string;
      project: { id: string };
    }>('POST', '/auth/register', { name, email, password: PASSWORD });
    return { id: user.id, name, email, token, projectId: project.id };
  };

  /** A table of a person's first project with these fields (name: type) and rows; its id. */
  const table = async (
    { projectId, token }: Person,
    name: string,
    fields: Readonly<Record<string, string>>,
    rows: readonly object[] = [],
  ): Promise<string> => {
    const {
      table: { id },
    } = await ask<{ table: { id: string } }>(
      'POST',
      `/tables/project/${projectId}`,
      { name },
      token,
    );
    for (const [field, type] of Object.entries(fields))
      await ask('POST', `/tables/${projectId}/${id}/fields`, { name: field, type }, token);
    if (rows.length > 0) await ask('POST', `/data/table/${id}/rows/bulk`, { rows }, token);
    return id;
  };

  /** A draft of an endpoint that lists the rows of a table of a person's first project; its id. */
  const endpoint = async ({ projectId, token }: Person, tableId: string): Promise<string> => {
    const action = { kind: 'rows', tableId, fields: [{ field: 'id', name: 'id' }] };
    const {
      endpoint: { id },
    } = await ask<{ endpoint: { id: string } }>(
      'POST',
      `/custom-endpoints/project/${projectId}`,
      { name: 'Stok listesi', definition: { method: 'GET', path: 'stok', action } },
      token,
    );
    return id;
  };

  /** A widget that shows the rows of a table of a person's first project; its id. */
  const widget = async ({ projectId, token }: Person, tableId: string): Promise<string> => {
    const settings = { type: 'table', tableId, fields: [{ field: 'id', name: 'id' }] };
    const {
      widget: { id },
    } = await ask<{ widget: { id: string } }>(
      'POST',
      `/projects/${projectId}/widgets`,
      { name: 'Stok tablosu', type: 'table', settings },
      token,
    );
    return id;
  };

  /** Invites a person to the first project of another, and accepts as them. */
  const letIn = async (owner: Person, guest: Person, role: string): Promise<void> => {
    const { invitation } = await ask<{ invitation: { url: string } }>(
      'POST',
      `/projects/${owner.projectId}/invitations`,
      { email: guest.email, role },
      owner.token,
    );
    await ask('POST', `${invitation.url}/accept`, undefined, guest.token);
  };

  /** A browser of one's own. */
  const visit = async (path: string, options: BrowserContextOptions = {}): Promise<Page> => {
    const context = await browser.newContext({
      baseURL: origin(),
      locale: 'tr-TR',
      reducedMotion: 'reduce',
      ...options,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    goesAgain(page);
    await page.goto(path);
    return page;
  };

  /** The same, signed in as the form would; then at `path`. */
  const visitAs = async (
    { email }: Person,
    path: string,
    options?: BrowserContextOptions,
  ): Promise<Page> => {
    const session = await ask<object>('POST', '/auth/login', { email, password: PASSWORD });
    const page = await visit('/theme.js', options);
    await page.evaluate(kept => {
      sessionStorage.setItem('hzm-session', JSON.stringify(kept));
      localStorage.setItem('hzm-session-shared', '1');
    }, session);
    await page.goto(path);
    return page;
  };

  /** The same through the form itself: the session is then the browser's, by name, too. */
  const visitByForm = async (
    { email }: Person,
    path: string,
    options?: BrowserContextOptions,
  ): Promise<Page> => {
    const page = await visit('/login', options);
    await page.locator('input[name=email]').fill(email);
    await page.locator('input[name=password]').fill(PASSWORD);
    await page.locator('form button[type=submit]').click();
    await page.waitForURL(/\/(projects|dashboard)/);
    await page.goto(path);
    return page;
  };

  return {
    origin,
    browser: () => browser,
    ask,
    register,
    letIn,
    table,
    endpoint,
    widget,
    visit,
    visitAs,
    visitByForm,
  };
}

/** Time without any request after which a screen has all that it shows, in milliseconds. */
const QUIET_MS = 200;

/**
 * Does something, and waits until the page has asked for all that it needs then: as Playwright's
 * `networkidle`, which waits for half a second.
 */
export async function untilQuiet(page: Page, work: () => Promise<void>): Promise<void> {
  const open = new Set<Request>();
  let last = performance.now();
  const begun = (request: Request): void => void open.add(request);
  const ended = (request: Request): void => {
    open.delete(request);
    last = performance.now();
  };
  page.on('request', begun).on('requestfinished', ended).on('requestfailed', ended);
  await work();
  await expect
    .poll(() => open.size === 0 && performance.now() - last >= QUIET_MS, { interval: 20 })
    .toBe(true);
  page.off('request', begun).off('requestfinished', ended).off('requestfailed', ended);
}

/** An answer in the place of the server's. */
export interface Answer {
  readonly status: number;
  readonly json?: unknown;
  readonly text?: string;
}

/**
 * Answers the requests of one path of the API in the server's place, until the returned function is
 * called. Unlike `page.route`, it stops no other request and leaves the browser's cache on, which
 * is most of the time of a page's load.
 */
export async function answerInstead(
  page: Page,
  path: string,
  { status, json, text = JSON.stringify(json) }: Answer,
): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  session.on('Fetch.requestPaused', ({ requestId }) => {
    session
      .send('Fetch.fulfillRequest', {
        requestId,
        responseCode: status,
        responseHeaders: [
          { name: 'content-type', value: json === undefined ? 'text/plain' : 'application/json' },
        ],
        body: Buffer.from(text).toString('base64'),
      })
      // A page that is closed or gave up waits for no answer.
      .catch(() => undefined);
  });
  // In a pattern, a question mark stands for any character unless it is escaped.
  const patterns = ['', '\\?*'].map(rest => ({ urlPattern: `*/api/v1${path}${rest}` }));
  await session.send('Fetch.enable', { patterns });
  return () => session.detach();
}

/** The reader's choice; counts from the next address on. */
export const chooseLanguage = (page: Page, language: Language): Promise<void> =>
  page.evaluate(chosen => localStorage.setItem('preferred-language', chosen), language);

/** Switches an open page to a language by the switch in its header. */
export async function switchLanguage(page: Page, language: Language): Promise<void> {
  const choice = page.locator('header label').filter({ hasText: new RegExp(`^${language}$`, 'i') });
  // A prerendered page reacts to a press only; an open dialog lies over the switch.
  if ((await page.locator('[role=dialog]').count()) === 0) await choice.click();
  else await choice.evaluate((label: HTMLLabelElement) => label.click());
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(language);
}

type Texts = { readonly [key: string]: string | Texts };

const keysIn = (texts: Texts, prefix = ''): string[] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [prefix + key] : keysIn(text, `${prefix + key}.`),
  );

/** Every key of the locales that no ordinary text contains: those of more than one word. */
const keysOfTexts: ReadonlySet<string> = new Set(
  globSync(join(import.meta.dirname, '../../web/locales/tr/*.json'))
    .flatMap(file => keysIn(JSON.parse(readFileSync(file, 'utf8')) as Texts))
    .map(key => key.replace(/_(?:one|other)$/, ''))
    .filter(key => key.includes('.')),
);

/** Expects that nothing shown or read aloud is the key of a text in place of the text. */
export async function expectNoKeys(page: Page, what: string): Promise<void> {
  const said = await page.evaluate(() =>
    [
      document.title,
      document.body.innerText,
      ...[...document.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap(element =>
        ['aria-label', 'title', 'placeholder'].map(name => element.getAttribute(name) ?? ''),
      ),
    ].join('\n'),
  );
  const words = said.match(/[\p{L}\w-]+(?:\.[\p{L}\w-]+)+/gu) ?? [];
  expect(
    words.filter(word => keysOfTexts.has(word)),
    what,
  ).toEqual([]);
}

/** The rules of axe-core as a script, minified: every document that is checked takes it over the wire. */
const axeScript = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** No violation of WCAG 2.2 AA or of good practice, as far as a machine can tell. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await expectNoKeys(page, what);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeScript);
  // A framed widget is a page of its own. Results that are all right need not be told at length.
  const violations = await page.evaluate(async () => {
    const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
    const results = await run(document, { resultTypes: ['violations'], iframes: false });
    return results.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    );
  });
  expect(violations, what).toEqual([]);
}

/**
 * Lets a page go to an address again if a step back interrupted it: a dialog that is closed goes
 * back in history a moment after it is gone.
 */
function goesAgain(page: Page): void {
  const goto = page.goto.bind(page);
  page.goto = (...to) =>
    goto(...to).catch((error: unknown) => {
      if (/ERR_ABORTED|interrupted by another/.test(String(error))) return goto(...to);
      throw error;
    });
}

/** Nothing sticks out sideways. */
export async function expectFits(page: Page, what: string): Promise<void> {
  expect(
    await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ),
    what,
  ).toBeLessThanOrEqual(0);
}

/** No word is cut off, but for values in cells and what says itself whole in a title. */
export async function expectWhole(page: Page, what: string): Promise<void> {
  // An element that slides in is cut off until it is there.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished),
    ),
  );
  const cut = (): Promise<string[]> =>
    page.evaluate(() => {
      const clips = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';
      /** Pixels by which the box of a text may be cut, as it is higher than its letters. */
      const LEADING = 1;
      const isCut = (text: Text): boolean => {
        const range = document.createRange();
        range.selectNodeContents(text);
        const { left, right, top, bottom, width } = range.getBoundingClientRect();
        // Folded content still has a box.
        if (width <= 1 || !text.parentElement!.checkVisibility({ contentVisibilityAuto: true }))
          return false;
        let isScrolledTo = false;
        // The overflow of the body applies to the window.
        for (
          let element = text.parentElement;
          element && element !== document.body;
          element = element.parentElement
        ) {
          const style = getComputedStyle(element);
          if (
            style.visibility === 'hidden' ||
            style.clipPath !== 'none' ||
            element.closest('[role=gridcell], [title], [aria-hidden=true], code')
          )
            return false;
          const box = element.getBoundingClientRect();
          // Texts for screen readers alone are one pixel wide.
          if (style.overflowX === 'auto' || style.overflowX === 'scroll' || box.width <= 1)
            return false;
          if (clips(style.overflowX) && (right > box.right + 1 || left < box.left - 1)) return true;
          isScrolledTo ||= style.overflowY === 'auto' || style.overflowY === 'scroll';
          if (isScrolledTo) continue;
          if (clips(style.overflowY) && (bottom > box.bottom + LEADING || top < box.top - LEADING))
            return true;
        }
        return false;
      };
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      while (walker.nextNode()) {
        const text = walker.currentNode as Text;
        if (text.data.trim() !== '' && isCut(text)) found.push(text.data.trim());
      }
      return found;
    });
  // A message that slides in may begin to do so only now.
  await expect.poll(cut, { message: what, timeout: 5_000 }).toEqual([]);
}
