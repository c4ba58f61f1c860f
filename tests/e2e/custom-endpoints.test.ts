import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { expectAccessible, house, type Person } from './harness.ts';

interface Listed {
  readonly id: string;
  readonly state: string;
  readonly calls: number;
}

describe('from a request to an endpoint', needs(chromium), () => {
  const home = house();
  let admin: Person;
  let ayse: Person;
  let hers: Page;
  let his: Page;
  let tableId = '';
  let requestId = '';

  const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
  const call = async (path: string): Promise<{ status: number; rows: unknown }> => {
    const response = await fetch(`${home.origin()}/api/v1/custom/${ayse.projectId}/${path}`);
    const { data } = (await response.json()) as { data?: { rows: unknown } };
    return { status: response.status, rows: data?.rows };
  };
  const publish = async (version: number) => {
    await his.getByRole('button', { name: `${version}. sürümü yayımla` }).click();
    await his.getByRole('button', { name: `${version + 1}. sürümü yayımla` }).waitFor();
  };

  beforeAll(async () => {
    admin = await home.register('Kök');
    ayse = await home.register('Ayşe');
    ({
      table: { id: tableId },
    } = await home.ask<{ table: { id: string } }>(
      'POST',
      `/tables/project/${ayse.projectId}`,
      { name: 'Ürünler' },
      ayse.token,
    ));
    for (const [name, type] of [
      ['Ürün adı', 'string'],
      ['Fiyat', 'number'],
    ])
      await home.ask(
        'POST',
        `/tables/${ayse.projectId}/${tableId}/fields`,
        { name, type },
        ayse.token,
      );
    for (const [name, price] of [
      ['Çay', 10],
      ['Kahve', 30],
    ])
      await home.ask(
        'POST',
        `/data/table/${tableId}/rows`,
        { 'Ürün adı': name, Fiyat: price },
        ayse.token,
      );
    ({ id: requestId } = await home.ask<{ id: string }>(
      'POST',
      `/endpoint-requests/project/${ayse.projectId}`,
      {
        endpoint_name: 'Ürün listesi',
        description: 'Fiyatı en az şu olan ürünler',
        auth_required: false,
      },
      ayse.token,
    ));
    for (const status of ['approved', 'testing', 'implementing'])
      await home.ask('PUT', `/endpoint-requests/${requestId}/status`, { status }, admin.token);
    const inbox = `/projects/${ayse.projectId}/endpoint-requests?category=implementing&request=${requestId}`;
    hers = await home.visitAs(ayse, inbox);
    his = await home.visitAs(admin, inbox);
  });

  it('an administrator builds it in place, as it was asked for', async () => {
    await his.getByRole('link', { name: "Endpoint'i oluştur" }).click();
    expect(await his.getByLabel('Ad', { exact: true }).inputValue()).toBe('Ürün listesi');
    expect([
      await his.getByLabel('Yol', { exact: true }).inputValue(),
      await his.getByLabel('Kim çağırabilir').inputValue(),
    ]).toEqual(['urun-listesi', 'public']);
    // Inputs beside each other stand at one height, also if one has a hint.
    const tops = await Promise.all(
      ['Yöntem', 'Yol'].map(
        async label => (await his.getByLabel(label, { exact: true }).boundingBox())!.y,
      ),
    );
    expect(tops[0]).toBe(tops[1]);
    const rows = panel(his, 'Hangi kayıtlar');
    await rows.getByRole('button', { name: 'Koşul ekle' }).click();
    await rows.getByLabel('Alan', { exact: true }).selectOption({ label: 'Fiyat' });
    await rows.getByLabel('Koşul', { exact: true }).selectOption('gte');
    await rows.getByLabel('Karşılaştırılan').selectOption({ label: 'Yeni parametre' });
    await expect.poll(() => rows.getByLabel('Karşılaştırılan').inputValue()).toBe('fiyat');
    await expectAccessible(his, 'builder');
  });

  it('tries it, and publishes it for everybody', async () => {
    const attempt = panel(his, 'Dene');
    await attempt.getByLabel('fiyat (Sorgu)').fill('x');
    await attempt.getByRole('button', { name: 'Dene' }).click();
    await attempt.getByText('Reddedilirdi').waitFor();
    await attempt.getByLabel('fiyat (Sorgu)').fill('20');
    await attempt.getByRole('button', { name: 'Dene' }).click();
    await expect.poll(() => attempt.getByLabel('Yanıt 200').inputValue()).toContain('"Kahve"');
    await publish(1);
    await panel(his, 'Sürümler').getByText('Şu anda çağrılıyor').waitFor();
    expect(await call('urun-listesi?fiyat=20')).toEqual({
      status: 200,
      rows: [{ id: expect.any(String), 'Ürün adı': 'Kahve', Fiyat: 30 }],
    });
  });

  it('whoever asked for it sees where it is called, at once', async () => {
    const receipt = hers.getByRole('region', { name: "Endpoint'i" });
    await receipt.getByText('Yayında, 1. sürüm').waitFor();
    await receipt
      .getByText(`GET ${home.origin()}/api/v1/custom/${ayse.projectId}/urun-listesi`)
      .waitFor();
    await receipt.getByText(/^curl .*urun-listesi/).waitFor();
    await expectAccessible(hers, 'receipt');
  });

  it('changes it as a new version, and rolls that back in one click', async () => {
    await his.getByRole('checkbox', { name: 'Fiyat' }).uncheck();
    await publish(2);
    expect((await call('urun-listesi?fiyat=20')).rows).toEqual([
      { id: expect.any(String), 'Ürün adı': 'Kahve' },
    ]);
    expect((await call('v1/urun-listesi?fiyat=20')).rows).toEqual([
      { id: expect.any(String), 'Ürün adı': 'Kahve', Fiyat: 30 },
    ]);
    await his.getByRole('button', { name: '1. sürüme geri al' }).click();
    await his.getByText('1. sürüm yeniden çağrılıyor').waitFor();
    expect((await call('urun-listesi?fiyat=20')).rows).toEqual([
      { id: expect.any(String), 'Ürün adı': 'Kahve', Fiyat: 30 },
    ]);
    expect((await call('v2/urun-listesi')).status).toBe(401);
  });

  it('a field that it needs is deleted only when that is meant', async () => {
    await hers.goto(`/projects/${ayse.projectId}?table=${tableId}`);
    await hers
      .getByRole('button', { name: /Fiyat.*sil/ })
      .first()
      .click();
    const dialog = hers.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Alanı sil' }).click();
    const warning = dialog.getByRole('alert');
    await warning.getByRole('link', { name: 'Ürün listesi' }).waitFor();
    await expectAccessible(hers, 'warning');
    await warning.getByRole('button', { name: 'Yine de yap' }).click();
    await dialog.waitFor({ state: 'detached' });
    await his.getByText('Bu endpoint bozuk').waitFor();
    expect((await call('urun-listesi')).status).toBe(409);
  });

  it('switches it off, and the list says so', async () => {
    await his.getByRole('button', { name: "Endpoint'i kapat" }).click();
    await his.getByRole('button', { name: "Endpoint'i aç" }).waitFor();
    expect((await call('urun-listesi')).status).toBe(404);
    await his.getByRole('link', { name: "Tüm endpoint'ler" }).click();
    await his
      .getByRole('listitem')
      .filter({ hasText: 'Ürün listesi' })
      .getByText('Kapalı')
      .waitFor();
    await expectAccessible(his, 'list of endpoints');
    const {
      endpoints: [one],
    } = await home.ask<{ endpoints: Listed[] }>(
      'GET',
      `/custom-endpoints/project/${ayse.projectId}`,
      undefined,
      ayse.token,
    );
    // Those that were answered, the one that was off among them.
    expect(one).toMatchObject({ state: 'off', calls: 6 });
  });

  it('one whose first version is refused stays as a draft of its own, with what was said', async () => {
    await hers.goto(`/projects/${ayse.projectId}/endpoints/new`);
    await hers.getByLabel('Ad', { exact: true }).fill('İkinci liste');
    await hers.getByLabel('Yol', { exact: true }).fill('urun-listesi');
    await hers.getByRole('button', { name: '1. sürümü yayımla' }).click();
    await hers.getByRole('alert').filter({ hasText: 'Ürün listesi' }).waitFor();
    await hers.waitForURL(/\/endpoints\/[0-9a-f-]{36}$/);
    expect(await hers.getByRole('alert').filter({ hasText: 'Ürün listesi' }).count()).toBe(1);
    await hers.getByLabel('Yol', { exact: true }).fill('ikinci-liste');
    await hers.getByRole('button', { name: '1. sürümü yayımla' }).click();
    await hers.getByRole('button', { name: '2. sürümü yayımla' }).waitFor();
    await hers.reload();
    await hers.getByRole('heading', { name: 'İkinci liste' }).waitFor();
    const { endpoints } = await home.ask<{ endpoints: Listed[] }>(
      'GET',
      `/custom-endpoints/project/${ayse.projectId}`,
      undefined,
      ayse.token,
    );
    expect(endpoints.map(({ state }) => state)).toEqual(['off', 'live']);
  });
});
