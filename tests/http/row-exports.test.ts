import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text as told } from 'node:stream/consumers';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

const { ask, register, table, origin } = serve();
let session: Headed;
let tableId: string;
let projectId: string;

const rows = [
  { ad: 'Çay', adet: 3, tutar: { amount: 2.5, currency: 'TRY' }, gun: '2026-01-31', var: true },
  { ad: '=HYPERLINK("x")', adet: -7 },
  { ad: "'=1", adet: 12.5 },
  { ad: 'iki\nsatır; "tırnak"', adet: 0 },
];

beforeAll(async () => {
  ({ session, projectId } = await register('Ayse'));
  tableId = await table(projectId, session, 'Ürünler', {
    ad: 'string',
    adet: 'number',
    tutar: 'currency',
    gun: 'date',
    var: 'boolean',
  });
  await ask('POST', `/data/table/${tableId}/rows/bulk`, { rows }, session);
});

async function exported(query: string, headers: Headed = session) {
  const response = await fetch(`${origin()}/api/v1/data/table/${tableId}/export?${query}`, {
    headers,
  });
  return {
    status: response.status,
    headers: response.headers,
    bytes: new Uint8Array(await response.arrayBuffer()),
  };
}
const text = async (query: string, headers?: Headed): Promise<string> =>
  Buffer.from((await exported(query, headers)).bytes).toString('utf8');

describe('export of rows', () => {
  it('as CSV escapes formulas in texts and keeps numbers plain', async () => {
    const { status, headers, bytes } = await exported('format=csv&delimiter=comma');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers.get('content-disposition')).toContain("filename*=UTF-8''%C3%9Cr%C3%BCnler.csv");
    expect(Buffer.from(bytes).toString('utf8')).toBe(
      [
        'ad,adet,tutar,gun,var',
        'Çay,3,2.5 TRY,2026-01-31,true',
        `"'=HYPERLINK(""x"")",-7,,,`,
        "''=1,12.5,,,",
        '"iki\nsatır; ""tırnak""",0,,,',
        '',
      ].join('\r\n'),
    );
  });

  it('as CSV has semicolons in Turkish, and a byte order mark on demand', async () => {
    const turkish = { ...session, 'accept-language': 'tr' };
    expect((await text('fields=ad,adet&bom=true', turkish)).split('\r\n')[0]).toBe('\ufeffad;adet');
    expect(
      (await text('fields=ad,adet', { ...session, 'accept-language': 'en' })).split('\r\n')[0],
    ).toBe('ad,adet');
  });

  it('filters, sorts and searches as the list does', async () => {
    const json = async (query: string) => JSON.parse(await text(`format=json&fields=ad&${query}`));
    expect(await json('filter[adet][gt]=0&sort=adet&order=desc')).toEqual([
      { ad: "'=1" },
      { ad: 'Çay' },
    ]);
    expect(await json('q=çay')).toEqual([{ ad: 'Çay' }]);
    expect(await json('q=yok')).toEqual([]);
  });

  it('as NDJSON has a row in each line, with the values of the API', async () => {
    const lines = (await text('format=ndjson')).trim().split('\n');
    expect(lines.map(line => JSON.parse(line).adet)).toEqual([3, -7, 12.5, 0]);
    expect(JSON.parse(lines[0]!).tutar).toMatchObject({ amount: 2.5, currency: 'TRY' });
  });

  it('as XLSX has texts as texts, which stay texts when they are edited', async () => {
    const { headers, bytes } = await exported('format=xlsx');
    expect(headers.get('content-type')).toContain('spreadsheetml');
    const files = unzipSync(bytes);
    const sheet = strFromU8(files['xl/worksheets/sheet1.xml']!);
    expect(sheet).toContain('<c t="inlineStr" s="1"><is><t xml:space="preserve">=HYPERLINK');
    expect(sheet).toContain('<c><v>-7</v></c>');
    expect(sheet).not.toContain('<f>');
    expect(Object.keys(files)).toContain('xl/workbook.xml');
  });

  it('refuses columns that are unknown or come twice, and unknown formats', async () => {
    for (const query of ['fields=yok', 'fields=ad,ad', 'format=xls'])
      expect((await exported(query)).status, query).toBe(400);
  });

  it('is refused to strangers, and open for a public project', async () => {
    const other = (await register('Veli')).session;
    expect((await exported('', other)).status).toBe(404);
    expect((await exported('', {})).status).toBe(401);
  });

  it('holds all rows of many pages, once each', async () => {
    const many = await table(projectId, session, 'Çok', { no: 'integer' });
    for (let from = 0; from < 3000; from += 1000)
      await ask(
        'POST',
        `/data/table/${many}/rows/bulk`,
        { rows: Array.from({ length: 1000 }, (_, i) => ({ no: from + i })) },
        session,
      );
    const response = await fetch(`${origin()}/api/v1/data/table/${many}/export?format=csv`, {
      headers: session,
    });
    const lines = (await response.text()).trim().split('\r\n').slice(1);
    expect(lines.map(Number)).toEqual(Array.from({ length: 3000 }, (_, i) => i));
  });

  it('breaks off when a field that it tells becomes hidden from its caller', async () => {
    const owner = await register('Can');
    const large = await table(owner.projectId, owner.session, 'Büyük', { not: 'text' });
    // More than the connection to a slow reader holds.
    for (let i = 0; i < 12; i++)
      await ask('POST', `/data/table/${large}/rows`, { not: 'x'.repeat(1_000_000) }, owner.session);
    const made = await ask(
      'POST',
      `/api-keys/project/${owner.projectId}`,
      { name: 'okur', permissions: ['read'] },
      owner.session,
    );
    const key = { ...owner.key, 'x-api-key': made.body.data.apiKey.key as string };
    const sent = request(`${origin()}/api/v1/data/table/${large}/export`, {
      agent: false,
      headers: key,
    });
    sent.end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    const { body } = await ask(
      'GET',
      `/tables/${owner.projectId}/${large}/fields`,
      undefined,
      owner.session,
    );
    const [{ id }] = body.data.fields;
    const hidden = await ask(
      'PUT',
      `/tables/${large}/fields/${id}`,
      { isHidden: true },
      owner.session,
    );
    expect(hidden.status).toBe(200);
    await expect(told(response)).rejects.toThrow('aborted');
  });
});
