import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { mailbox } from '../run/mailbox.ts';
import { chromium, needs } from '../run/needs.ts';
import {
  chooseLanguage,
  expectAccessible,
  expectFits,
  expectWhole,
  house,
  type Person,
} from './harness.ts';

const { mail } = await mailbox();

describe('what I am told, and how', needs(chromium), () => {
  const home = house({ mail: mail('https://hzm.example') });
  let admin: Person;
  let ayse: Person;
  let page: Page;
  let other: Page;
  const panel = (of: Page) => of.getByRole('region', { name: 'Bildirim ayarlarım' });
  const box = (of: Page, kind: string, where: string) =>
    panel(of).getByRole('group', { name: kind }).getByLabel(where);
  const save = async (): Promise<void> => {
    await panel(page).getByRole('button', { name: 'Bildirim ayarlarını kaydet' }).click();
    await page.getByText('Bildirim ayarlarınız kaydedildi').last().waitFor();
  };
  const step = async (name: string): Promise<void> => {
    const { id } = await home.ask<{ id: string }>(
      'POST',
      `/endpoint-requests/project/${ayse.projectId}`,
      { endpoint_name: name, description: 'Depolara göre stok toplamı' },
      ayse.token,
    );
    await home.ask(
      'PUT',
      `/endpoint-requests/${id}/status`,
      { status: 'approved', admin_notes: '' },
      admin.token,
    );
  };

  beforeAll(async () => {
    admin = await home.register('Yönetici');
    ayse = await home.register('Ayşe Yılmaz');
    page = await home.visitAs(ayse, '/account');
    other = await home.visitAs(ayse, '/account', { viewport: { width: 320, height: 700 } });
  });

  it('a kind that is off in the bell does not ring, on any device, from then on', async () => {
    await step('Birinci');
    for (const one of [page, other])
      await one.getByRole('button', { name: '1 okunmamış bildirim' }).waitFor();
    await box(page, 'İsteklerimdeki adımlar', 'Zil').focus();
    await page.keyboard.press('Space');
    await save();
    await expect.poll(() => box(other, 'İsteklerimdeki adımlar', 'Zil').isChecked()).toBe(false);
    await step('İkinci');
    await box(page, 'İsteklerimdeki adımlar', 'Zil').check();
    // Earlier notifications stay, and nothing else was added.
    expect(await page.getByRole('button', { name: '1 okunmamış bildirim' }).count()).toBe(1);
    await save();
    for (const one of [page, other])
      await one.getByRole('button', { name: '2 okunmamış bildirim' }).waitFor();
  });

  it('mails are chosen with their times; what is wrong stands where it is, and what another device saves is here', async () => {
    await panel(page).getByText('Hiçbir zaman').waitFor();
    expect(await box(page, 'Mesajlarıma gelen yanıtlar', 'E-posta').count()).toBe(0);
    await panel(page).getByLabel('Günde bir kez').check();
    await panel(page).getByLabel('Günlük e-postanın saati').fill('18:30');
    await panel(page).getByLabel('Sessiz saatler').check();
    await panel(page).getByLabel('Başlangıç').fill('23:00');
    await panel(page).getByLabel('Bitiş').fill('23:00');
    await panel(page).getByRole('button', { name: 'Bildirim ayarlarını kaydet' }).click();
    await panel(page).getByText('Sessiz saatlerin başı ve sonu aynı olamaz').waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('time');
    await expectAccessible(page, 'quiet hours that are none');
    await panel(page).getByLabel('Bitiş').fill('07:30');
    const zone = panel(page).getByRole('combobox', { name: 'Saat dilimi' });
    await zone.fill('Dubai');
    await page.getByRole('option', { name: 'Asia/Dubai' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => zone.inputValue()).toBe('Asia/Dubai');
    await box(page, 'Mesajlarıma gelen yanıtlar', 'E-posta').uncheck();
    await panel(page)
      .getByRole('group', { name: 'Bana gelen davetler' })
      .getByText('Kendi e-postası gelir')
      .waitFor();
    await save();
    await expect
      .poll(() => panel(other).getByLabel('Günlük e-postanın saati').inputValue())
      .toBe('18:30');
    expect(await panel(other).getByLabel('Bitiş').inputValue()).toBe('07:30');
    expect(await panel(other).getByRole('combobox', { name: 'Saat dilimi' }).inputValue()).toBe(
      'Asia/Dubai',
    );
    expect(await box(other, 'Mesajlarıma gelen yanıtlar', 'E-posta').isChecked()).toBe(false);
    await expectAccessible(other, 'on a phone');
    await expectFits(other, 'on a phone');
    await expectWhole(other, 'on a phone');
  });

  it('says when they cannot be read or saved, and is there after another try', async () => {
    const refused = (url: URL): boolean => url.pathname === '/api/v1/notifications/settings';
    const late = await home.visitAs(ayse, '/dashboard');
    await late.route(refused, route =>
      route.fulfill({
        status: 409,
        json: { success: false, error: 'Şimdi olmaz', code: 'CONFLICT', requestId: 'r' },
      }),
    );
    await late.goto('/account');
    await panel(late)
      .getByRole('alert')
      .filter({ hasText: 'Bildirim ayarları yüklenemedi' })
      .waitFor();
    await expectAccessible(late, 'settings that cannot be read');
    await late.unroute(refused);
    await panel(late).getByRole('button', { name: 'Tekrar dene' }).click();
    await panel(late).getByLabel('Günde bir kez').waitFor();
    await late.route(refused, route =>
      route.fulfill({
        status: 409,
        json: { success: false, error: 'Şimdi olmaz', code: 'CONFLICT', requestId: 'r' },
      }),
    );
    await panel(late).getByLabel('Ben yokken').check();
    await panel(late).getByRole('button', { name: 'Bildirim ayarlarını kaydet' }).click();
    await panel(late)
      .getByRole('alert')
      .filter({ hasText: 'Bildirim ayarları kaydedilemedi' })
      .waitFor();
    expect(await panel(late).getByLabel('Ben yokken').isChecked()).toBe(true);
    await late.context().close();
  });

  it('speaks English, in the dark', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await chooseLanguage(page, 'en');
    await page.reload();
    await page
      .getByRole('region', { name: 'My notification settings' })
      .getByLabel('Once a day')
      .waitFor();
    await expectAccessible(page, 'in the dark');
    await expectFits(page, 'in the dark');
  });

  it('the link in a mail stops them only when it is asked to, and says when it is not one', async () => {
    const visitor = await home.visit(`/stop-mails/${ayse.id.replaceAll('-', '')}${'A'.repeat(43)}`);
    await visitor.getByRole('heading', { name: 'Bildirim e-postalarını durdur' }).waitFor();
    await expectAccessible(visitor, 'before mails are stopped');
    await visitor.getByRole('button', { name: 'E-postaları durdur' }).click();
    await visitor.getByRole('alert').filter({ hasText: 'Bağlantı eksik kopyalanmış' }).waitFor();
    await expectAccessible(visitor, 'a link that stops nothing');
    await expectFits(visitor, 'a link that stops nothing');
    await visitor.context().close();
  });
});
