import type { Locator, Page } from 'playwright';
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

const card = (page: Page, name: string): Locator =>
  page.getByRole('article', { name, exact: true });
const notice = (page: Page, text: string): Promise<void> =>
  page.getByText(text, { exact: true }).first().waitFor();
/** The look of the current screen, wide and on a phone. */
async function expectGood(page: Page, what: string): Promise<void> {
  await expectAccessible(page, what);
  const before = page.viewportSize()!;
  for (const width of [900, 320]) {
    await page.setViewportSize({ width, height: 720 });
    await expectFits(page, `${what}, ${width} pixels`);
    await expectWhole(page, `${what}, ${width} pixels`);
  }
  await page.setViewportSize(before);
}

describe('the test environment of a project', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let can: Person;
  let page: Page;
  let other: Page;
  const deleteBy = async (menuOf: string, name: string, notYet = ''): Promise<void> => {
    await page.getByRole('button', { name: `${menuOf}: diğer işlemler` }).click();
    await page.getByRole('menuitem', { name: 'Projeyi sil' }).click();
    const dialog = page.getByRole('dialog', { name: 'Projeyi sil' });
    await dialog.getByRole('textbox').fill(name);
    if (notYet !== '') await dialog.getByText(notYet).waitFor();
    await expectAccessible(page, `the deletion of ${name}`);
    await dialog.getByRole('button', { name: 'Projeyi sil' }).click();
  };

  const letIn = (role: string): Promise<void> => home.letIn(ayse, can, role);

  beforeAll(async () => {
    // Runs the place: no plan is in her way.
    ayse = await home.register('Ayşe');
    can = await home.register('Can');
    await home.ask(
      'PUT',
      `/projects/${ayse.projectId}`,
      { name: 'Depo', description: 'Depodaki her şey' },
      ayse.token,
    );
    await home.ask('POST', '/projects', { name: 'Okul' }, ayse.token);
    await home.table(ayse, 'Ürünler', { ad: 'string' }, [{ ad: 'Çay' }]);
    await letIn('viewer');
    [page, other] = [await home.visitAs(ayse, '/projects'), await home.visitAs(can, '/projects')];
    await card(other, 'Depo').waitFor();
  });

  it('is made with one button, by the keyboard, too, and stands beside its project: here and where somebody else looks', async () => {
    await page.getByRole('heading', { name: 'Standart Projeler (2)' }).waitFor();
    expect(
      await card(other, 'Depo').getByRole('button', { name: 'Depo: test projesi oluştur' }).count(),
      'a viewer makes none',
    ).toBe(0);
    await card(page, 'Depo').getByRole('button', { name: 'Depo: test projesi oluştur' }).focus();
    await page.keyboard.press('Enter');
    await notice(page, 'Test ortamı oluşturuldu');
    await page.getByRole('heading', { name: 'Test Ortamı Projeleri (1)' }).waitFor();
    await page.getByRole('heading', { name: 'Standart Projeler (1)' }).waitFor();
    const group = card(page, 'Depo');
    await group.getByRole('group', { name: 'CANLI: Depo' }).getByText('1 tablo').waitFor();
    await group.getByRole('group', { name: 'TEST: Depo - Test' }).getByText('1 tablo').waitFor();
    const more = group.getByRole('button', { name: 'Depo: ayrıntıları göster' });
    await expect
      .poll(() => more.evaluate(button => button === document.activeElement), {
        message: 'the focus stays where it was done',
      })
      .toBe(true);
    await expectGood(page, 'a group');
    await page.keyboard.press('Enter');
    await group
      .getByText('API anahtarları farklı: her biri yalnızca kendi projesini açar.')
      .waitFor();
    await group
      .getByRole('group', { name: 'TEST: Depo - Test' })
      .getByText(/^hzm_test/)
      .waitFor();
    await expectGood(page, 'an expanded group');
    await page.reload();
    await group.getByText('API anahtarları farklı').waitFor();
    // He sees it in his part of the list, and no secrets.
    const his = other.getByRole('list', { name: 'Benimle paylaşılanlar' });
    await his.getByRole('group', { name: 'TEST: Depo - Test' }).waitFor();
    await card(other, 'Depo').getByRole('button', { name: 'Depo: ayrıntıları göster' }).click();
    expect(await his.getByText(/hzm_/).count()).toBe(0);
  });

  it('is found and sorted with its project', async () => {
    for (const name of ['Arşiv', 'Bahçe', 'Ciltler', 'Dükkân'])
      await home.ask('POST', '/projects', { name }, ayse.token);
    const search = page.getByRole('searchbox', { name: 'Projelerde ara' });
    await search.fill('depo - test');
    await page.getByText('8 projeden 2 tanesi').waitFor();
    await card(page, 'Depo').waitFor();
    await search.fill('');
    await page.getByRole('combobox', { name: 'Sıralama' }).selectOption('name');
    await expect
      .poll(() => page.getByRole('article').getByRole('heading').allTextContents())
      .toEqual(['Depo', 'Arşiv', 'Bahçe', 'Ciltler', 'Dükkân', 'Okul', 'Varsayılan Proje']);
  });

  it('is marked on its screens, and one switch leads from one to the other, and stays', async () => {
    await card(page, 'Depo').getByRole('link', { name: 'Depo: veriler' }).click();
    await page.getByRole('gridcell', { name: 'Çay' }).waitFor();
    const bar = page.getByRole('region', { name: 'API modu' });
    await bar.getByText('CANLI', { exact: true }).waitFor();
    await expectGood(page, 'the data of a project with a test environment');
    await bar.getByText('Test', { exact: true }).click();
    await page.getByRole('heading', { name: 'Depo - Test' }).waitFor();
    await bar.getByText('TEST', { exact: true }).waitFor();
    expect(page.url()).not.toContain(ayse.projectId);
    expect(await page.getByRole('gridcell', { name: 'Çay' }).count()).toBe(0);
    await expectGood(page, 'the data of a test environment');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page, 'the data of a test environment, dark');
    await page.emulateMedia({ colorScheme: 'light' });

    // In test mode the live project's addresses open its test environment.
    const test = new URL(page.url()).pathname.split('/')[2]!;
    await page.goto(`/projects/${ayse.projectId}?tab=members`);
    await page.waitForURL(`**/projects/${test}?tab=members`);
    await page.getByText('Test ortamını ana projenin kişileri açar.').waitFor();
    await page.locator('[data-member]').filter({ hasText: 'Can' }).waitFor();
    expect(
      await page.getByRole('combobox', { name: /Can/ }).count(),
      'people are changed in the live project',
    ).toBe(0);
    await expectGood(page, 'the people of a test environment');
    await page.goto('/projects');
    await card(page, 'Depo').getByRole('link', { name: 'Depo: düzenle' }).click();
    await page.waitForURL(`**/projects/${test}`);
    await expectGood(page, 'a test environment');
    await page
      .getByRole('region', { name: 'API modu' })
      .getByText('Canlı', { exact: true })
      .click();
    await page.waitForURL(`**/projects/${ayse.projectId}`);
    await page.getByRole('heading', { name: 'Depo', exact: true }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Depo', exact: true }).waitFor();
    expect(page.url()).toContain(ayse.projectId);
    // A project without a test environment has no switch.
    await page.goto('/projects');
    await card(page, 'Okul').getByRole('link', { name: 'Okul: düzenle' }).click();
    await page.getByRole('heading', { name: 'Okul' }).waitFor();
    expect(await page.getByRole('region', { name: 'API modu' }).count()).toBe(0);
  });

  it('follows the people of its project: another role at once, and who is out keeps what is on the screen', async () => {
    await card(other, 'Depo').getByRole('link', { name: 'Depo - Test: veriler' }).click();
    await other.getByRole('heading', { name: 'Depo - Test' }).waitFor();
    expect(await other.getByRole('button', { name: 'Yeni kayıt', exact: true }).count()).toBe(0);
    await home.ask(
      'PUT',
      `/projects/${ayse.projectId}/members/${can.id}`,
      { role: 'editor' },
      ayse.token,
    );
    await other.getByRole('button', { name: 'Yeni kayıt', exact: true }).first().click();
    await other
      .getByRole('form', { name: 'Yeni kayıt' })
      .locator('input')
      .first()
      .fill('Henüz kaydedilmedi');
    await home.ask(
      'DELETE',
      `/projects/${ayse.projectId}/members/${can.id}`,
      undefined,
      ayse.token,
    );
    await other.getByText('Artık bu projede değilsiniz').waitFor();
    expect(
      await other.getByRole('form', { name: 'Yeni kayıt' }).locator('input').first().inputValue(),
    ).toBe('Henüz kaydedilmedi');
    await other.goto('/projects');
    await letIn('viewer');
    await card(other, 'Depo').getByRole('group', { name: 'TEST: Depo - Test' }).waitFor();
  });

  it('is not deleted while its project is protected; then alone, and its project is a normal one again', async () => {
    await page.goto('/projects');
    await home.ask(
      'POST',
      `/projects/${ayse.projectId}/protection`,
      { password: 'gizli' },
      ayse.token,
    );
    await card(page, 'Depo').getByText('Korumalı').waitFor();
    await page.getByRole('button', { name: 'Depo - Test: diğer işlemler' }).click();
    await expect
      .poll(() => page.getByRole('menuitem').allTextContents())
      .toEqual([
        'Ayarlar',
        'API anahtarı',
        'Kayıtları kopyala',
        'HzmChat',
        'Çöp kutusu',
        'Projeyi sil',
      ]);
    await page.getByRole('menuitem', { name: 'Projeyi sil' }).click();
    const dialog = page.getByRole('dialog', { name: 'Projeyi sil' });
    await dialog
      .getByText(
        'Ana proje korumalı olduğu için test projesi silinemez. Önce ana projenin korumasını kaldırın.',
      )
      .waitFor();
    expect(await dialog.getByRole('button', { name: 'Projeyi sil' }).isDisabled()).toBe(true);
    await expectAccessible(page, 'a deletion that cannot be');
    await home.ask(
      'DELETE',
      `/projects/${ayse.projectId}/protection`,
      { password: 'gizli' },
      ayse.token,
    );
    await expect
      .poll(() => dialog.getByRole('button', { name: 'Projeyi sil' }).isEnabled())
      .toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await deleteBy('Depo - Test', 'Depo - Test');
    await notice(page, 'Test projesi silindi! Ana proje normal listeye döndü.');
    await page.getByRole('heading', { name: 'Standart Projeler (6)' }).waitFor();
    await expect
      .poll(() => other.getByRole('group', { name: 'TEST: Depo - Test' }).count())
      .toBe(0);
    await card(other, 'Depo').waitFor();
  });

  it('goes with its project, which says so', async () => {
    await card(page, 'Depo').getByRole('button', { name: 'Depo: test projesi oluştur' }).click();
    await page.getByRole('group', { name: 'TEST: Depo - Test' }).waitFor();
    await deleteBy(
      'Depo',
      'Depo',
      'Bu projenin test ortamı da silinir ve projeyle geri gelir: Depo - Test, 1 tablo.',
    );
    await notice(page, 'Proje ve test ortamı birlikte silindi!');
    await expect.poll(() => card(page, 'Depo').count()).toBe(0);
    await expect.poll(() => card(other, 'Depo').count()).toBe(0);
  });

  it.each([
    ['network', 'Sunucuya ulaşılamadı'],
    ['404', 'Sunucu bu işlemi henüz bilmiyor ya da proje artık yok.'],
    ['409', 'Şimdi olmaz'],
  ] as const)(
    'that cannot be made (%s) says why, and shows no more than a picture, which nobody takes for one',
    async (kind, text) => {
      const sent: string[] = [];
      page.on('request', request => {
        sent.push(`${request.url()} ${request.postData() ?? ''}`);
      });
      await page.route('**/create-test-environment', route =>
        kind === 'network'
          ? route.abort()
          : route.fulfill({
              status: Number(kind),
              json: {
                success: false,
                error: 'Şimdi olmaz',
                code: kind === '404' ? 'NOT_FOUND' : 'CONFLICT',
                requestId: 'r',
              },
            }),
      );
      const okul = card(page, 'Okul');
      await okul.getByRole('button', { name: 'Okul: test projesi oluştur' }).click();
      const picture = okul.getByRole('region', { name: 'Okul: test ortamının görsel simülasyonu' });
      await picture.waitFor({ timeout: 30_000 });
      expect(await okul.getByRole('alert').textContent()).toContain(text);
      await picture.getByText('Görsel simülasyon', { exact: true }).waitFor();
      expect(await picture.textContent()).toMatch(/Okul - Test.*\+10000.*hzm_test\*/);
      await expectGood(page, `the picture of a test environment (${kind})`);
      expect(sent.filter(one => one.includes('+10000') || one.includes('hzm_test'))).toEqual([]);
      await page.unrouteAll();
      if (kind === '404') {
        await page.reload();
        await okul.waitFor();
      } else await picture.getByRole('button', { name: 'Simülasyonu kaldır' }).click();
      await picture.waitFor({ state: 'detached' });
      expect(await okul.getByRole('alert').count()).toBe(0);
    },
    60_000,
  );

  it('reads in English, in the dark and on a phone', async () => {
    await home.ask(
      'POST',
      `/projects/${can.projectId}/create-test-environment`,
      undefined,
      can.token,
    );
    await other.emulateMedia({ colorScheme: 'dark' });
    await chooseLanguage(other, 'en');
    await other.setViewportSize({ width: 320, height: 700 });
    await other.reload();
    await other.getByRole('heading', { name: 'Projects with a test environment (1)' }).waitFor();
    await other.getByRole('button', { name: /show details/ }).click();
    await expectGood(other, 'a group on a phone');
  });
});
