import { beforeAll, describe, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

/** Fields whose values the product gives: read everywhere, written by nobody. */
const { inTurn, register, origin } = serve();
// oxlint-disable-next-line typescript/no-explicit-any -- as the server answers it
type Any = any;
let owner: Awaited<ReturnType<typeof register>>;
let session: Headed;
let tableId = '';
const rowIds: string[] = [];
const ids: Record<string, string> = {};
const { call } = inTurn(() => session);
const data = (rest = '') => `/data/table/${tableId}${rest}`;
const addField = (name: string, type: string, more: object = {}) =>
  call('POST', `/tables/${owner.projectId}/${tableId}/fields`, { name, type, ...more });
const details = ({ body }: { body: Any }) =>
  (body.details ?? []).map((one: Any) => [one.path, one.message]);
const AUTOMATIC = 'This field is filled in automatically; it cannot be written';

beforeAll(async () => {
  owner = await register('Ayse');
  session = { ...owner.session, 'accept-language': 'en' };
  // Years of rows are compared with those of their times in UTC.
  await call('PUT', `/projects/${owner.projectId}`, { settings: { timeZone: 'UTC' } });
  const { body } = await call('POST', `/tables/project/${owner.projectId}`, { name: 'İşler' });
  tableId = body.data.table.id;
  for (const [name, type] of [
    ['ad', 'string'],
    ['doğdu', 'created_at'],
    ['değişti', 'updated_at'],
  ] as const)
    ids[name] = (await addField(name, type)).body.data.field.id;
  for (const ad of ['a', 'b', 'c', 'd'])
    rowIds.push((await call('POST', data('/rows'), { ad })).body.data.row.id);
  await call('PUT', data(`/rows/${rowIds[1]}`), { ad: 'B' });
});

describe('a write of a given field', () => {
  it('is refused by its name, in every way to write', async () => {
    const now = '2026-01-01T00:00:00.000Z';
    const cases: [string, string, object, string][] = [
      ['POST', data('/rows'), { ad: 'x', doğdu: now }, 'doğdu'],
      ['POST', data('/rows'), { ad: 'x', doğdu: null }, 'doğdu'],
      ['PUT', data(`/rows/${rowIds[0]}`), { değişti: now }, 'değişti'],
      ['POST', data('/rows/bulk'), { rows: [{ ad: 'x', doğdu: now }] }, 'rows.0.doğdu'],
      [
        'POST',
        data('/rows/bulk'),
        { updates: [{ id: rowIds[0], values: { değişti: now } }] },
        'updates.0.values.değişti',
      ],
    ];
    for (const [method, path, body, at] of cases)
      for (const headers of [session, { ...owner.key, 'accept-language': 'en' }]) {
        const answer = await call(method, path, body, headers);
        expect([answer.status, details(answer)]).toEqual([400, [[at, AUTOMATIC]]]);
      }
  });

  it('is refused in an endpoint, and in a form of a widget', async () => {
    const endpoint = await call('POST', `/custom-endpoints/project/${owner.projectId}`, {
      name: 'Yaz',
      definition: {
        method: 'POST',
        path: 'yaz',
        caller: 'key',
        parameters: [{ name: 'v', in: 'body', type: 'date', required: true }],
        action: {
          kind: 'insert',
          tableId,
          values: [{ field: ids['doğdu'], value: { parameter: 'v' } }],
          fields: [{ field: 'id', name: 'id' }],
        },
      },
    });
    expect(details(endpoint)).toContainEqual(['definition.action.values.0.field', AUTOMATIC]);
    const widget = await call('POST', `/projects/${owner.projectId}/widgets`, {
      name: 'Form',
      settings: {
        type: 'form',
        tableId,
        fields: [{ field: ids['doğdu'], name: 'x', help: '' }],
        button: 'x',
        thanks: 'x',
      },
    });
    expect(widget.status).toBe(400);
  });

  it('is not needed by a rule, and no other type becomes or was one', async () => {
    const required = await addField('g', 'created_at', { required: true });
    expect([required.status, details(required)[0][0]]).toEqual([400, 'required']);
    const ruled = await addField('g', 'updated_at', { validation: { minValue: 1 } });
    expect([ruled.status, details(ruled)[0][0]]).toEqual([400, 'validation.minValue']);
    for (const [name, type] of [
      ['doğdu', 'datetime'],
      ['ad', 'created_at'],
    ] as const) {
      const changed = await call('PUT', `/tables/${tableId}/fields/${ids[name]}`, { type });
      expect([changed.status, details(changed)[0][0]]).toEqual([400, 'type']);
      const fit = await call('GET', `/tables/${tableId}/fields/${ids[name]}/fit?type=${type}`);
      expect(fit.status).toBe(400);
    }
    const renamed = await call('PUT', `/tables/${tableId}/fields/${ids['doğdu']}`, {
      description: 'ne zaman',
      type: 'created_at',
    });
    expect(renamed.status).toBe(200);
  });

  it('stays out of a row that comes back', async () => {
    const { id } = (await call('POST', data('/rows'), { ad: 'giden' })).body.data.row;
    const before = (await call('GET', data(`/rows/${id}`))).body.data.row;
    await call('DELETE', data(`/rows/${id}`));
    const back = await call('POST', data('/rows/bulk'), { restores: [id] });
    expect([back.status, back.body.data.rows[0].doğdu]).toEqual([200, before.doğdu]);
    const older = await call('POST', data(`/rows/${id}/restore`), { version: 1 });
    expect([older.status, older.body.data.row.doğdu]).toEqual([200, before.doğdu]);
    await call('DELETE', data(`/rows/${id}`));
    const gone = await call('GET', data('/bin'));
    expect(gone.body.data.rows[0].values).toEqual({ ad: 'giden' });
  });
});

describe('a time that a field shows', () => {
  const list = async (query: Record<string, string>) =>
    (await call('GET', data(`?${new URLSearchParams(query)}`))).body;
  const found = async (query: Record<string, string>): Promise<string[]> =>
    (await list(query)).data.rows.map(({ ad }: Any) => ad);

  it('is that of the row, in lists and rows', async () => {
    for (const row of (await list({})).data.rows)
      expect([row.doğdu, row.değişti]).toEqual([row.created_at, row.updated_at]);
    const { row } = (await call('GET', data(`/rows/${rowIds[1]}`))).body.data;
    expect([row.doğdu, row.değişti]).toEqual([row.created_at, row.updated_at]);
    expect(row.değişti > row.doğdu).toBe(true);
  });

  it('is that of then in a past state', async () => {
    const { headers, body } = await call('POST', data('/rows'), { ad: 'önce' });
    const { id, değişti } = body.data.row;
    await call('PUT', data(`/rows/${id}`), { ad: 'sonra' });
    const then = await call('GET', data(`/rows/${id}?asOf=${headers.get('x-position')}`));
    expect(then.body.data.row).toMatchObject({ ad: 'önce', değişti });
    await call('DELETE', data(`/rows/${id}`));
  });

  it('is filtered, sorted and searched as the member of the row is', async () => {
    const rows = (await list({})).data.rows as Any[];
    const year = rows[0].created_at.slice(0, 4);
    for (const [field, member] of [
      ['doğdu', 'created_at'],
      ['değişti', 'updated_at'],
    ] as const) {
      for (const order of ['asc', 'desc'])
        expect(await found({ sort: field, order })).toEqual(await found({ sort: member, order }));
      expect((await list({ sort: `${field},ad,${member}` })).success).toBe(true);
      for (const op of ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in'])
        for (const row of rows) {
          const value = row[member];
          const naive = rows.filter(one =>
            op === 'eq' || op === 'in'
              ? one[member] === value
              : op === 'ne'
                ? one[member] !== value
                : op.startsWith('g')
                  ? one[member] > value || (op === 'gte' && one[member] === value)
                  : one[member] < value || (op === 'lte' && one[member] === value),
          );
          expect(await found({ [`filter[${field}][${op}]`]: value })).toEqual(
            naive.map(({ ad }) => ad),
          );
        }
      expect(await found({ [`filter[${field}][empty]`]: 'true' })).toEqual([]);
      expect(await found({ [`filter[${field}][empty]`]: 'false' })).toHaveLength(rows.length);
      expect(await found({ [`filter[${field}]`]: year })).toHaveLength(rows.length);
      expect(await found({ [`filter[${field}]`]: '1999-01' })).toEqual([]);
      expect(await found({ [`filter[${field}]`]: 'ne zaman' })).toEqual([]);
    }
    expect(await found({ q: year })).toHaveLength(rows.length);
    expect(await found({ q: '1999' })).toEqual([]);
    const where = {
      any: [
        { field: 'doğdu', filter: year },
        { field: 'ad', filter: { eq: 'x' } },
      ],
    };
    const grouped = await call('POST', data('/query'), { where });
    expect(grouped.body.data.rows).toHaveLength(rows.length);
    const cells = await call('POST', data('/find'), { text: year });
    expect(cells.body.data.found.rows[0].fields).toEqual([ids['doğdu'], ids['değişti']]);
  });

  it('is summed up, grouped and exported', async () => {
    const rows = (await list({})).data.rows as Any[];
    const { summary } = (
      await call('POST', data('/summary'), {
        values: ['filled', 'maximum'].map(compute => ({ field: 'doğdu', compute })),
        group: { field: 'doğdu', by: 'year' },
      })
    ).body.data;
    const last = rows
      .map(({ created_at }) => created_at)
      .toSorted((a, b) => (a < b ? -1 : 1))
      .at(-1);
    expect(summary).toMatchObject({
      values: [rows.length, last],
      groups: [{ key: rows[0].created_at.slice(0, 4), rows: rows.length }],
    });
    const csv = await (
      await fetch(`${origin()}/api/v1${data('/export?fields=ad,doğdu')}`, { headers: session })
    ).text();
    expect(csv).toContain(rows[0].created_at.slice(0, 10));
  });

  it('is answered by endpoints, which find rows by it', async () => {
    const { endpoint } = (
      await call('POST', `/custom-endpoints/project/${owner.projectId}`, {
        name: 'Oku',
        definition: {
          method: 'GET',
          path: 'oku',
          caller: 'key',
          parameters: [{ name: 'since', in: 'query', type: 'date', required: true }],
          action: {
            kind: 'rows',
            tableId,
            fields: ['doğdu', 'ad'].map(name => ({ field: ids[name], name })),
            filters: [{ field: ids['doğdu'], op: 'gte', value: { parameter: 'since' } }],
            sort: [{ field: ids['doğdu'], order: 'desc' }],
            limit: 10,
            paged: false,
            single: false,
            lookups: [],
          },
        },
      })
    ).body.data;
    await call('POST', `/custom-endpoints/${endpoint.id}/publish`, {});
    const ask = async (since: string) =>
      (await call('GET', `/custom/${owner.projectId}/oku?since=${since}`, undefined, owner.key))
        .body.data.rows;
    const [newest] = (await list({ order: 'desc' })).data.rows;
    expect((await ask('2020-01-01'))[0]).toEqual({ doğdu: newest.created_at, ad: newest.ad });
    expect(await ask('2999-01-01')).toEqual([]);
  });

  it('is read-only in the description of the table', async () => {
    const { body } = await call('GET', `/projects/${owner.projectId}/openapi.json`);
    const { schemas } = (body.data ?? body).components;
    expect(schemas[`Row-${tableId}`].properties.doğdu).toMatchObject({ readOnly: true });
    expect(schemas[`NewRow-${tableId}`].properties).toEqual({ ad: expect.anything() });
  });
});
