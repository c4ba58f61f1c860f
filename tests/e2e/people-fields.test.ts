import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { cell, column, saved } from './grid.ts';
import { chooseLanguage, expectAccessible, expectFits, house, type Person } from './harness.ts';

describe('people in the grid', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let can: Person;
  let address = '';
  let hers: Page;
  let his: Page;

  const names = (page: Page): Promise<string[]> =>
    page.locator('[data-row] [data-field="kim"] [data-value]').allTextContents();
  const rows = (page: Page): Promise<string[]> => column(page, 'iş');
  const entries = (page: Page) => page.locator('[data-editor] [role=option]');
  const cards = (page: Page, name: RegExp): Promise<string[]> =>
    page.getByRole('group', { name }).locator('[data-card] > :first-child').allTextContents();
  const filter = (page: Page, text: string): Promise<void> =>
    page.getByLabel('kim filtrele').fill(text);

  beforeAll(async () => {
    [ayse, can] = [await home.register('Ayşe'), await home.register('Can')];
    await home.letIn(ayse, can, 'editor');
    const table = await home.table(ayse, 'İşler', { iş: 'string', kim: 'person' }, [
      { iş: 'Yaz', kim: ayse.id },
      { iş: 'Çiz', kim: can.id },
      { iş: 'Oku' },
    ]);
    address = `/projects/${ayse.projectId}/data?table=${table}&sort=created_at`;
    [hers, his] = [await home.visitAs(ayse, address), await home.visitAs(can, address)];
  });

  it('are picked by keyboard, also offline, and seen by the others', async () => {
    await expect.poll(() => names(hers)).toEqual(['Ayşe', 'Can', '']);
    await expect.poll(() => names(his)).toEqual(['Ayşe', 'Can', '']);
    await cell(hers, 'Oku', 'kim').click();
    await hers.keyboard.press('Enter');
    await expect.poll(() => entries(hers).allInnerTexts()).toEqual(['Ayşe', 'Can']);
    await expectAccessible(hers, 'the list of people');
    await hers.keyboard.type('can');
    await expect
      .poll(() => entries(hers).allInnerTexts(), { message: 'nobody is created' })
      .toEqual(['Can']);
    await hers.keyboard.press('Enter');
    await expect.poll(() => names(his)).toEqual(['Ayşe', 'Can', 'Can']);
    await hers.keyboard.press('Control+z');
    await expect.poll(() => names(his)).toEqual(['Ayşe', 'Can', '']);
    await hers.context().setOffline(true);
    await cell(hers, 'Oku', 'kim').click();
    await hers.keyboard.type('ays');
    await hers.keyboard.press('Enter');
    await expect.poll(() => names(hers)).toEqual(['Ayşe', 'Can', 'Ayşe']);
    await hers.context().setOffline(false);
    await expect.poll(() => names(his)).toEqual(['Ayşe', 'Can', 'Ayşe']);
    await saved(hers);
  });

  it('are found by name and as *me*, who is somebody else for another reader', async () => {
    await filter(hers, 'ca');
    await expect.poll(() => rows(hers)).toEqual(['Çiz']);
    await filter(hers, 'ben');
    await expect.poll(() => rows(hers)).toEqual(['Yaz', 'Oku']);
    await his.goto(hers.url());
    await expect.poll(() => rows(his)).toEqual(['Çiz']);
    expect(await his.getByLabel('kim filtrele').inputValue()).toBe('Ben');
    await filter(hers, 'kimse');
    await hers.getByRole('status').getByText('Projede böyle biri yok').waitFor();
    await filter(hers, '');
    await expect.poll(() => rows(hers)).toEqual(['Yaz', 'Çiz', 'Oku']);
    await hers.getByRole('button', { name: 'kim için filtre seçenekleri' }).click();
    const form = hers.getByRole('dialog', { name: 'kim için filtre seçenekleri' });
    await form.getByRole('checkbox', { name: 'Ben' }).check();
    await expectAccessible(hers, 'the filter by people');
    await form.getByRole('button', { name: 'Uygula' }).click();
    await expect.poll(() => rows(hers)).toEqual(['Yaz', 'Oku']);
    await filter(hers, '');
    await expect.poll(() => rows(hers)).toEqual(['Yaz', 'Çiz', 'Oku']);
    await his.goto(address);
    await expect.poll(() => rows(his)).toEqual(['Yaz', 'Çiz', 'Oku']);
  });

  it('are the columns of a board, and groups', async () => {
    await hers.getByRole('columnheader', { name: 'kim', exact: true }).click({ button: 'right' });
    await hers.getByRole('menuitem', { name: 'Pano olarak göster' }).click();
    await expect.poll(() => cards(hers, /^Ayşe, 2 kart/)).toEqual(['Yaz', 'Oku']);
    await expect.poll(() => cards(hers, /^Can, 1 kart/)).toEqual(['Çiz']);
    await expectAccessible(hers, 'the board');
    await hers.getByRole('button', { name: /^Oku/ }).focus();
    await hers.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => names(his)).toEqual(['Ayşe', 'Can', 'Can']);
    // A column without cards is shown for who asks for it.
    const ofAyse = hers.getByRole('group', { name: /^Ayşe, \d kart/ });
    await hers.getByRole('button', { name: /^Yaz/ }).focus();
    await hers.keyboard.press('Shift+ArrowRight');
    await ofAyse.waitFor({ state: 'detached' });
    await expect.poll(() => names(his)).toEqual(['Can', 'Can', 'Can']);
    await hers.getByRole('button', { name: 'Boş sütunları göster' }).click();
    await hers.getByRole('group', { name: /^Ayşe, 0 kart/ }).waitFor();
    await expectAccessible(hers, 'the board with an empty column');
    await hers.getByRole('button', { name: /^Yaz/ }).focus();
    await hers.keyboard.press('Shift+ArrowLeft');
    await expect.poll(() => names(his)).toEqual(['Ayşe', 'Can', 'Can']);
    await hers.getByRole('button', { name: 'Boş sütunları gizle' }).waitFor({ state: 'detached' });
    await his.getByRole('columnheader', { name: 'kim', exact: true }).click({ button: 'right' });
    await his.getByRole('menuitem', { name: 'Bu alana göre grupla' }).click();
    await his.getByRole('button', { name: /^Can 2 kayıt/ }).click();
    await expect.poll(() => rows(his)).toEqual(['Çiz', 'Oku']);
  });

  it('who leave are named no more; their cards stay, in a column that takes no others', async () => {
    await home.ask('DELETE', `/projects/${ayse.projectId}/members/${can.id}`, {}, ayse.token);
    await expect.poll(() => cards(hers, /^Projede değil, 2 kart/)).toEqual(['Çiz', 'Oku']);
    await hers.goto(address);
    await expect.poll(() => names(hers)).toEqual(['Ayşe', 'Projede değil', 'Projede değil']);
    await cell(hers, 'Yaz', 'kim').click();
    await hers.keyboard.press('Enter');
    await expect.poll(() => entries(hers).allInnerTexts()).toEqual(['Ayşe']);
    await hers.keyboard.press('Escape');
  });

  it('fit a phone, in English', async () => {
    const phone = await home.visitAs(ayse, '/dashboard', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await chooseLanguage(phone, 'en');
    await phone.goto(address);
    await expect
      .poll(() => names(phone))
      .toEqual(['Ayşe', 'Not in the project', 'Not in the project']);
    await expectFits(phone, 'people on a phone');
    await expectAccessible(phone, 'people on a phone');
  });

  it('come and go in an open test environment as in its project', async () => {
    await home.letIn(ayse, can, 'editor');
    const { project } = await home.ask<{ project: { id: string } }>(
      'POST',
      `/projects/${ayse.projectId}/create-test-environment`,
      {},
      ayse.token,
    );
    const { tables } = await home.ask<{ tables: readonly { id: string }[] }>(
      'GET',
      `/tables/project/${project.id}`,
      undefined,
      ayse.token,
    );
    const id = tables[0]!.id;
    await home.ask('POST', `/data/table/${id}/rows`, { iş: 'Dene', kim: can.id }, ayse.token);
    await hers.goto(`/projects/${project.id}/data?table=${id}`);
    await expect.poll(() => names(hers)).toEqual(['Can']);
    await home.ask('DELETE', `/projects/${ayse.projectId}/members/${can.id}`, {}, ayse.token);
    await expect.poll(() => names(hers)).toEqual(['Projede değil']);
    await home.letIn(ayse, can, 'viewer');
    await expect.poll(() => names(hers)).toEqual(['Can']);
  });
});
