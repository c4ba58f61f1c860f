import { beforeAll, describe, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

/** Fields with options over HTTP: what is kept, what is refused, and what stays as it was. */
const server = serve();
let session: Headed;
let projectId = '';
let tableId = '';
const ids = new Map<string, string>();

const options = [
  { name: 'Yapılacak' },
  { name: 'In Progress', color: 'blue' },
  { name: 'Bitti', retired: true },
];

const field = (name: string, type: string, validation: object = {}) =>
  server.ask('POST', `/tables/${projectId}/${tableId}/fields`, { name, type, validation }, session);
const change = (name: string, body: object, query = '') =>
  server.ask('PUT', `/tables/${tableId}/fields/${ids.get(name)}${query}`, body, session);
const add = (values: object) => server.ask('POST', `/data/table/${tableId}/rows`, values, session);

async function made(name: string, type: string, validation: object = {}): Promise<void> {
  const { body } = await field(name, type, validation);
  ids.set(name, body.data.field.id);
}

beforeAll(async () => {
  ({ session, projectId } = await server.register('Ayse'));
  tableId = await server.table(projectId, session, 'İşler', { ad: 'string' });
  await made('durum', 'select', { options });
  await made('etiketler', 'multi_select', { options: ['a', 'b', 'c'].map(name => ({ name })) });
});

describe('options of a field', () => {
  it('get readable ids and colors where none are given', async () => {
    const { body } = await field('öncelik', 'select', {
      options: [{ name: 'Yüksek Öncelik' }, { name: 'yüksek-öncelik!' }, { name: '进行' }],
    });
    expect(body.data.field.validation.options).toEqual([
      { id: 'yuksek-oncelik', name: 'Yüksek Öncelik', color: 'gray' },
      { id: 'yuksek-oncelik-2', name: 'yüksek-öncelik!', color: 'blue' },
      { id: 'option', name: '进行', color: 'green' },
    ]);
  });

  it.each([
    ['names that differ in case only', [{ name: 'Işık' }, { name: 'IŞIK' }]],
    [
      'an id given twice',
      [
        { id: 'a', name: 'A' },
        { id: 'a', name: 'B' },
      ],
    ],
    ['an id that names a prototype', [{ id: '__proto__', name: 'A' }]],
    ['a long name', [{ name: 'a'.repeat(101) }]],
    ['an empty name', [{ name: ' ' }]],
    ['another color', [{ name: 'A', color: 'black' }]],
    [
      'a merged id that is an option',
      [
        { id: 'a', name: 'A' },
        { id: 'b', name: 'B', merged: ['a'] },
      ],
    ],
    ['201 options', Array.from({ length: 201 }, (_, i) => ({ name: `o${i}` }))],
    ['a member of its own', [{ name: 'A', constructor: 1 }]],
  ])('are refused with %s', async (_, given) => {
    const { status, body } = await field('x', 'select', { options: given });
    expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('are refused in a field of another type', async () => {
    expect((await field('x', 'string', { options })).status).toBe(400);
  });

  it('may have names of prototype members and 100 letters, 200 in a field', async () => {
    const names = ['constructor', '__proto__', 'toString'];
    const many = Array.from({ length: 197 }, (_, i) => ({ name: `${i}`.padEnd(100, 'ş') }));
    const { body } = await field('çok', 'select', {
      options: [...names.map(name => ({ name })), ...many],
    });
    const [first, second, third] = body.data.field.validation.options;
    expect([first.id, second.id, third.id]).toEqual(['constructor', 'proto', 'tostring']);
    const row = (await add({ çok: '__proto__' })).body.data.row;
    expect(row['çok']).toBe('proto');
    expect((await add({ çok: 'hasOwnProperty' })).status).toBe(400);
  });
});

describe('options that several people change at once', () => {
  it('lose none to a list of which the sender saw others', async () => {
    await made('takım', 'select', { options: [{ name: 'a' }] });
    const put = (seenOptions: string[], names: string[]) =>
      change('takım', { seenOptions, validation: { options: names.map(name => ({ name })) } });
    expect((await put(['a'], ['a', 'b'])).status).toBe(200);
    const { status, body } = await put(['a'], ['a', 'c']);
    expect([status, body.code]).toEqual([412, 'VERSION_MISMATCH']);
    const { current } = body.data;
    expect(current.validation.options).toMatchObject([{ id: 'a' }, { id: 'b' }]);
    expect((await put(['b', 'a'], ['a', 'b', 'c'])).status).toBe(200);
    const both = await Promise.all(
      ['d', 'e'].map(one => put(['a', 'b', 'c'], ['a', 'b', 'c', one])),
    );
    expect(both.map(answer => answer.status).toSorted((a, b) => a - b)).toEqual([200, 412]);
  });
});

describe('values of a field with options', () => {
  it('are one id, written by id or by name in any case', async () => {
    for (const text of ['in-progress', 'In Progress', 'IN PROGRESS', 'ın progress'])
      expect((await add({ durum: text })).body.data.row.durum).toBe('in-progress');
  });

  it('are refused if no option is named, with the names of the options', async () => {
    const { status, body } = await add({ durum: 'nowhere' });
    expect([status, body.details[0].path]).toEqual([400, 'durum']);
    expect(body.details[0].message).toContain('Yapılacak, In Progress');
    expect((await add({ durum: ['in-progress'] })).status).toBe(400);
    expect((await add({ durum: 'a' })).status).toBe(400);
    expect((await add({ durum: 5 })).status).toBe(400);
  });

  it('are lists of ids in option order, each once', async () => {
    const of = async (value: unknown) => (await add({ etiketler: value })).body.data.row.etiketler;
    expect(await of(['c', 'A', 'c'])).toEqual(['a', 'c']);
    expect(await of('b')).toEqual(['b']);
    expect(await of([])).toBeNull();
    expect((await add({ etiketler: ['a', 'x'] })).status).toBe(400);
    expect((await add({ etiketler: Array.from({ length: 201 }, () => 'a') })).status).toBe(400);
  });

  it('take no retired option, but keep one that the row has', async () => {
    expect((await add({ durum: 'Bitti' })).status).toBe(400);
    const row = (await add({ durum: 'yapilacak' })).body.data.row;
    const retire = [
      { id: 'yapilacak', name: 'Yapılacak', retired: true },
      { id: 'x', name: 'X' },
    ];
    await change('durum', { validation: { options: [...retire, ...options.slice(1)] } });
    const path = `/data/table/${tableId}/rows/${row.id}`;
    const { status, body } = await server.ask(
      'PUT',
      path,
      { ad: 'y', durum: 'Yapılacak' },
      session,
    );
    expect([status, body.data.row.durum]).toEqual([200, 'yapilacak']);
    const bulk = (values: object) =>
      server.ask(
        'POST',
        `/data/table/${tableId}/rows/bulk`,
        { updates: [{ id: row.id, values }] },
        session,
      );
    expect((await bulk({ durum: 'yapilacak' })).status).toBe(200);
    expect((await bulk({ durum: 'x' })).status).toBe(200);
    expect((await bulk({ durum: 'yapilacak' })).status).toBe(400);
    expect((await add({ durum: 'yapilacak' })).status).toBe(400);
  });
});

describe('rows by their options', () => {
  let own = '';
  const priorities = ['Yüksek', 'Orta', 'Düşük'].map(name => ({ name }));
  const names = async (query: string): Promise<string> => {
    const { status, body } = await server.ask(
      'GET',
      `/data/table/${own}?limit=50&${query}`,
      undefined,
      session,
    );
    return status === 200
      ? body.data.rows.map(({ ad }: { ad: string }) => ad).join('')
      : `${status} ${body.code}`;
  };

  beforeAll(async () => {
    own = await server.table(projectId, session, 'Sıralı', { ad: 'string' });
    const add = async (name: string, type: string) => {
      const { body } = await server.ask(
        'POST',
        `/tables/${projectId}/${own}/fields`,
        { name, type, validation: { options: priorities } },
        session,
      );
      ids.set(name, body.data.field.id);
    };
    await add('öncelik', 'select');
    await add('çoklu', 'multi_select');
    const rows = [
      { ad: 'a', öncelik: 'Düşük', çoklu: ['Orta'] },
      { ad: 'b', öncelik: 'Orta', çoklu: ['Düşük', 'Yüksek'] },
      { ad: 'c', öncelik: 'Yüksek' },
      { ad: 'd', çoklu: ['Düşük'] },
      { ad: 'e', öncelik: 'Orta', çoklu: ['Orta', 'Yüksek'] },
    ];
    await server.ask('POST', `/data/table/${own}/rows/bulk`, { rows }, session);
  });

  it('sort in option order, without a value first', async () => {
    expect(await names('sort=öncelik')).toBe('dcbea');
    expect(await names('sort=öncelik&order=desc')).toBe('abecd');
    // A list goes by its first option, then by the others.
    expect(await names('sort=çoklu')).toBe('cbead');
    expect(await names('sort=["öncelik","ad"]&order=asc,desc')).toBe('dceba');
  });

  it.each([
    ['filter[öncelik][eq]=ORTA', 'be'],
    ['filter[öncelik][eq]=orta', 'be'],
    ['filter[öncelik][ne]=Orta', 'acd'],
    ['filter[öncelik][in]=Orta,dusuk', 'abe'],
    ['filter[öncelik][gt]=Yüksek', 'abe'],
    ['filter[öncelik][lte]=Orta', 'bce'],
    ['filter[öncelik]=ksek', 'c'],
    ['filter[öncelik][empty]=true', 'd'],
    ['filter[çoklu][eq]=Yüksek', 'be'],
    ['filter[çoklu][ne]=Yüksek', 'acd'],
    ['filter[çoklu][in]=yuksek,orta', 'abe'],
    ['filter[çoklu]=üş', 'bd'],
    ['filter[çoklu][empty]=false', 'abde'],
    ['q=düş', 'abd'],
    ['q=yok', ''],
    ['filter[öncelik][eq]=yok', '400 VALIDATION_ERROR'],
    ['filter[öncelik][in]=Orta,yok', '400 VALIDATION_ERROR'],
  ])('are found by %s', async (query, expected) => {
    expect(await names(query)).toBe(expected);
  });

  it('are found by a new name, and not by the former one', async () => {
    const options = [
      { id: 'yuksek', name: 'Acil' },
      { id: 'orta', name: 'Orta' },
      { id: 'dusuk', name: 'Düşük' },
    ];
    const page = await server.ask(
      'GET',
      `/data/table/${own}?limit=2&sort=öncelik`,
      undefined,
      session,
    );
    const cursor = page.body.data.pagination.nextCursor;
    const put = (validation: object) =>
      server.ask('PUT', `/tables/${own}/fields/${ids.get('öncelik')}`, { validation }, session);
    await put({ options });
    expect(await names('q=acil')).toBe('c');
    expect(await names('q=yüksek')).toBe('be');
    expect(await names(`sort=öncelik&cursor=${cursor}`)).toBe('bea');
    await put({ options: options.toReversed() });
    expect(await names('sort=öncelik')).toBe('dabec');
    expect(await names(`sort=öncelik&cursor=${cursor}`)).toBe('400 VALIDATION_ERROR');
  });
});

describe('the other everyday types', () => {
  beforeAll(async () => {
    tableId = await server.table(projectId, session, 'Kişiler', {
      posta: 'email',
      adres: 'url',
      tel: 'phone',
      puan: 'stars',
    });
  });

  it.each([
    ['posta', 'Ayse.Yilmaz@Example.COM', 'Ayse.Yilmaz@example.com'],
    ['posta', ' a@b.co ', 'a@b.co'],
    ['posta', 'a@b', undefined],
    ['posta', `${'a'.repeat(250)}@b.co`, undefined],
    ['adres', 'HTTPS://Example.com', 'https://example.com/'],
    ['adres', 'https://ornek.com/a b', undefined],
    ['adres', 'javascript:alert(1)', undefined],
    ['adres', 'ftp://example.com', undefined],
    ['adres', `https://example.com/${'a'.repeat(2_048)}`, undefined],
    ['tel', '+90 (532) 123-45 67', '+905321234567'],
    ['tel', '0090 532 123 45 67', '+905321234567'],
    ['tel', '0532 123 45 67', undefined],
    ['tel', '+90 532 ABC', undefined],
    ['puan', 0, 0],
    ['puan', 5, 5],
    ['puan', 6, undefined],
    ['puan', 2.5, undefined],
    ['puan', '3', undefined],
  ])('keep a %s of %j as %j', async (name, value, expected) => {
    const { status, body } = await add({ [name]: value });
    expect([body.code, status === 201 ? body.data.row[name] : undefined]).toEqual([
      expected === undefined ? 'VALIDATION_ERROR' : undefined,
      expected,
    ]);
  });

  it('are found in any of their forms', async () => {
    const found = async (query: string) =>
      (await server.ask('GET', `/data/table/${tableId}?${query}`, undefined, session)).body.data
        .rows.length;
    expect(await found('filter[posta][eq]=Ayse.Yilmaz@EXAMPLE.com')).toBe(1);
    expect(await found(`filter[tel][eq]=${encodeURIComponent('+90 532 123 45 67')}`)).toBe(2);
    expect(await found('filter[adres][eq]=https://EXAMPLE.com')).toBe(1);
    expect(await found('filter[puan][gte]=1')).toBe(1);
  });
});
