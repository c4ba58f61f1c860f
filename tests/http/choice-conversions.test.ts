import { beforeEach, describe, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

/** Options that texts become, that are merged, deleted, and become texts again. */
const server = serve();
let session: Headed;
let projectId = '';
let tableId = '';
let fieldId = '';
let people = 0;

beforeEach(async () => {
  ({ session, projectId } = await server.register(`Ayse${++people}`));
  tableId = await server.table(projectId, session, 'İşler', { ad: 'string', durum: 'string' });
  const { body } = await server.ask('GET', `/tables/${projectId}/${tableId}`, undefined, session);
  fieldId = body.data.table.fields[1].id;
});

const field = (query = '') => `/tables/${tableId}/fields/${fieldId}${query}`;
const change = (body: object, query = '') => server.ask('PUT', field(query), body, session);
const fit = async (type: string) =>
  (await server.ask('GET', field(`/fit?type=${type}`), undefined, session)).body.data.fit;
const fill = (...values: unknown[]) =>
  server.ask(
    'POST',
    `/data/table/${tableId}/rows/bulk`,
    { rows: values.map((durum, i) => ({ ad: String(i), durum })) },
    session,
  );
const values = async (query = ''): Promise<unknown[]> => {
  const { body } = await server.ask(
    'GET',
    `/data/table/${tableId}?limit=50${query}`,
    undefined,
    session,
  );
  return body.data.rows.map(({ durum }: { durum: unknown }) => durum);
};
const optionsOf = (body: { data: { field: { validation: { options: unknown[] } } } }) =>
  body.data.field.validation.options;

describe('a text that becomes a choice', () => {
  const texts = ['Bitti', 'bitti', 'Sürüyor', ' Bitti ', '', null, 'open', 'Open', 'x'.repeat(101)];

  it('offers its distinct values as options, and tells which do not fit', async () => {
    await fill(...texts);
    const { unfit, options } = await fit('select');
    expect(unfit).toBe(1);
    expect(options).toEqual([
      { id: 'bitti', name: 'bitti', color: 'gray' },
      { id: 'open', name: 'open', color: 'blue' },
      { id: 'suruyor', name: 'Sürüyor', color: 'green' },
    ]);
  });

  it('has them as its options, and the way back brings every text back', async () => {
    await fill(...texts);
    const { status, body } = await change({ type: 'select' });
    expect(status).toBe(200);
    expect(optionsOf(body)).toHaveLength(3);
    const chosen = ['bitti', 'bitti', 'suruyor', 'bitti', null, null, 'open', 'open'];
    expect(await values()).toEqual([...chosen, texts.at(-1)]);
    expect(await values('&filter[durum][eq]=BİTTİ')).toHaveLength(3);
    await change({ type: 'string' });
    expect(await values()).toEqual(texts);
    await change({ type: 'select', validation: body.data.field.validation });
    expect((await values()).slice(0, 8)).toEqual(chosen);
  });

  it('keeps what texts became when options are renamed and merged, and brings it back', async () => {
    await fill('Sürüyor İş', 'Bitti Artık', 'Yeni iş', ' yeni iş ', 'Open');
    const { options } = (await change({ type: 'select' })).body.data.field.validation;
    const open = { id: 'open-2', name: 'Open' };
    const renamed = options.map((option: { id: string }) =>
      option.id === 'yeni-is'
        ? { ...option, name: 'Taze' }
        : option.id === 'open'
          ? { ...option, name: 'Kapalı' }
          : option,
    );
    const before = [...renamed, open];
    await change({ validation: { options: before } });
    const merged = before
      .filter(({ id }) => id !== 'suruyor-is')
      .map(option =>
        option.id === 'bitti-artik' ? { ...option, merged: ['suruyor-is'] } : option,
      );
    expect((await change({ validation: { options: merged } })).status).toBe(200);
    const others = ['bitti-artik', 'yeni-is', 'yeni-is', 'open'];
    expect(await values()).toEqual(['bitti-artik', ...others]);
    await change({ validation: { options: before } });
    expect(await values()).toEqual(['suruyor-is', ...others]);
    await change({ type: 'multi_select' });
    expect(await values()).toEqual([['suruyor-is'], ...others.map(id => [id])]);
    await change({ type: 'string' });
    expect(await values()).toEqual(['Sürüyor İş', 'Bitti Artık', 'Yeni iş', ' yeni iş ', 'Open']);
  });

  it('takes the options that are given', async () => {
    await fill('Bitti', 'yok');
    const options = [{ id: 'done', name: 'Bitti' }, { name: 'Başka' }];
    expect((await change({ type: 'select', validation: { options } })).status).toBe(200);
    expect(await values()).toEqual(['done', 'yok']);
  });

  it('is read as several options apart by commas', async () => {
    await fill('a, b', 'b;c', 'c');
    await change({ type: 'multi_select' });
    expect(await values()).toEqual([['a', 'b'], ['b', 'c'], ['c']]);
    await change({ type: 'string' });
    expect(await values()).toEqual(['a, b', 'b;c', 'c']);
  });
});

describe('a choice that becomes another type', () => {
  const options = [
    { id: 'low', name: 'Düşük' },
    { id: 'five', name: '5' },
  ];
  beforeEach(async () => {
    await change({ type: 'select', validation: { options } });
    await fill('Düşük', '5', null);
  });

  it('gives the names of its options, and the way back its ids', async () => {
    await change({ type: 'string' });
    expect(await values()).toEqual(['Düşük', '5', null]);
    // A text that is written now is no id.
    await fill('low');
    expect(await values()).toEqual(['Düşük', '5', null, 'low']);
    await change({ type: 'select', validation: { options } });
    expect(await values()).toEqual(['low', 'five', null, 'low']);
    await change({ type: 'number' });
    expect(await values()).toEqual(['low', 5, null, 'low']);
  });

  it('gives the name of the option that its own was merged into, and the way back that option', async () => {
    const merged = [{ id: 'five', name: '5', merged: ['low'] }];
    await change({ validation: { options: merged } });
    expect(await values()).toEqual(['five', 'five', null]);
    await change({ type: 'string' });
    expect(await values()).toEqual(['5', '5', null]);
    await change({ type: 'select', validation: { options: merged } });
    expect(await values()).toEqual(['five', 'five', null]);
  });

  it('becomes a list of one, and a list of one becomes it', async () => {
    const { body } = await change({ type: 'multi_select' });
    expect(optionsOf(body)).toMatchObject(options);
    expect(await values()).toEqual([['low'], ['five'], null]);
    await fill(['low', 'five']);
    await change({ type: 'select' });
    expect(await values()).toEqual(['low', 'five', null, ['low', 'five']]);
    await change({ type: 'array' });
    expect(await values()).toEqual(
      [null, null, null, ['Düşük', '5']].map((v, i) => v ?? ['low', 'five', null][i]),
    );
  });
});

describe('options that are merged', () => {
  const all = ['a', 'b', 'c'].map(id => ({ id, name: id.toUpperCase() }));
  const [a, b, c] = all as [object, object, object];
  beforeEach(async () => {
    await change({ type: 'select', validation: { options: all } });
    await fill('a', 'b', 'c');
  });
  const row = async (values: object) =>
    (await server.ask('POST', `/data/table/${tableId}/rows`, values, session)).body.data.row;

  it('take the values with them, in rows, filters and texts of ids, and give them back', async () => {
    const merged = [{ ...b, merged: ['a'] }, c];
    expect((await change({ validation: { options: merged } })).status).toBe(200);
    expect(await values()).toEqual(['b', 'b', 'c']);
    expect(await values('&filter[durum][eq]=a')).toEqual(['b', 'b']);
    expect((await row({ durum: 'a' })).durum).toBe('b');
    await change({ validation: { options: [{ ...c, merged: ['a', 'b'] }] } });
    expect(await values()).toEqual(['c', 'c', 'c', 'c']);
    await change({ validation: { options: all } });
    expect(await values()).toEqual(['a', 'b', 'c', 'b']);
  });

  it('leave the versions of rows alone', async () => {
    const { id, _version } = await row({ durum: 'a' });
    await change({ validation: { options: [{ ...b, merged: ['a'] }, c] } });
    const { body } = await server.ask(
      'GET',
      `/data/table/${tableId}/rows/${id}`,
      undefined,
      session,
    );
    expect([body.data.row.durum, body.data.row._version]).toEqual(['b', _version]);
  });

  it('are refused without force if they would be deleted from rows', async () => {
    const { status, body } = await change({ validation: { options: [a, b] } });
    expect([status, body.code, body.data]).toEqual([
      409,
      'CONFLICT',
      { options: [{ id: 'c', name: 'C' }], rows: 1 },
    ]);
    expect((await change({ validation: { options: [a, b] } }, '?force=true')).status).toBe(200);
    // The row keeps what it had, as no option.
    expect(await values('&sort=durum')).toEqual(['a', 'b', 'c']);
    await change({ validation: { options: [b] } }, '?force=true');
    expect(await values('&sort=durum')).toEqual(['b', 'a', 'c']);
    expect((await change({ validation: { options: [...all, { name: 'C' }] } })).status).toBe(400);
  });

  it('do not mistake a new option for one that was read as another', async () => {
    await change({ type: 'string' });
    await change({ type: 'select', validation: { options: [{ id: 'x', name: 'A' }, b, c] } });
    const renamed = [{ id: 'x', name: 'First' }, b, c, { name: 'A' }];
    await change({ validation: { options: renamed } });
    expect((await row({ durum: 'A' })).durum).toBe('a');
    expect((await values()).at(-1)).toBe('a');
  });
});

describe('texts that become an address or a number', () => {
  it.each([
    ['email', ['A@B.CO', 'no'], ['A@b.co', 'no']],
    ['url', ['http://a.co', 'a.co'], ['http://a.co/', 'a.co']],
    ['phone', ['+90 532 123 45 67', '0532'], ['+905321234567', '0532']],
    ['stars', ['4', '9', '★★'], [4, '9', 2]],
  ])('are converted to %s where they fit, and come back', async (type, texts, expected) => {
    await fill(...texts);
    await change({ type });
    expect(await values()).toEqual(expected);
    await change({ type: 'string' });
    expect(await values()).toEqual(texts);
  });
});

it('keeps at most 2,000 options in a table', async () => {
  const add = async (name: string) => {
    const options = Array.from({ length: 200 }, (_, i) => ({ name: `${name}${i}` }));
    const body = { name, type: 'select', validation: { options } };
    return (await server.ask('POST', `/tables/${projectId}/${tableId}/fields`, body, session))
      .status;
  };
  for (let i = 0; i < 10; i++) expect(await add(`f${i}`)).toBe(201);
  expect(await add('f10')).toBe(403);
}, 60_000);
