import type { Page } from 'playwright';
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

interface Named {
  readonly id: string;
}

describe('the threads of a project', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let can: Person;
  let hers: Page;
  let his: Page;

  const chat = (rest = '') => `/projects/${ayse.projectId}/endpoint-requests?tab=chat${rest}`;
  const open = (title: string, more: object = {}, person = can): Promise<Named> =>
    home.ask(
      'POST',
      '/threads',
      { project_id: ayse.projectId, title, initialMessage: `${title}: ilk mesaj`, ...more },
      person.token,
    );
  const say = (thread: Named, content: string, person = can): Promise<Named> =>
    home.ask('POST', `/threads/${thread.id}/messages`, { content }, person.token);
  /** Somebody who comes into Ayşe's project. */
  const join = async (name: string, role: string): Promise<Person> => {
    const person = await home.register(name);
    await home.letIn(ayse, person, role);
    return person;
  };
  const card = (page: Page, title: string) =>
    page.locator('[data-thread]').filter({ hasText: title });
  const detail = (page: Page, title: string) => page.getByRole('article', { name: title });
  const log = (page: Page) => page.getByRole('log', { name: /Mesajlar|Messages/ });
  const message = (page: Page, text: string) =>
    log(page).locator('li[data-message]').filter({ hasText: text });
  const area = (page: Page) => page.getByRole('textbox', { name: /Mesaj yazın|Write a message/ });
  const write = async (page: Page, text: string): Promise<void> => {
    await area(page).fill(text);
    await area(page).press('Enter');
  };
  const tool = async (page: Page, text: string, name: string): Promise<void> => {
    await message(page, text).hover();
    await message(page, text).getByRole('button', { name, exact: true }).click();
  };
  const isAtEnd = (page: Page): Promise<boolean> =>
    log(page).evaluate(
      ({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight < 4,
    );

  beforeAll(async () => {
    ayse = await home.register('Ayşe');
    can = await join('Can', 'editor');
    hers = await home.visitAs(ayse, chat());
    his = await home.visitAs(can, chat());
  });

  it('begin with a form of every field and rule, and are there for both at once', async () => {
    await hers.getByText('Henüz seçilen konu yok').waitFor();
    await hers.getByText('Konu bulunamadı').waitFor();
    await his.getByText('Konu bulunamadı').waitFor();
    await expectAccessible(hers, 'no threads');
    await hers.getByRole('button', { name: 'Yeni Konu' }).click();
    const form = hers.getByRole('dialog', { name: 'Yeni Konu Oluştur' });
    const submit = form.getByRole('button', { name: 'Konu Oluştur' });
    expect(
      await form
        .getByRole('combobox')
        .evaluateAll(inputs => inputs.map(input => (input as HTMLInputElement).value)),
    ).toEqual(['Genel', 'Normal']);
    expect(await submit.isDisabled()).toBe(true);
    await form.getByLabel('Konu başlığı').fill(' ');
    await form.getByLabel('İlk mesaj').fill(' ');
    await form.getByRole('textbox', { name: 'Etiketler' }).focus();
    await form.getByText('Konu başlığı gereklidir').waitFor();
    await form.getByText('İlk mesaj gereklidir').waitFor();
    await form.getByLabel('Konu başlığı').fill('Stok raporu');
    await form.getByText('11 / 255').waitFor();
    for (const tag of [' Depo ', 'depo', 'IĞDIR', 'c', 'd', 'e'])
      await form
        .getByRole('textbox', { name: 'Etiketler' })
        .fill(tag)
        .then(() => form.getByRole('textbox', { name: 'Etiketler' }).press('Enter'));
    expect(
      await form.getByRole('list', { name: 'Etiketler' }).getByRole('listitem').allTextContents(),
    ).toEqual(['depo', 'ığdır', 'c', 'd', 'e']);
    expect(await form.getByRole('textbox', { name: 'Etiketler' }).isDisabled()).toBe(true);
    await form.getByRole('combobox').last().click();
    await hers.getByRole('option', { name: 'Acil' }).click();
    await expectAccessible(hers, 'new thread');
    await form.getByLabel('İlk mesaj').fill('Toplam yanlış görünüyor');
    await submit.click();
    await detail(hers, 'Stok raporu').waitFor();
    await message(hers, 'Toplam yanlış görünüyor').waitFor();
    for (const page of [hers, his]) {
      await card(page, 'Stok raporu').getByText('Acil').waitFor();
      await card(page, 'Stok raporu').getByText('+2').waitFor();
      await card(page, 'Stok raporu').getByText('1 mesaj').waitFor();
      await card(page, 'Stok raporu').getByText('Toplam yanlış görünüyor').waitFor();
    }
    await card(his, 'Stok raporu').getByRole('img', { name: '1 okunmamış mesaj' }).waitFor();
    expect(await card(hers, 'Stok raporu').getAttribute('data-unread')).toBe('false');
  });

  it('are written in, changed, answered and reacted to by both, live', async () => {
    await card(his, 'Stok raporu').click();
    await message(his, 'Toplam yanlış görünüyor').waitFor();
    await expect.poll(() => card(his, 'Stok raporu').getAttribute('data-unread')).toBe('false');
    await area(his).pressSequentially('Bakı');
    await detail(hers, 'Stok raporu').getByText('Can yazıyor…').waitFor();
    await area(his).fill('Bakıyorum');
    await area(his).press('Shift+Enter');
    await area(his).pressSequentially('https://example.com/a <b>kalın</b>');
    await area(his).press('Enter');
    await message(hers, 'Bakıyorum').getByText('<b>kalın</b>').waitFor();
    expect(await message(hers, 'Bakıyorum').getByRole('link').getAttribute('rel')).toContain(
      'noopener',
    );
    expect(await area(his).inputValue()).toBe('');
    await detail(hers, 'Stok raporu').getByText('Cevaplandı', { exact: true }).waitFor();

    await tool(hers, 'Bakıyorum', 'Tepki ver');
    await hers
      .getByRole('dialog', { name: 'Tepki ver' })
      .getByRole('button', { name: '🎉' })
      .click();
    const reaction = message(his, 'Bakıyorum').getByRole('button', { name: '🎉 1: Ayşe' });
    await reaction.waitFor();
    expect(await reaction.getAttribute('aria-pressed')).toBe('false');
    await reaction.click();
    await message(hers, 'Bakıyorum')
      .getByRole('button', { name: '🎉 2: Ayşe ve Can', pressed: true })
      .click();
    await message(his, 'Bakıyorum')
      .getByRole('button', { name: '🎉 1: Can', pressed: true })
      .waitFor();

    await tool(hers, 'Bakıyorum', 'Yanıtla');
    await hers.getByText('Can yanıtlanıyor: Bakıyorum').waitFor();
    await write(hers, 'Sağ ol');
    await message(his, 'Sağ ol')
      .getByRole('button', { name: /Bakıyorum/ })
      .waitFor();
    await expectAccessible(his, 'thread');

    await his.getByRole('button', { name: 'Bakıyorum' }).last().hover();
    await area(his).press('ArrowUp');
    const edit = his.getByRole('textbox', { name: 'Mesajı düzenle' });
    await edit.fill('Baktım, düzelttim');
    await edit.press('Enter');
    await message(hers, 'Baktım, düzelttim').first().getByText('düzenlendi').click();
    const versions = hers.getByRole('dialog', { name: 'Mesajın önceki hâlleri' });
    await versions.getByText('Bakıyorum').waitFor();
    await hers.keyboard.press('Escape');
    await versions.waitFor({ state: 'detached' });
  });

  it('lose a message when its author deletes it, unless they take that back', async () => {
    const thread = await open('Silinen');
    await say(thread, 'Yanlış yere yazdım', ayse);
    await hers.goto(chat(`&thread=${thread.id}`));
    await his.goto(chat(`&thread=${thread.id}`));
    await message(his, 'Yanlış yere yazdım').hover();
    expect(
      await message(his, 'Yanlış yere yazdım')
        .getByRole('button', { name: 'Sil', exact: true })
        .count(),
    ).toBe(0);
    await tool(hers, 'Yanlış yere yazdım', 'Sil');
    await log(hers).getByText('Bu mesaj silindi').waitFor();
    await hers.getByRole('button', { name: 'Geri al', exact: true }).click();
    await message(hers, 'Yanlış yere yazdım').waitFor();
    await tool(hers, 'Yanlış yere yazdım', 'Sil');
    await log(his).getByText('Bu mesaj silindi').waitFor();
    expect(await log(his).getByText('Yanlış yere yazdım').count()).toBe(0);
  });

  it('keep what was written offline, send it once, and say what was refused', async () => {
    const thread = await open('Çevrim');
    await hers.goto(chat(`&thread=${thread.id}`));
    await message(hers, 'Çevrim: ilk mesaj').waitFor();
    await area(hers).fill('yarım kalan');
    await hers.context().setOffline(true);
    await write(hers, 'bir');
    await write(hers, 'iki');
    await log(hers).getByText('Bağlantı gelince gönderilecek').first().waitFor();
    expect(await log(hers).getByText('Bağlantı gelince gönderilecek').count()).toBe(2);
    await hers.context().setOffline(false);
    await message(hers, 'iki').waitFor();
    await expect.poll(() => log(hers).getByText('Bağlantı gelince gönderilecek').count()).toBe(0);
    const { messages } = await home.ask<{ messages: { content: string }[] }>(
      'GET',
      `/threads/${thread.id}`,
      undefined,
      ayse.token,
    );
    expect(messages.map(({ content }) => content)).toEqual(['Çevrim: ilk mesaj', 'bir', 'iki']);

    await hers.route(
      '**/messages',
      route =>
        route.fulfill({
          status: 409,
          json: { success: false, error: 'Şimdi olmaz', code: 'CONFLICT', requestId: 'r' },
        }),
      { times: 1 },
    );
    await write(hers, 'üç');
    await log(hers).getByText('Gönderilemedi: Şimdi olmaz').waitFor();
    await area(hers).fill('taslak');
    await hers.reload();
    await log(hers).getByText('Gönderilemedi: Şimdi olmaz').waitFor();
    expect(await area(hers).inputValue()).toBe('taslak');
    await expectAccessible(hers, 'unsent');
    await log(hers).getByRole('button', { name: 'Yeniden gönder' }).click();
    await message(hers, 'üç').waitFor();
    expect(await log(hers).getByRole('button', { name: 'Yeniden gönder' }).count()).toBe(0);
  });

  it('take no message when they are closed, and open again', async () => {
    const thread = await open('Kapanacak');
    await hers.goto(chat(`&thread=${thread.id}`));
    await his.goto(chat(`&thread=${thread.id}`));
    await area(his).waitFor();
    await hers.getByRole('button', { name: 'Seçenekler' }).click();
    await hers.getByRole('menuitem', { name: 'Konuyu kapat' }).click();
    await his.getByText('Bu konu kapatıldı. Yeni mesaj gönderilemez.').waitFor();
    await log(his).getByText('Ayşe konuyu kapattı').waitFor();
    expect(await area(his).count()).toBe(0);
    await hers.getByRole('link', { name: /^Kapanan/ }).click();
    await expect.poll(() => hers.locator('[data-thread]').count()).toBe(1);
    await hers.getByRole('button', { name: 'Geri al', exact: true }).click();
    await area(his).waitFor();
    await expect.poll(() => hers.locator('[data-thread]').count()).toBe(0);
    await hers.getByRole('link', { name: /^Tümü/ }).click();
    await hers.getByRole('button', { name: 'Önemli', exact: true }).click();
    await card(hers, 'Kapanacak').getByRole('img', { name: 'Önemli' }).waitFor();
    await expect
      .poll(() => hers.getByRole('link', { name: /^Önemliler/ }).textContent())
      .toContain('1');
    expect(await card(his, 'Kapanacak').getByRole('img', { name: 'Önemli' }).count()).toBe(0);
  });

  it('are found by what was said in them, whatever letters one types, and walked by the keyboard', async () => {
    const thread = await open('Kargo');
    await say(thread, 'Iğdır deposu gecikti');
    await say(thread, 'sonra yazarım');
    await hers.goto(chat());
    await card(hers, 'Kargo').waitFor();
    await hers.getByRole('searchbox', { name: 'Konularda ara...' }).fill('IGDIR');
    // The other one has it as a tag.
    await expect.poll(() => hers.locator('[data-thread]').count()).toBe(2);
    await card(hers, 'Kargo').waitFor();
    expect(new URL(hers.url()).searchParams.get('q')).toBe('IGDIR');
    await hers.getByRole('searchbox').fill('bulunmaz');
    await hers.getByText('Konu bulunamadı').waitFor();
    await hers.getByRole('button', { name: 'Tüm konuları göster' }).click();
    await card(hers, 'Kargo').waitFor();
    await hers.locator('h2').first().click();
    await hers.keyboard.press('j');
    expect(await hers.evaluate(() => document.activeElement?.textContent)).toContain('Kargo');
    await hers.keyboard.press('j');
    await hers.keyboard.press('k');
    await hers.keyboard.press('Enter');
    await detail(hers, 'Kargo').waitFor();
    await hers.goBack();
    await hers.getByText('Henüz seçilen konu yok').waitFor();
  });

  it('mention people, tables and rows, which open', async () => {
    const table = await home.table(ayse, 'Müşteriler', { ad: 'string' }, [{ ad: 'Acme' }]);
    const thread = await open('Anma');
    await hers.goto(chat(`&thread=${thread.id}`));
    await his.goto(chat(`&thread=${thread.id}`));
    await area(hers).pressSequentially('Bak @ca');
    await hers.getByRole('option', { name: 'Can' }).waitFor();
    await expectAccessible(hers, 'mention');
    await area(hers).press('Enter');
    await area(hers).pressSequentially('#musteri');
    await hers.getByRole('option', { name: 'Müşteriler' }).waitFor();
    await area(hers).press('Escape');
    await area(hers).pressSequentially(' #Müşteriler/ac');
    await hers.getByRole('option', { name: 'Müşteriler/Acme' }).waitFor();
    await area(hers).press('Tab');
    await area(hers).press('Enter');
    await message(his, 'Bak @Can').getByText('@Can').waitFor();
    await card(his, 'Anma').getByText('Bak @Can #musteri #Müşteriler/Acme').waitFor();
    await message(his, 'Bak @Can').getByRole('link', { name: '#Müşteriler/Acme' }).click();
    await his.waitForURL(
      url => url.searchParams.get('table') === table && url.searchParams.has('row'),
    );
  });

  it('show code as code, count what is written, and know which keys are letters', async () => {
    const thread = await open('Kod');
    await hers.goto(chat(`&thread=${thread.id}`));
    await hers.getByRole('button', { name: 'Kod modu' }).click();
    await area(hers).fill('select * from stok');
    await area(hers).press('Control+Enter');
    const code = log(hers).getByRole('region', { name: 'Kod' });
    await code.locator('span', { hasText: 'select' }).waitFor();
    await area(hers).fill('a'.repeat(1_500));
    await hers.getByText('1500 / 2000').waitFor();
    await area(hers).fill('a'.repeat(2_001));
    expect(await hers.getByRole('button', { name: 'Gönder', exact: true }).isDisabled()).toBe(true);
    expect(await area(hers).evaluate(element => element.getBoundingClientRect().height)).toBe(200);
    await area(hers).fill('');
    expect(await area(hers).evaluate(element => element.getBoundingClientRect().height)).toBe(44);
    // Enter does not send a text that an input method is composing.
    await area(hers).pressSequentially('にほ');
    await area(hers).dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: true });
    expect(await area(hers).inputValue()).toBe('にほ');
    await hers.getByRole('button', { name: 'Emoji ekle' }).click();
    await expect
      .poll(() => hers.getByRole('dialog', { name: 'Emoji ekle' }).getByRole('button').count())
      .toBe(16);
    await hers.keyboard.press('ArrowRight');
    await hers.keyboard.press('Enter');
    await expect.poll(() => area(hers).inputValue()).toBe('にほ😂');
    await expectAccessible(hers, 'code');
  });

  it('leave a reader where they are, say what came, and go to any message by its link', async () => {
    const thread = await open('Uzun');
    // A limit that nobody reaches by writing fast.
    const people = await Promise.all(['Deniz', 'Ege', 'Fatma'].map(name => join(name, 'editor')));
    const sent: Named[] = [];
    for (let n = 0; n < 100; n++) sent.push(await say(thread, `sıra ${n}`, people[n % 3]));
    await hers.goto(chat(`&thread=${thread.id}`));
    // Nothing of it was read: it begins at its beginning.
    await log(hers).getByText('sıra 0', { exact: true }).waitFor();
    await hers.getByRole('button', { name: /yeni mesaj/ }).click();
    await log(hers).getByText('sıra 99', { exact: true }).waitFor();
    await hers.goto(chat());
    await expect.poll(() => card(hers, 'Uzun').getAttribute('data-unread')).toBe('false');
    await hers.goto(chat(`&thread=${thread.id}`));
    await log(hers).getByText('sıra 99', { exact: true }).waitFor();
    await expect.poll(() => isAtEnd(hers)).toBe(true);
    // Further up older ones come by themselves.
    for (
      let n = 0;
      n < 40 && (await log(hers).getByText('sıra 10', { exact: true }).count()) === 0;
      n++
    ) {
      await log(hers).evaluate(element => {
        element.scrollTop = 0;
      });
      await hers.waitForTimeout(150);
    }
    const seen = log(hers).getByText('sıra 10', { exact: true });
    await seen.scrollIntoViewIfNeeded();
    await hers.waitForTimeout(300);
    const top = (await seen.boundingBox())?.y;
    await say(thread, 'yeni gelen', people[0]);
    await hers.getByRole('button', { name: '1 yeni mesaj' }).waitFor();
    expect((await seen.boundingBox())?.y).toBe(top);
    await hers.getByRole('button', { name: '1 yeni mesaj' }).click();
    await log(hers).getByText('yeni gelen').waitFor();
    await log(hers).locator('[data-new]').waitFor();
    await expect.poll(() => isAtEnd(hers)).toBe(true);
    await hers.goto(chat(`&thread=${thread.id}&message=${sent[5]!.id}`));
    await log(hers).getByText('sıra 5', { exact: true }).waitFor();
    await expect
      .poll(() =>
        log(hers)
          .locator(`[data-message="${sent[5]!.id}"]`)
          .evaluate(element => {
            const { top: at } = element.getBoundingClientRect();
            const box = element.closest('[role=log]')!.getBoundingClientRect();
            return at > box.top && at < box.bottom;
          }),
      )
      .toBe(true);
    await hers.getByRole('button', { name: 'En yeni mesaja git' }).click();
    await log(hers).getByText('yeni gelen').waitFor();
    await expect.poll(() => isAtEnd(hers)).toBe(true);
  });

  it('take files along: chosen, dropped and pasted, each with its progress, taken away again, or sent again when it failed', async () => {
    const thread = await open('Ekler');
    await hers.goto(chat(`&thread=${thread.id}`));
    await his.goto(chat(`&thread=${thread.id}`));
    await message(his, 'Ekler: ilk mesaj').waitFor();
    const files = hers.getByRole('list', { name: 'Ekler' });
    const text = (name: string) => ({
      name,
      mimeType: 'text/plain',
      buffer: Buffer.from(`${name} içeriği`),
    });
    await hers.route(
      '**/attachments?**',
      route =>
        route.fulfill({
          status: 409,
          json: { success: false, error: 'Yer kalmadı', code: 'CONFLICT', requestId: 'r' },
        }),
      { times: 1 },
    );
    await hers.locator('input[data-attach]').setInputFiles(text('rapor.txt'));
    await files.getByText('Yer kalmadı').waitFor();
    expect(await hers.getByRole('button', { name: 'Gönder', exact: true }).isDisabled()).toBe(true);
    await expectAccessible(hers, 'failed upload');
    await files.getByRole('button', { name: 'Yeniden gönder' }).click();
    await files.locator('li[data-state=stored]').filter({ hasText: 'rapor.txt' }).waitFor();
    await hers.locator('input[data-attach]').setInputFiles(text('fazla.txt'));
    await files.getByRole('button', { name: 'Dosyayı çıkar: fazla.txt' }).click();
    const give = (kind: 'drop' | 'paste', name: string): Promise<void> =>
      (kind === 'drop' ? log(hers) : area(hers)).evaluate(
        (element, { event, file }) => {
          const data = new DataTransfer();
          data.items.add(new File(['içerik'], file, { type: 'text/plain' }));
          element.dispatchEvent(
            event === 'drop'
              ? new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
              : new ClipboardEvent('paste', {
                  clipboardData: data,
                  bubbles: true,
                  cancelable: true,
                }),
          );
        },
        { event: kind, file: name },
      );
    await give('drop', 'bırakılan.txt');
    await give('paste', 'yapıştırılan.txt');
    await expect.poll(() => files.locator('li[data-state=stored]').count()).toBe(3);
    await hers.getByRole('button', { name: 'Gönder', exact: true }).click();
    for (const name of ['rapor.txt', 'bırakılan.txt', 'yapıştırılan.txt'])
      await log(his).getByText(name).first().waitFor();
    expect(await files.locator('li[data-state]').count()).toBe(0);
    expect(await log(his).getByText('fazla.txt').count()).toBe(0);
    await hers
      .locator('input[data-attach]')
      .setInputFiles(Array.from({ length: 11 }, (_, n) => text(`${n}.txt`)));
    await hers.getByRole('alert').getByText('Bir mesaja en fazla 10 dosya eklenebilir').waitFor();
    await expect.poll(() => files.locator('li[data-state=stored]').count()).toBe(10);
    await expectAccessible(hers, 'files');
  });

  it('scroll through ten thousand messages, of which a few hundred are there', async () => {
    const thread = await open('On bin');
    const position = (n: number): string => String(n).padStart(20, '0');
    const whole = Array.from({ length: 10_000 }, (_, n) => ({
      id: `01937b5e-0000-7000-8000-${String(n).padStart(12, '0')}`,
      thread_id: thread.id,
      position: position(n + 1),
      changed: position(n + 1),
      sender_id: n % 5 < 3 ? can.id : ayse.id,
      sender_type: 'user',
      sender_name: n % 5 < 3 ? 'Can' : 'Ayşe',
      sender_email: '',
      content:
        n % 7 === 0
          ? `mesaj ${n}\n\`\`\`\nconst a = ${n};\n\`\`\``
          : `mesaj ${n} ${'uzun '.repeat(n % 30)}`,
      system: null,
      attachments: [],
      mentions: [],
      reply_to: null,
      reactions: [],
      is_edited: false,
      edited_at: null,
      is_removed: false,
      created_at: new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString(),
      _version: 1,
    }));
    await hers.route(`**/api/v1/threads/${thread.id}?**`, async route => {
      const search = new URL(route.request().url()).searchParams;
      const [limit, before, after] = [
        Number(search.get('limit')),
        search.get('before'),
        search.get('after'),
      ];
      const from =
        after !== null
          ? Number(after)
          : Math.max(0, (before === null ? whole.length : Number(before) - 1) - limit);
      const to =
        after !== null
          ? Math.min(whole.length, from + limit)
          : before === null
            ? whole.length
            : Number(before) - 1;
      const answer = await route.fetch();
      const { data, ...rest } = (await answer.json()) as { data: object };
      await route.fulfill({
        response: answer,
        json: {
          ...rest,
          data: {
            ...data,
            messages: whole.slice(from, to),
            quoted: [],
            before: from === 0 ? null : position(from + 1),
            after: to === whole.length ? null : position(to),
            readUpTo: position(whole.length),
          },
        },
      });
    });
    await hers.goto(chat(`&thread=${thread.id}`));
    await log(hers).getByText('mesaj 9999').waitFor();
    const box = (await log(hers).boundingBox())!;
    await hers.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    for (let n = 0; n < 150; n++) {
      await hers.mouse.wheel(0, -900);
      await hers.waitForTimeout(30);
    }
    const first = await log(hers).locator('[data-message]').first().getAttribute('data-message');
    expect(Number(first?.slice(-12))).toBeLessThan(9_500);
    expect(await log(hers).locator('[data-message]').count()).toBeLessThanOrEqual(300);
    await hers.getByRole('button', { name: 'En yeni mesaja git' }).click();
    await log(hers).getByText('mesaj 9999').waitFor();
    await expect.poll(() => isAtEnd(hers)).toBe(true);
    await hers.unrouteAll();
  });

  it('are one pane on a phone, in English, where Enter makes a new line', async () => {
    const thread = await open('Telefon');
    const phone = await home.visitAs(ayse, '/projects', {
      viewport: { width: 320, height: 640 },
      hasTouch: true,
      isMobile: true,
    });
    await chooseLanguage(phone, 'en');
    await phone.goto(chat());
    await card(phone, 'Telefon').waitFor();
    for (const what of ['list', 'thread']) {
      await expectAccessible(phone, what);
      await expectFits(phone, what);
      await expectWhole(phone, what);
      if (what === 'list') await card(phone, 'Telefon').tap();
      await message(phone, 'Telefon: ilk mesaj').waitFor();
    }
    expect(await card(phone, 'Telefon').isVisible()).toBe(false);
    await area(phone).fill('one');
    await area(phone).press('Enter');
    await area(phone).pressSequentially('two');
    expect(await area(phone).inputValue()).toBe('one\ntwo');
    await phone.getByRole('button', { name: 'Send', exact: true }).tap();
    await message(phone, 'two').waitFor();
    await phone.getByRole('button', { name: 'Back to the list' }).tap();
    await card(phone, 'Telefon').getByText('2 messages').waitFor();
    expect(phone.url()).not.toContain(thread.id);
  });

  it('are read by a viewer, who can write nothing; and one that is not there is said to be', async () => {
    const eda = await join('Eda', 'viewer');
    const page = await home.visitAs(eda, chat());
    await card(page, 'Stok raporu').click();
    await page.getByText('Bu projede mesaj yazma yetkiniz yok.').waitFor();
    expect(await page.getByRole('button', { name: /Yeni Konu|Seçenekler/ }).count()).toBe(0);
    await message(page, 'Sağ ol').hover();
    expect(
      await message(page, 'Sağ ol')
        .getByRole('button', { name: /Tepki ver|Yanıtla|Düzenle|Sil/ })
        .count(),
    ).toBe(0);
    await page.goto(chat('&thread=01937b5e-0000-7000-8000-000000000001'));
    await page.getByRole('heading', { name: 'Konu bulunamadı' }).waitFor();
    await expectAccessible(page, 'missing thread');
    await page.getByRole('button', { name: 'Listeye dön' }).click();
    await page.getByText('Henüz seçilen konu yok').waitFor();
  });

  it('are found from anywhere, with how much is unread, live', async () => {
    const page = await home.visitAs(ayse, `/projects/${ayse.projectId}`);
    await page.getByRole('link', { name: 'HzmChat' }).last().waitFor();
    expect(
      await page.getByRole('main').getByRole('link', { name: 'HzmChat' }).getAttribute('href'),
    ).toBe(chat());
    const thread = await open('Sohbet nerede');
    const link = page
      .getByRole('navigation', { name: 'Ana menü' })
      .getByRole('link', { name: 'HzmChat' });
    await link.getByRole('img', { name: /konuda okunmamış mesaj/ }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Komut paleti' }).fill('hzmchat');
    await page.getByRole('option', { name: 'HzmChat', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'HzmChat' }).waitFor();
    await card(page, 'Sohbet nerede').getByText('Varsayılan Proje').waitFor();
    await say(thread, 'Burada mı?');
    await card(page, 'Sohbet nerede').getByText('Burada mı?').waitFor();
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 720 });
      await expectFits(page, 'chat of all projects');
      await expectAccessible(page, 'chat of all projects');
    }
    await card(page, 'Sohbet nerede').click();
    await detail(page, 'Sohbet nerede').waitFor();
    await message(page, 'Burada mı?').waitFor();
    await page.goBack();
    await expect.poll(() => card(page, 'Sohbet nerede').getAttribute('data-unread')).toBe('false');
    await page.context().close();
  });

  it('open at the first unread message, however many there are, also on a phone; in code Enter is a new line', async () => {
    const thread = await open('Uzun konu', {}, ayse);
    // Somebody who has not said anything in this minute.
    const deniz = await join('Deniz', 'editor');
    for (let n = 0; n < 55; n++) await say(thread, `yanıt ${n}`, deniz);
    const phone = await home.visitAs(ayse, '/projects', {
      viewport: { width: 360, height: 640 },
      hasTouch: true,
      isMobile: true,
    });
    await phone.goto(chat(`&thread=${thread.id}`));
    await message(phone, 'yanıt 0').first().waitFor();
    const seen = await message(phone, 'yanıt 0')
      .first()
      .evaluate(element => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
    expect(seen).toBe(true);
    await phone.context().close();
    const page = await home.visitAs(ayse, chat(`&thread=${thread.id}`));
    await message(page, 'yanıt 0').first().waitFor();
    await page.getByRole('button', { name: 'Kod modu' }).click();
    await area(page).pressSequentially('bir');
    await area(page).press('Enter');
    await area(page).pressSequentially('iki');
    expect(await area(page).inputValue()).toBe('bir\niki');
    await area(page).press('Control+Enter');
    await message(page, 'iki').waitFor();
    await page.context().close();
  });

  it('count as read when they are opened from a notification, at a message that needs no scrolling', async () => {
    const thread = await open('Kısa konu', {}, ayse);
    const { id } = await say(thread, `@[Ayşe](user:${ayse.id}) bakar mısın?`);
    const page = await home.visitAs(ayse, chat(`&thread=${thread.id}&message=${id}`));
    await message(page, 'bakar mısın?').waitFor();
    await expect
      .poll(
        async () =>
          (
            await home.ask<{ thread: { unread_count: number } }>(
              'GET',
              `/threads/${thread.id}`,
              undefined,
              ayse.token,
            )
          ).thread.unread_count,
      )
      .toBe(0);
    await page.context().close();
  });
});
