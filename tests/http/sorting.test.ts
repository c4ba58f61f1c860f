import { beforeAll, describe, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

const { ask, register, table } = serve();
const ROWS = [
  ['Van', 3],
  ['Ağrı', 1],
  ['van', 1],
  ['Ağrı', 2],
  ['Van', 2],
  [null, 5],
] as const;
let key: Headed;
let tableId = '';

beforeAll(async () => {
  const person = await register('Sort');
  key = { ...person.key, 'accept-language': 'en' };
  tableId = await table(person.projectId, person.session, 'Şubeler', {
    şehir: 'string',
    puan: 'number',
    'ad, soyad': 'string',
  });
  const rows = ROWS.map(([şehir, puan], i) => ({ şehir, puan, 'ad, soyad': `kişi ${9 - i}` }));
  await ask('POST', `/data/table/${tableId}/rows/bulk`, { rows }, person.key);
});

const list = (query: Record<string, string>) =>
  ask('GET', `/data/table/${tableId}?${new URLSearchParams(query)}`, undefined, key);
const found = async (query: Record<string, string>): Promise<string[]> =>
  (await list(query)).body.data.rows.map(
    (row: { şehir: string | null; puan: number }) => `${row.şehir} ${row.puan}`,
  );

describe('rows by several fields', () => {
  it('go by the first, ties by the next, then by age', async () => {
    expect(await found({ sort: 'şehir,puan' })).toEqual([
      'null 5',
      'Ağrı 1',
      'Ağrı 2',
      'van 1',
      'Van 2',
      'Van 3',
    ]);
    expect(await found({ sort: 'şehir,puan', order: 'desc' })).toEqual([
      'Van 3',
      'Van 2',
      'van 1',
      'Ağrı 2',
      'Ağrı 1',
      'null 5',
    ]);
    expect(await found({ sort: 'şehir,puan', order: 'asc,desc' })).toEqual([
      'null 5',
      'Ağrı 2',
      'Ağrı 1',
      'Van 3',
      'Van 2',
      'van 1',
    ]);
    expect(await found({ sort: 'şehir,created_at', order: 'desc,asc' })).toEqual([
      'Van 3',
      'van 1',
      'Van 2',
      'Ağrı 1',
      'Ağrı 2',
      'null 5',
    ]);
    expect(await found({ sort: 'şehir,created_at', order: 'asc,desc' })).toEqual([
      'null 5',
      'Ağrı 2',
      'Ağrı 1',
      'Van 2',
      'van 1',
      'Van 3',
    ]);
    expect(await found({ sort: 'şehir,updated_at,puan', order: 'asc,asc,desc' })).toEqual([
      'null 5',
      'Ağrı 2',
      'Ağrı 1',
      'Van 3',
      'Van 2',
      'van 1',
    ]);
  });

  it('whose name holds a comma, alone and among others', async () => {
    expect(await found({ sort: 'ad, soyad', limit: '1' })).toEqual(['null 5']);
    expect(await found({ sort: '["şehir","ad, soyad"]', order: 'desc,asc', limit: '3' })).toEqual([
      'Van 2',
      'van 1',
      'Van 3',
    ]);
  });

  it('go on by cursor, page by page', async () => {
    const query = { sort: 'şehir,puan', order: 'asc,desc', limit: '2' };
    const pages: string[] = [];
    for (let cursor: string | undefined, left = 9; left > 0; left--) {
      const { body } = await list({ ...query, ...(cursor !== undefined && { cursor }) });
      pages.push(
        ...body.data.rows.map(
          (row: { şehir: string | null; puan: number }) => `${row.şehir} ${row.puan}`,
        ),
      );
      cursor = body.data.pagination.nextCursor;
      if (cursor === undefined) break;
    }
    expect(pages).toEqual(await found({ ...query, limit: '50' }));
    const { nextCursor: cursor } = (await list(query)).body.data.pagination;
    expect((await list({ ...query, sort: 'şehir', order: 'asc', cursor })).status).toBe(400);
  });

  it.each([
    [{ sort: 'şehir,yok' }, 'sort', 'There is no such field'],
    [{ sort: 'şehir,' }, 'sort', 'There is no such field'],
    [{ sort: 'puan,şehir,puan' }, 'sort', 'This is sorted by already'],
    [{ sort: 'şehir,puan,created_at,updated_at' }, 'sort', 'At most 3 fields to sort by'],
    [
      { sort: 'şehir,puan', order: 'asc,desc,asc' },
      'order',
      'Either one direction for all, or one for each that is sorted by',
    ],
  ])('are refused: %o', async (query, path, message) => {
    const { status, body } = await list(query);
    expect([status, body.code, body.details]).toEqual([
      400,
      'VALIDATION_ERROR',
      [{ path, message }],
    ]);
  });

  it('are refused in a direction that is none', async () =>
    expect((await list({ sort: 'şehir', order: 'up' })).body.details[0].path).toBe('order'));
});
