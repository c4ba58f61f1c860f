import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { receiver } from '../run/receiver.ts';
import { chooseLanguage, expectAccessible, expectFits, house, type Person } from './harness.ts';

describe('the webhook of a project', needs(chromium), async () => {
  const home = house({ webhooksMayBePrivate: true });
  const to = await receiver();
  let ayse: Person;
  let page: Page;
  const panel = (): Locator => page.getByRole('region', { name: 'Webhook', exact: true });
  const calls = (): Locator => panel().getByRole('list', { name: 'Son çağrılar' });
  afterAll(() => to.close());

  beforeAll(async () => {
    ayse = await home.register('Ayşe');
    page = await home.visitAs(ayse, `/projects/${ayse.projectId}?tab=settings`);
    await panel().getByText('API ayarlarından açın ve bir adres girin.').waitFor();
  });

  it('is off at first; switched on, it shows its state without a reload', async () => {
    await expectAccessible(page, 'a webhook that is off');
    await panel().getByText('Henüz bir şey gönderilmedi.').waitFor();
    await page.getByRole('switch', { name: 'Webhook kullan' }).click();
    await page.getByRole('textbox', { name: 'Webhook adresi' }).fill(to.url);
    await page.getByRole('button', { name: 'Ayarları kaydet' }).last().click();
    await panel().getByText('Gönderiyor').waitFor();
  });

  it('shows a secret once, and a test call with its request and answer', async () => {
    await panel()
      .getByRole('button', { name: /sır oluştur$/i })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /sır oluştur$/i }).click();
    await panel().getByText('Şimdi kopyalayın: bir daha gösterilmez.').waitFor();
    await panel().getByRole('button', { name: 'Deneme gönder' }).click();
    await calls().getByRole('button').first().click();
    await page.getByRole('dialog').getByText('webhook-test').first().waitFor();
    await expectAccessible(page, 'a call');
    await page.keyboard.press('Escape');
    await expect.poll(() => to.calls.length).toBe(1);
  });

  it('is paused with its reason, and resumed by a person', async () => {
    to.status(410, 'gitti');
    await home.table(ayse, 'Ürünler', {});
    await panel().getByText('Alıcı 410 yanıtını verdi', { exact: false }).waitFor();
    await expectAccessible(page, 'a paused webhook');
    to.status(200);
    await panel().getByRole('button', { name: 'Sürdür' }).click();
    await panel().getByText('Gönderiyor').waitFor();
    await expect.poll(() => to.calls.at(-1)?.told.type).toBe('table-created');
  });

  it('chooses kinds of events, and fits a phone in English', async () => {
    await panel().getByRole('checkbox', { name: 'Kayıt silindi' }).click();
    await panel().getByRole('button', { name: 'Olayları kaydet' }).click();
    await panel().getByRole('button', { name: 'Olayları kaydet' }).waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 390, height: 844 });
    await chooseLanguage(page, 'en');
    await page.reload();
    await page.getByText('Row brought back').waitFor();
    await expectFits(page, 'a webhook on a phone');
    await expectAccessible(page, 'a webhook on a phone');
  });
});
