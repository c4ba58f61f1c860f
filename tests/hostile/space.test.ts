import { randomBytes } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eraseProject } from '../run/erase-project.ts';
import { Installation } from './installation.ts';

const MIB = 2 ** 20;
const noise = (bytes: number): string => randomBytes(bytes / 2).toString('hex');

describe('the space of a deleted project', () => {
  const home = new Installation(false);
  beforeAll(() => home.start());
  afterAll(() => home.forget());

  const mib = (): number =>
    readdirSync(home.directory).reduce((sum, name) => sum + statSync(home.file(name)).size, 0) /
    MIB;

  it(
    'goes back to the disk while others write, who wait for none of it',
    { timeout: 180_000 },
    async () => {
      const { session } = await home.register('Ayse');
      const neighbour = await home.register('Komsu');
      const beside = await home.table(neighbour.projectId, neighbour.session, 'Yan', 'ad');
      const kept = (
        await home.ask('POST', `/data/table/${beside}/rows`, { ad: 'kalan' }, neighbour.session)
      ).body.data.row;
      const { id } = (await home.ask('POST', '/projects', { name: 'Büyük' }, session)).body.data
        .project;
      const table = await home.table(id, session, 'Dolu', 'metin');
      const empty = mib();
      const { row } = (await home.ask('POST', `/data/table/${table}/rows`, { metin: 'x' }, session))
        .body.data;
      for (let n = 0; n < 80; n++)
        expect(
          (
            await home.ask(
              'PUT',
              `/data/table/${table}/rows/${row.id}`,
              { metin: noise(700_000) },
              session,
            )
          ).status,
        ).toBe(200);
      for (let n = 0; n < 20; n++) {
        const rows = Array.from({ length: 100 }, () => ({ metin: noise(8_000) }));
        expect(
          (await home.ask('POST', `/data/table/${table}/rows/bulk`, { rows }, session)).status,
        ).toBe(200);
      }
      const full = mib();
      expect(full).toBeGreaterThan(empty + 60);

      expect((await eraseProject(home.ask, { id, name: 'Büyük' }, session)).status).toBe(200);
      let [longest, writes] = [0, 0];
      await expect
        .poll(
          async () => {
            for (let n = 0; n < 5; n++) {
              const begun = performance.now();
              expect(
                (
                  await home.ask(
                    'POST',
                    `/data/table/${beside}/rows`,
                    { ad: `yeni ${writes++}` },
                    neighbour.session,
                  )
                ).status,
              ).toBe(201);
              longest = Math.max(longest, performance.now() - begun);
            }
            return mib();
          },
          { timeout: 120_000, interval: 50 },
        )
        .toBeLessThan(empty + 20);
      // A piece takes some milliseconds; the rest is the machine's.
      expect(longest).toBeLessThan(1_000);

      // Everything else is as it was, also after a start.
      await home.stop();
      await home.start();
      const row1 = await home.ask(
        'GET',
        `/data/table/${beside}/rows/${kept.id}`,
        undefined,
        neighbour.session,
      );
      expect(row1.body.data.row).toMatchObject({ ad: 'kalan' });
      const list = await home.ask(
        'GET',
        `/data/table/${beside}?limit=1`,
        undefined,
        neighbour.session,
      );
      expect(list.body.data.pagination.total).toBe(writes + 1);
      expect((await home.ask('GET', `/projects/${id}`, undefined, session)).status).toBe(404);
      const history = await home.ask(
        'GET',
        `/projects/${neighbour.projectId}/history?limit=5`,
        undefined,
        neighbour.session,
      );
      expect(history.body.data.events).toHaveLength(5);
    },
  );
});
