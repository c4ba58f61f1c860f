import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eraseProject } from '../run/erase-project.ts';
import { needs } from '../run/needs.ts';
import { Installation, readModels } from './installation.ts';

/** A text that nobody writes by accident. */
const mark = (what: string): string => `kayip-${what}-7351`;

describe.each(readModels)('what is deleted, with the views in %s', (name, engine) => {
  describe('is nowhere any more', needs({ name, missing: engine?.missing }), () => {
    const home = new Installation(engine !== undefined);
    beforeAll(() => home.start());
    afterAll(() => home.forget());
    const nowhere = async (...what: string[]): Promise<void> => {
      await expect
        .poll(
          async () =>
            (
              await Promise.all(
                what.map(async one =>
                  (await home.placesOf(mark(one))).map(place => `${one} in ${place}`),
                ),
              )
            ).flat(),
          { timeout: 15_000 },
        )
        .toEqual([]);
    };

    it(
      'a table with its rows, a project with all its settings, a person; while it runs and after the end',
      { timeout: 90_000 },
      async () => {
        const admin = await home.register('Yonetici');
        const { id, projectId, session } = await home.register('Ayse');
        const filled = async (project: string, of: string): Promise<string> => {
          const table = await home.table(project, session, mark(`tablo-${of}`), mark(`alan-${of}`));
          const rows = Array.from({ length: 1000 }, (_, n) => ({
            [mark(`alan-${of}`)]: `${mark(`satir-${of}`)} ${n}`,
          }));
          // From two thousand on a file has indexes of its texts.
          for (let round = 0; round < (engine ? 1 : 3); round++)
            await home.ask('POST', `/data/table/${table}/rows/bulk`, { rows }, session);
          await home.ask(
            'POST',
            `/data/table/${table}/rows`,
            { [mark(`alan-${of}`)]: mark(`satir-${of}`) },
            session,
          );
          return table;
        };
        const table = await filled(projectId, 'a');
        const other = (
          await home.ask(
            'POST',
            '/projects',
            { name: mark('proje'), description: mark('tanim'), apiKeyPassword: mark('parola') },
            session,
          )
        ).body.data.project;
        await filled(other.id, 'b');
        await home.ask(
          'PUT',
          `/projects/${other.id}`,
          {
            settings: { enableWebhooks: true, webhookUrl: `https://example.com/${mark('kanca')}` },
          },
          session,
        );
        await home.ask(
          'PUT',
          `/projects/${other.id}/api-key-password`,
          { newPassword: mark('yeni') },
          session,
        );

        // It is there, or its absence would say nothing.
        await expect
          .poll(
            async () =>
              (
                await Promise.all(
                  ['satir-a', 'satir-b', 'proje'].map(what => home.placesOf(mark(what))),
                )
              ).every(places => places.length > 0),
            { timeout: 10_000 },
          )
          .toBe(true);

        expect(
          (await home.ask('DELETE', `/tables-new/${projectId}/${table}`, undefined, session))
            .status,
        ).toBe(200);
        // Until then it is in the bin.
        const erased = `/projects/${projectId}/bin/tables/${table}`;
        expect(
          (await home.ask('DELETE', erased, { confirm: mark('tablo-a') }, session)).status,
        ).toBe(200);
        await nowhere('satir-a');
        expect((await eraseProject(home.ask, other, session)).status).toBe(200);
        await nowhere('satir-b', 'tablo-b', 'alan-b', 'proje', 'tanim', 'parola', 'yeni', 'kanca');
        expect(
          (await home.ask('DELETE', `/admin/users/${id}`, undefined, admin.session)).status,
        ).toBe(200);
        await expect
          .poll(async () => home.placesOf('ayse@example.com'), { timeout: 15_000 })
          .toEqual([]);
        await home.stop();
        await nowhere(
          'satir-a',
          'tablo-a',
          'alan-a',
          'satir-b',
          'proje',
          'parola',
          'yeni',
          'kanca',
        );
        expect([
          await home.placesOf('ayse@example.com'),
          await home.placesOf(id).then(places => places.length > 0),
        ]).toEqual([[], true]);
      },
    );
  });

  describe(
    'takes no rows any more that were decided before',
    needs({ name, missing: engine?.missing }),
    () => {
      const home = new Installation(engine !== undefined);
      beforeAll(() => home.start());
      afterAll(() => home.forget());

      /** The documents that lie in a table's partition. */
      async function documentsOf(tableId: string): Promise<number> {
        if (home.readModel !== undefined) {
          let count = 0;
          await home.collections(
            documents =>
              (count += (documents as { p?: string; d?: string }[]).filter(
                ({ p, d }) => p === tableId && d !== undefined,
              ).length) < 0,
          );
          return count;
        }
        const database = new DatabaseSync(home.file('views.db'), { readOnly: true });
        try {
          const partitions = database
            .prepare('SELECT state FROM partitions WHERE name = ?')
            .all(tableId) as { state: string }[];
          expect(partitions.length).toBeGreaterThan(0);
          return partitions.reduce(
            (sum, { state }) => sum + (JSON.parse(state) as { rows: number }).rows,
            0,
          );
        } finally {
          database.close();
        }
      }

      it(
        'while a table or its project is deleted, singly and many at once',
        { timeout: 60_000 },
        async () => {
          await home.register('Yonetici');
          const { session } = await home.register('Ali');
          const tables: string[] = [];
          const created = new Set<number>();
          for (let round = 0; round < 10; round++) {
            const ofProject = round % 2 === 0;
            const { id: projectId } = (
              await home.ask('POST', '/projects', { name: `Proje ${round}` }, session)
            ).body.data.project;
            const tableId = await home.table(projectId, session, 'Tablo', 'ad');
            tables.push(tableId);
            await home.ask('POST', `/data/table/${tableId}/rows`, { ad: 'önce' }, session);
            const write = async (_: unknown, n: number): Promise<void> => {
              const rows = Array.from({ length: 20 }, (_, i) => ({ ad: `${i}` }));
              created.add(
                (
                  await (n % 4 === 0
                    ? home.ask('POST', `/data/table/${tableId}/rows/bulk`, { rows }, session)
                    : home.ask('POST', `/data/table/${tableId}/rows`, { ad: 'x' }, session))
                ).status,
              );
            };
            const some = () => Array.from({ length: 30 }, write);
            const writing = some();
            const erased = () =>
              eraseProject(home.ask, { id: projectId, name: `Proje ${round}` }, session);
            const deleting = ofProject
              ? erased()
              : home.ask('DELETE', `/tables-new/${projectId}/${tableId}`, undefined, session);
            writing.push(...some());
            const [gone] = await Promise.all([deleting, ...writing]);
            expect(gone.status).toBe(200);
            if (ofProject) continue;
            await erased();
          }
          expect(created).toContain(201);
          await home.stop();
          for (const tableId of tables) expect(await documentsOf(tableId)).toBe(0);
          await home.start();
          await home.stop();
          for (const tableId of tables) expect(await documentsOf(tableId)).toBe(0);
        },
      );
    },
  );
});
