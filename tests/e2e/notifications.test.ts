import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import {
  chooseLanguage,
  expectAccessible,
  expectFits,
  expectWhole,
  house,
  type Person,
} from './harness.ts';

describe('the bell', needs(chromium), () => {
  const home = house();
  let admin: Person;
  let ayse: Person;
  const step = async (id: string, status: string): Promise<void> => {
    await home.ask(
      'PUT',
      `/endpoint-requests/${id}/status`,
      { status, admin_notes: '' },
      admin.token,
    );
  };
  const request = async (name: string): Promise<string> =>
    (
      await home.ask<{ id: string }>(
        'POST',
        `/endpoint-requests/project/${ayse.projectId}`,
        { endpoint_name: name, description: 'Depolara göre stok toplamı' },
        ayse.token,
      )
    ).id;

  beforeAll(async () => {
    admin = await home.register('Yönetici');
    ayse = await home.register('Ayşe Yılmaz');
  });

  it('rings live, opens what it is about, and is quiet on every device once it was read', async () => {
    const [page, phone] = [
      await home.visitAs(ayse, '/projects'),
      await home.visitAs(ayse, '/projects', { viewport: { width: 320, height: 700 } }),
    ];
    await page.getByRole('button', { name: 'Bildirimler', exact: true }).click();
    await page.getByRole('dialog').getByText('Henüz bildirim yok.').waitFor();
    await expectAccessible(page, 'nothing told');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect
      .poll(() =>
        page.evaluate(
          () =>
            document.activeElement?.getAttribute('aria-label') ??
            document.activeElement?.outerHTML.slice(0, 200),
        ),
      )
      .toBe('Bildirimler');

    const [stock, orders] = [await request('Stok özeti'), await request('Siparişler')];
    await step(stock, 'approved');
    await step(orders, 'approved');
    for (const one of [page, phone])
      await one.getByRole('button', { name: '2 okunmamış bildirim' }).waitFor();
    await page.keyboard.press('Enter');
    const item = page
      .getByRole('dialog')
      .getByRole('button', { name: /“Stok özeti” isteğiniz: Onaylandı.*Yönetici/ });
    await item.waitFor();
    await expectAccessible(page, 'told');
    await item.click();
    await page.waitForURL(`**/projects/${ayse.projectId}/endpoint-requests?request=${stock}`);
    for (const one of [page, phone])
      await one.getByRole('button', { name: '1 okunmamış bildirim' }).waitFor();

    await phone.getByRole('button', { name: '1 okunmamış bildirim' }).click();
    await phone.getByRole('dialog').getByText('Bugün').waitFor();
    await expectFits(phone, 'a phone');
    await expectWhole(phone, 'a phone');
    await phone.getByRole('button', { name: 'Tümünü okundu say' }).click();
    await phone.getByRole('dialog').getByText('Hepsi okundu').waitFor();
    await page.getByRole('button', { name: 'Bildirimler', exact: true }).waitFor();
    for (const one of [page, phone]) await one.context().close();
  });

  it("speaks the reader's language, in the dark, on a phone", async () => {
    const page = await home.visitAs(ayse, '/projects', {
      viewport: { width: 320, height: 700 },
      colorScheme: 'dark',
    });
    await chooseLanguage(page, 'en');
    await page.reload();
    await page.getByRole('button', { name: 'Notifications', exact: true }).click();
    await page.getByRole('dialog').getByText('Your request “Siparişler”').waitFor();
    await expectAccessible(page, 'in the dark');
    await expectFits(page, 'in the dark');
    await page.context().close();
  });
});
