import { describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { expectAccessible, expectFits, house } from './harness.ts';

describe('whoever signs out', needs(chromium), () => {
  const home = house();

  it(
    'is asked before what was not sent goes; then nothing of it stays in the browser',
    { timeout: 60_000 },
    async () => {
      const ayse = await home.register('Ayşe');
      const { id } = await home.ask<{ id: string }>(
        'POST',
        '/threads',
        { project_id: ayse.projectId, title: 'Fiyatlar', initialMessage: 'Merhaba' },
        ayse.token,
      );
      const page = await home.visitAs(
        ayse,
        `/projects/${ayse.projectId}/endpoint-requests?tab=chat&thread=${id}`,
      );
      const area = page.getByRole('textbox', { name: 'Mesaj yazın' });
      const leave = async (): Promise<void> => {
        await page.getByRole('button', { name: 'Hesap menüsü: Ayşe' }).click();
        await page.getByRole('menuitem', { name: 'Çıkış Yap' }).click();
      };
      const left = () =>
        page.evaluate(
          () =>
            Object.keys(localStorage).filter(key => /^hzm-(?:op|message|draft)\//.test(key)).length,
        );
      await area.fill('Yarım kalan');
      // The bell comes when the screen has been still for a moment; so does the question.
      await page.getByRole('button', { name: 'Bildirimler' }).waitFor();
      await page.waitForLoadState('networkidle');
      await page.context().setOffline(true);
      await area.press('Enter');
      await area.fill('Bir de taslak');
      await expect.poll(left).toBe(2);
      await leave();
      const dialog = page.getByRole('dialog', { name: 'Gönderilmemiş olanlar silinsin mi?' });
      await dialog.waitFor();
      expect(await dialog.getByRole('listitem').allTextContents()).toEqual(['1 mesaj', '1 taslak']);
      await expectAccessible(page, 'the question');
      await expectFits(page, 'the question');
      await dialog.getByRole('button', { name: 'İptal' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect([await left(), new URL(page.url()).pathname]).toEqual([
        2,
        `/projects/${ayse.projectId}/endpoint-requests`,
      ]);

      await leave();
      await page.context().setOffline(false);
      await dialog.getByRole('button', { name: 'Sil ve çıkış yap' }).click();
      await page.waitForURL(`${home.origin()}/`);
      expect(await left()).toBe(0);
      await expect
        .poll(() => page.evaluate(() => sessionStorage.getItem('hzm-session')))
        .toBeNull();
    },
  );

  it('and left nothing is asked nothing', async () => {
    const can = await home.register('Can');
    const page = await home.visitAs(can, '/projects');
    await page.getByRole('button', { name: 'Hesap menüsü: Can' }).click();
    await page.getByRole('menuitem', { name: 'Çıkış Yap' }).click();
    await page.waitForURL(`${home.origin()}/`);
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('hzm-session'))).toBeNull();
  });
});
