import { describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { expectAccessible, expectFits, house, PASSWORD } from './harness.ts';

describe('what another person does shows at once', needs(chromium), () => {
  const home = house();

  it('in the list of projects: made, renamed, deleted', async () => {
    const ayse = await home.register('Ayşe');
    const page = await home.visitAs(ayse, '/projects');
    await page.getByText('Varsayılan Proje').waitFor();
    const { project } = await home.ask<{ project: { id: string } }>(
      'POST',
      '/projects',
      { name: 'Depo' },
      ayse.token,
    );
    await page.getByRole('heading', { name: 'Depo' }).waitFor();
    await home.ask('PUT', `/projects/${project.id}`, { name: 'Ana depo' }, ayse.token);
    await page.getByRole('heading', { name: 'Ana depo' }).waitFor();
    await home.ask('DELETE', `/projects/${project.id}`, undefined, ayse.token);
    await expect.poll(() => page.getByText('Ana depo').count()).toBe(0);
  });

  it("in a project's tables and fields: made, renamed, deleted", async () => {
    const berna = await home.register('Berna');
    const page = await home.visitAs(berna, `/projects/${berna.projectId}`);
    await page.getByText('Bu projede henüz hiç tablo yok').waitFor();
    const table = await home.table(berna, 'Ürünler', {});
    await page.getByRole('list', { name: 'Tablo listesi' }).getByText('Ürünler').click();
    await page.getByRole('heading', { name: 'Ürünler alanları' }).waitFor();
    const { field } = await home.ask<{ field: { id: string } }>(
      'POST',
      `/tables/${berna.projectId}/${table}/fields`,
      { name: 'ad', type: 'string' },
      berna.token,
    );
    await page
      .getByRole('list', { name: 'Alan listesi' })
      .getByText('ad', { exact: true })
      .waitFor();
    await home.ask('PUT', `/tables/${table}/fields/${field.id}`, { name: 'isim' }, berna.token);
    await page
      .getByRole('list', { name: 'Alan listesi' })
      .getByText('isim', { exact: true })
      .waitFor();
    await home.ask('PUT', `/tables/${table}`, { name: 'Mallar' }, berna.token);
    await page.getByRole('heading', { name: 'Mallar alanları' }).waitFor();
    await home.ask('DELETE', `/tables/${table}`, undefined, berna.token);
    await page.getByText('Bu projede henüz hiç tablo yok').waitFor();
  });

  it('when the project goes while one looks at it', async () => {
    const cem = await home.register('Cem');
    const page = await home.visitAs(cem, `/projects/${cem.projectId}`);
    await page.getByText('Bu projede henüz hiç tablo yok').waitFor();
    await home.ask('DELETE', `/projects/${cem.projectId}`, undefined, cem.token);
    await page.getByText('Proje Bulunamadı').waitFor();
  });

  it('when the session ends elsewhere', async () => {
    const dilek = await home.register('Dilek');
    const page = await home.visitAs(dilek, '/projects');
    await page.getByText('Varsayılan Proje').waitFor();
    const { token } = JSON.parse(
      await page.evaluate(() => sessionStorage.getItem('hzm-session')!),
    ) as { token: string };
    await page.evaluate(id => localStorage.setItem(`hzm-draft/${id}/x`, '"Yarım"'), dilek.id);
    const ended = page
      .getByRole('alert')
      .filter({ hasText: 'Oturum süreniz dolmuş. Lütfen tekrar giriş yapın.' });
    const at = Date.now();
    await home.ask('POST', '/auth/logout', {}, token);
    // The screen stays for as long as it takes to read why it goes.
    await ended.waitFor();
    expect(page.url()).toContain('/projects');
    await ended.getByText('1 taslak').waitFor();
    await page.waitForURL(/\/login\?redirect=/);
    expect(Date.now() - at).toBeGreaterThanOrEqual(2_000);
    await ended.getByText('1 taslak').waitFor();
    await expectAccessible(page, 'login, after a session ended');
    await page.setViewportSize({ width: 320, height: 700 });
    await expectFits(page, 'login on a phone, after a session ended');
    await page.getByLabel('E-posta').fill(dilek.email);
    await page.getByRole('textbox', { name: 'Şifre' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Giriş Yap' }).click();
    await page.getByText('Varsayılan Proje').waitFor();
    await ended.waitFor({ state: 'detached' });
  });

  it('when nobody was signed in: the sign-in page says so, and not to whoever comes by themselves', async () => {
    const page = await home.visit('/projects', { locale: 'en-GB' });
    await page.waitForURL(/\/login\?redirect=/);
    await page
      .getByRole('alert')
      .getByText('Session information was not found. Please sign in again.')
      .waitFor();
    await page.goto('/login');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByLabel('E-mail').focus();
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});
