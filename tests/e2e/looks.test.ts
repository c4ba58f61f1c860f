import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { expectAccessible, expectFits, expectWhole, house, type Person } from './harness.ts';

describe('looking as a person', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let table = '';
  let page: Page;
  let theirs: Page;
  const banner = () =>
    page.getByRole('complementary', { name: 'Bu kişi olarak görüntülüyorsunuz' });
  const told = () => theirs.getByRole('complementary', { name: 'Hesabınız görüntüleniyor' });
  const begin = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Ayşe: işlemler' }).click();
    await page.getByRole('menuitem', { name: 'Bu kişi olarak görüntüle' }).click();
    await page.getByRole('dialog').getByText('Ayşe bunu hemen görür').waitFor();
    await page.getByRole('button', { name: 'Görüntülemeye başla' }).click();
    await banner().waitFor();
  };

  beforeAll(async () => {
    const admin = await home.register('Yönetici Yıldız');
    ayse = await home.register('Ayşe');
    table = await home.table(ayse, 'Ürünler', { ad: 'string' }, [{ ad: 'Çay' }]);
    page = await home.visitAs(admin, '/database-users');
    theirs = await home.visitAs(ayse, '/account');
    await theirs.getByText('Hesabınızı kimse görüntülemedi.').waitFor();
  });

  it('shows the whole application in their view, and both that it lasts', async () => {
    await begin();
    await page.getByRole('heading', { name: 'Hoş geldiniz, Ayşe' }).waitFor();
    await banner()
      .getByText(/Ayşe olarak görüntülüyorsunuz: yalnızca okuma, en geç \d\d:\d\d/)
      .waitFor();
    await told()
      .getByText(/Yönetici Yıldız şu anda hesabınızı görüntülüyor/)
      .waitFor();
    await theirs.getByText('Şimdi görüntülüyor').waitFor();
    expect(
      await page.getByRole('navigation').getByRole('button', { name: 'Yönetim' }).count(),
    ).toBe(0);
    for (const one of [page, theirs]) {
      await expectAccessible(one, 'looking');
      await expectFits(one, 'looking');
      await expectWhole(one, 'looking');
    }
  });

  it('reads rows live, offers no writing, and says why what is tried is refused', async () => {
    await page.goto(`/projects/${ayse.projectId}/data?table=${table}`);
    await page.getByRole('gridcell', { name: 'Çay' }).waitFor();
    await banner().waitFor();
    await home.ask('POST', `/data/table/${table}/rows`, { ad: 'Kahve' }, ayse.token);
    await page.getByRole('gridcell', { name: 'Kahve' }).waitFor();
    await page.getByRole('gridcell', { name: 'Çay' }).dblclick();
    expect(await page.locator('[role=gridcell] input, [role=gridcell] textarea').count()).toBe(0);
    await page.goto('/projects?create=true');
    await page.getByRole('dialog').getByRole('textbox').first().fill('Başka');
    await page.getByRole('dialog').locator('button[type=submit]').click();
    await page
      .getByText(
        'Bu hesabı yalnızca görüntülüyorsunuz; hiçbir şeyi değiştiremezsiniz. Önce görüntülemeyi bitirin.',
      )
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
  });

  it('ends with one click: back among the people, and the person sees from when to when', async () => {
    await banner().getByRole('button', { name: 'Bitir' }).click();
    await page.getByRole('heading', { name: 'Kullanıcılar' }).waitFor();
    await banner().waitFor({ state: 'detached' });
    await told().waitFor({ state: 'detached' });
    await theirs.getByText('Şimdi görüntülüyor').waitFor({ state: 'detached' });
    await theirs
      .getByRole('list', { name: 'Hesabınızı görüntüleyenler' })
      .getByText(/Yönetici Yıldız/)
      .waitFor();
    await expectAccessible(theirs, 'afterwards');
  });

  it('ends by itself where it is ended elsewhere; another tab of the browser was never in it', async () => {
    await begin();
    const tab = await page.context().newPage();
    await tab.goto('/database-users');
    await tab.getByRole('heading', { name: 'Kullanıcılar' }).waitFor();
    await home.ask(
      'PUT',
      `/admin/users/${ayse.id}`,
      { isActive: false },
      (
        await home.ask<{ token: string }>('POST', '/auth/login', {
          email: await tab.evaluate(
            () =>
              (JSON.parse(sessionStorage.getItem('hzm-session')!) as { user: { email: string } })
                .user.email,
          ),
          password: 'gizli-1',
        })
      ).token,
    );
    await banner().waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Hoş geldiniz, Yönetici Yıldız' }).waitFor();
    await theirs.waitForURL('**/login**');
  });
});
