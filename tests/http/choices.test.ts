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
