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

describe('the CORS domains of a project', needs(chromium), () => {
  const home = house();
  let ayse: Person;
  let page: Page;
  let other: Page;
  const settings = (): Locator => page.getByRole('dialog', { name: 'Varsayılan Proje: ayarlar' });
  const list = (on: Page | Locator): Locator =>
    on.getByRole('list', { name: 'İzin verilen alan adları' }).getByRole('listitem');
  const add = async (on: Page | Locator, domain: string): Promise<void> => {
    await on.getByRole('textbox', { name: 'Alan adı', exact: true }).fill(domain);
    await on.getByRole('button', { name: 'Ekle', exact: true }).click();
  };

  beforeAll(async () => {
    ayse = await home.register('Ayşe');
    [page, other] = [
      await home.visitAs(ayse, '/projects'),
      await home.visitAs(ayse, `/projects/${ayse.projectId}?tab=settings`),
    ];
    await page.getByRole('button', { name: 'Varsayılan Proje: diğer işlemler' }).click();
    await page.getByRole('menuitem', { name: 'Ayarlar', exact: true }).click();
    await settings().getByRole('tab', { name: 'CORS Domains' }).click();
    await settings().getByText('Henüz alan adı yok. Uygulamanızın adresini ekleyin.').waitFor();
  });

  it('are added, as they are kept; what is none, or there already, is said', async () => {
    await expectAccessible(page, 'no domains');
    await add(settings(), ' ');
    await settings().getByText('Alan adı boş olamaz').waitFor();
    await add(settings(), 'a b');
    await settings().getByText('Geçerli bir alan adı girin').waitFor();
    await expectAccessible(page, 'a wrong domain');
    await add(settings(), 'HTTPS://Uygulama.example/');
    await expect.poll(() => list(settings()).allInnerTexts()).toEqual(['https://uygulama.example']);
    await expect.poll(() => list(other).allInnerTexts()).toEqual(['https://uygulama.example']);
    await add(settings(), 'https://uygulama.example');
    await settings().getByText('Bu alan adı zaten listede').waitFor();
  });

  it('follow what somebody else does, and keep what one types', async () => {
    const field = settings().getByRole('textbox', { name: 'Alan adı', exact: true });
    await field.fill('yarım.exam');
    await add(other, '*.ornek.com');
    await expect.poll(() => list(settings()).count()).toBe(2);
    expect(await field.inputValue()).toBe('yarım.exam');
    await other.getByRole('switch', { name: '*.vercel.app' }).click();
    await expect
      .poll(() => settings().getByRole('switch', { name: '*.vercel.app' }).isChecked())
      .toBe(false);
  });

  it('are removed when one says so; the question goes when somebody else was faster', async () => {
    await settings().getByRole('button', { name: '*.ornek.com: listeden çıkar' }).click();
    const question = page.getByRole('dialog', { name: '*.ornek.com listeden çıkarılsın mı?' });
    await expectAccessible(page, 'removing a domain');
    await question.getByRole('button', { name: 'Listeden çıkar' }).click();
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => list(other).count()).toBe(1);
    await settings()
      .getByRole('button', { name: 'https://uygulama.example: listeden çıkar' })
      .click();
    const second = page.getByRole('dialog', {
      name: 'https://uygulama.example listeden çıkarılsın mı?',
    });
    await second.waitFor();
    await home.ask(
      'DELETE',
      `/projects/${ayse.projectId}/cors/domains/${encodeURIComponent('https://uygulama.example')}`,
      undefined,
      ayse.token,
    );
    await second.waitFor({ state: 'detached' });
    await settings().getByText('Henüz alan adı yok. Uygulamanızın adresini ekleyin.').waitFor();
  });

  it('are tested: an address is allowed by a rule, nearly, or never; platforms are switched together', async () => {
    const test = async (text: string): Promise<void> => {
      await other.getByRole('textbox', { name: 'Bir adresi sınayın' }).fill(text);
      await other.keyboard.press('Enter');
    };
    const verdict = other.getByRole('status').filter({ hasText: 'sayfaları anahtarları' });
    await add(other, 'https://uygulama.example');
    await expect.poll(() => list(other).count()).toBe(1);
    await test(' ');
    await other.getByText('Bir adres girin', { exact: true }).waitFor();
    await test('https://uygulama.example/giris');
    await verdict
      .getByText('https://uygulama.example sayfaları anahtarları kullanabilir.')
      .waitFor();
    await verdict.getByText('İzin veren alan adı: https://uygulama.example').waitFor();
    await verdict.getByText('http://uygulama.example: kullanamaz').waitFor();
    await expectAccessible(other, 'an allowed origin');
    await test('http://uygulama.example');
    await verdict.getByText('Şema (http, https) farklı.').waitFor();
    await test('benim.pages.dev');
    await verdict.getByText('Ne bir alan adı ne de bir platform izin veriyor.').waitFor();
    await other.getByRole('switch', { name: 'Tüm platformlar' }).click();
    await other.getByText('Açık: 6 / 6').waitFor();
    await test('benim.pages.dev');
    await verdict.getByText('İzin veren platform: *.pages.dev').waitFor();
    await other.getByRole('switch', { name: 'Tüm platformlar' }).click();
    await expect
      .poll(() => settings().getByRole('switch', { name: '*.github.io' }).isChecked())
      .toBe(false);
    await test('file:///index.html');
    await verdict.getByText('hiçbir proje buna izin veremez').waitFor();
    await expectAccessible(other, 'a refused origin');
  });

  it('fit a phone, in English and in the dark', async () => {
    await add(other, `${'uzun-bir-ad.'.repeat(8)}example.com`);
    await other.emulateMedia({ colorScheme: 'dark' });
    await chooseLanguage(other, 'en');
    await other.setViewportSize({ width: 320, height: 700 });
    await other.reload();
    await other.getByRole('heading', { name: 'CORS Domains' }).waitFor();
    await other.getByText('Last change').first().waitFor();
    await expectAccessible(other, 'domains on a phone');
    await expectFits(other, 'domains on a phone');
    await expectWhole(other, 'domains on a phone');
  });
});
