import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../run/needs.ts';
import { Installation, readModels } from './installation.ts';

/** A text that nobody writes by accident. */
const NAME = 'Kayipisim Yedibin';
const OLD = 'eski-adres-7351@example.com';
const EMAIL = 'yeni-adres-7351@example.com';
const TYPED = 'elle-yazilan-7351';
/** In a thread of another. */
const SAID = 'konusulan-7351';
/** Any of them; the digits alone stand in one of some thousand ids. */
const ANY = /(?:adres|yazilan|konusulan)-7351|Kayipisim/;

describe.each(readModels)('who is erased, with the views in %s', (name, engine) => {
  describe('is nowhere any more', needs({ name, missing: engine?.missing }), () => {
    const home = new Installation(engine !== undefined);
    beforeAll(() => home.start());
    afterAll(() => home.forget());

    it(
      'not by name, not by any address, not by what they wrote of their own; what others did with them keeps its place',
      { timeout: 60_000 },
      async () => {
        const admin = await home.register('Yonetici');
        const host = await home.register('Evsahibi');
        const made = (
          await home.ask('POST', '/auth/register', { name: NAME, email: OLD, password: 'gizli-1' })
        ).body.data;
        const session = { authorization: `Bearer ${made.token}` };
        const { id } = made.user;
        // In a project of another: asked by the first address, twice, and in.
        const invite = async (
          project: { projectId: string; session: Readonly<Record<string, string>> },
          email: string,
        ) =>
          (
            await home.ask(
              'POST',
              `/projects/${project.projectId}/invitations`,
              { email, role: 'editor' },
              project.session,
            )
          ).body.data.invitation;
        const { url } = await invite(host, OLD);
        expect(
          (await home.ask('POST', `/invitations/${url.split('/').at(-1)}/accept`, {}, session))
            .status,
        ).toBe(200);
        await home.ask('PUT', `/admin/users/${id}`, { email: EMAIL }, admin.session);
        await invite(admin, EMAIL);
        await invite(admin, OLD);
        const thread = (
          await home.ask(
            'POST',
            '/threads',
            {
              project_id: host.projectId,
              title: 'Konu',
              initialMessage: `@[${NAME}](user:${id}) bak`,
            },
            host.session,
          )
        ).body.data.id;
        expect(
          (await home.ask('POST', `/threads/${thread}/messages`, { content: SAID }, session))
            .status,
        ).toBe(201);
        const table = await home.table(made.project.id, session, 'Tablo', 'ad');
        await home.ask('POST', `/data/table/${table}/rows`, { ad: TYPED }, session);

        const history = async (of: { projectId: string }): Promise<string[]> =>
          (
            await home.ask(
              'GET',
              `/projects/${of.projectId}/history?limit=1000`,
              undefined,
              admin.session,
            )
          ).body.data.events.map(
            ({ position, summary, data }: { position: string; summary: string; data: unknown }) =>
              `${position} ${summary} ${JSON.stringify(data)}`,
          );
        const before = [...(await history(host)), ...(await history(admin))];
        expect(before.join()).toContain(OLD);
        for (const one of [NAME, OLD, EMAIL, TYPED, SAID])
          await expect.poll(async () => (await home.placesOf(one)).length).toBeGreaterThan(0);

        const erase = (as: typeof admin.session, whom: string, typed: string) =>
          home.ask('POST', `/admin/users/${whom}/erase`, { name: typed }, as);
        expect((await erase(host.session, id, NAME)).status).toBe(403);
        expect((await erase(admin.session, id, NAME.toLowerCase())).body).toMatchObject({
          code: 'VALIDATION_ERROR',
          error: 'Kullanıcı adını doğru yazmanız gerekiyor.',
        });
        expect((await erase(admin.session, admin.id, 'Yonetici')).body.error).toBe(
          'Son yönetici silinemez',
        );
        expect((await home.ask('GET', '/auth/me', undefined, session)).status).toBe(200);
        expect((await erase(admin.session, id, NAME)).status).toBe(200);
        expect((await home.ask('GET', '/auth/me', undefined, session)).status).toBe(401);
        expect((await erase(admin.session, id, NAME)).status).toBe(200);

        await expect
          .poll(
            async () =>
              (
                await Promise.all([NAME, OLD, EMAIL, TYPED, SAID].map(one => home.placesOf(one)))
              ).flat(),
            { timeout: 15_000 },
          )
          .toEqual([]);
        const told = [...(await history(host)), ...(await history(admin))];
        expect(told.join()).not.toMatch(ANY);
        expect(told.join()).toContain('silinmiş adres');
        // Every event is where it was.
        const places = (entries: readonly string[]): string[] =>
          entries.map(entry => entry.slice(0, 20));
        expect(places(told)).toEqual(expect.arrayContaining(places(before)));
        const answers = async () => [
          ...(await history(host)),
          ...(await history(admin)),
          ...(await Promise.all(
            [
              `/threads/${thread}`,
              `/projects/${host.projectId}/members`,
              `/projects/${admin.projectId}/members`,
              '/admin/users',
              '/admin/projects',
              '/admin/stats',
            ].map(async path => {
              const { data } = (await home.ask('GET', path, undefined, admin.session)).body;
              return JSON.stringify({ ...data, dataSize: 0 });
            }),
          )),
        ];
        const now = await answers();
        expect(now.join()).not.toMatch(ANY);

        // Somebody else may have the address now, and what is said of them is told.
        expect(
          (
            await home.ask('POST', '/auth/register', {
              name: 'Sonraki',
              email: EMAIL,
              password: 'gizli-1',
            })
          ).status,
        ).toBe(201);
        await home.ask(
          'DELETE',
          `/admin/users/${(await home.ask('GET', '/admin/users?search=Sonraki', undefined, admin.session)).body.data.users[0].id}`,
          undefined,
          admin.session,
        );
        await invite(host, OLD);
        expect((await history(host)).at(-1)).toContain(OLD);

        if (engine) return;
        // The log makes the same views again.
        const again = await answers();
        await home.stop();
        rmSync(home.file('views.db'));
        await home.start();
        expect(await answers()).toEqual(again);
      },
    );
  });
});
