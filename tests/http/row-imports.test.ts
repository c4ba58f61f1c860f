import { beforeAll, describe, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

const { ask, register, table, origin } = serve();
let session: Headed;
let projectId: string;

beforeAll(async () => {
  ({ session, projectId } = await register('Ayse'));
});

const LONG = { timeout: 30_000, interval: 50 };
const path = (rest = ''): string => `/projects/${projectId}/row-imports${rest}`;

async function upload(bytes: string | Uint8Array, name = 'a.csv', headers = session) {
  const response = await fetch(
    `${origin()}/api/v1${path()}?file_name=${encodeURIComponent(name)}`,
    {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      body: bytes as BodyInit,
    },
  );
  return { status: response.status, body: await response.json() };
}

const uploaded = async (bytes: string | Uint8Array, name?: string): Promise<string> => {
  const { status, body } = await upload(bytes, name);
  expect([status, body.error]).toEqual([201, undefined]);
  return body.data.import.id as string;
};

async function preview(id: string, body: object = {}) {
  const answer = await ask('POST', path(`/${id}/preview`), body, session);
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return answer.body.data.preview;
}

const stateOf = async (id: string) =>
  (await ask('GET', path(), undefined, session)).body.data.imports.find(
    (one: { id: string }) => one.id === id,
  );

async function over(id: string) {
  await expect
    .poll(async () => (await stateOf(id))?.state, LONG)
    .not.toMatch(/ready|running|undoing/);
  return stateOf(id);
}

/** Maps all columns to new fields of the guessed types. */
const asNew = (columns: readonly { [name: string]: unknown }[]) =>
  columns.map(({ column, name, type, numbers, dates }) => ({
    column,
    name,
    numbers,
    dates,
    newField: { name, type },
  }));

async function intoNewTable(bytes: string | Uint8Array, name: string) {
  const id = await uploaded(bytes, `${name}.csv`);
  const { source, columns } = await preview(id);
  const answer = await ask(
    'POST',
    path(`/${id}/start`),
    { source, target: { newTable: { name } }, columns: asNew(columns) },
    session,
  );
  expect([answer.status, answer.body.error]).toEqual([202, undefined]);
  return { id, tableId: answer.body.data.import.tableId as string };
}

const rowsOf = async (tableId: string, limit = 10_000) =>
  (await ask('GET', `/data/table/${tableId}?limit=${limit}`, undefined, session)).body.data;
const countOf = async (tableId: string): Promise<number> =>
  (await rowsOf(tableId, 1)).pagination.total;

describe('import of rows', { timeout: 60_000 }, () => {
  it('previews a Turkish file: encoding, delimiter, types, first rows', async () => {
    const text =
      'Ürün;Fiyat;Tarih;Var\r\nÇay;1.234,56;31.12.2025;evet\r\nŞeker;2,5;01.02.2026;hayır\r\n';
    const windows = Buffer.from(
      text.replaceAll(
        /[ÜÇŞı]/g,
        letter => ({ Ü: '\xdc', Ç: '\xc7', Ş: '\xde', ı: '\xfd' })[letter]!,
      ),
      'latin1',
    );
    const { source, columns, rows, looked, isWhole } = await preview(await uploaded(windows));
    expect(source).toEqual({
      format: 'csv',
      encoding: 'windows-1254',
      delimiter: 'semicolon',
      header: true,
      sheet: 0,
    });
    expect(columns.map((one: { name: string; type: string }) => [one.name, one.type])).toEqual([
      ['Ürün', 'string'],
      ['Fiyat', 'number'],
      ['Tarih', 'date'],
      ['Var', 'boolean'],
    ]);
    expect(columns[1].numbers).toBe('tr');
    expect(columns[2].dates).toBe('dmy');
    expect(rows[0]).toEqual(['Çay', '1.234,56', '31.12.2025', 'evet']);
    expect([looked, isWhole]).toEqual([2, true]);
  });

  it('into a new table makes its fields and rows in one step', async () => {
    const { id, tableId } = await intoNewTable(
      'Ürün;Fiyat;Tarih\nÇay;1.234,56;31.12.2025\nŞeker;2,5;01.02.2026\n',
      'Ürünler',
    );
    expect(await over(id)).toMatchObject({ state: 'done', read: 2, added: 2, refused: 0 });
    const { rows } = await rowsOf(tableId);
    expect(rows).toMatchObject([
      { Ürün: 'Çay', Fiyat: 1234.56, Tarih: '2025-12-31' },
      { Ürün: 'Şeker', Fiyat: 2.5, Tarih: '2026-02-01' },
    ]);
    await expect.poll(async () => (await stateOf(id)).hasFile, LONG).toBe(false);
  });

  it('undone, leaves the rows that others point to', async () => {
    const { id, tableId } = await intoNewTable('Ad\nAda\nCan\n', 'Kişiler');
    await over(id);
    const { rows } = await rowsOf(tableId);
    const sources = await table(projectId, session, 'Borçlar', { kişi: 'reference' });
    const fieldsOf = async (of: string) =>
      (await ask('GET', `/tables/${projectId}/${of}/fields`, undefined, session)).body.data.fields;
    const [[source], [named]] = [await fieldsOf(sources), await fieldsOf(tableId)];
    const target = { targetTableId: tableId, targetFieldId: named.id };
    await ask('POST', `/tables/${sources}/fields/${source.id}/relationships`, target, session);
    const debt = { kişi: rows[1].id };
    const added = await ask('POST', `/data/table/${sources}/rows`, debt, session);
    expect(added.status).toBe(201);
    await ask('POST', path(`/${id}/undo`), {}, session);
    expect(await over(id)).toMatchObject({ undone: { removed: 1, changed: 1 } });
    expect((await rowsOf(tableId)).rows).toMatchObject([{ Ad: 'Can' }]);
  });

  it('refuses rows that do not fit, tells why, and answers them as a file', async () => {
    const tableId = await table(projectId, session, 'Stok', { ad: 'string', adet: 'integer' });
    const id = await uploaded('ad,adet\nÇay,3\nŞeker,çok\n=1+1,1.5\n');
    const { source, mapping, refused, reasons, problems } = await preview(id, { tableId });
    expect(mapping).toHaveLength(2);
    expect([refused, reasons.length, problems[0]]).toMatchObject([
      2,
      1,
      { row: 2, field: 'adet', value: 'çok' },
    ]);
    await ask(
      'POST',
      path(`/${id}/start`),
      { source, target: { tableId }, columns: mapping },
      session,
    );
    expect(await over(id)).toMatchObject({ state: 'done', added: 1, refused: 2, hasFile: true });
    const response = await fetch(`${origin()}/api/v1${path(`/${id}/refused`)}`, {
      headers: { ...session, 'accept-language': 'en' },
    });
    const lines = (await response.text()).trim().split('\r\n');
    expect(lines[0]).toBe('ad,adet,Reason');
    expect(lines[1]).toMatch(/^Şeker,çok,adet: /);
    expect(lines[2]).toMatch(/^'=1\+1,1\.5,/);
  });

  it('undoes all rows but those that were changed since', async () => {
    const lines = Array.from({ length: 600 }, (_, i) => `${i},ad ${i}`).join('\n');
    const { id, tableId } = await intoNewTable(`no,ad\n${lines}\n`, 'Geri');
    expect(await over(id)).toMatchObject({ state: 'done', added: 600 });
    const { rows } = await rowsOf(tableId);
    await ask('PUT', `/data/table/${tableId}/rows/${rows[7].id}`, { ad: 'başka' }, session);
    await ask('DELETE', `/data/table/${tableId}/rows/${rows[8].id}`, undefined, session);
    expect((await ask('POST', path(`/${id}/undo`), {}, session)).status).toBe(202);
    expect(await over(id)).toMatchObject({ state: 'undone', undone: { removed: 598, changed: 1 } });
    expect((await rowsOf(tableId)).rows).toMatchObject([{ ad: 'başka' }]);
  });

  it('into a table in the bin is undone when the table is back', async () => {
    const { id, tableId } = await intoNewTable('no\n1\n2\n', 'Çöpteki');
    expect((await over(id)).state).toBe('done');
    const undo = () => ask('POST', path(`/${id}/undo`), {}, session);
    expect((await ask('DELETE', `/tables/${tableId}`, undefined, session)).status).toBe(200);
    expect((await undo()).status).toBe(404);
    const back = `/projects/${projectId}/bin/tables/${tableId}/restore`;
    expect((await ask('POST', back, {}, session)).status).toBe(200);
    expect((await undo()).status).toBe(202);
    expect(await over(id)).toMatchObject({ state: 'undone', undone: { removed: 2, changed: 0 } });
  });

  it('stops on demand and keeps what was added', async () => {
    const lines = Array.from({ length: 100_000 }, (_, i) => `${i},ad ${i}`).join('\n');
    const { id, tableId } = await intoNewTable(`no,ad\n${lines}\n`, 'Dur');
    await expect.poll(() => countOf(tableId), LONG).toBeGreaterThan(0);
    expect((await ask('DELETE', path(`/${id}`), undefined, session)).status).toBe(200);
    const stopped = await over(id);
    expect(stopped.state).toBe('stopped');
    expect(await countOf(tableId)).toBeLessThan(100_000);
    // Undoing finds all of them, also those behind the last checkpoint.
    expect((await ask('POST', path(`/${id}/undo`), {}, session)).status).toBe(202);
    expect((await over(id)).state).toBe('undone');
    expect(await countOf(tableId)).toBe(0);
  });
});
