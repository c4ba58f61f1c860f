import { newId } from '@hzm/contracts/core/ids';
import { strToU8, zipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { serve, type Headed } from '../http/serve.ts';

const { ask, register, table, origin } = serve();
let owner: { id: string; projectId: string; session: Headed; key: Headed };
let tableId: string;

beforeAll(async () => {
  owner = await register('Ayse');
  tableId = await table(owner.projectId, owner.session, 'Stok', { ad: 'string' });
});

const LONG = { timeout: 30_000, interval: 50 };
const path = (rest = ''): string => `/projects/${owner.projectId}/row-imports${rest}`;

async function upload(bytes: string | Uint8Array, headers: Headed = owner.session) {
  const response = await fetch(`${origin()}/api/v1${path()}?file_name=a.csv`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    body: bytes as BodyInit,
  });
  return { status: response.status, body: await response.json() };
}
const preview = async (bytes: string | Uint8Array) => {
  const { body } = await upload(bytes);
  const id = body.data.import.id as string;
  const answer = await ask('POST', path(`/${id}/preview`), {}, owner.session);
  return { id, answer };
};
const drop = (id: string, headers: Headed = owner.session) =>
  ask('DELETE', path(`/${id}`), undefined, headers);
const listed = async (id: string, headers: Headed = owner.session) =>
  (await ask('GET', path(), undefined, headers)).body.data.imports.find(
    (one: { id: string }) => one.id === id,
  );
const source = { format: 'csv', encoding: 'utf-8', delimiter: 'comma', header: true, sheet: 0 };
const column = async () => {
  const { body } = await ask(
    'GET',
    `/tables/${owner.projectId}/${tableId}/fields`,
    undefined,
    owner.session,
  );
  return { column: 0, name: 'ad', field: body.data.fields[0].id, numbers: 'tr', dates: 'ymd' };
};
const begin = async (id: string, headers: Headed = owner.session) =>
  ask(
    'POST',
    path(`/${id}/start`),
    { source, target: { tableId }, columns: [await column()] },
    headers,
  );
const lines = (count: number): string =>
  `ad\n${Array.from({ length: count }, (_, i) => `satır ${i}`).join('\n')}\n`;

const SHEET = '<sheet name="a" sheetId="1" r:id="rId1"/>';
/** A workbook whose sheet is this XML. */
const workbook = (
  sheet: Uint8Array | string,
  { sheets = SHEET, ...more }: Readonly<Record<string, string>> = {},
): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries({
        ...more,
        'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${sheets}</sheets></workbook>`,
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
        'xl/worksheets/sheet1.xml': sheet,
      }).map(([name, content]) => [name, typeof content === 'string' ? strToU8(content) : content]),
    ),
  );

const ONE_CELL =
  '<worksheet><sheetData><row><c t="str"><v>ad</v></c></row></sheetData></worksheet>';
/** A workbook with more parts, which have names of this many characters. */
const withParts = (count: number, length: number): Uint8Array =>
  workbook(
    ONE_CELL,
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}`.padStart(length, 'p'), ''])),
  );
/** The same with all those parts under one name. */
const withOneName = (count: number, length: number): Uint8Array =>
  Buffer.from(
    Buffer.from(withParts(count, length))
      .toString('latin1')
      .replaceAll(/p{9,}\d+/g, 'p'.repeat(length)),
    'latin1',
  );

describe('a hostile file of rows', { timeout: 60_000 }, () => {
  it.each([
    ['a line of 10 million commas', ','.repeat(10_000_000)],
    ['a quote that never ends', `ad\n"${'a'.repeat(9_000_000)}`],
    ['an archive that is none', 'PK\u0003\u0004 nothing'],
    ['a zip bomb', workbook(new Uint8Array(200_000_000))],
    [
      'entities of its own',
      workbook(
        '<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;">]><worksheet><sheetData><row><c t="str"><v>&c;</v></c></row></sheetData></worksheet>',
      ),
    ],
    [
      'a tag that has no end for 9 million characters',
      workbook(ONE_CELL.replace('<row>', `<row a="${'a'.repeat(9_000_000)}">`)),
    ],
    [
      'a text of 9 million characters',
      workbook(ONE_CELL, {
        'xl/sharedStrings.xml': `<sst><si><t>${'ğ'.repeat(9_000_000)}</t></si></sst>`,
      }),
    ],
    ['three thousand parts of one name', withOneName(3_000, 16)],
    ['parts whose names have 6 million characters', withParts(100, 60_000)],
    ['a hundred thousand sheets', workbook('<worksheet/>', { sheets: SHEET.repeat(100_000) })],
    ['JSON of a row without an end', `[{"a":"${'x'.repeat(9_000_000)}`],
    ['JSON nested 10,000 deep', `[{"a":${'['.repeat(10_000)}`],
  ])('with %s is refused, and others are answered meanwhile', async (_, bytes) => {
    const others = ask('GET', '/health');
    const { id, answer } = await preview(bytes);
    expect([answer.status, (await others).status]).toEqual([400, 200]);
    expect((await drop(id)).status).toBe(200);
  });

  it('with NUL bytes and formulas is read as texts', async () => {
    const { id, answer } = await preview('ad\n"a\u0000b"\n"=cmd|\' /C calc\'!A0"\n');
    expect(answer.body.data.preview.rows).toEqual([['a\u0000b'], ["=cmd|' /C calc'!A0"]]);
    await drop(id);
  });

  it('whose formula has a value is read by that value', async () => {
    const { id, answer } = await preview(
      workbook(
        '<worksheet><sheetData><row><c t="str"><v>ad</v></c></row><row><c><f>1+1</f><v>2</v></c></row></sheetData></worksheet>',
      ),
    );
    expect(answer.body.data.preview.rows).toEqual([['2']]);
    await drop(id);
  });

  it('with a sheet whose name has megabytes, and a format of brackets, is told shortly and soon', async () => {
    const sheet = '<worksheet><sheetData><row><c s="0"><v>1</v></c></row></sheetData></worksheet>';
    const { id, answer } = await preview(
      workbook(sheet, {
        sheets: SHEET.replace('"a"', `"${'a'.repeat(5_000_000)}"`),
        'xl/styles.xml': `<styleSheet><numFmt numFmtId="9" formatCode="${'['.repeat(200_000)}"/><cellXfs><xf numFmtId="9"/></cellXfs></styleSheet>`,
      }),
    );
    expect(answer.body.data.preview).toMatchObject({ sheets: ['a'.repeat(100)], rows: [['1']] });
    await drop(id);
  });

  it('that says it has a gigabyte is refused before it is sent', async () => {
    const { connect } = await import('node:net');
    const socket = connect(Number(new URL(origin()).port), '127.0.0.1');
    const answer = new Promise<string>(resolve => {
      socket.on('data', data => resolve(String(data)));
    });
    socket.write(
      `POST /api/v1${path()}?file_name=a.csv HTTP/1.1\r\nHost: a\r\nAuthorization: ${owner.session['authorization']}\r\nContent-Type: application/octet-stream\r\nContent-Length: 1073741824\r\n\r\n`,
    );
    expect(await answer).toMatch(/^HTTP\/1\.1 413/);
    socket.destroy();
  });
});

describe('an import of somebody else', () => {
  it('is not there, nor in another project', async () => {
    const { body } = await upload('ad\nÇay\n');
    const id = body.data.import.id as string;
    const other = await register('Veli');
    const foreign = `/projects/${other.projectId}/row-imports/${id}`;
    const asked = [
      ask('POST', `${foreign}/preview`, {}, other.session),
      ask('POST', path(`/${id}/preview`), {}, other.session),
      ask('DELETE', foreign, undefined, other.session),
      ask('POST', `${foreign}/undo`, {}, other.session),
      ask('DELETE', path(`/${newId()}`), undefined, owner.session),
      // Somebody of the project whose import it is not.
      ask('POST', path(`/${id}/preview`), {}, owner.key),
    ];
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(6).fill(404));
    await drop(id);
  });

  it('cannot be begun by a key that may only read', async () => {
    const { body } = await ask(
      'POST',
      `/api-keys/project/${owner.projectId}`,
      { name: 'Okur', permissions: ['read'] },
      owner.session,
    );
    const reader = { ...owner.key, 'x-api-key': body.data.apiKey.key as string };
    expect((await upload('ad\n', reader)).status).toBe(403);
  });
});

describe('an account', { timeout: 60_000 }, () => {
  it('runs one import at a time', async () => {
    const ids: string[] = [];
    for (const count of [200_000, 10])
      ids.push((await upload(lines(count))).body.data.import.id as string);
    expect((await begin(ids[0]!)).status).toBe(202);
    const { status, body } = await begin(ids[1]!);
    expect([status, body.code]).toEqual([409, 'CONFLICT']);
    for (const id of ids) await drop(id);
    await expect.poll(async () => (await listed(ids[0]!)).state, LONG).toBe('stopped');
  });

  it('that lost its right mid-way adds no more rows', async () => {
    const member = await register('Cem');
    const { body: invited } = await ask(
      'POST',
      `/projects/${owner.projectId}/invitations`,
      { email: 'cem@example.com', role: 'editor' },
      owner.session,
    );
    const { pathname } = new URL(invited.data.invitation.url, origin());
    await ask('POST', `${pathname}/accept`, undefined, member.session);
    const id = (await upload(lines(200_000), member.session)).body.data.import.id as string;
    expect((await begin(id, member.session)).status).toBe(202);
    await ask(
      'DELETE',
      `/projects/${owner.projectId}/members/${member.id}`,
      undefined,
      owner.session,
    );
    const added = async (): Promise<number> =>
      (await ask('GET', `/data/table/${tableId}?limit=1`, undefined, owner.session)).body.data
        .pagination.total;
    let before = -1;
    await expect
      .poll(
        async () => {
          const [last, now] = [before, await added()];
          before = now;
          return now === last;
        },
        { timeout: 20_000, interval: 1_000 },
      )
      .toBe(true);
    expect(before).toBeLessThan(200_000);
  });
});

describe('an import of rows that are too large to be handled together', () => {
  it('is undone in parts', async () => {
    const large = await table(owner.projectId, owner.session, 'Büyük', { ad: 'text' });
    const { body } = await upload(`ad\n${`${'x'.repeat(900_000)}\n`.repeat(40)}`);
    const id = body.data.import.id as string;
    const fields = `/tables/${owner.projectId}/${large}/fields`;
    const [field] = (await ask('GET', fields, undefined, owner.session)).body.data.fields;
    const columns = [{ column: 0, name: 'ad', field: field.id, numbers: 'tr', dates: 'ymd' }];
    const target = { tableId: large };
    const start = await ask(
      'POST',
      path(`/${id}/start`),
      { source, target, columns },
      owner.session,
    );
    expect([start.status, start.body.error]).toEqual([202, undefined]);
    await expect.poll(async () => (await listed(id)).state, LONG).toBe('done');
    expect((await listed(id)).added).toBe(40);
    expect((await ask('POST', path(`/${id}/undo`), {}, owner.session)).status).toBe(202);
    await expect.poll(async () => (await listed(id)).state, LONG).toBe('undone');
    expect((await listed(id)).undone).toEqual({ removed: 40, changed: 0 });
  }, 90_000);
});
