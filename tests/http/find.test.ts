import { beforeAll, describe, expect, it } from 'vitest';
import { serve } from './serve.ts';

const { ask, inTurn, register, table } = serve();
type Person = Awaited<ReturnType<typeof register>>;
let owner: Person;
let stranger: Person;
let tableId = '';
const rowIds: string[] = [];
const ids: Record<string, string> = {};
const { call } = inTurn(() => owner.session);
const find = (body: object) => call('POST', `/data/table/${tableId}/find`, body);
const place = (rowId: string, body: object = {}) =>
  call('POST', `/data/table/${tableId}/rows/${rowId}/place`, body);

/** Values by number: a page holds 200 of them. */
const ROWS = 450;
const adOf = (n: number): string => (n % 100 === 7 ? `ŞİKÂYET ${n}` : `kayıt ${n}`);

beforeAll(async () => {
  [owner, stranger] = [await register('Owner'), await register('Stranger')];
  tableId = await table(owner.projectId, owner.session, 'Kayıtlar', {
    ad: 'string',
    not: 'string',
    sıra: 'number',
  });
  const { body } = await call('POST', `/data/table/${tableId}/rows/bulk`, {
    rows: Array.from({ length: ROWS }, (_, n) => ({
      ad: adOf(n),
      not: n === 207 ? 'şikayet var' : 'yok',
      sıra: n % 3,
    })),
  });
  rowIds.push(...body.data.rows.map(({ id }: { id: string }) => id));
  const fields = await call('GET', `/tables/${owner.projectId}/${tableId}/fields`);
  for (const { id, name } of fields.body.data.fields) ids[name] = id;
});

describe('finding in a table', () => {
  it('finds cells in the order of the query, ignoring case and Turkish letters', async () => {
    const { body } = await find({ text: 'sikayet', order: ['desc'] });
    expect(body.data.found).toEqual({
      isAll: true,
      rows: [407, 307, 207, 107, 7].map(n => ({
        id: rowIds[n],
        fields: n === 207 ? [ids['ad'], ids['not']] : [ids['ad']],
      })),
    });
  });

  it('finds only in the asked fields, and under the filters of the query', async () => {
    const { body } = await find({
      text: 'ŞIKAYET',
      fields: ['not', 'not'],
      filter: { sıra: { eq: 207 % 3 } },
    });
    expect(body.data.found).toEqual({
      isAll: true,
      rows: [{ id: rowIds[207], fields: [ids['not']] }],
    });
    const none = await find({ text: 'sikayet', fields: ['sıra'] });
    expect(none.body.data.found).toEqual({ isAll: true, rows: [] });
  });

  it('finds nothing by a text of marks alone, and refuses an empty one', async () => {
    const marks = await find({ text: '\u0301' });
    expect(marks.body.data.found.rows).toEqual([]);
    expect([
      (await find({ text: '' })).status,
      (await find({ text: 'a'.repeat(201) })).status,
      (await find({ text: 'a', fields: ['gizli'] })).status,
      (await find({ text: 'a', fields: [] })).status,
    ]).toEqual([400, 400, 400, 400]);
  });

  it('finds the place of a row under filters and sorts, and none of a row that does not fit', async () => {
    const order = rowIds.map((id, n) => ({ id, n }));
    const sorted = order.toSorted((a, b) => (a.n % 3) - (b.n % 3) || b.n - a.n);
    const fitting = order.filter(({ n }) => n % 3 === 1).toReversed();
    for (const n of [0, 1, 207, 448, 449]) {
      const byAge = await place(rowIds[n]!);
      const bySort = await place(rowIds[n]!, {
        sort: ['sıra', 'created_at'],
        order: ['asc', 'desc'],
      });
      const filtered = await place(rowIds[n]!, { filter: { sıra: { eq: 1 } }, order: ['desc'] });
      const expected = fitting.findIndex(({ id }) => id === rowIds[n]);
      expect([byAge.body.data.place, bySort.body.data.place, filtered.body.data.place]).toEqual([
        n,
        sorted.findIndex(({ id }) => id === rowIds[n]),
        expected < 0 ? null : expected,
      ]);
    }
    expect((await place(owner.projectId)).status).toBe(404);
  });

  it('finds options and related rows by their names', async () => {
    const tasks = await table(owner.projectId, owner.session, 'İşler', { başlık: 'string' });
    await call('POST', `/tables/${owner.projectId}/${tasks}/fields`, {
      name: 'durum',
      type: 'select',
      validation: { options: [{ name: 'Çalışılıyor' }, { name: 'Bitti' }] },
    });
    const { body: added } = await call('POST', `/tables/${owner.projectId}/${tasks}/fields`, {
      name: 'kayıt',
      type: 'foreign_key',
    });
    const related = added.data.field.id;
    await call('POST', `/tables/${tasks}/fields/${related}/relationships`, {
      targetTableId: tableId,
      targetFieldId: ids['ad'],
      relationshipType: 'one-to-many',
    });
    const { body: first } = await call('POST', `/data/table/${tasks}/rows`, {
      başlık: 'ilk',
      durum: 'Çalışılıyor',
      kayıt: rowIds[307],
    });
    await call('POST', `/data/table/${tasks}/rows`, { başlık: 'son', durum: 'Bitti' });
    const fieldsOf = async (text: string): Promise<unknown> =>
      (await call('POST', `/data/table/${tasks}/find`, { text })).body.data.found.rows;
    const { body: told } = await call('GET', `/tables/${owner.projectId}/${tasks}/fields`);
    const state = told.data.fields.find(({ name }: { name: string }) => name === 'durum').id;
    const { id } = first.data.row;
    expect(await fieldsOf('CALISI')).toEqual([{ id, fields: [state] }]);
    expect(await fieldsOf('şikayet 3')).toEqual([{ id, fields: [related] }]);
    expect(await fieldsOf(rowIds[307]!.slice(0, 8))).toEqual([]);
  });

  it('answers nothing to strangers, and of hidden fields nothing to keys', async () => {
    const field = { name: 'sır', type: 'string', isHidden: true };
    const { body: made } = await call(
      'POST',
      `/tables/${owner.projectId}/${tableId}/fields`,
      field,
    );
    const path = `/data/table/${tableId}`;
    await call('PUT', `${path}/rows/${rowIds[0]}`, { sır: 'gizemli' });
    expect((await find({ text: 'gizem' })).body.data.found.rows).toEqual([
      { id: rowIds[0], fields: [made.data.field.id] },
    ]);
    const asKey = (to: string, body: object) => ask('POST', `${path}${to}`, body, owner.key);
    expect((await asKey('/find', { text: 'gizem' })).body.data.found.rows).toEqual([]);
    expect([
      (await asKey('/find', { text: 'gizem', fields: ['sır'] })).status,
      (await asKey(`/rows/${rowIds[0]}/place`, { sort: ['sır'] })).status,
      (await asKey(`/rows/${rowIds[0]}/place`, { filter: { sır: 'gizem' } })).status,
    ]).toEqual([400, 400, 400]);
    const { call: other } = inTurn(() => stranger.session);
    expect([
      (await other('POST', `/data/table/${tableId}/find`, { text: 'a' })).status,
      (await other('POST', `/data/table/${tableId}/rows/${rowIds[0]}/place`, {})).status,
    ]).toEqual([404, 404]);
  });
});
