import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { needs } from '../run/needs.ts';
import { Installation, readModels } from './installation.ts';

const DAY_MS = 86_400_000;

describe.each(readModels)('the end of a stay in the bin, with the views in %s', (name, engine) => {
  describe('after 30 days', needs({ name, missing: engine?.missing }), () => {
    const home = new Installation(engine !== undefined);
    let owner: Awaited<ReturnType<Installation['register']>>;
    beforeAll(async () => {
      await home.start();
      owner = await home.register('Ayse');
    });
    afterAll(async () => {
      vi.useRealTimers();
      await home.forget();
    });

    it('erases projects and tables with their rows, and leaves fields and rows of others', async () => {
      const { projectId, session } = owner;
      const bin = `/projects/${projectId}/bin`;
      const ask = (method: string, path: string, body?: unknown) =>
        home.ask(method, path, body, session);
      const [gone, kept] = [
        await home.table(projectId, session, 'Giden', 'ad'),
        await home.table(projectId, session, 'Kalan', 'ad'),
      ];
      for (const tableId of [gone, kept])
        await ask('POST', `/data/table/${tableId}/rows`, { ad: `suresi-dolan-${tableId}` });
      const [field] = (await ask('GET', `/tables/${projectId}/${kept}/fields`)).body.data.fields;
      await ask('DELETE', `/tables/${kept}/fields/${field.id}`);
      await ask('DELETE', `/tables/${gone}`);
      const { id: project } = (await ask('POST', '/projects', { name: 'biten-proje' })).body.data
        .project;
      const inside = await home.table(project, session, 'İçinde', 'ad');
      await ask('POST', `/data/table/${inside}/rows`, { ad: `suresi-dolan-${project}` });
      await ask('DELETE', `/projects/${project}`);

      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 29 * DAY_MS });
      await home.stop();
      await home.start();
      const early = await home.placesOf(`suresi-dolan-${gone}`);
      expect(early.length).toBeGreaterThan(0);
      expect(await home.placesOf(`suresi-dolan-${project}`)).not.toEqual([]);

      vi.setSystemTime(Date.now() + 2 * DAY_MS);
      await home.stop();
      await home.start();
      const { token } = (
        await home.ask('POST', '/auth/login', { email: 'ayse@example.com', password: 'gizli-1' })
      ).body.data;
      const by = { authorization: `Bearer ${token}` };
      const statusOf = async (path: string): Promise<number> =>
        (await home.ask('POST', path, {}, by)).status;
      await expect
        .poll(() => statusOf(`${bin}/tables/${gone}/restore`), { timeout: 15_000 })
        .toBe(404);
      await expect
        .poll(() => statusOf(`/bin/projects/${project}/restore`), { timeout: 15_000 })
        .toBe(404);
      await expect
        .poll(() => home.placesOf(`suresi-dolan-${project}`), { timeout: 15_000 })
        .toEqual([]);
      await expect
        .poll(() => home.placesOf(`suresi-dolan-${gone}`), { timeout: 15_000 })
        .toEqual([]);
      expect(await statusOf(`${bin}/fields/${field.id}/restore`)).toBe(200);
      const { rows } = (await home.ask('GET', `/data/table/${kept}`, undefined, by)).body.data;
      expect(rows).toMatchObject([{ ad: `suresi-dolan-${kept}` }]);
    }, 60_000);
  });
});
