import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../run/needs.ts';
import { Installation, readModels } from './installation.ts';

const TARGETS = 6;
const ROUNDS = 4;

/** A repeatable sequence of numbers below `most`. */
const numbers = (seed: number) => (most: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
  return Math.floor((seed / 2 ** 31) * most);
};

describe.each(readModels)('relationships, with the views in %s', (name, engine) => {
  describe('hold under concurrent writes', needs({ name, missing: engine?.missing }), () => {
    const home = new Installation(engine !== undefined);
    beforeAll(() => home.start());
    afterAll(() => home.forget());

    it.each([false, true])(
      'with cascadeDelete %s no value is without its target, after any order of writes, deletions and returns',
      { timeout: 120_000 },
      async cascadeDelete => {
        const { projectId, session } = await home.register(`Kisi${cascadeDelete ? 2 : 1}`);
        const done = async (method: string, path: string, body?: unknown) => {
          const answer = await home.ask(method, path, body, session);
          expect([path, answer.status < 300 ? 'done' : answer.body]).toEqual([path, 'done']);
          return answer.body.data;
        };
        await done('PUT', `/projects/${projectId}`, {
          settings: { maxRequestsPerMinute: 10_000 },
        });
        const targets = await home.table(projectId, session, 'Hedefler', 'ad');
        const sources = await home.table(projectId, session, 'Kaynaklar', 'ad');
        const fields = `/tables/${projectId}/${sources}/fields`;
        const { field } = await done('POST', fields, { name: 'hedef', type: 'reference' });
        const [named] = (await done('GET', `/tables/${projectId}/${targets}/fields`)).fields;
        await done('POST', `/tables/${sources}/fields/${field.id}/relationships`, {
          targetTableId: targets,
          targetFieldId: named.id,
          cascadeDelete,
        });
        const [into, from] = [`/data/table/${targets}`, `/data/table/${sources}`];
        const ids: string[] = [];
        for (let i = 0; i < TARGETS; i++)
          ids.push((await done('POST', `${into}/rows`, { ad: `${i}` })).row.id);
        const known: string[] = [];
        const next = numbers(7);
        const write = async (): Promise<number> => {
          const hedef = ids[next(TARGETS)]!;
          const row = known[next(known.length || 1)];
          const [method, path, body] = [
            ['POST', `${from}/rows`, { hedef }],
            ['POST', `${from}/rows/bulk`, { rows: [{ hedef }, { hedef: ids[next(TARGETS)] }] }],
            ['DELETE', `${into}/rows/${hedef}`, undefined],
            ['POST', `${into}/rows/bulk`, { restores: [hedef] }],
            row === undefined
              ? ['POST', `${from}/rows`, { hedef }]
              : ['PUT', `${from}/rows/${row}`, { hedef }],
            row === undefined
              ? ['DELETE', `${into}/rows/${hedef}`, undefined]
              : ['POST', `${from}/rows/bulk`, { restores: [row] }],
          ][next(6)] as [string, string, unknown];
          const { status, body: answer } = await home.ask(method, path, body, session);
          if (method === 'POST' && path === `${from}/rows` && status === 201)
            known.push(answer.data.row.id);
          return status;
        };
        for (let round = 0; round < ROUNDS; round++) {
          const statuses = await Promise.all(Array.from({ length: 16 }, write));
          expect(statuses.filter(status => status >= 500)).toEqual([]);
          const present = new Set(
            (await done('GET', `${into}?limit=1000`)).rows.map(({ id }: { id: string }) => id),
          );
          const values = (await done('GET', `${from}?limit=1000`)).rows.map(
            ({ hedef }: { hedef: string }) => hedef,
          );
          expect(values.filter((id: string) => !present.has(id))).toEqual([]);
        }
        expect(known.length).toBeGreaterThan(0);
      },
    );
  });
});
