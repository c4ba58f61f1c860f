import { beforeEach, describe, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

/** Types that changed in a test environment, and the live values that are read alike. */
const { ask, register, table } = serve();
// oxlint-disable-next-line typescript/no-explicit-any -- as the server answers it
type Any = any;
let people = 0;
let session: Headed;
let live = '';
let test = '';
let liveTable: Any;
let testTable: Any;

const call = (method: string, path: string, body?: unknown, headers: Headed = {}) =>
  ask(method, path, body, { ...session, ...headers });
const tableOf = async (projectId: string): Promise<Any> =>
  (await call('GET', `/tables/project/${projectId}`)).body.data.tables[0];
const rowsOf = async ({ id }: Any): Promise<Any[]> =>
  (await call('GET', `/data/table/${id}?limit=100&sort=ad`)).body.data.rows;
/** Values by field name. */
const valuesOf = async (of: Any): Promise<Any[]> =>
  (await rowsOf(of)).map(({ id: _id, created_at: _c, updated_at: _u, ...values }) => values);
const fill = async ({ id }: Any, rows: readonly object[]): Promise<void> => {
  expect((await call('POST', `/data/table/${id}/rows/bulk`, { rows })).status).toBe(200);
};
const fieldOf = ({ fields }: Any, name: string): Any =>
  fields.find((one: Any) => one.name === name);
const change = (of: Any, name: string, body: object, headers?: Headed) =>
  call('PUT', `/tables/${of.id}/fields/${fieldOf(of, name).id}`, body, headers);
const preview = async (): Promise<Any> =>
  (await call('POST', '/tables/transfer-preview', { testProjectId: test, liveProjectId: live }))
    .body.data.tables[0];
const transfer = async (headers?: Headed): Promise<Any> =>
  (
    await call(
      'POST',
      '/tables/transfer-to-live',
      { testProjectId: test, liveProjectId: live, tableIds: [testTable.id] },
      headers,
    )
  ).body.data;
const undo = (id: string) => call('POST', `/projects/${live}/transfers/${id}/undo`);

/** A live table and its test environment. */
const begin = async (fields: Record<string, string>): Promise<void> => {
  ({ session, projectId: live } = await register(`Ayse${++people}`));
  await table(live, session, 'Ürünler', { ad: 'string', ...fields });
  liveTable = await tableOf(live);
  test = (await call('POST', `/projects/${live}/create-test-environment`, {})).body.data.project.id;
  testTable = await tableOf(test);
};

const TURNED = {
  sayı: ['string', 'number', ['1.234,5', '1.234', ' 12 ', 'yok', '']],
  süre: ['text', 'duration', ['1:30', 'PT1H', '90', 'uzun', '']],
  evet: ['string', 'boolean', ['evet', 'Hayır', '1', 'belki', '']],
  gün: ['text', 'date', ['2026-03-01', 'dün', '', '2026-03-02', '1 Mart']],
  fiyat: ['number', 'currency', [3, 4.5, null, 0, 7]],
  ağırlık: ['string', 'weight', ['2 kg', '1,5', 'ağır', '', '3 lb']],
  liste: ['string', 'array', ['[1,2]', 'a, b', '', '[]', 'x']],
  açık: ['boolean', 'string', [true, false, null, true, false]],
  durum: ['string', 'select', ['Bitti', 'bitti', 'Açık', 'x', '']],
} as const;
type Name = keyof typeof TURNED;
const names = Object.keys(TURNED) as Name[];
const rows = [0, 1, 2, 3, 4].map(at => ({
  ad: String(at),
  ...Object.fromEntries(names.map(name => [name, TURNED[name][2][at]])),
}));

describe('a type that comes by a transfer', () => {
  beforeEach(() => begin(Object.fromEntries(names.map(name => [name, TURNED[name][0]]))));

  it('converts live values as those of the test environment, and undoing brings every one back', async () => {
    await fill(liveTable, rows);
    await fill(testTable, rows);
    const before = await rowsOf(liveTable);
    for (const name of names)
      expect((await change(testTable, name, { type: TURNED[name][1] })).status).toBe(200);
    const wanted = await valuesOf(testTable);
    const { effect, rowsThatWouldNotFit } = await preview();
    expect(effect).toMatchObject({ rows: 5, isAll: true, unfit: rowsThatWouldNotFit });
    expect(effect.converted).toBe(5);
    expect(effect.changed[0]).toMatchObject({ name: '0', field: 'sayı', value: '1.234,5' });
    expect(effect.changed[0].becomes).toBe(1234.5);
    expect(effect.first.map(({ value }: Any) => value)).toContain('yok');
    // The language of the caller is that of the test environment's own reading.
    const done = await transfer({ 'accept-language': 'en' });
    expect(done.transfer.tables[0].rowsThatWouldNotFit).toBe(rowsThatWouldNotFit);
    expect(await valuesOf(liveTable)).toEqual(wanted);
    expect((await valuesOf(liveTable)).map(({ sayı }) => sayı)).toEqual([
      1234.5,
      1234,
      12,
      'yok',
      null,
    ]);
    expect((await undo(done.transfer.id)).status).toBe(200);
    expect(await rowsOf(liveTable)).toEqual(before);
  });

  it('reads by live values where the test environment had none, and converts later ones on the way back', async () => {
    await fill(liveTable, [
      { ad: '0', sayı: '1,234.5' },
      { ad: '1', sayı: '1,234' },
    ]);
    await change(testTable, 'sayı', { type: 'number' }, { 'accept-language': 'tr' });
    expect((await preview()).rowsThatWouldNotFit).toBe(0);
    const { transfer: done } = await transfer();
    expect((await valuesOf(liveTable)).map(({ sayı }) => sayı)).toEqual([1234.5, 1234]);
    await fill(liveTable, [{ ad: '2', sayı: 7.5 }]);
    await undo(done.id);
    expect((await valuesOf(liveTable)).map(({ sayı }) => sayı)).toEqual([
      '1,234.5',
      '1,234',
      '7.5',
    ]);
    const again = await transfer();
    expect(again.summary.successful).toBe(1);
    expect((await valuesOf(liveTable)).map(({ sayı }) => sayı)).toEqual([1234.5, 1234, 7.5]);
  });
});

it('options that were merged are merged in live, and apart again once that is undone', async () => {
  await begin({ durum: 'string' });
  await fill(liveTable, [
    { ad: '0', durum: 'Bitti' },
    { ad: '1', durum: 'Tamam' },
  ]);
  await change(liveTable, 'durum', { type: 'select' });
  const ids = (await valuesOf(liveTable)).map(({ durum }) => durum);
  await call('DELETE', `/projects/${test}`);
  test = (await call('POST', `/projects/${live}/create-test-environment`, {})).body.data.project.id;
  testTable = await tableOf(test);
  const [one, other] = fieldOf(testTable, 'durum').validation.options;
  const kept = { ...one, merged: [other.id] };
  expect((await change(testTable, 'durum', { validation: { options: [kept] } })).status).toBe(200);
  const { transfer: done } = await transfer();
  expect((await valuesOf(liveTable)).map(({ durum }) => durum)).toEqual([one.id, one.id]);
  await undo(done.id);
  expect((await valuesOf(liveTable)).map(({ durum }) => durum)).toEqual(ids);
});
