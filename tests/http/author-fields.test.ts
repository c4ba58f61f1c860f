import { beforeAll, describe, expect, it } from 'vitest';
import { serve, type Answer, type Headed } from './serve.ts';

/** Fields of who added and last changed a row: given by the product, read as people are. */
const { register, table, inTurn, origin } = serve();
// oxlint-disable-next-line typescript/no-explicit-any -- as the server answers it
type Any = any;
type Person = Awaited<ReturnType<typeof register>>;
let owner: Person;
let guest: Person;
let stranger: Person;
let tableId = '';
let keyId = '';
const fieldIds: Record<string, string> = {};
const rowIds: Record<string, string> = {};
const { call, waiting, letIn } = inTurn(() => owner.session);

const data = (rest = ''): string => `/data/table/${tableId}${rest}`;
const listed = async (query: string, as: Headed = owner.session): Promise<unknown> => {
  const { body } = await call('GET', data(`?${query}`), undefined, as);
  return body.data?.rows.map(({ iş }: Any) => iş) ?? body.details[0].message;
};
const rowOf = async (iş: string): Promise<Any> =>
  (await call('GET', data(`/rows/${rowIds[iş]}`))).body.data.row;
const authorsOf = async (iş: string): Promise<unknown> => {
  const { ekleyen, değiştiren } = await rowOf(iş);
  return [ekleyen, değiştiren];
};
const add = async (iş: string, as: Headed): Promise<void> => {
  rowIds[iş] = (await call('POST', data('/rows'), { iş }, as)).body.data.row.id;
};
const fieldIdsInOrder = (): string[] => ['iş', 'ekleyen'].map(name => fieldIds[name]!);
const widget = async (type: string): Promise<string> =>
  (await call('POST', '/widgets', { projectId: owner.projectId, name: type, type })).body.data
    .widget.id;
const problem = ({ body }: Answer): unknown => body.details?.[0]?.message;
const UNKNOWN = 'Bu projede böyle biri yok';

beforeAll(async () => {
  await register('Admin');
  owner = await register('Veli');
  guest = await register('Zeynep');
  stranger = await register('Yabanci');
  await letIn(owner.projectId, guest, 'editor');
  tableId = await table(owner.projectId, owner.session, 'İşler', { iş: 'string' });
  const { body } = await call('GET', `/tables/${owner.projectId}/${tableId}/fields`);
  fieldIds['iş'] = body.data.fields[0].id;
  await add('owner', owner.session);
  await add('guest', guest.session);
  await add('key', owner.key);
  const keys = await call('GET', `/api-keys/project/${owner.projectId}`);
  keyId = keys.body.data.keys[0].id;
  await call('PUT', data(`/rows/${rowIds['owner']}`), { iş: 'owner ' }, guest.session);
  // Rows that were there before the fields have their authors, too.
  for (const [name, type] of [
    ['ekleyen', 'created_by'],
    ['değiştiren', 'updated_by'],
  ] as const) {
    const made = await call('POST', `/tables/${owner.projectId}/${tableId}/fields`, { name, type });
    fieldIds[name] = made.body.data.field.id;
  }
});

describe('fields of who added and changed a row', () => {
  it('hold the account or the key that wrote the row, and no write may set them', async () => {
    expect(await authorsOf('owner')).toEqual([owner.id, guest.id]);
    expect(await authorsOf('guest')).toEqual([guest.id, guest.id]);
    expect(await authorsOf('key')).toEqual([keyId, keyId]);
    for (const as of [owner.session, owner.key])
      for (const body of [{ ekleyen: guest.id }, { değiştiren: null }]) {
        const refused = await call('POST', data('/rows'), body, as);
        expect([refused.status, problem(refused)]).toEqual([
          400,
          'Bu alan kendiliğinden dolar; elle yazılamaz',
        ]);
      }
  });

  it('are set by bulk writes and restorations as by single writes', async () => {
    const made = await call('POST', data('/rows/bulk'), { rows: [{ iş: 'bulk' }] }, guest.session);
    const { id } = made.body.data.rows[0];
    expect(made.body.data.rows[0]).toMatchObject({ ekleyen: guest.id, değiştiren: guest.id });
    const updates = [{ id, values: { iş: 'bulk2' } }];
    const changed = await call('POST', data('/rows/bulk'), { updates });
    expect(changed.body.data.rows[0]).toMatchObject({ ekleyen: guest.id, değiştiren: owner.id });
    const then = changed.headers.get('x-position')!;
    const authors = async (rest = ''): Promise<unknown> => {
      const { row } = (await call('GET', data(`/rows/${id}${rest}`))).body.data;
      return [row.ekleyen, row.değiştiren];
    };
    await call('DELETE', data(`/rows/${id}`));
    await call('POST', data(`/rows/${id}/restore`), { version: 1 }, owner.key);
    expect(await authors()).toEqual([guest.id, keyId]);
    await call('DELETE', data(`/rows/${id}`));
    const back = await call('POST', data('/rows/bulk'), { restores: [id] }, owner.session);
    expect(back.body.data.rows[0]).toMatchObject({ ekleyen: guest.id, değiştiren: owner.id });
    expect(await authors()).toEqual([guest.id, owner.id]);
    await call('PUT', data(`/rows/${id}`), { iş: 'x' }, owner.key);
    expect(await authors(`?asOf=${then}`)).toEqual([guest.id, owner.id]);
    await call('DELETE', data(`/rows/${id}`));
  });

  it('are filtered and searched by names for those who may read people, by ids for others', async () => {
    const by = async (as: Headed) => [
      await listed('filter[ekleyen][eq]=Zeynep', as),
      await listed('filter[ekleyen]=zey', as),
      await listed('q=zeynep', as),
      await listed('filter[ekleyen][eq]=me', as),
      await listed(`filter[ekleyen]=${guest.id}`, as),
      await listed(`filter[ekleyen][eq]=${keyId}`, as),
      await listed(`filter[ekleyen][in]=${keyId},${owner.id}`, as),
      await listed('filter[ekleyen][empty]=true', as),
    ];
    const plain = [['key'], ['owner ', 'key'], []];
    const named = [['guest'], ['guest'], ['owner ', 'guest']];
    expect(await by(guest.session)).toEqual([...named, ['guest'], [], ...plain]);
    expect(await by(owner.session)).toEqual([...named, ['owner '], [], ...plain]);
    expect(await by(owner.key)).toEqual([UNKNOWN, [], [], ['key'], ['guest'], ...plain]);
    const find = async (as: Headed) =>
      (await call('POST', data('/find'), { text: 'zeyn' }, as)).body.data.found.rows;
    expect(await find(owner.session)).toEqual([
      { id: rowIds['owner'], fields: [fieldIds['değiştiren']] },
      { id: rowIds['guest'], fields: [fieldIds['ekleyen'], fieldIds['değiştiren']] },
    ]);
    expect(await find(owner.key)).toEqual([]);
  });

  it('are sorted, grouped and exported in the order of names, keys last', async () => {
    expect(await listed('sort=ekleyen')).toEqual(['owner ', 'guest', 'key']);
    expect(await listed('sort=ekleyen&order=desc')).toEqual(['key', 'guest', 'owner ']);
    const asked = { values: [], group: { field: 'ekleyen' } };
    const { summary } = (await call('POST', data('/summary'), asked)).body.data;
    expect(summary.groups.map(({ key }: Any) => key)).toEqual([owner.id, guest.id, keyId]);
    const exported = async (as: Headed): Promise<string> => {
      const path = data('/export?format=csv&delimiter=comma&fields=ekleyen');
      const sent = await fetch(`${origin()}/api/v1${path}`, { headers: { ...waiting(), ...as } });
      return (await sent.text()).replace('\ufeff', '').trim().replaceAll('\r\n', ' ');
    };
    expect(await exported(owner.session)).toBe(`ekleyen Veli Zeynep ${keyId}`);
    expect(await exported(owner.key)).toBe(`ekleyen ${owner.id} ${guest.id} ${keyId}`);
    const { body } = await call('GET', `/projects/${owner.projectId}/openapi.json`);
    const { schemas } = (body.data ?? body).components;
    expect(schemas[`Row-${tableId}`].properties.ekleyen).toMatchObject({
      readOnly: true,
      format: 'uuid',
    });
    expect(Object.keys(schemas[`NewRow-${tableId}`].properties)).toEqual(['iş']);
  });

  it('are answered and filtered by endpoints, and by no widget', async () => {
    const [name, author] = fieldIdsInOrder();
    const fields = [
      { field: name, name: 'iş' },
      { field: author, name: 'ekleyen' },
    ];
    const published = async (path: string, definition: object): Promise<void> => {
      const { body } = await call('POST', `/custom-endpoints/project/${owner.projectId}`, {
        name: path,
        definition: { path, parameters: [], ...definition },
      });
      await call('POST', `/custom-endpoints/${body.data.endpoint.id}/publish`);
    };
    const read = (op: string, constant: unknown) => ({
      method: 'GET',
      action: {
        kind: 'rows',
        tableId,
        fields,
        filters: [{ field: author, op, value: { constant } }],
      },
    });
    await published('yaz', {
      method: 'POST',
      action: {
        kind: 'insert',
        tableId,
        values: [{ field: name, value: { constant: 'endpoint' } }],
        fields,
      },
    });
    await published('arama', read('contains', guest.id));
    await published('olanlar', read('in', `${keyId},${owner.id}`));
    await published('kimsesiz', read('empty', true));
    const ask = async (path: string, method = 'GET') =>
      (
        await call(
          method,
          `/custom/${owner.projectId}/${path}`,
          method === 'GET' ? undefined : {},
          owner.key,
        )
      ).body.data;
    expect((await ask('yaz', 'POST')).row).toEqual({ iş: 'endpoint', ekleyen: keyId });
    expect((await ask('arama')).rows).toEqual([{ iş: 'guest', ekleyen: guest.id }]);
    expect((await ask('olanlar')).rows.map((row: Any) => row.ekleyen)).toEqual([
      owner.id,
      keyId,
      keyId,
    ]);
    expect((await ask('kimsesiz')).rows).toEqual([]);
    const settings = { type: 'table', tableId, fields: [fields[1]], filters: [], sort: [] };
    const refused = await call('PUT', `/widgets/${await widget('table')}`, { settings });
    expect([refused.status, problem(refused)]).toEqual([
      400,
      expect.stringContaining('projedeki kişiler'),
    ]);
  });

  it('are empty where a form without an account or a personal link wrote', async () => {
    const [name] = fieldIdsInOrder();
    const form = await widget('form');
    const settings = { type: 'form', tableId, fields: [{ field: name, name: 'İş', help: '' }] };
    await call('PUT', `/widgets/${form}`, { settings });
    const sent = { values: { [name!]: 'form' }, website: '' };
    expect((await call('POST', `/widgets/${form}/embed`, sent, owner.session)).status).toBe(201);
    expect((await call('POST', `/widgets/${form}/embed`, sent, {})).status).toBe(201);
    expect(await listed('filter[ekleyen][empty]=true&filter[iş]=form')).toEqual(['form']);
    expect(await listed('filter[ekleyen][eq]=me&filter[iş]=form')).toEqual(['form']);
    const { body } = await call('POST', `/widgets/${form}/links`, { rowId: rowIds['guest'] });
    const token = /#link=(.+)$/.exec(body.data.url)![1]!;
    const used = { token, values: { [name!]: 'guest' }, website: '' };
    await call('PUT', `/widgets/${form}/linked-row`, { ...used, values: { [name!]: 'link' } }, {});
    expect(await authorsOf('guest')).toEqual([guest.id, null]);
    await call('PUT', `/widgets/${form}/linked-row`, used, {});
  });

  it('show strangers of a public project only ids, and keep the id of a person who leaves', async () => {
    await call('PUT', `/projects/${owner.projectId}`, { isPublic: true });
    for (const as of [{}, stranger.session]) {
      expect(await listed('filter[ekleyen][eq]=Zeynep', as)).toBe(UNKNOWN);
      expect(await listed('q=zeyn', as)).toEqual([]);
      expect(await listed('filter[ekleyen][eq]=me', as)).toEqual([]);
      expect(await listed(`filter[ekleyen][eq]=${guest.id}`, as)).toEqual(['guest']);
    }
    await call('DELETE', `/projects/${owner.projectId}/members/${guest.id}`);
    expect(await authorsOf('guest')).toEqual([guest.id, null]);
    expect(await listed('filter[ekleyen][eq]=Zeynep')).toBe(UNKNOWN);
    expect(await listed(`filter[ekleyen][eq]=${guest.id}`)).toEqual(['guest']);
  });
});
