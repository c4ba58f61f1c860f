import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { chooseLanguage, expectAccessible, expectFits, house, type Person } from './harness.ts';

interface Named {
  readonly id: string;
}

describe('the files of a message', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let thread: Named;
  let page: Page;
  const long = `${'çok-uzun-bir-ad-'.repeat(12)}.pdf`;

  /** Uploads in the browser's place: how one chooses files is the composer's. */
  const upload = async (bytes: Buffer, name: string): Promise<Named> => {
    const response = await fetch(
      `${home.origin()}/api/v1/threads/${thread.id}/attachments?file_name=${encodeURIComponent(name)}`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${ayse.token}` },
        body: new Uint8Array(bytes),
      },
    );
    return ((await response.json()) as { data: { attachment: Named } }).data.attachment;
  };

  beforeAll(async () => {
    ayse = await home.register('Ayşe');
    thread = await home.ask(
      'POST',
      '/threads',
      { project_id: ayse.projectId, title: 'Resimler', initialMessage: 'Merhaba' },
      ayse.token,
    );
    const picture = await sharp({
      create: { width: 1200, height: 600, channels: 3, background: '#2563eb' },
    })
      .jpeg()
      .toBuffer();
    const files = [
      await upload(picture, 'mavi.jpg'),
      await upload(Buffer.from('%PDF-1.7\n'), long),
      await upload(Buffer.from('Merhaba'), 'not.txt'),
    ];
    await home.ask(
      'POST',
      `/threads/${thread.id}/messages`,
      {
        content: 'Ekler burada',
        attachments: [...files.map(({ id }) => ({ id })), { name: 'yalnızca ad.txt' }],
      },
      ayse.token,
    );
    page = await home.visitAs(
      ayse,
      `/projects/${ayse.projectId}/endpoint-requests?tab=chat&thread=${thread.id}`,
    );
  });

  const list = () => page.getByRole('list', { name: /^(?:Ekler|Attachments)$/ });

  it('show pictures, which open, with their name and size', async () => {
    const small = list().getByRole('button', { name: 'Resmi aç: mavi.jpg' });
    await expect
      .poll(() =>
        small
          .locator('img')
          .evaluateAll(images => images.map(image => (image as HTMLImageElement).naturalWidth)),
      )
      .toEqual([320]);
    await expectAccessible(page, 'files of a message');
    await small.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'mavi.jpg' });
    await expect
      .poll(() =>
        dialog
          .locator('img')
          .evaluateAll(images => images.map(image => (image as HTMLImageElement).naturalWidth)),
      )
      .toEqual([1200]);
    await dialog.getByText('1200 × 600').waitFor();
    await expectAccessible(page, 'a picture');
    const saving = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'İndir' }).click();
    expect((await saving).suggestedFilename()).toBe('mavi.jpg');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  it('are saved as they were, under their names', async () => {
    const saving = page.waitForEvent('download');
    await list().getByRole('button', { name: 'Dosyayı indir: not.txt' }).click();
    const download = await saving;
    expect([download.suggestedFilename(), readFileSync(await download.path(), 'utf8')]).toEqual([
      'not.txt',
      'Merhaba',
    ]);
    await list().getByText('yalnızca ad.txt').waitFor();
  });

  it('say so when they cannot be loaded', async () => {
    await page.route('**/attachments/*', route => route.abort());
    await list().getByRole('button', { name: 'Dosyayı indir: not.txt' }).click();
    await list().getByRole('alert').getByText('Dosya yüklenemedi. Tekrar deneyin.').waitFor();
    await page.unroute('**/attachments/*');
  });

  it('fit on a phone, in both languages', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await expectFits(page, 'files of a message, Turkish');
    await chooseLanguage(page, 'en');
    await page.reload();
    await list().getByRole('button', { name: 'Open the picture: mavi.jpg' }).waitFor();
    await expectFits(page, 'files of a message, English');
    await expectAccessible(page, 'files of a message, English');
  });
});
