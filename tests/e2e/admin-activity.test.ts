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

describe('the last hour and who is here, for administrators', needs(chromium), () => {
  const home = house();
  let admin: Person;
  let ayse: Person;

  beforeAll(async () => {
    admin = await home.register('Yönetici');
    ayse = await home.register('Ayşe Yılmaz');
  });

  it('are on the dashboard, live', async () => {
    const page = await home.visitAs(admin, '/dashboard');
    const people = page.getByRole('list', { name: 'Kim nerede' });
    await expect
      .poll(() => people.getByRole('listitem').allTextContents())
      .toMatchObject([expect.stringContaining('Yönetici (siz)yönetim')]);
    await page.getByText('Bu hesap bu kurulumu yönetir').waitFor();
    const warning = page.locator('[data-backup-warning=off]');
    expect(
      await warning.getByRole('link', { name: 'Yedekleri ayarlayın' }).getAttribute('href'),
    ).toBe('/database-state');
    const refused = page.locator('[data-chart=refusals] strong');
    const before = Number(await refused.textContent());
    for (let n = 0; n < 3; n++) await fetch(`${home.origin()}/api/v1/admin/users`);
    await expect.poll(() => refused.textContent()).toBe(String(before + 3));
    await page
      .getByRole('img', { name: /^Reddedilen istekler: son bir saatin dakikaları, en çok/ })
      .waitFor();

    const theirs = await home.visitAs(ayse, `/projects/${ayse.projectId}`);
    await expect
      .poll(() => people.getByRole('listitem').filter({ hasText: 'Ayşe Yılmaz' }).textContent())
      .toContain('Varsayılan Proje: proje sayfası');
    await expect.poll(() => page.locator('[data-chart=people] strong').textContent()).toBe('2');
    expect(await theirs.getByText('Kim nerede').count()).toBe(0);
    await theirs.context().close();
    await expect.poll(() => people.getByRole('listitem').count()).toBe(1);

    await page.getByText('Tablo olarak göster').click();
    const rows = page.getByRole('table', { name: 'Son bir saat' }).getByRole('row');
    await expect.poll(() => rows.count()).toBe(61);
    await expectAccessible(page, 'the last hour');
    await page.context().close();
  });

  it.each(['tr', 'en'] as const)('fit a phone, in the dark, in %s', async language => {
    const page = await home.visitAs(admin, '/dashboard', {
      viewport: { width: 320, height: 700 },
      colorScheme: 'dark',
    });
    await chooseLanguage(page, language);
    await page.reload();
    await page.locator('[data-chart=times]').waitFor();
    await page.locator('details summary').click();
    await expectAccessible(page, language);
    await expectFits(page, language);
    await expectWhole(page, language);
    await page.context().close();
  });
});
