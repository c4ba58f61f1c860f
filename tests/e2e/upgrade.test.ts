import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { run, type Program } from '../run/process.ts';
import { expectAccessible, expectFits, expectWhole, house, type Person } from './harness.ts';

/** The typed card, no part of which may be found anywhere else. */
const typed = {
  'card-number': '4242424242424242',
  'card-holder': 'Zeynep Kartsahibi',
  'card-expiry': '1231',
  'card-cvv': '937',
  'billing-first-name': 'Faturazeynep',
  'billing-last-name': 'Kartsahibi',
  'billing-email': 'fatura@adres.example',
  'billing-address': 'Gizlisokak 17',
  'billing-city': 'Saklıkent',
  'billing-postal-code': 'PK34987TR',
} as const;

async function pay(page: Page): Promise<void> {
  for (const [name, value] of Object.entries(typed))
    await page.locator(`[name=${name}]`).fill(value);
}

const submit = (page: Page) => page.locator('form button[type=submit]');
const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

describe("upgrading one's plan", needs(chromium), () => {
  const home = house();
  let admin: Person;
  let ayse: Person;
  let page: Page;
  const addPlan = async (body: object): Promise<string> =>
    (await home.ask<{ plan: { id: string } }>('POST', '/pricing/plans', body, admin.token)).plan.id;

  beforeAll(async () => {
    admin = await home.register('Yönetici');
    ayse = await home.register('Ayşe');
    page = await home.visitAs(ayse, '/dashboard');
  });

  it('is not led to while there is nothing to buy, which its page says', async () => {
    await page.getByRole('heading', { name: 'Hoş geldiniz, Ayşe' }).waitFor();
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: 'Hesap menüsü: Ayşe' }).click();
    await page.getByRole('menuitem', { name: 'Hesabım' }).waitFor();
    expect(await page.getByText('Planı yükselt').count()).toBe(0);
    expect(await page.getByRole('menuitem', { name: 'Planı Yükselt' }).count()).toBe(0);
    await page.goto('/upgrade');
    await page.getByText('Şu anda satın alınabilecek bir plan yok.').waitFor();
    // Nobody took a plan: that is known, too.
    await expect.poll(() => page.getByTestId('current-plan').textContent()).toBe('Ücretsiz');
    await page.getByRole('link', { name: 'Gösterge Paneline Dön' }).last().click();
    await page.waitForURL('**/dashboard');
    await page.goto('/upgrade-plan');
    await page.waitForURL('**/upgrade');
    await page.getByText('Şu anda satın alınabilecek bir plan yok.').waitFor();
  });

  it('is led to from everywhere as soon as there is something to buy', async () => {
    const planId = await addPlan({ name: 'Deneme', price: 10 });
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Planı yükselt' }).waitFor();
    await page.getByRole('button', { name: 'Hesap menüsü: Ayşe' }).click();
    await page.getByRole('menuitem', { name: 'Planı Yükselt' }).waitFor();
    await page.keyboard.press('Escape');
    await home.ask('DELETE', `/pricing/plans/${planId}`, undefined, admin.token);
    await expect.poll(() => page.getByRole('link', { name: 'Planı yükselt' }).count()).toBe(0);
    await page.goto('/upgrade');
    await page.getByText('Şu anda satın alınabilecek bir plan yok.').waitFor();
  });

  it('offers what administrators offer, as they do, for a month or a year', async () => {
    const { campaign } = await home.ask<{ campaign: { id: string } }>(
      'POST',
      '/pricing/campaigns',
      {
        name: 'Bahar',
        description: 'İndirim',
        discountType: 'percentage',
        discountValue: 20,
        startDate: '2020-01-01T00:00:00.000Z',
        endDate: '2099-01-01T00:00:00.000Z',
      },
      admin.token,
    );
    await addPlan({
      name: 'Temel',
      price: 99.9,
      maxProjects: 1,
      maxTables: 3,
      features: ['E-posta desteği'],
    });
    await card(page, 'Temel').waitFor();
    await addPlan({
      name: 'Premium Artı',
      price: 200,
      yearlyPrice: 2000,
      maxProjects: -1,
      maxTables: -1,
      campaignId: campaign.id,
      setupFee: 25.5,
    });
    await addPlan({ name: 'Ücretsiz', price: 0 });
    await addPlan({ name: 'Anlaşmalı', price: 1, planType: 'custom' });
    await expect
      .poll(() => card(page, 'Premium Artı').getByTestId('price').textContent())
      .toBe('₺160 / ay');
    expect(await card(page, 'Temel').getByTestId('price').textContent()).toBe('₺99,90 / ay');
    expect(await page.getByRole('heading', { level: 3 }).allTextContents()).not.toContain(
      'Ücretsiz',
    );
    expect(await card(page, 'Anlaşmalı').count()).toBe(0);
    expect(await card(page, 'Premium Artı').textContent()).toContain('En Popüler');
    expect(await card(page, 'Temel').textContent()).not.toContain('En Popüler');
    expect(await card(page, 'Premium Artı').textContent()).toContain('Proje: Sınırsız');
    await page.getByText('%17 indirim').click();
    await expect
      .poll(() => card(page, 'Premium Artı').getByTestId('price').textContent())
      .toBe('₺1.600 / yıl');
    expect(await card(page, 'Temel').getByTestId('price').textContent()).toBe('₺999 / yıl');
    expect(new URL(page.url()).searchParams.get('cycle')).toBe('yearly');
  });

  it('puts old and new side by side, and says how the price is made', async () => {
    const summary = page.getByRole('region', { name: 'Sipariş özeti' });
    // The first choice stays when others come.
    expect(await summary.getByRole('row').nth(1).allTextContents()).toEqual(['PlanÜcretsizTemel']);
    await card(page, 'Premium Artı').getByRole('button').click();
    await expect
      .poll(() => summary.getByRole('row').nth(1).textContent())
      .toBe('PlanÜcretsizPremium Artı');
    expect(await summary.getByRole('row').nth(3).textContent()).toBe('Proje limiti2Sınırsız');
    expect(await summary.locator('[data-rule]').allTextContents()).toEqual([
      'Planın yıllık fiyatı₺2.000',
      'Bahar: %20 indirim₺1.600',
      'Kurulum ücreti bir kez eklenir: ₺25,50₺1.600',
    ]);
    await expect.poll(() => submit(page).textContent()).toBe('Planı değiştir: ₺1.625,50');
  });

  it('says what is wrong where it is, and leads to the first of it', async () => {
    await submit(page).click();
    expect(await page.getByText('Bu alan gereklidir').count()).toBe(10);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe(
      'card-number',
    );
    await pay(page);
    await page.locator('[name=card-number]').fill('4242424242424241');
    await page.locator('[name=card-expiry]').fill('0120');
    await submit(page).click();
    await page.getByText('Geçerli bir kart numarası yazın').waitFor();
    await page.getByText('Bu kartın süresi geçmiş').waitFor();
    expect(await page.locator('[name=billing-country]').inputValue()).toBe('TR');
  });

  it('groups a card number while it is typed, knows the brand, and keeps the caret', async () => {
    const number = page.locator('[name=card-number]');
    await number.fill('');
    await number.pressSequentially('97920303944407969');
    expect(await number.inputValue()).toBe('9792 0303 9444 0796');
    await page.getByText('Troy kartı').waitFor();
    expect(await page.getByTestId('card-picture').textContent()).toContain('9792 0303 9444 0796');
    await number.fill('424242424242');
    const caret = (): Promise<number | null> =>
      number.evaluate(input => (input as HTMLInputElement).selectionStart);
    await number.evaluate(input => (input as HTMLInputElement).setSelectionRange(4, 4));
    await page.keyboard.type('9');
    expect([await number.inputValue(), await caret()]).toEqual(['4242 9424 2424 2', 6]);
    await page.keyboard.press('Backspace');
    expect([await number.inputValue(), await caret()]).toEqual(['4242 4242 4242', 4]);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Backspace');
    expect([await number.inputValue(), await caret()]).toEqual(['4244 2424 242', 3]);
    await number.fill('424242424242424242');
    await number.evaluate(input => (input as HTMLInputElement).setSelectionRange(2, 2));
    await page.keyboard.type('7');
    expect([await number.inputValue(), await caret()]).toEqual(['4274 2424 2424 2424', 3]);
  });

  it("takes the plan, says so, and leaves it in one's account", async () => {
    await pay(page);
    await submit(page).click();
    await page
      .getByText('Planınız artık Premium Artı. Tutar: ₺1.625,50, indirim: ₺400 (Demo)')
      .waitFor();
    await page.waitForURL('**/dashboard');
    await expect
      .poll(() => page.getByText('Proje limiti: Sınırsız').count(), {
        message: 'the limits count at once',
      })
      .toBe(1);
    await page.goto('/account');
    const own = page.getByRole('region', { name: 'Planım' });
    await expect
      .poll(() => own.locator('[data-change]').first().textContent())
      .toMatch(/^Premium Artı planına geçildi.*₺1\.600 \/ yıl · Bahar$/);
    expect(await own.textContent()).toContain('Premium Artı');
    expect(await own.textContent()).toContain('Sınırsız proje, proje başına sınırsız tablo');
  });

  it('says what a smaller plan would not hold', async () => {
    for (const name of ['Bir', 'İki'])
      await home.ask('POST', '/projects', { name: `Proje ${name}` }, ayse.token);
    for (const name of ['a1', 'b2', 'c3', 'd4']) await home.table(ayse, name, {});
    await page.goto('/upgrade');
    await card(page, 'Temel').getByRole('button').click();
    const summary = page.getByRole('region', { name: 'Sipariş özeti' });
    await summary.getByText('3 proje var; plan 1 projeye izin veriyor.').waitFor();
    await summary
      .getByText('Varsayılan Proje: 4 tablo var; plan 3 tabloya izin veriyor.')
      .waitFor();
  });

  it('takes no price that was not shown, and keeps what is typed', async () => {
    const other = await home.visitAs(ayse, '/dashboard');
    // This one hears of nothing.
    await other.routeWebSocket(/socket\.io/, socket => socket.close());
    await other.route(/socket\.io/, route => route.abort());
    const pro = await addPlan({ name: 'Değişken', price: 10 });
    await other.goto(`/upgrade?plan=${pro}`);
    await expect.poll(() => submit(other).textContent()).toBe('Planı değiştir: ₺10');
    await pay(other);
    await home.ask('PUT', `/pricing/plans/${pro}`, { price: 12.34 }, admin.token);
    await submit(other).click();
    await other.getByText('Fiyat bu arada değişti').waitFor();
    await other.getByText('Değişken artık ₺12,34.').waitFor();
    expect(await other.locator('[name=card-number]').inputValue()).toBe('4242 4242 4242 4242');
    expect(await other.locator('[name=billing-address]').inputValue()).toBe('Gizlisokak 17');
    await expect.poll(() => submit(other).textContent()).toBe('Planı değiştir: ₺12,34');
    await submit(other).click();
    await other.getByText('Planınız artık Değişken. Tutar: ₺12,34 (Demo)').waitFor();
    await other.context().close();
  });

  it('never lets another plan be bought than the one that was read', async () => {
    const short = await addPlan({ name: 'Kısa', price: 5 });
    await page.goto(`/upgrade?plan=${short}`);
    await card(page, 'Kısa').waitFor();
    await home.ask('DELETE', `/pricing/plans/${short}`, undefined, admin.token);
    await page.getByText('Bu plan artık sunulmuyor; başka bir plan seçin.').waitFor();
    expect(await submit(page).isDisabled()).toBe(true);
    await page.getByRole('link', { name: 'İptal' }).click();
    await page.waitForURL('**/dashboard');
  });

  it('ends where one ends it', async () => {
    await page.goto('/account');
    const own = page.getByRole('region', { name: 'Planım' });
    await own.getByRole('button', { name: 'Planı bitir' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Planı bitir' }).click();
    await expect
      .poll(() => own.locator('[data-change]').first().textContent())
      .toContain('Değişken planı bitirildi');
    await own.getByRole('button', { name: 'Planı bitir' }).waitFor({ state: 'detached' });
  });

  it('is accessible and fits, in both languages and schemes', async () => {
    for (const [locale, colorScheme, width] of [
      ['tr-TR', 'light', 1280],
      ['en-GB', 'dark', 320],
    ] as const) {
      const one = await home.visitAs(ayse, '/dashboard', {
        locale,
        colorScheme,
        viewport: { width, height: 800 },
      });
      await one.evaluate(
        language => localStorage.setItem('preferred-language', language),
        locale.slice(0, 2),
      );
      for (const path of ['/upgrade?cycle=yearly', '/account']) {
        await one.goto(path);
        await one.getByRole('heading', { level: 2 }).first().waitFor();
        await one.waitForLoadState('networkidle');
        if (path !== '/account') await submit(one).click();
        const what = `${path}, ${locale}, ${colorScheme}, ${width}`;
        await expectAccessible(one, what);
        await expectFits(one, what);
        await expectWhole(one, what);
      }
      await one.context().close();
    }
  });
});

describe('what is typed of a card', needs(chromium), () => {
  const home = house();
  const directory = mkdtempSync(join(tmpdir(), 'hzm-card-'));
  let program: Program;
  beforeAll(() => {
    program = run({ HZM_DATA_DIR: directory, HZM_LOG_LEVEL: 'debug' });
  });
  afterAll(async () => {
    program.process.kill('SIGKILL');
    await program.ended;
    rmSync(directory, { recursive: true, force: true });
  });

  const inFiles = (): string =>
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
      .join('\n');
  /** Every way in which a text may be written somewhere. */
  const writings = (text: string): string[] => {
    const grouped = text.replace(/(\d{4})(?=\d)/g, '$1 ');
    return [...new Set([text, grouped, grouped.replaceAll(' ', '-')])].flatMap(one => [
      one,
      encodeURIComponent(one),
      JSON.stringify(one).slice(1, -1),
      Buffer.from(one).toString('base64').replace(/=+$/, ''),
      Buffer.from(one).toString('latin1'),
    ]);
  };

  it('leaves the browser in no request and no frame, and is kept nowhere', async () => {
    const origin = await program.ready;
    const ask = async (
      method: string,
      path: string,
      body: object,
      token = '',
    ): Promise<{ user: { id: string }; token: string; plan: { id: string } }> => {
      const response = await fetch(`${origin}/api/v1${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(token && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
      });
      return ((await response.json()) as { data: never }).data;
    };
    const account = { name: 'Ayşe', email: 'ayse@example.com', password: 'gizli-1' };
    const { token } = await ask('POST', '/auth/register', account);
    const { plan } = await ask('POST', '/pricing/plans', { name: 'Premium', price: 100 }, token);

    const context = await home
      .browser()
      .newContext({ baseURL: origin, locale: 'tr-TR', reducedMotion: 'reduce' });
    const sent: string[] = [];
    const bodies: string[] = [];
    context.on('request', request => {
      sent.push(
        `${request.method()} ${request.url()}\n${JSON.stringify(request.headers())}\n${request.postDataBuffer()?.toString('utf8') ?? ''}`,
      );
      if (request.method() === 'PUT') bodies.push(request.postData() ?? '');
    });
    const page = await context.newPage();
    page.on('websocket', socket => {
      socket.on('framesent', ({ payload }) => {
        sent.push(payload.toString());
      });
      socket.on('framereceived', ({ payload }) => {
        sent.push(payload.toString());
      });
    });
    const said: string[] = [];
    page.on('console', message => said.push(message.text()));
    await page.goto('/login');
    await page.locator('input[name=email]').fill(account.email);
    await page.locator('input[name=password]').fill(account.password);
    await page.locator('form button[type=submit]').click();
    await page.waitForURL(/dashboard/);
    await page.goto('/upgrade');
    await card(page, 'Premium').waitFor();
    await pay(page);
    for (const name of Object.keys(typed)) await page.locator(`[name=${name}]`).focus();
    const kept = (): Promise<string> =>
      page.evaluate(async () =>
        JSON.stringify({
          local: Object.entries(localStorage),
          session: Object.entries(sessionStorage),
          cookie: document.cookie,
          state: history.state as unknown,
          url: location.href,
          databases: await indexedDB.databases(),
          caches: await caches.keys(),
          name: window.name,
        }),
      );
    const during = await kept();
    await submit(page).click();
    await page.waitForURL('**/dashboard');
    await page.getByText('(Demo)').waitFor();
    // Requests that are sent on leaving, or a little later, are included.
    await page.goto('/account');
    await page.getByText('Premium planına geçildi').waitFor();
    await page.waitForLoadState('networkidle');

    // It was all seen: the plan that was taken is among it.
    expect(sent.some(one => one.startsWith('PUT') && one.includes(plan.id))).toBe(true);
    expect(
      sent.some(one => one.includes('"watch"')),
      'frames of the socket',
    ).toBe(true);
    expect(bodies.map(body => Object.keys(JSON.parse(body) as object).toSorted())).toEqual([
      ['currency', 'cycle', 'planId', 'price', 'setupFee'],
    ]);
    const everything = {
      sent: sent.join('\n'),
      during,
      after: await kept(),
      console: said.join('\n'),
      said: program.said(),
      files: inFiles(),
    };
    expect(everything.files.length).toBeGreaterThan(10_000);
    expect(everything.said).not.toBe('');
    for (const [name, value] of Object.entries(typed)) {
      // Three and four digits occur by themselves.
      if (name === 'card-cvv' || name === 'card-expiry') continue;
      for (const writing of writings(value))
        for (const [where, text] of Object.entries(everything))
          expect(text.includes(writing), `${name} as ${writing} in ${where}`).toBe(false);
    }
    await context.close();
  });
});
