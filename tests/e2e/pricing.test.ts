import type { Locator, Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { expectAccessible, expectFits, expectWhole, house, type Person } from './harness.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('plans and campaigns, for administrators', needs(chromium), () => {
  const home = house();
  let admin: Person;
  let ayse: Person;
  let page: Page;
  let second: Page;
  const card = (on: Page, name: string): Locator => on.getByRole('article', { name, exact: true });
  const tile = (on: Page, name: string): Promise<string | null> =>
    on.locator(`[data-tile=${name}] dd`).textContent();
  const dialog = (on: Page): Locator => on.getByRole('dialog');
  const choose = async (on: Page, label: Locator, option: string): Promise<void> => {
    await label.click();
    await on.getByRole('listbox').getByRole('option', { name: option }).click();
  };
  const pick = async (form: Locator, label: string): Promise<void> => {
    await form.getByRole('button', { name: label }).click();
    await form.page().getByRole('button', { name: /^15 / }).first().click();
  };

  beforeAll(async () => {
    admin = await home.register('Yönetici');
    ayse = await home.register('Ayşe Yılmaz');
    page = await home.visitAs(admin, '/dashboard');
    second = await home.visitAs(admin, '/database/pricing');
  });

  it('are led to from the dashboard, and are none at first', async () => {
    await page.getByRole('link', { name: /Planlar ve Kampanyalar 0 aktif plan/ }).click();
    await page.waitForURL('**/database-pricing');
    await page.getByRole('tabpanel').getByText('Henüz plan yok. İlk planınızı ekleyin.').waitFor();
    expect(
      await Promise.all(
        ['plans', 'general', 'custom', 'campaigns', 'active', 'trials'].map(name =>
          tile(page, name),
        ),
      ),
    ).toEqual(['0', '0', '0', '0', '0', '0']);
    await page.getByRole('tab', { name: 'Kampanyalar' }).click();
    await page.getByText('Henüz kampanya yok. İlk kampanyanızı ekleyin.').waitFor();
    expect(new URL(page.url()).searchParams.get('tab')).toBe('campaigns');
    await page.goBack();
    await page.getByRole('tabpanel').getByText('Henüz plan yok. İlk planınızı ekleyin.').waitFor();
    await second
      .getByRole('tabpanel')
      .getByText('Henüz plan yok. İlk planınızı ekleyin.')
      .waitFor();
  });

  it('are added, and everybody sees them', async () => {
    await page.getByRole('button', { name: 'Plan Ekle' }).click();
    const form = dialog(page);
    await form.getByRole('button', { name: 'Plan Ekle' }).click();
    expect(await form.getByText('Bu alan gereklidir').count()).toBe(2);
    expect(
      await page.evaluate(
        () => document.activeElement?.closest('label, div')?.parentElement?.textContent,
      ),
    ).toContain('Plan adı');
    await form.getByLabel('Plan adı').fill('Premium');
    await form.getByLabel('Aylık fiyat').fill('199,90');
    await form.getByLabel('En çok proje').fill('-1');
    await form.getByLabel('Projede en çok tablo').fill('');
    await form.getByLabel('Özellikler').fill('Öncelikli destek\n\n  Saatlik yedek  \n');
    await form.getByRole('button', { name: 'Plan Ekle' }).click();
    await form.getByText('Bu alan gereklidir').waitFor();
    await form.getByLabel('Projede en çok tablo').fill('50');
    await form.getByRole('button', { name: 'Plan Ekle' }).click();
    for (const one of [page, second]) {
      await card(one, 'Premium').waitFor();
      const text = await card(one, 'Premium').textContent();
      for (const part of [
        '₺199,90',
        '10 aylık ücret',
        'Sınırsız proje, 50 tablo',
        'Aktif',
        'Genel',
      ])
        expect(text).toContain(part);
      expect(await card(one, 'Premium').getByRole('listitem').allTextContents()).toEqual([
        'Öncelikli destek',
        'Saatlik yedek',
      ]);
      expect([await tile(one, 'plans'), await tile(one, 'general')]).toEqual(['1', '1']);
    }
    await page.getByRole('button', { name: 'Plan Ekle' }).click();
    await form.getByLabel('Plan adı').fill('premium');
    await form.getByLabel('Aylık fiyat').fill('1');
    await form.getByRole('button', { name: 'Plan Ekle' }).click();
    await form.getByText('Bu ad kullanılıyor').waitFor();
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
  });

  it('of campaigns, too: with dates, discounts of their own, and plans that are chosen', async () => {
    await page.getByRole('tab', { name: 'Kampanyalar' }).click();
    await page.getByRole('button', { name: 'Kampanya Ekle' }).click();
    const form = dialog(page);
    await form.getByRole('button', { name: 'Kampanya Ekle' }).click();
    expect(await form.getByText('Bu alan gereklidir').count()).toBe(5);
    await form.getByLabel('Kampanya adı').fill('Yaz');
    await form.getByLabel('Açıklama').fill('Yaz indirimi');
    await form.getByLabel('İndirim yüzdesi').fill('101');
    await pick(form, 'İlk gün');
    await pick(form, 'Son gün');
    await choose(
      page,
      form.getByRole('combobox', { name: 'Yıllık ödemede indirim' }),
      'Sabit tutar',
    );
    await form.getByLabel('İndirim tutarı').fill('100');
    await form.getByRole('group', { name: 'Planları seçin' }).getByText('Premium').click();
    expect(await form.getByLabel('Geçerli planlar').inputValue()).toBe('Premium');
    await form.getByRole('button', { name: 'Kampanya Ekle' }).click();
    await form.getByText("Yüzde 100'den büyük olamaz").waitFor();
    await form.getByLabel('İndirim yüzdesi').fill('12,5');
    await form.getByRole('button', { name: 'Kampanya Ekle' }).click();
    await card(page, 'Yaz').waitFor();
    const text = await card(page, 'Yaz').textContent();
    for (const part of ['%12,5', '100 (planın para biriminde)', 'Premium', 'Yaz indirimi'])
      expect(text).toContain(part);
    await expect.poll(() => tile(second, 'campaigns')).toBe('1');
  });

  it('are active as their dates say, also while one looks', async () => {
    const { campaign } = await home.ask<{ campaign: { id: string } }>(
      'POST',
      '/pricing/campaigns',
      {
        name: 'Kısa',
        description: 'Biter',
        discountType: 'free_trial',
        discountValue: 0,
        freeTrialMonths: 2,
        startDate: new Date(Date.now() - DAY_MS).toISOString(),
        endDate: new Date(Date.now() + 6_000).toISOString(),
      },
      admin.token,
    );
    await expect.poll(() => card(page, 'Kısa').getByTestId('state').textContent()).toBe('Aktif');
    expect(await tile(page, 'trials')).toBe('1');
    const active = Number(await tile(page, 'active'));
    await expect.poll(() => card(page, 'Kısa').getByTestId('state').textContent()).toBe('Pasif');
    expect(await tile(page, 'active')).toBe(String(active - 1));
    await home.ask(
      'PUT',
      `/pricing/campaigns/${campaign.id}`,
      { endDate: new Date(Date.now() + 30 * DAY_MS).toISOString() },
      admin.token,
    );
    await expect.poll(() => card(page, 'Kısa').getByTestId('state').textContent()).toBe('Aktif');
  });

  it('are edited by two at once: what one types stays, what the other did is said', async () => {
    await page.getByRole('tab', { name: 'Planlar' }).click();
    await page.getByRole('button', { name: 'Premium: düzenle' }).click();
    const form = dialog(page);
    await form.getByLabel('Plan adı').fill('Premium Artı');
    const { plans } = await home.ask<{ plans: { id: string }[] }>(
      'GET',
      '/pricing/plans',
      undefined,
      admin.token,
    );
    await home.ask(
      'PUT',
      `/pricing/plans/${plans[0]!.id}`,
      { name: 'Premium Plus', trialDays: 7 },
      admin.token,
    );
    await form.getByText('Bu arada bir başkası değiştirdi: Premium Plus').waitFor();
    expect(await form.getByLabel('Plan adı').inputValue()).toBe('Premium Artı');
    expect(await form.getByLabel('Deneme günü').inputValue()).toBe('7');
    await choose(page, form.getByRole('combobox', { name: 'Kampanya' }), 'Kısa');
    await form.getByRole('button', { name: 'Kaydet' }).click();
    await expect.poll(() => card(second, 'Premium Artı').textContent()).toContain('Kampanya');
    await form.waitFor({ state: 'detached' });
    // The form may close before the topic tells this page of its own change.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Premium Artı: düzenle');
    expect(await card(page, 'Premium Artı').textContent()).toContain('Deneme günü7');
  });

  it('tell what a person would pay, and by which rules', async () => {
    const preview = page.getByRole('region', { name: 'Kim ne öder' });
    await preview.getByRole('combobox', { name: 'Kişi' }).fill('yilmaz');
    await page
      .getByRole('listbox')
      .getByRole('option', { name: /Ayşe Yılmaz/ })
      .click();
    await choose(page, preview.getByRole('combobox', { name: 'Plan' }), 'Premium Artı');
    const cycle = (name: string): Locator => preview.locator(`[data-cycle=${name}]`);
    await expect.poll(() => cycle('monthly').getByTestId('price').textContent()).toBe('₺0 / ay');
    expect(await cycle('monthly').locator('[data-rule]').allTextContents()).toEqual([
      'Planın aylık fiyatı₺199,90',
      'Kısa: 2 ay ücretsiz deneme₺0',
      'İlk 7 gün denemedir₺0',
    ]);
    expect(await cycle('yearly').locator('[data-rule]').first().textContent()).toBe(
      'Yıllık fiyatı yok: bir yıl 10 aylık ücret kadardır₺1.999',
    );
    const { campaigns } = await home.ask<{ campaigns: { id: string; name: string }[] }>(
      'GET',
      '/pricing/campaigns',
      undefined,
      admin.token,
    );
    await home.ask(
      'PUT',
      `/pricing/campaigns/${campaigns.find(({ name }) => name === 'Kısa')!.id}`,
      { isActive: false },
      admin.token,
    );
    await expect
      .poll(() => cycle('monthly').getByTestId('price').textContent())
      .toBe('₺199,90 / ay');
    expect(await cycle('monthly').locator('[data-rule]').nth(1).textContent()).toBe(
      'Planın kampanyası pasif₺199,90',
    );
  });

  it('are given to people, who have them at once, and are told who is on which', async () => {
    const theirs = await home.visitAs(ayse, '/dashboard');
    await page
      .getByRole('region', { name: 'Kim ne öder' })
      .getByRole('button', { name: 'Yıllık olarak bu plana geçir' })
      .click();
    await expect.poll(() => theirs.getByText('Proje limiti: Sınırsız').count()).toBe(1);
    for (const one of [page, second]) {
      const row = one.getByRole('row').filter({ hasText: 'Ayşe Yılmaz' });
      await row.waitFor();
      for (const part of ['Premium Artı', '₺1.999 / yıl', ayse.email])
        expect(await row.textContent()).toContain(part);
    }
    await page
      .getByRole('combobox', { name: 'Plan', exact: true })
      .last()
      .selectOption({ label: 'Premium Artı' });
    await page.getByRole('button', { name: 'Planın şimdiki limitlerini herkese uygula' }).click();
    await page.getByText(/kişinin limitleri değişti/).waitFor();
    await page.getByRole('button', { name: 'Ayşe Yılmaz: planını bitir' }).click();
    await dialog(page).getByRole('button', { name: 'Planı Bitir' }).click();
    await page.getByText('Bu planda kimse yok.').waitFor();
    await expect.poll(() => theirs.getByText('Proje limiti: 2').count()).toBe(1);
    await theirs.context().close();
  });

  it('are deleted when one is sure, everywhere', async () => {
    await page.getByRole('button', { name: 'Premium Artı: sil' }).click();
    await dialog(page).getByText('silmek istediğinizden emin misiniz?').waitFor();
    await dialog(page).getByRole('button', { name: 'İptal' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await second.getByRole('button', { name: 'Premium Artı: düzenle' }).click();
    await dialog(second).getByLabel('Plan adı').waitFor();
    await page.getByRole('button', { name: 'Premium Artı: sil' }).click();
    await dialog(page).getByRole('button', { name: 'Sil', exact: true }).click();
    await card(page, 'Premium Artı').waitFor({ state: 'detached' });
    await dialog(second).getByText('Bu artık yok: bir başkası silmiş.').waitFor();
    await second.keyboard.press('Escape');
    await second
      .getByRole('tabpanel')
      .getByText('Henüz plan yok. İlk planınızı ekleyin.')
      .waitFor();
  });

  it("are nobody else's business", async () => {
    const other = await home.visitAs(ayse, '/database/pricing');
    await other.getByRole('heading', { name: 'Yetkiniz yok' }).waitFor();
    await other.context().close();
  });

  it('are accessible and fit, in both languages and schemes, also in their dialogs', async () => {
    await home.ask(
      'POST',
      '/pricing/plans',
      { name: 'Temel', price: 99.9, features: ['E-posta desteği'] },
      admin.token,
    );
    for (const [locale, colorScheme, width] of [
      ['tr-TR', 'light', 1280],
      ['en-GB', 'dark', 320],
    ] as const) {
      const one = await home.visitAs(admin, '/dashboard', {
        locale,
        colorScheme,
        viewport: { width, height: 800 },
      });
      await one.evaluate(
        language => localStorage.setItem('preferred-language', language),
        locale.slice(0, 2),
      );
      for (const path of [
        '/database-pricing',
        '/database-pricing?tab=campaigns',
        '/database-pricing?add=true',
        '/database-pricing?tab=campaigns&add=true',
      ]) {
        await one.goto(path);
        await one.getByRole('heading', { level: 2 }).first().waitFor();
        await one.waitForLoadState('networkidle');
        if (path.includes('add')) await dialog(one).locator('button[type=submit]').click();
        const what = `${path}, ${locale}, ${colorScheme}, ${width}`;
        await expectAccessible(one, what);
        await expectFits(one, what);
        await expectWhole(one, what);
      }
      await one.context().close();
    }
  });
});
