import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { cell, type } from './grid.ts';
import {
  answerInstead,
  chooseLanguage,
  expectAccessible,
  expectFits,
  expectWhole,
  house,
  PASSWORD,
  type Person,
} from './harness.ts';

describe('the people of a project', needs(chromium), () => {
  const home = house();
  let owner: Person;
  let guest: Person;
  let other: Person;
  let table: string;
  let hers: Page;
  let his: Page;
  let link: string;

  const tab = () => `/projects/${owner.projectId}?tab=members`;
  const rows = () => `/projects/${owner.projectId}/data?table=${table}`;
  const member = (page: Page, { email }: Person) => page.locator(`[data-member="${email}"]`);

  beforeAll(async () => {
    await home.register('Kök');
    [owner, guest, other] = [
      await home.register('Ayşe'),
      await home.register('Can'),
      await home.register('Ece'),
    ];
    table = await home.table(
      owner,
      'Ürünler',
      { ad: 'string', stok: 'number' },
      ['Çay', 'Şeker'].map((ad, stok) => ({ ad, stok })),
    );
    hers = await home.visitAs(owner, tab());
  });

  /** The role of a member, chosen by the owner. */
  const give = async (role: string): Promise<void> => {
    await member(hers, guest).getByRole('combobox').click();
    await hers.getByRole('option', { name: role, exact: true }).click();
  };

  it('are invited with a role, by a link that is shown once and listed until it is used', async () => {
    const form = hers.getByRole('region', { name: 'Kişi davet et' });
    await form.locator('input[name=invited]').fill('kimse');
    await form.getByRole('button', { name: 'Davet et' }).click();
    await form.getByText('Geçerli bir e-posta adresi yazın').waitFor();
    await form.locator('input[name=invited]').fill(guest.email);
    await form.getByRole('button', { name: 'Davet et' }).click();
    link = (await hers.getByTestId('invitation-link').textContent())!;
    expect(link.startsWith(`${home.origin()}/invitations/`)).toBe(true);
    await hers.locator(`[data-invitation="${guest.email}"]`).getByText('İzleyici').waitFor();
    await expectAccessible(hers, 'members');
  });

  it('read what an invitation is about before they sign in, and come back to accept it', async () => {
    his = await home.visit(new URL(link).pathname);
    await his.getByText('Ayşe sizi “Varsayılan Proje” projesine davet ediyor.').waitFor();
    await expectAccessible(his, 'invitation');
    await his.getByRole('link', { name: 'Giriş yap ve kabul et' }).click();
    await expect.poll(() => his.locator('input[name=email]').inputValue()).toBe(guest.email);
    await his.locator('input[name=password]').fill(PASSWORD);
    await his.locator('form button[type=submit]').click();
    await his.getByRole('button', { name: 'Daveti kabul et' }).click();
    await his.waitForURL(new RegExp(`/projects/${owner.projectId}`));
    await member(hers, guest).getByText('Can').waitFor();
    await expect.poll(() => hers.locator(`[data-invitation="${guest.email}"]`).count()).toBe(0);
    await his.goto(new URL(link).pathname);
    await his.getByRole('heading', { name: 'Bu davet geçerli değil' }).waitFor();
  });

  it("are told when the invitation is another's", async () => {
    const { invitation } = await home.ask<{ invitation: { id: string; url: string } }>(
      'POST',
      `/projects/${owner.projectId}/invitations`,
      { email: other.email, role: 'editor' },
      owner.token,
    );
    await his.goto(invitation.url);
    await his.getByText('Bu davet başka bir adres için').waitFor();
    await his.getByText(other.email).first().waitFor();
    await hers.getByRole('button', { name: `${other.email}: daveti geri çek` }).click();
    await expect.poll(() => hers.locator('[data-invitation]').count()).toBe(0);
  });

  it('decline in the bell; the links of all who were invited stay in sight', async () => {
    const form = hers.getByRole('region', { name: 'Kişi davet et' });
    const links = form.getByTestId('invitation-link');
    const before = await links.count();
    for (const email of [other.email, 'yeni@example.com']) {
      await form.locator('input[name=invited]').fill(email);
      await form.getByRole('button', { name: 'Davet et' }).click();
      await form.getByText(`${email} için bağlantı`).waitFor();
    }
    expect(await links.count()).toBe(before + 2);
    await hers.getByRole('button', { name: 'yeni@example.com: yeni davet bağlantısı' }).click();
    const again = hers.locator('[data-invitation="yeni@example.com"]');
    expect(await again.getByTestId('invitation-link').textContent()).toBe(
      await links.nth(0).textContent(),
    );
    await expectAccessible(hers, 'links of invitations');

    const theirs = await home.visitAs(other, '/projects');
    await theirs.getByRole('button', { name: /okunmamış bildirim/ }).click();
    const bell = theirs.getByRole('dialog', { name: 'Bildirimler' });
    await bell.getByText('Bu sunucu e-posta göndermiyor').waitFor();
    expect(await bell.getByRole('button', { name: 'Kabul et' }).count()).toBe(0);
    await expectAccessible(theirs, 'bell with an invitation');
    await bell.getByRole('button', { name: 'Varsayılan Proje: daveti reddet' }).click();
    await expect.poll(() => hers.locator(`[data-invitation="${other.email}"]`).count()).toBe(0);
    await hers.getByRole('button', { name: 'yeni@example.com: daveti geri çek' }).click();
    await expect.poll(() => hers.locator('[data-invitation]').count()).toBe(0);
  });

  it('find what is shared with them apart from what is theirs', async () => {
    await his.goto('/projects');
    const shared = his.getByRole('list', { name: 'Benimle paylaşılanlar' });
    await shared.getByText('İzleyici').waitFor();
    expect(await shared.getByRole('listitem').count()).toBe(1);
    expect(await shared.getByText('API anahtarı şifresi').count()).toBe(0);
    await expectAccessible(his, 'projects');
  });

  it('read as viewers, and write as soon as they may', async () => {
    await his.goto(rows());
    await cell(his, 'Çay', 'stok').waitFor();
    await his.getByText(/İzleyici rolündesiniz/).waitFor();
    expect(await his.getByRole('button', { name: 'Yeni kayıt' }).count()).toBe(0);
    await cell(his, 'Çay', 'stok').click();
    await his.keyboard.press('9');
    await his.getByText('Bu projede kayıtları yalnızca okuyabilirsiniz').first().waitFor();
    await his.keyboard.press('Delete');
    expect(await cell(his, 'Çay', 'stok').textContent()).toBe('0');
    await expectAccessible(his, 'rows of a viewer');
    await his.goto(`/projects/${owner.projectId}`);
    await his.getByText(/tabloları ve alanları yalnızca okuyabilirsiniz/).waitFor();
    expect(await his.getByRole('button', { name: /Sil|Yeniden adlandır|Alan ekle/ }).count()).toBe(
      0,
    );

    await his.goto(rows());
    await cell(his, 'Çay', 'stok').waitFor();
    await give('Düzenleyici');
    await his.getByRole('button', { name: 'Yeni kayıt', exact: true }).first().waitFor();
    await type(his, cell(his, 'Çay', 'stok'), '9');
    await expect
      .poll(
        async () =>
          (
            await home.ask<{ rows: { ad: string; stok: number }[] }>(
              'GET',
              `/data/table/${table}`,
              undefined,
              owner.token,
            )
          ).rows.find(({ ad }) => ad === 'Çay')?.stok,
      )
      .toBe(9);
  });

  it('keep what they had begun to write when their place is taken', async () => {
    await his.getByRole('button', { name: 'Yeni kayıt', exact: true }).first().click();
    await his
      .getByRole('form', { name: 'Yeni kayıt' })
      .locator('input')
      .first()
      .fill('Henüz kaydedilmedi');
    const answer = await answerInstead(hers, '/widgets', { status: 500, json: {} });
    await hers.getByRole('button', { name: 'Can: projeden çıkar' }).click();
    const dialog = hers.getByRole('dialog');
    const unread = dialog.getByText('Projenin formları okunamadı');
    await unread.waitFor();
    await answer();
    await dialog.getByRole('button', { name: 'Tekrar dene' }).click();
    await unread.waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Projeden çıkar' }).click();
    await his.getByText('Artık bu projede değilsiniz').waitFor();
    expect(
      await his.getByRole('form', { name: 'Yeni kayıt' }).locator('input').first().inputValue(),
    ).toBe('Henüz kaydedilmedi');
    await expect.poll(() => member(hers, guest).count()).toBe(0);
    await his.goto('/projects');
    await his.getByRole('list', { name: 'Standart Projeler' }).waitFor();
    expect(await his.getByRole('list', { name: 'Benimle paylaşılanlar' }).count()).toBe(0);
  });

  it('are handed the project over, once its name is typed', async () => {
    await home.ask('PUT', `/projects/${owner.projectId}`, { name: 'Devredilen' }, owner.token);
    await home.letIn(owner, guest, 'manager');
    await home.ask('POST', `/api-keys/project/${owner.projectId}`, { name: 'Mobil' }, owner.token);
    await his.goto(tab());
    await his.getByRole('region', { name: 'Kişi davet et' }).waitFor();
    await hers.getByRole('button', { name: 'Can: projeyi devret' }).click();
    const dialog = hers.getByRole('dialog');
    expect(await dialog.getByRole('button', { name: 'Projeyi devret' }).isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill('Devredilen');
    await expectAccessible(hers, 'hand-over');
    await dialog.getByRole('button', { name: 'Projeyi devret' }).click();
    await hers.getByText('Şu anda kapalı olan anahtarlar: Mobil').waitFor();
    await member(hers, guest).getByText('Sahip').waitFor();
    await member(his, guest).getByText('Sahip').waitFor();
    await member(his, owner).getByRole('combobox').waitFor();
  });

  it('keep no secret that they knew: keys wait for the new owner, and a manager who becomes less is asked about', async () => {
    await his.goto(`/projects/${owner.projectId}?tab=api`);
    await his.getByText('1 anahtar, proje sahibi açana kadar kapalı').waitFor();
    await expectAccessible(his, 'suspended keys');
    await his.getByRole('button', { name: 'Mobil: etkinleştir' }).click();
    await expect
      .poll(() => his.getByText('1 anahtar, proje sahibi açana kadar kapalı').count())
      .toBe(0);
    await his.goto(tab());
    await member(his, owner).getByRole('combobox').click();
    await his.getByRole('option', { name: 'Denetçi', exact: true }).click();
    const dialog = his.getByRole('dialog');
    expect(
      await dialog.getByRole('radio', { name: 'API anahtarı şifresi', exact: true }).isChecked(),
    ).toBe(true);
    await expectAccessible(his, 'lowered role');
    await dialog.getByRole('button', { name: 'Rolü değiştir' }).click();
    await expect.poll(() => dialog.count()).toBe(0);
    await hers.getByRole('button', { name: 'Projeden ayrıl' }).click();
    await hers.getByRole('dialog').getByRole('button', { name: 'Ayrıl', exact: true }).click();
    await hers.waitForURL(/\/projects$/);
    await expect.poll(() => member(his, owner).count()).toBe(0);
  });

  it('fit on a phone, in the dark, in English', async () => {
    const phone = await home.visitAs(guest, '/projects', {
      viewport: { width: 320, height: 640 },
      hasTouch: true,
      colorScheme: 'dark',
    });
    await chooseLanguage(phone, 'en');
    await phone.goto(tab());
    await phone.getByRole('region', { name: 'Invite somebody' }).waitFor();
    await phone.locator('input[name=invited]').fill('somebody.with.a.long.address@example.com');
    await phone.getByRole('button', { name: 'Invite', exact: true }).click();
    const made = (await phone.getByTestId('invitation-link').textContent())!;
    for (const path of [tab(), new URL(made).pathname]) {
      if (path !== tab()) await phone.goto(path);
      await phone.getByText('somebody.with.a.long.address@example.com').first().waitFor();
      await expectFits(phone, path);
      await expectWhole(phone, path);
      await expectAccessible(phone, path);
    }
  });
});
