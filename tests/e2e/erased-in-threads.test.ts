import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { chooseLanguage, expectAccessible, expectFits, house, type Person } from './harness.ts';

describe('a thread with somebody who is erased', needs(chromium), () => {
  const home = house();
  let admin: Person;
  let ayse: Person;
  let guest: Person;
  let thread: string;

  beforeAll(async () => {
    admin = await home.register('Kök');
    ayse = await home.register('Ayşe');
    guest = await home.register('Kayıp');
    await home.letIn(ayse, guest, 'editor');
    ({ id: thread } = await home.ask<{ id: string }>(
      'POST',
      '/threads',
      { project_id: ayse.projectId, title: 'Sevkiyat', initialMessage: 'Kamyon ne zaman gelir?' },
      guest.token,
    ));
    const { id } = await home.ask<{ id: string }>(
      'POST',
      `/threads/${thread}/messages`,
      { content: `@[Kayıp](user:${guest.id}) yarın gelir` },
      ayse.token,
    );
    await home.ask(
      'POST',
      `/threads/${thread}/messages/${id}/reactions`,
      { emoji: '👍' },
      guest.token,
    );
    await home.ask(
      'POST',
      `/threads/${thread}/messages`,
      { content: 'Plakası 34 ABC' },
      guest.token,
    );
  });

  it('is seen at once by who has it open', async () => {
    const page = await home.visitAs(
      ayse,
      `/projects/${ayse.projectId}/endpoint-requests?tab=chat&thread=${thread}`,
    );
    await page.getByText('Plakası 34 ABC').first().waitFor();
    await home.ask('POST', `/admin/users/${guest.id}/erase`, { name: 'Kayıp' }, admin.token);
    const log = page.getByRole('log');
    await expect.poll(() => log.getByText('Bu mesaj silindi').count()).toBe(2);
    await log.getByText('@Silinmiş hesap').waitFor();
    await expect.poll(() => page.getByText('Plakası 34 ABC').count()).toBe(0);
    await page.context().close();
  });

  it.each([
    ['tr', 'light', 1280],
    ['en', 'dark', 320],
  ] as const)(
    'keeps every place and names nobody, in %s, %s, %i wide',
    async (language, colorScheme, width) => {
      const [gone, removed] =
        language === 'tr'
          ? ['Silinmiş hesap', 'Bu mesaj silindi']
          : ['Deleted account', 'This message was deleted'];
      const page = await home.visitAs(ayse, '/projects', {
        colorScheme,
        viewport: { width, height: 800 },
      });
      await chooseLanguage(page, language);
      await page.goto(`/projects/${ayse.projectId}/endpoint-requests?tab=chat&thread=${thread}`);
      const messages = page.getByRole('log').locator('li[data-message]');
      await messages.nth(2).waitFor();
      const texts = await messages.allTextContents();
      expect(texts).toHaveLength(3);
      expect([
        texts[0]!.includes(removed),
        texts[1]!.includes(`@${gone} yarın gelir`),
        texts[2]!.includes(removed),
      ]).toEqual([true, true, true]);
      expect(texts[0]).toContain(gone);
      expect(await page.locator('body').textContent()).not.toContain('Kayıp');
      if (process.env['PICTURES'])
        await page.screenshot({
          path: `${process.env['PICTURES']}/erased-${language}-${width}.png`,
        });
      await expectFits(page, 'thread of somebody erased');
      await expectAccessible(page, 'thread of somebody erased');
      await page.context().close();
    },
  );
});
