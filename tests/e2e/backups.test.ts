import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { expectAccessible, expectFits, expectWhole, house, type Person } from './harness.ts';

describe('backups on the state of the system', needs(chromium), () => {
  const directory = mkdtempSync(join(tmpdir(), 'hzm-backups-'));
  const home = house({ backups: { directory, times: ['03:00'], keep: 3 } });
  let admin: Person;
  let page: Page;

  beforeAll(async () => {
    admin = await home.register('Yönetici');
    await home.table(admin, 'Ürünler', { ad: 'string' }, [{ ad: 'Çay' }]);
    page = await home.visitAs(admin, '/database-state');
  });

  it('are listed with the outcome of their rehearsal, made at once by one button, and seen by others as they come', async () => {
    await page.locator('[data-last-rehearsal=good]').waitFor({ timeout: 90_000 });
    const other = await home.visitAs(admin, '/database-state', { locale: 'en-GB' });
    await other.getByRole('heading', { name: 'Backups' }).waitFor();
    expect(await other.locator('[data-backup]').count()).toBe(1);
    await page.getByRole('button', { name: 'Şimdi yedek al' }).click();
    await other.locator('[data-backup-running]').waitFor();
    expect(await other.getByRole('button', { name: 'Back up now' }).isDisabled()).toBe(true);
    await expect.poll(() => other.locator('[data-backup]').count(), { timeout: 90_000 }).toBe(2);
    await expect
      .poll(() => other.locator('[data-backup]').first().getByText('Can be restored').count(), {
        timeout: 90_000,
      })
      .toBe(1);
    await expect
      .poll(() => page.getByRole('button', { name: 'Son yedeği dene' }).isEnabled())
      .toBe(true);
    await page.getByRole('button', { name: 'Son yedeği dene' }).click();
    await other.locator('[data-backup-running=rehearsal]').waitFor();
    await other.context().close();
  });

  it('are accessible and fit, in both languages and schemes', async () => {
    for (const [locale, colorScheme, width] of [
      ['tr-TR', 'light', 1280],
      ['en-GB', 'dark', 320],
    ] as const) {
      const one = await home.visitAs(admin, '/database-state', {
        locale,
        colorScheme,
        viewport: { width, height: 800 },
      });
      await one.locator('[data-backup]').first().waitFor();
      await expectAccessible(one, `${locale} ${colorScheme} ${width}`);
      await expectFits(one, `${locale} ${width}`);
      await expectWhole(one, `${locale} ${width}`);
      await one.context().close();
    }
  });

  it('say what went wrong, and on which folder', async () => {
    await expect
      .poll(() => page.getByRole('button', { name: 'Şimdi yedek al' }).isEnabled(), {
        timeout: 90_000,
      })
      .toBe(true);
    rmSync(directory, { recursive: true });
    await page.getByRole('button', { name: 'Şimdi yedek al' }).click();
    await page.locator('[data-backup-failed]').getByText('is no folder').waitFor();
    await expectAccessible(page, 'failed');
  });
});

describe('without a folder for backups', needs(chromium), () => {
  const home = house();

  it('the screen says how to set one', async () => {
    const page = await home.visitAs(await home.register('Yönetici'), '/database-state');
    expect(await page.locator('[data-backups=off]').textContent()).toContain('HZM_BACKUP_DIR');
    expect(await page.getByRole('button', { name: 'Şimdi yedek al' }).count()).toBe(0);
  });
});
