import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../run/needs.ts';
import { Installation, readModels } from './installation.ts';

/** More fields than MongoDB has indexes by order. */
const FIELDS = 52;

describe.each(readModels)('lists by late fields, with the views in %s', (name, engine) => {
  describe('keep every row', needs({ name, missing: engine?.missing }), () => {
    const home = new Installation(engine !== undefined);
    beforeAll(() => home.start());
    afterAll(() => home.forget());

    /** Returns a person with a table of text fields, and what they ask. */
    const owner = async (of: string, fields: number) => {
      const { projectId, session } = await home.register(of);
      const names = Array.from({ length: fields }, (_, i) => `f${i}`);
      const tableId = await home.table(projectId, session, 'Kayıtlar', ...names);
      const path = `/data/table/${tableId}`;
      return {
        add: (rows: readonly object[]) => home.ask('POST', `${path}/rows/bulk`, { rows }, session),
        addField: (field: string) =>
          home.ask(
            'POST',
            `/tables/${projectId}/${tableId}/fields`,
            { name: field, type: 'string' },
            session,
          ),
        list: async (query: string) =>
          (await home.ask('GET', `${path}?${query}`, undefined, session)).body.data,
      };
    };

    it('page by page, some of which are older than the second field of the sort', async () => {
      const { add, addField, list } = await owner('Ayse', 1);
      await add([{ f0: 'x' }, { f0: 'x' }]);
      await addField('g');
      await add([{ f0: 'x' }, { f0: 'x' }, { f0: 'w' }, { f0: 'w', g: 'y' }, { f0: 'w' }]);
      for (const order of ['asc', 'desc', 'asc,desc', 'desc,asc']) {
        const seen: string[] = [];
        for (let cursor: string | undefined = ''; cursor !== undefined;) {
          const { rows, pagination } = await list(
            `limit=4&sort=f0,g&order=${order}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
          );
          seen.push(...rows.map(({ id }: { id: string }) => id));
          cursor = pagination.nextCursor;
        }
        expect([order, seen.length, new Set(seen).size]).toEqual([order, 7, 7]);
      }
    });

    it('also without a value of the last of many fields', { timeout: 60_000 }, async () => {
      const { add, list } = await owner('Mert', FIELDS);
      const last = `f${FIELDS - 1}`;
      const all = Object.fromEntries(Array.from({ length: FIELDS }, (_, i) => [`f${i}`, 'x']));
      await add([all, { f0: 'a' }, { f0: 'b', [last]: 'y' }, { [last]: 'z' }, {}]);
      const of = async (query: string) =>
        (await list(query)).rows.map((row: Record<string, string>) => row[last] ?? '-').join('');
      expect(await of(`sort=${last}`)).toBe('--xyz');
      expect(await of(`sort=${last}&order=desc`)).toBe('zyx--');
      expect(await of(`sort=f0,${last}`)).toBe('-z-yx');
      expect(await of(`filter[${last}][empty]=true`)).toBe('--');
      expect(await of(`filter[${last}][empty]=false`)).toBe('xyz');
    });
  });
});
