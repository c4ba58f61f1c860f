import { request } from 'node:http';
import { everydayOf, hasOptions, isGiven } from '@hzm/contracts/core/everyday';
import { newId } from '@hzm/contracts/core/ids';
import { fieldTypeGroups, type FieldType } from '@hzm/contracts/features/tables/field-types';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { casesHere } from '../run/read-model-of-tests.ts';
import { serve, type Headed } from './serve.ts';

const { ask, send, register, table, origin, restart } = serve();
let admin: Awaited<ReturnType<typeof register>>;
beforeAll(async () => {
  admin = await register('Ada');
});

/** Processes that begin anew wait for the lease of those before. */
const LONG = { timeout: 60_000, interval: 50 };
interface Exported {
  readonly user: { readonly email: string };
  readonly projects: readonly {
    readonly name: string;
    readonly tables: readonly {
      readonly name: string;
      readonly fields: readonly Readonly<Record<string, unknown>>[];
      readonly rows: readonly Readonly<Record<string, unknown>>[];
    }[];
  }[];
}

async function exported(
  headers: Headed = admin.session,
): Promise<{ text: string; file: Exported; headers: Headers }> {
  const response = await fetch(`${origin()}/api/v1/admin/backup`, { headers });
  const text = await response.text();
  expect(response.status).toBe(200);
  return { text, file: JSON.parse(text) as Exported, headers: response.headers };
}
const restore = (file: unknown, query = '', headers: Headed = {}) =>
  send('POST', `/admin/restore${query}`, typeof file === 'string' ? file : JSON.stringify(file), {
    ...admin.session,
    'content-type': 'application/json',
    ...headers,
  });
const importOf = async (id: string) =>
  (await ask('GET', '/admin/imports', undefined, admin.session)).body.data.imports.find(
    (one: { id: string }) => one.id === id,
  );
/** An import when it is over. */
async function over(id: string) {
  await expect.poll(async () => (await importOf(id))?.state, LONG).not.toMatch(/ready|running/);
  return importOf(id);
}
async function imported(file: unknown) {
  const { status, body } = await restore(file);
  expect([status, body.error]).toEqual([202, undefined]);
  return over(body.data.import.id as string);
}
async function cleared(): Promise<void> {
  expect(
    (await ask('POST', '/admin/clear-all', { confirm: 'TÜM VERİLERİ SİL' }, admin.session)).status,
  ).toBe(202);
  await expect
    .poll(
      async () => (await ask('GET', '/admin/clear-all', undefined, admin.session)).body.data,
      LONG,
    )
    .toMatchObject({ clearing: { state: 'done' }, people: 0, projects: 0, tables: 0 });
}

const without = (value: Readonly<Record<string, unknown>>, names: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)));
/** A backup without what is new of each import: ids, owners, the suffix of names. */
const normalised = ({ projects }: Exported) =>
  projects.map(({ name, tables }) => ({
    name: name.replace(/(?: \(Imported(?: \d+)?\))+$/, ''),
    tables: tables.map(({ name: tableName, fields, rows }) => ({
      name: tableName,
      fields: fields.map(field => without(field, new Set(['id']))),
      rows,
    })),
  }));

const names = async (): Promise<string[]> =>
  (await ask('GET', '/projects?limit=100', undefined, admin.session)).body.data.projects
    .map(({ name }: { name: string }) => name)
    .toSorted();
const noted = (notes: { first: readonly { place: string; reason: string }[] }) =>
  notes.first.map(({ place, reason }) => `${place}: ${reason}`);

describe('a backup', () => {
  it("holds everybody's projects, and nothing that opens them", async () => {
    const beren = await register('Beren');
    const id = await table(beren.projectId, beren.session, 'Ürünler', {
      ad: 'string',
      fiyat: 'number',
    });
    await ask(
      'POST',
      `/data/table/${id}/rows/bulk`,
      { rows: [{ ad: 'Çay', fiyat: 12 }, { ad: 'Kahve' }] },
      beren.session,
    );
    await ask(
      'PUT',
      `/projects/${beren.projectId}`,
      {
        settings: { enableWebhooks: true, webhookUrl: 'https://example.com/?token=webhook-secret' },
      },
      beren.session,
    );
    await ask(
      'POST',
      `/projects/${beren.projectId}/enable-protection`,
      { password: 'koruma-parolası' },
      beren.session,
    );
    const { text, file, headers } = await exported();
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename=backup-\d{4}-\d{2}-\d{2}\.json$/,
    );
    expect(Object.keys(file).toSorted()).toEqual([
      'exportDate',
      'projects',
      'source',
      'user',
      'version',
    ]);
    expect(file).toMatchObject({
      version: '2.0',
      source: 'API',
      user: { email: 'ada@example.com', name: 'Ada' },
    });
    expect(
      file.projects.map(project => project.tables.map(({ rows }) => rows.map(({ ad }) => ad))),
    ).toEqual([[], [['Çay', 'Kahve']]]);
    for (const secret of [
      beren.key['x-api-key']!,
      beren.key['x-project-password']!,
      admin.key['x-api-key']!,
      'webhook-secret',
      'scrypt',
      'passwordHash',
      'apiKey',
    ])
      expect(text, secret).not.toContain(secret);
    await ask(
      'DELETE',
      `/projects/${beren.projectId}`,
      { protectionPassword: 'koruma-parolası' },
      beren.session,
    );
  });

  it("is looked through before anything is written, and then becomes the caller's own", async () => {
    const { file } = await exported();
    const before = await names();
    const {
      status,
      body: {
        data: {
          import: { id, ...preview },
        },
      },
    } = await restore(file, '?preview=true');
    expect(status).toBe(202);
    expect(preview).toMatchObject({
      state: 'ready',
      found: { projects: 1, tables: 0, fields: 0, rows: 0 },
      added: { projects: 0 },
      refused: { total: 0 },
      size: Buffer.byteLength(JSON.stringify(file)),
    });
    expect(await names()).toEqual(before);
    expect((await ask('POST', `/admin/imports/${id}/start`, undefined, admin.session)).status).toBe(
      202,
    );
    expect(await over(id)).toMatchObject({ state: 'done', added: { projects: 1 } });
    expect(
      (await ask('POST', `/admin/imports/${id}/start`, undefined, admin.session)).body.code,
    ).toBe('CONFLICT');
    // A second time there is a second one.
    await imported(JSON.stringify(file));
    expect(await names()).toEqual(
      [
        ...before,
        ...file.projects.flatMap(({ name }) => [`${name} (Imported)`, `${name} (Imported 2)`]),
      ].toSorted(),
    );
  });

  it('that nobody starts can be put away, and makes room for the next', async () => {
    const before = await names();
    for (let i = 0; i < 6; i++)
      expect((await restore({ projects: [{ name: `Deneme ${i}` }] }, '?preview=true')).status).toBe(
        202,
      );
    const { imports } = (await ask('GET', '/admin/imports', undefined, admin.session)).body.data;
    expect(imports.filter(({ state }: { state: string }) => state === 'ready')).toHaveLength(1);
    expect(
      (await ask('DELETE', `/admin/imports/${imports[0].id}`, undefined, admin.session)).body.data
        .import.state,
    ).toBe('stopped');
    expect(
      (await ask('POST', `/admin/imports/${imports[0].id}/start`, undefined, admin.session)).body
        .code,
    ).toBe('CONFLICT');
    expect(await names()).toEqual(before);
  });

  it('that is sent again under the same name is the same import; another file under it is refused', async () => {
    const [file, id] = [{ projects: [{ name: 'Bir kez' }] }, newId()];
    const first = await restore(file, '', { 'x-request-id': id });
    await over(first.body.data.import.id);
    expect((await restore(file, '', { 'x-request-id': id })).body.data.import).toMatchObject({
      id: first.body.data.import.id,
      state: 'done',
    });
    expect((await restore({ projects: [] }, '', { 'x-request-id': id })).body).toMatchObject({
      code: 'CONFLICT',
    });
    expect((await names()).filter(name => name.startsWith('Bir kez'))).toHaveLength(1);
  });

  it('of an older kind is imported, too; plan limits stop no administrator', async () => {
    const projects = Array.from({ length: 12 }, (_, i) => ({
      id: i,
      name: `Eski ${i}`,
      description: 'eski yedek',
      apiKey: 'hzm_old',
      tables: [{ tableName: 'Notlar', fields: [{ name: 'Not', type: 'text', isRequired: true }] }],
      tableCount: 1,
    }));
    expect(
      await imported({
        user: { id: 1 },
        projects,
        exportDate: '2024-01-01',
        version: '2.0',
        source: 'API',
      }),
    ).toMatchObject({
      state: 'done',
      added: { projects: 12, tables: 12, fields: 12, rows: 0 },
      refused: { total: 0 },
    });
    expect(
      await imported({
        projects: [
          { name: 'Yalın', tables: 3 },
          { name: 'Boş', description: null, tables: null },
        ],
      }),
    ).toMatchObject({ added: { projects: 2 }, refused: { total: 0 } });
  });
});

describe('what is not right in a file', () => {
  it.each([
    ['no JSON', 'abc'],
    ['nothing', ''],
    ['a text', '"projects"'],
    ['a list', '[]'],
    ['no projects', '{"user":{}}'],
    ['projects that are none', '{"projects":{}}'],
    ['projects twice', '{"projects":[],"projects":[]}'],
    ['its end missing', '{"projects":[{"name":"Yarım","tables":[{"name":"T1","rows":[{"a":1}'],
    ['something behind it', '{"projects":[]}{}'],
    ['a broken row', '{"projects":[{"name":"Bozuk","tables":[{"name":"T1","rows":[{"a":}]}]}]}'],
    ['depth without end', `{"projects":${'['.repeat(100_000)}`],
    ['a name without end', `{"${'a'.repeat(2_000_000)}`],
  ])('%s: the file is refused as a whole', async (_, file) => {
    const before = await names();
    const { status, body } = await restore(file);
    expect([status, body.code, body.error]).toEqual([
      400,
      'VALIDATION_ERROR',
      "Geçersiz yedek biçimi: dosya, 'projects' listesi olan bir JSON yedeği olmalıdır.",
    ]);
    expect(await names()).toEqual(before);
  });

  it('that says it is larger than 512 MiB is refused before it comes, and the connection ends', async () => {
    const { status, isOver } = await new Promise<{
      status: number | undefined;
      isOver: Promise<unknown>;
    }>((resolve, reject) => {
      const sent = request(
        `${origin()}/api/v1/admin/restore`,
        {
          method: 'POST',
          headers: {
            ...admin.session,
            'content-type': 'application/json',
            'content-length': 512 * 1_048_576 + 1,
          },
        },
        answer => {
          resolve({
            status: answer.statusCode,
            isOver: new Promise(ended => {
              sent.once('close', ended).once('error', ended);
            }),
          });
          answer.resume();
        },
      );
      sent.once('error', reject);
      sent.write('{"projects":[');
    });
    expect(status).toBe(413);
    await isOver;
    expect((await ask('GET', '/admin/imports', undefined, admin.session)).status).toBe(200);
  });

  it('that breaks off while it comes is forgotten', async () => {
    const before = (await ask('GET', '/admin/imports', undefined, admin.session)).body.data.imports
      .length;
    const sent = request(`${origin()}/api/v1/admin/restore`, {
      method: 'POST',
      headers: {
        ...admin.session,
        'content-type': 'application/json',
        'transfer-encoding': 'chunked',
      },
    });
    sent.on('error', () => undefined);
    sent.write(
      `{"projects":[{"name":"Kesik","tables":[{"name":"T1","rows":[${'{"a":1},'.repeat(50_000)}`,
    );
    await new Promise(resolve => {
      setTimeout(resolve, 300);
    });
    sent.destroy();
    // There is room for others.
    for (let i = 0; i < 5; i++)
      expect((await restore({ projects: [] }, '?preview=true')).status).toBe(202);
    expect(
      (await ask('GET', '/admin/imports', undefined, admin.session)).body.data.imports.length,
    ).toBeLessThanOrEqual(before + 5);
    expect(await names()).not.toContain('Kesik (Imported)');
  });

  it('a part of it never keeps the others out', async () => {
    const row = { id: newId(), ad: 'bir' };
    const deep = JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`) as unknown;
    const file = {
      projects: [
        5,
        { name: '' },
        { name: 7 },
        {
          name: 'Karışık',
          tables: [
            'yok',
            { name: 'x' },
            { name: '<b>' },
            {
              name: 'Satırlar',
              fields: [
                3,
                { name: 'ad', type: 'string' },
                { name: 'AD', type: 'string' },
                { name: '_id', type: 'string' },
                { name: 'tür', type: 'yok' },
                { name: 'sayı', type: 'number', validation: { minLength: 3 } },
                { name: 'tarih', type: 'date', validation: { minToday: true } },
                { name: 'zorunlu', type: 'text', required: true },
              ],
              rows: [
                1,
                null,
                [],
                row,
                row,
                { ad: 'iki', bilinmeyen: 1, zorunlu: 'x' },
                { ad: 3, zorunlu: 'x' },
                { ad: 'dün', tarih: '2001-01-01', zorunlu: 'x' },
                { ad: deep },
                { ad: 'x'.repeat(1_100_000) },
                { ad: 'y'.repeat(5_000_000) },
                { id: 'kimlik', ad: 'son', zorunlu: 'x' },
              ],
            },
            { name: 'satırlar', rows: [{ a: 1 }] },
            {
              name: 'Numaralar',
              fields: Array.from({ length: 6 }, (_, i) => ({
                name: `no ${i}`,
                type: 'auto_number',
              })),
            },
          ],
        },
      ],
    };
    const text = JSON.stringify(file).replace('"ad":"iki"', '"ad":"iki","\\u005f_proto__":1');
    const done = await imported(text);
    expect(done).toMatchObject({
      state: 'done',
      added: { projects: 1, tables: 2, fields: 9, rows: 4 },
    });
    const [p, t] = ['projects[3]', 'projects[3].tables[3]'];
    expect(noted(done.refused).toSorted()).toEqual(
      [
        'projects[0]: project-shape',
        'projects[1]: project-name',
        'projects[2]: project-name',
        `${p}.tables[0]: table-shape`,
        `${p}.tables[1]: table-name`,
        `${p}.tables[2]: table-name`,
        `${p}.tables[4]: table-taken`,
        `${p}.tables[5].fields[5]: field-numbers`,
        `${t}.fields[0]: field-shape`,
        `${t}.fields[2]: field-taken`,
        `${t}.fields[3]: field-name`,
        `${t}.fields[4]: field-type`,
        ...[0, 1, 2].map(i => `${t}.rows[${i}]: row-shape`),
        `${t}.rows[4]: row-twice`,
        `${t}.rows[5]: row-depth`,
        `${t}.rows[8]: row-depth`,
        `${t}.rows[9]: row-size`,
        `${t}.rows[10]: row-size`,
      ].toSorted(),
    );
    expect(noted(done.changed)).toEqual([
      `${t}.fields[5]: field-rules`,
      ...[3, 6, 7].map(i => `${t}.rows[${i}]: row-unfit`),
    ]);
    const { file: now } = await exported();
    expect(
      now.projects
        .find(({ name }) => name === 'Karışık (Imported)')!
        .tables[0]!.rows.map(({ ad }) => ad),
    ).toEqual(['bir', 3, 'dün', 'son']);
  }, 60_000);

  it('says how many files of rows are in no backup', async () => {
    const { projects } = (await ask('GET', '/projects', undefined, admin.session)).body.data;
    const project = projects[0].id as string;
    const tableId = await table(project, admin.session, 'Ekli', { ad: 'string', ekler: 'file' });
    const fields = await ask(
      'GET',
      `/tables/${project}/${tableId}/fields`,
      undefined,
      admin.session,
    );
    const cell = async (ad: string) => {
      const { row } = (await ask('POST', `/data/table/${tableId}/rows`, { ad }, admin.session)).body
        .data;
      return `/data/table/${tableId}/rows/${row.id}/fields/${fields.body.data.fields[1].id}/files`;
    };
    const [first, second] = [await cell('bir'), await cell('iki')];
    for (const [path, name] of [
      [first, 'a'],
      [first, 'b'],
      [second, 'c'],
    ])
      await send('POST', `${path}?file_name=${name}.txt`, name, admin.session);
    const { file, text } = await exported();
    const found = file.projects
      .flatMap(({ tables }) => tables)
      .filter(({ name }) => name === 'Ekli');
    expect(found).toMatchObject([{ rows: [{ ad: 'bir' }, { ad: 'iki' }], filesLeftOut: 3 }]);
    expect(text.match(/filesLeftOut/g)).toHaveLength(1);
    const { added, changed } = await imported({
      projects: [
        { name: 'Ekliler', tables: [...found, { name: 'Bozuk', fields: [], filesLeftOut: -1 }] },
      ],
    });
    expect([added.rows, changed]).toEqual([
      2,
      {
        total: 1,
        first: [{ place: 'projects[0].tables[0]', name: 'Ekli', reason: 'table-files', count: 3 }],
      },
    ]);
    await ask('DELETE', `/tables/${tableId}`, undefined, admin.session);
  });

  it('keeps the times of rows, and tells those that cannot be true', async () => {
    const [early, late] = ['2020-01-02T03:04:05.678Z', '2021-01-02T03:04:05.678Z'];
    const rows = [
      { a: 1, created_at: early, updated_at: late },
      { a: 2, created_at: '2020-01-02T03:04:05Z' },
      { a: 3, created_at: late, updated_at: early },
      { a: 4, created_at: '2999-01-01T00:00:00.000Z' },
      { a: 5, created_at: 'dün' },
      { a: 6 },
    ];
    const begun = new Date().toISOString();
    const done = await imported({
      projects: [
        {
          name: 'Zaman',
          tables: [{ name: 'Tablo', fields: [{ name: 'a', type: 'number' }], rows }],
        },
      ],
    });
    expect(noted(done.changed)).toEqual(
      [2, 3, 4].map(i => `projects[0].tables[0].rows[${i}]: row-times`),
    );
    const { file } = await exported();
    const table = file.projects.find(({ name }) => name === 'Zaman (Imported)')!.tables[0]!;
    const times = new Map(
      table.rows.map(row => [row['a'], [row['created_at'], row['updated_at']]]),
    );
    expect([times.get(1), times.get(2)]).toEqual([
      [early, late],
      ['2020-01-02T03:04:05.000Z', '2020-01-02T03:04:05.000Z'],
    ]);
    for (const n of [3, 4, 5, 6]) expect(String(times.get(n)![0]) >= begun, String(n)).toBe(true);
  });

  it('is counted further than it is told', async () => {
    const done = await imported({
      projects: [
        {
          name: 'Çok',
          tables: [
            {
              name: 'Tablo',
              fields: [{ name: 'a', type: 'number' }],
              rows: Array.from({ length: 700 }, (_, i) => (i % 7 === 0 ? { a: i } : i)),
            },
          ],
        },
      ],
    });
    expect([done.added.rows, done.refused.total, done.refused.first.length]).toEqual([
      100, 600, 50,
    ]);
  });

  it('is no matter for anybody else', async () => {
    const { session } = await register('Cem');
    const file = JSON.stringify({ projects: [] });
    for (const [method, path] of [
      ['GET', '/admin/backup'],
      ['POST', '/admin/restore'],
      ['GET', '/admin/imports'],
      ['POST', '/admin/clear-all'],
      ['GET', '/admin/storage'],
    ] as const) {
      expect(
        (
          await send(method, path, method === 'GET' ? undefined : file, {
            ...session,
            'content-type': 'application/json',
          })
        ).body.code,
        path,
      ).toBe('FORBIDDEN');
      expect(
        (
          await send(method, path, method === 'GET' ? undefined : file, {
            'content-type': 'application/json',
          })
        ).body.code,
        path,
      ).toBe('UNAUTHORIZED');
    }
  });
});

const types = Object.values(fieldTypeGroups)
  .flat()
  .filter(type => !isGiven(type));
const day = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map(date => date.toISOString());
const number = fc
  .oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
  .map(value => value + 0);
const text = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
  fc.constantFrom('Çay & simit', '"tırnak"', '\\', '\u2028', '{"projects":[]}', '0'),
);
/** A value that a field of each type takes. */
function valueFor(type: FieldType): fc.Arbitrary<unknown> {
  switch (type) {
    case 'boolean':
      return fc.boolean();
    case 'date':
      return day.map(iso => iso.slice(0, 10));
    case 'datetime':
    case 'timestamp':
      return day;
    case 'time':
      return day.map(iso => iso.slice(11, 19));
    case 'duration':
      return fc.constantFrom('PT3H', 90);
    case 'object':
      return fc.dictionary(
        fc.constantFrom('a', 'b', 'ç'),
        fc.oneof(text, number, fc.constant(null)),
      );
    case 'array':
      return fc.array(fc.oneof(text, number, fc.boolean()), { maxLength: 4 });
    case 'matrix':
      return fc
        .integer({ min: 1, max: 3 })
        .chain(width =>
          fc.array(fc.array(number, { minLength: width, maxLength: width }), { maxLength: 3 }),
        );
    case 'vector':
      return fc.array(number, { maxLength: 4 });
    case 'tensor':
      return fc.constantFrom([[[1, 2]], [[3, 4]]], [1]);
    case 'coordinates':
      return fc.record({
        lat: fc.integer({ min: -90, max: 90 }),
        lng: fc.integer({ min: -180, max: 180 }),
      });
    case 'dataset':
      return fc.array(fc.record({ x: number }), { maxLength: 3 });
    case 'currency':
      return fc.record({
        amount: fc.integer({ min: -10_000, max: 10_000 }),
        currency: fc.constantFrom('TRY', 'USD'),
      });
    case 'weight':
      return fc.record({ value: number, unit: fc.constantFrom('kg', 'lb') });
    case 'integer':
    case 'rank':
      return fc.integer();
    case 'string':
    case 'text':
    case 'foreign_key':
    case 'relationship':
    case 'reference':
      return text;
    default: {
      const own = everydayOf(type);
      return own ? fc.constant(own.example) : number;
    }
  }
}
const options = [{ id: 'done', name: 'Bitti', color: 'green' }] as const;
const noZeroSign = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/**
 * A project with a table that has a field of each type, in any order, and rows with some of their
 * values.
 */
const project = fc
  .record({
    name: fc
      .string({
        unit: fc.constantFrom('a', 'b', 'ç', 'ğ', 'ı', 'İ', 'ş', ' ', '1'),
        minLength: 3,
        maxLength: 45,
      })
      .map(name => `P${name.trim()}x`),
    description: text.map(one => one.trim()),
    order: fc.shuffledSubarray(types, { minLength: types.length, maxLength: types.length }),
    rows: fc.array(
      fc.record(Object.fromEntries(types.map(type => [`f ${type}`, valueFor(type)])), {
        requiredKeys: [],
      }),
      { maxLength: 6 },
    ),
  })
  .map(({ name, description, order, rows }) => ({
    name,
    description,
    tables: [
      {
        name: 'Her tür',
        rows: rows.map(row => noZeroSign({ id: newId(), ...row })),
        fields: order.map((type, i) => ({
          name: `f ${type}`,
          type,
          required: i % 7 === 0,
          description: `${i}`,
          isHidden: i % 5 === 0,
          validation:
            type === 'string'
              ? { maxLength: 1 }
              : type === 'date'
                ? { minToday: true }
                : hasOptions(type)
                  ? { options }
                  : {},
        })),
      },
      { name: 'Boş', fields: [], rows: [] },
    ],
  }));

describe('export, clear all, import', () => {
  it('gives equal schemas and rows, of every type of field', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(project, { minLength: 1, maxLength: 2 }), async projects => {
        await cleared();
        const sums = projects.flatMap(({ tables }) => tables);
        expect(await imported({ projects })).toMatchObject({
          state: 'done',
          refused: { total: 0 },
          added: {
            projects: projects.length,
            tables: sums.length,
            rows: sums.reduce((sum, { rows }) => sum + rows.length, 0),
          },
        });
        const first = await exported();
        expect(normalised(first.file)[0]!.tables[0]!.fields.map(({ name }) => name)).toEqual(
          projects[0]!.tables[0]!.fields.map(({ name }) => name),
        );
        expect(normalised(first.file)[0]!.tables[0]!.rows.map(({ id }) => id)).toEqual(
          projects[0]!.tables[0]!.rows.map(row => (row as { id: string }).id),
        );
        await cleared();
        await imported(first.text);
        expect(normalised((await exported()).file)).toEqual(normalised(first.file));
      }),
      { numRuns: casesHere(5) },
    );
  }, 180_000);
});

describe('clearing everything', () => {
  it('takes the exact sentence', async () => {
    for (const confirm of ['tüm verileri sil', 'TÜM VERİLERİ SİL ', '', undefined])
      expect(
        (await ask('POST', '/admin/clear-all', { confirm }, admin.session)).body,
        String(confirm),
      ).toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  it('leaves the administrator, and nobody and nothing else; whoever asked stays signed in there alone', async () => {
    const [deniz, elif] = [await register('Deniz'), await register('Elif')];
    await ask('PUT', `/admin/users/${elif.id}`, { isAdmin: true }, admin.session);
    await ask('POST', `/projects/${deniz.projectId}/create-test-environment`, {}, deniz.session);
    await ask(
      'POST',
      `/projects/${deniz.projectId}/enable-protection`,
      { password: 'koruma-parolası' },
      deniz.session,
    );
    const elsewhere: Headed = {
      authorization: `Bearer ${(await ask('POST', '/auth/login', { email: 'ada@example.com', password: 'gizli-1' })).body.data.token}`,
    };
    const { body } = await ask('GET', '/admin/clear-all', undefined, admin.session);
    // Cem is still here.
    expect(body.data.people).toBeGreaterThanOrEqual(2);
    await cleared();
    for (const { session, key } of [deniz, elif]) {
      await expect
        .poll(async () => (await ask('GET', '/auth/me', undefined, session)).status)
        .toBe(401);
      await expect
        .poll(async () => (await ask('GET', '/projects', undefined, key)).status)
        .toBe(401);
    }
    await expect
      .poll(async () => (await ask('GET', '/auth/me', undefined, elsewhere)).status)
      .toBe(401);
    expect((await ask('GET', '/auth/me', undefined, admin.session)).status).toBe(200);
    expect(
      (await ask('POST', '/auth/login', { email: 'ada@example.com', password: 'gizli-1' })).status,
    ).toBe(200);
    expect((await exported()).file.projects).toEqual([]);
    // Their addresses are free.
    expect((await register('Deniz')).id).not.toBe(deniz.id);
  });
});

describe('how much there is', () => {
  it('is estimated as 1024 bytes a project, 512 a table and 256 a field, beside what the log really holds', async () => {
    const { data } = (await ask('GET', '/admin/storage', undefined, admin.session)).body;
    expect(data.estimate).toBe(1024 * data.projects + 512 * data.tables + 256 * data.fields);
    expect(data.log).toBeGreaterThan(0);
  });
});

describe('an import that is stopped', () => {
  it('ends, and what it has added stays', async () => {
    const rows = Array.from({ length: 20_000 }, (_, sıra) => ({ sıra }));
    const { body } = await restore({
      projects: [
        {
          name: 'Durdurulan',
          tables: [{ name: 'Satırlar', fields: [{ name: 'sıra', type: 'integer' }], rows }],
        },
      ],
    });
    const { id } = body.data.import;
    await expect.poll(names, LONG).toContain('Durdurulan (Imported)');
    expect(
      (await ask('DELETE', `/admin/imports/${id}`, undefined, admin.session)).body.data.import
        .state,
    ).toBe('stopped');
    const count = async () =>
      (await exported()).file.projects.find(({ name }) => name === 'Durdurulan (Imported)')!
        .tables[0]!.rows.length;
    await expect
      .poll(async () => {
        const before = await count();
        await new Promise(resolve => {
          setTimeout(resolve, 500);
        });
        return (await count()) - before;
      }, LONG)
      .toBe(0);
    expect(await count()).toBeLessThan(20_000);
    expect((await importOf(id)).state).toBe('stopped');
  }, 180_000);
});

describe('a restart', () => {
  it('goes on where the import was', async () => {
    const rows = Array.from({ length: 6_000 }, (_, i) => ({ sıra: i, not: 'x'.repeat(200) }));
    const { body } = await restore({
      projects: [
        { name: 'Önceki' },
        {
          name: 'Uzun',
          tables: [
            {
              name: 'Satırlar',
              fields: [
                { name: 'sıra', type: 'integer' },
                { name: 'not', type: 'text' },
              ],
              rows,
            },
          ],
        },
      ],
    });
    const { id } = body.data.import;
    await expect
      .poll(
        async () =>
          (await ask('GET', '/admin/stats', undefined, admin.session)).body.data.totalTables,
        LONG,
      )
      .toBeGreaterThan(0);
    await restart();
    expect(await over(id)).toMatchObject({
      state: 'done',
      found: { rows: 6_000 },
      added: { projects: 2, tables: 1, fields: 2, rows: 6_000 },
      refused: { total: 0 },
    });
    const long = (await exported()).file.projects.find(({ name }) => name === 'Uzun (Imported)')!;
    expect(long.tables[0]!.rows.map(({ sıra }) => sıra)).toEqual(rows.map(({ sıra }) => sıra));
  }, 180_000);

  it('goes on with clearing everything', async () => {
    for (let i = 0; i < 12; i++) await register(`Kisi${i}`);
    expect(
      (await ask('POST', '/admin/clear-all', { confirm: 'TÜM VERİLERİ SİL' }, admin.session))
        .status,
    ).toBe(202);
    await restart();
    await expect
      .poll(
        async () => (await ask('GET', '/admin/clear-all', undefined, admin.session)).body.data,
        LONG,
      )
      .toMatchObject({ clearing: { state: 'done' }, people: 0, projects: 0 });
  }, 180_000);
});
