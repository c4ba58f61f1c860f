import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import {
  expectAccessible,
  expectFits,
  expectWhole,
  house,
  PASSWORD,
  type Person,
} from './harness.ts';

describe('people, for administrators', needs(chromium), () => {
  const home = house();
  let admin: Person;
  let ayse: Person;
  let page: Page;
  const row = (on: Page, name: string) => on.getByRole('row').filter({ hasText: name });
  const ask = async (on: Page, name: string, what: string): Promise<void> => {
    await row(on, name)
      .getByRole('button', { name: `${name}: işlemler` })
      .click();
    await on.getByRole('menuitem', { name: what, exact: true }).click();
  };

  beforeAll(async () => {
    admin = await home.register('Yönetici Yıldız');
    ayse = await home.register('Ayşe');
    for (const name of ['Çağla', 'Cem', 'Deniz']) await home.register(name);
    page = await home.visitAs(admin, '/dashboard');
  });

  it('are counted on the dashboard, which leads to them', async () => {
    await expect.poll(() => page.locator('[data-figure=users] dd').textContent()).toBe('5');
    const other = await home.register('Sonradan');
    await expect.poll(() => page.locator('[data-figure=users] dd').textContent()).toBe('6');
    await home.ask('DELETE', `/admin/users/${other.id}`, undefined, admin.token);
    await expect.poll(() => page.locator('[data-figure=users] dd').textContent()).toBe('5');
    await page.getByRole('link', { name: /Kullanıcılar 5 aktif/ }).click();
    await page.waitForURL('**/database-users');
    await row(page, 'Ayşe').waitFor();
    expect(await page.getByRole('row').count()).toBe(6);
  });

  it('are searched, narrowed and ordered, and the address says so', async () => {
    await page.getByRole('searchbox').fill('CAGLA');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await row(page, 'Çağla').waitFor();
    await page.reload();
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.getByRole('searchbox').fill('hiçkimse');
    await page.getByText('Aramanıza uyan kimse yok.').waitFor();
    await page.getByRole('searchbox').fill('');
    await page.getByLabel('Sıralama').selectOption('name');
    await expect
      .poll(async () =>
        (await page.getByRole('rowheader').allTextContents()).map(text => text.slice(0, 3)),
      )
      .toEqual(['Ayş', 'Cem', 'Çağ', 'Den', 'Yön']);
    await page.getByLabel('Rol', { exact: true }).selectOption('admin');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    expect(new URL(page.url()).searchParams.get('role')).toBe('admin');
    await page.getByLabel('Rol', { exact: true }).selectOption('');
    await expect.poll(() => page.getByRole('row').count()).toBe(6);
  });

  it('are counted up to a bound where many fit, and all of them when asked for', async () => {
    const counted = '**/api/v1/admin/users?*count=bounded*';
    await page.route(counted, async route => {
      const response = await route.fetch();
      const { data, ...rest } = await response.json();
      await route.fulfill({
        response,
        json: {
          ...rest,
          data: {
            ...data,
            pagination: { ...data.pagination, total: 200, totalPages: 8, totalIsAtLeast: true },
          },
        },
      });
    });
    await page.getByRole('searchbox').fill('example.com');
    await page.getByText('200+ kişi').waitFor();
    await page.getByText('Sayfa 1 / 8+').waitFor();
    await expectAccessible(page, 'many people');
    await page.getByRole('button', { name: 'Tam sayıyı göster' }).click();
    await page.getByText('5 kişi', { exact: true }).waitFor();
    expect(await page.getByText(/^Sayfa 1/).count()).toBe(0);
    // The next search is counted up to the bound again.
    await page.getByRole('searchbox').fill('a');
    await page.getByText('200+ kişi').waitFor();
    await page.unroute(counted);
    await page.getByRole('searchbox').fill('');
    await page.getByText('5 kişi', { exact: true }).waitFor();
  });

  it('are added, and sign in', async () => {
    await page.getByRole('button', { name: 'Kullanıcı Ekle' }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('button', { name: 'Ekle', exact: true }).click();
    expect(await form.getByText('Lütfen tüm alanları doldurun.').count()).toBe(3);
    await form.getByLabel('Ad', { exact: false }).first().fill('Elif');
    await form.locator('input[name=person-email]').fill(ayse.email);
    await form.locator('input[type=password]').fill('kısa');
    await form.getByRole('button', { name: 'Ekle', exact: true }).click();
    await form.locator('input[type=password]').fill(PASSWORD);
    await form.getByRole('button', { name: 'Ekle', exact: true }).click();
    await form.getByText('Bu e-posta adresi zaten kullanılıyor.').waitFor();
    await form.locator('input[name=person-email]').fill('elif@example.com');
    await form.getByRole('button', { name: 'Ekle', exact: true }).click();
    await row(page, 'Elif').waitFor();
    const elif = await home.visitAs({ ...ayse, email: 'elif@example.com' }, '/dashboard');
    await elif.getByText('Varsayılan Proje').first().waitFor();
    await elif.context().close();
  });

  it('are edited by two administrators at once: what one types stays, what the other did is said', async () => {
    await ask(page, 'Ayşe', 'Düzenle');
    const form = page.getByRole('dialog');
    const name = form.getByLabel('Ad', { exact: false }).first();
    await name.fill('Ayşe Benim');
    await home.ask(
      'PUT',
      `/admin/users/${ayse.id}`,
      { name: 'Ayşe Onun', maxProjects: 9 },
      admin.token,
    );
    await form.getByText('Bu arada bir başkası değiştirdi: Ayşe Onun').waitFor();
    expect(await name.inputValue()).toBe('Ayşe Benim');
    expect(await form.getByLabel('En çok proje').inputValue()).toBe('9');
    await form.getByRole('button', { name: 'Kaydet' }).click();
    await row(page, 'Ayşe Benim').waitFor();
    await expect.poll(() => row(page, 'Ayşe Benim').textContent()).toContain('9 proje');
  });

  it('become administrators, and are none any more, without signing in again', async () => {
    const theirs = await home.visitAs(ayse, '/projects');
    const door = theirs.getByRole('navigation').getByRole('button', { name: 'Yönetim' });
    const own = theirs.getByRole('article');
    await expect.poll(() => own.count()).toBe(1);
    await home.ask('PUT', `/admin/users/${ayse.id}`, { isAdmin: true }, admin.token);
    await door.waitFor();
    await expect
      .poll(() => own.count(), { message: 'an administrator has all projects in the list' })
      .toBeGreaterThan(4);
    await home.ask('PUT', `/admin/users/${ayse.id}`, { isAdmin: false }, admin.token);
    await door.waitFor({ state: 'detached' });
    await expect.poll(() => own.count()).toBe(1);
    await theirs.context().close();
  });

  it('are disabled at once, wherever they are', async () => {
    const theirs = await home.visitAs(ayse, `/projects/${ayse.projectId}`);
    await theirs.getByRole('heading', { name: 'Varsayılan Proje' }).waitFor();
    await row(page, 'Ayşe Benim').getByRole('switch').click({ force: true });
    await row(page, 'Ayşe Benim').getByText('Pasif', { exact: true }).waitFor();
    await theirs.waitForURL('**/login**');
    await row(page, 'Ayşe Benim').getByRole('switch').click({ force: true });
    await row(page, 'Ayşe Benim').getByText('Aktif', { exact: true }).waitFor();
    await theirs.context().close();
  });

  it('are erased by their name, after what goes and what stays was said', async () => {
    await home.register('Gülsüm');
    await row(page, 'Gülsüm').waitFor();
    await ask(page, 'Gülsüm', 'Bilgilerini yok et');
    const form = page.getByRole('dialog');
    await form.getByText('Başkalarının projelerine yazdığı kayıtlar o projelerde kalır.').waitFor();
    await expectAccessible(page, 'erase');
    await form.getByRole('textbox').fill('Gülsün');
    await form.getByRole('button', { name: 'Bilgilerini Yok Et' }).click();
    await form.getByText('Kullanıcı adını doğru yazmanız gerekiyor.').waitFor();
    await form.getByRole('textbox').fill('Gülsüm');
    await form.getByRole('button', { name: 'Bilgilerini Yok Et' }).click();
    await row(page, 'Gülsüm').waitFor({ state: 'detached' });
  });

  it('are deleted by their name, and everybody sees it', async () => {
    const second = await home.visitAs(admin, '/database/users');
    await row(second, 'Deniz').waitFor();
    await ask(page, 'Deniz', 'Sil');
    const form = page.getByRole('dialog');
    await form.getByText('Silinecek projeler').waitFor();
    await form.getByRole('textbox').fill('deniz');
    await form.getByRole('button', { name: 'Kullanıcıyı Sil' }).click();
    await form.getByText('Kullanıcı adını doğru yazmanız gerekiyor.').waitFor();
    await form.getByRole('textbox').fill('Deniz');
    await form.getByRole('button', { name: 'Kullanıcıyı Sil' }).click();
    for (const one of [page, second]) await expect.poll(() => row(one, 'Deniz').count()).toBe(0);
    await second.context().close();
  });

  it('never lose the last administrator; one who deletes themselves is out', async () => {
    await ask(page, 'Yönetici Yıldız', 'Sil');
    const form = page.getByRole('dialog');
    await form.getByRole('textbox').fill('Yönetici Yıldız');
    await form.getByRole('button', { name: 'Kullanıcıyı Sil' }).click();
    await form.getByText('Son yönetici silinemez').waitFor();
    await page.keyboard.press('Escape');

    const chief = await home.register('Vekil');
    await home.ask('PUT', `/admin/users/${chief.id}`, { isAdmin: true }, admin.token);
    const own = await home.visitAs(chief, '/database-users?q=Vekil');
    await ask(own, 'Vekil', 'Sil');
    await own.getByRole('dialog').getByRole('textbox').fill('Vekil');
    await own.getByRole('dialog').getByRole('button', { name: 'Kullanıcıyı Sil' }).click();
    await expect.poll(() => new URL(own.url()).pathname).toBe('/');
    await own.getByRole('link', { name: 'Giriş Yap' }).first().waitFor();
    await own.context().close();
  });

  it("are nobody else's business", async () => {
    const other = await home.visitAs(ayse, '/database-users');
    await other.getByRole('heading', { name: 'Yetkiniz yok' }).waitFor();
    await expectAccessible(other, 'denied');
    await other.getByRole('link', { name: 'Gösterge Paneline Dön' }).click();
    await other.waitForURL('**/dashboard');
    expect(await other.locator('[data-figure=users]').count()).toBe(0);
    await other.context().close();
  });

  it('are accessible and fit, in both languages and schemes, also in their dialogs', async () => {
    for (const [locale, colorScheme, width] of [
      ['tr-TR', 'light', 1280],
      ['en-GB', 'dark', 320],
    ] as const) {
      const one = await home.visitAs(admin, '/database-users', {
        locale,
        colorScheme,
        viewport: { width, height: 800 },
      });
      const good = async (what: string): Promise<void> => {
        await expectAccessible(one, `${what} ${locale} ${width}`);
        await expectFits(one, `${what} ${locale} ${width}`);
        await expectWhole(one, `${what} ${locale} ${width}`);
      };
      await row(one, 'Çağla').waitFor();
      await good('list');
      for (const nth of [0, -1]) {
        await row(one, 'Çağla').locator('[data-menu-of]').click();
        await (
          nth === 0 ? one.getByRole('menuitem').first() : one.getByRole('menuitem').last()
        ).click();
        await one.getByRole('dialog').locator('form').waitFor();
        await good('dialog');
        await one.keyboard.press('Escape');
        await one.getByRole('dialog').waitFor({ state: 'detached' });
      }
      await one.context().close();
    }
  });
});
