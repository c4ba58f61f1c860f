import { newId } from '@hzm/contracts/core/ids';
import { beforeAll, describe, expect, it } from 'vitest';
import { serve, type Answer, type Headed } from './serve.ts';

/** Fields with people: who is accepted, who is told whose name, and what is left of who leaves. */
const { register, table, inTurn, origin } = serve();
type Person = Awaited<ReturnType<typeof register>>;
let owner: Person;
let guest: Person;
let stranger: Person;
let tableId = '';
let fieldId = '';
const rowIds: string[] = [];
const { call, letIn, waiting } = inTurn(() => owner.session);

const data = (rest = ''): string => `/data/table/${tableId}${rest}`;
const problem = async (answer: Promise<Answer>): Promise<unknown> => {
  const { code, details } = (await answer).body;
  return [code, ...(details ?? []).map(({ message }: { message: string }) => message)];
};
const UNKNOWN = ['VALIDATION_ERROR', 'Bu projede böyle biri yok'];
const add = (kim: unknown, as: Headed = owner.session) =>
  call('POST', data('/rows'), { iş: 'yeni', kim }, as);
const listed = async (query: string, as: Headed = owner.session): Promise<unknown> => {
  const { body } = await call('GET', data(`?${query}`), undefined, as);
  return body.data?.rows.map(({ iş }: { iş: string }) => iş) ?? body.details[0].message;
};
async function publish(name: string, definition: object): Promise<void> {
  const path = `/custom-endpoints/project/${owner.projectId}`;
  const { endpoint } = (await call('POST', path, { name, definition })).body.data;
  await call('POST', `/custom-endpoints/${endpoint.id}/publish`);
}
const exported = async (as: Headed): Promise<string> =>
  (
    await fetch(
      `${origin()}/api/v1${data('/export?format=csv&delimiter=comma&fields=kim&sort=iş')}`,
      {
        headers: { ...waiting(), ...as },
      },
    )
  ).text();
const withoutEnds = (text: string): string[] => text.replace('\ufeff', '').trim().split('\r\n');

beforeAll(async () => {
  await register('Admin');
  owner = await register('Veli');
  guest = await register('Zeynep');
  stranger = await register('Yabanci');
  await letIn(owner.projectId, guest, 'editor');
  tableId = await table(owner.projectId, owner.session, 'İşler', { iş: 'string', kim: 'person' });
  const { body } = await call('GET', `/tables/${owner.projectId}/${tableId}/fields`);
  fieldId = body.data.fields[1].id;
  for (const [iş, kim] of [
    ['a', guest.id],
    ['b', owner.id],
    ['c', null],
  ])
    rowIds.push((await call('POST', data('/rows'), { iş, kim })).body.data.row.id);
});

describe('a field with people', () => {
  it('takes people of the project by id, and by name or address from whoever may read people', async () => {
    const kept: unknown[] = [];
    for (const [kim, as] of [
      [guest.id.toUpperCase(), owner.session],
      ['ZEYNEP', owner.session],
      ['Zeynep@Example.com', guest.session],
      [guest.id, owner.key],
    ] as const) {
      const { row } = (await add(kim, as)).body.data;
      kept.push(row.kim);
      await call('DELETE', data(`/rows/${row.id}`));
    }
    expect(kept).toEqual(Array.from({ length: 4 }, () => guest.id));
  });

  it('refuses others in the same words, whoever they are and whoever asks', async () => {
    for (const kim of [stranger.id, newId(), 'Yabanci', 'yabanci@example.com', 'me'])
      expect(await problem(add(kim))).toEqual(UNKNOWN);
    for (const kim of ['Zeynep', 'zeynep@example.com', 'Nobody', stranger.id])
      expect(await problem(add(kim, owner.key))).toEqual(UNKNOWN);
    expect(
      await problem(
        call('POST', data('/rows/bulk'), { rows: [{ kim: owner.id }, { kim: stranger.id }] }),
      ),
    ).toEqual(UNKNOWN);
    const update = { updates: [{ id: rowIds[0], values: { kim: stranger.id } }] };
    expect(await problem(call('POST', data('/rows/bulk'), update))).toEqual(UNKNOWN);
  });

  it('finds, sorts and searches by names for those who may read people, and by ids for others', async () => {
    const by = async (as: Headed) => [
      await listed('filter[kim][eq]=Zeynep', as),
      await listed('filter[kim]=zey', as),
      await listed('q=zeyn', as),
      await listed(`filter[kim][eq]=${guest.id}`, as),
      await listed(`filter[kim][in]=${guest.id},${owner.id}`, as),
      await listed('filter[kim][empty]=true', as),
      await listed('filter[kim][gt]=Veli', as),
    ];
    const plain = [['a'], ['a', 'b'], ['c']];
    const order = 'Kişiler büyük küçük diye karşılaştırılmaz; eq, ne, in veya empty kullanın';
    expect(await by(guest.session)).toEqual([['a'], ['a'], ['a'], ...plain, order]);
    expect(await by(owner.key)).toEqual([UNKNOWN[1], [], [], ...plain, order]);
    expect(await listed('sort=kim')).toEqual(['c', 'b', 'a']);
    const ids = [owner.id, guest.id].toSorted();
    expect(await listed('sort=kim', owner.key)).toEqual([
      'c',
      ...ids.map(id => (id === owner.id ? 'b' : 'a')),
    ]);
    const find = async (as: Headed) =>
      (await call('POST', data('/find'), { text: 'zeyn' }, as)).body.data.found.rows;
    expect(await find(owner.session)).toEqual([{ id: rowIds[0], fields: [fieldId] }]);
    expect(await find(owner.key)).toEqual([]);
  });

  it('compares with *me* who asks, in saved views, too', async () => {
    const settings = { filters: { [fieldId]: { eq: 'me' } } };
    const made = await call('POST', data('/views'), {
      name: 'Benim',
      scope: 'everybody',
      settings,
    });
    const view = made.body.data.view.id;
    for (const query of ['filter[kim][eq]=me', `view=${view}`]) {
      expect(await listed(query)).toEqual(['b']);
      expect(await listed(query, guest.session)).toEqual(['a']);
      expect(await listed(query, owner.key)).toEqual([]);
    }
  });

  it('without an operator, finds names that contain a text, *me* as any other', async () => {
    const settings = { filters: { [fieldId]: 'me' } };
    const made = { name: 'İçinde me', scope: 'everybody', settings };
    const { view } = (await call('POST', data('/views'), made)).body.data;
    const queries = ['filter[kim]=me', `view=${view.id}`];
    for (const query of queries) expect(await listed(query)).toEqual([]);
    await call('PUT', '/auth/me', { name: 'Zeynep Mehmetoğlu' }, guest.session);
    for (const query of queries) {
      expect(await listed(query)).toEqual(['a']);
      expect(await listed(query, owner.key)).toEqual([]);
    }
    await call('PUT', '/auth/me', { name: 'Zeynep' }, guest.session);
  });

  it('groups by person, in the order of names', async () => {
    const asked = { values: [], group: { field: 'kim' } };
    const { summary } = (await call('POST', data('/summary'), asked)).body.data;
    expect(
      summary.groups.map(({ key, rows, filter }: Record<string, unknown>) => [key, rows, filter]),
    ).toEqual([
      [owner.id, 1, { eq: owner.id }],
      [guest.id, 1, { eq: guest.id }],
      [null, 1, { empty: true }],
    ]);
  });

  it('tells names in exports and histories only to those who may read people', async () => {
    expect(withoutEnds(await exported(owner.session))).toEqual(['kim', 'Zeynep', 'Veli', '""']);
    expect(withoutEnds(await exported(owner.key))).toEqual(['kim', guest.id, owner.id, '""']);
    const history = async (as: Headed) =>
      JSON.stringify((await call('GET', data(`/rows/${rowIds[0]}/history`), undefined, as)).body);
    expect(await history(guest.session)).toContain('"kim":"Zeynep"');
    const alone = await history({ 'x-api-key': owner.key['x-api-key']! });
    expect([alone.includes('Zeynep'), alone.includes(guest.id)]).toEqual([false, true]);
  });

  it('has no options in the schema, and no name in the description of the project', async () => {
    const bodies = [
      await call('GET', `/tables/${owner.projectId}/${tableId}`),
      await call('GET', `/projects/${owner.projectId}/openapi.json`),
    ].map(({ body }) => JSON.stringify(body));
    for (const body of bodies) {
      expect(body).toContain('person');
      expect(body).not.toMatch(/Zeynep|zeynep@|"options"/);
    }
    const wrong = { validation: { options: [{ name: 'Zeynep' }] } };
    expect((await call('PUT', `/tables/${tableId}/fields/${fieldId}`, wrong)).status).toBe(400);
  });

  it('answers strangers of a public project ids alone', async () => {
    await call('PUT', `/projects/${owner.projectId}`, { isPublic: true });
    const { rows } = (await call('GET', data('?sort=iş'), undefined, {})).body.data;
    expect(rows.map(({ kim }: { kim: unknown }) => kim)).toEqual([guest.id, owner.id, null]);
    for (const as of [{}, stranger.session]) {
      expect(await listed('filter[kim][eq]=Zeynep', as)).toBe(UNKNOWN[1]);
      expect(await listed('q=zeyn', as)).toEqual([]);
      expect(await listed('filter[kim][eq]=me', as)).toEqual([]);
      expect(await exported(as)).not.toMatch(/Zeynep|Veli/);
    }
    await call('PUT', `/projects/${owner.projectId}`, { isPublic: false });
  });

  it('is shown by no widget, and written by an endpoint as its caller may', async () => {
    const fields = [{ field: fieldId, name: 'kim' }];
    const settings = { type: 'table', tableId, fields, filters: [], sort: [], limit: 10 };
    const { id } = (
      await call('POST', '/widgets', { projectId: owner.projectId, name: 'P', type: 'table' })
    ).body.data.widget;
    const shown = await call('PUT', `/widgets/${id}`, { settings });
    expect(shown.body.details[0].message).toContain('projedeki kişiler');
    const definition = {
      method: 'POST',
      path: 'ata',
      parameters: [{ name: 'kim', in: 'body', type: 'text', required: true }],
      action: {
        kind: 'insert',
        tableId,
        values: [{ field: fieldId, value: { parameter: 'kim' } }],
        fields,
      },
    };
    await publish('Ata', definition);
    const path = `/custom/${owner.projectId}/ata`;
    const assign = (kim: string) => call('POST', path, { kim }, owner.key);
    expect(await problem(assign('Zeynep'))).toEqual(UNKNOWN);
    const { row } = (await assign(guest.id)).body.data;
    expect(row).toEqual({ kim: guest.id });
  });

  it('is compared by an endpoint with ids, and *me* is nobody’s', async () => {
    const definition = {
      method: 'GET',
      path: 'kimin',
      parameters: [{ name: 'kim', in: 'query', type: 'text', required: true }],
      action: {
        kind: 'rows',
        tableId,
        filters: [{ field: fieldId, op: 'eq', value: { parameter: 'kim' } }],
        fields: [{ field: fieldId, name: 'kim' }],
      },
    };
    await publish('Kimin', definition);
    const called = async (kim: string) =>
      (await call('GET', `/custom/${owner.projectId}/kimin?kim=${kim}`, undefined, owner.key)).body
        .data.rows;
    expect(await called(owner.id)).toEqual([{ kim: owner.id }]);
    for (const name of ['me', 'Veli']) expect(await called(name)).toEqual([]);
  });

  it('comes in from a file by name or address, as the importer may read them', async () => {
    const imported = async (text: string, as: Headed) => {
      const path = `/projects/${owner.projectId}/row-imports`;
      const sent = await fetch(`${origin()}/api/v1${path}?file_name=a.csv`, {
        method: 'POST',
        headers: { ...waiting(), ...as, 'content-type': 'application/octet-stream' },
        body: text,
      });
      const { id } = (await sent.json()).data.import;
      const mapped = { numbers: 'tr', dates: 'dmy', field: fieldId };
      const asked = {
        source: {
          format: 'csv',
          encoding: 'utf-8',
          delimiter: 'comma',
          header: true,
          sheet: 0,
        },
        target: { tableId },
        columns: [{ column: 0, name: 'kim', ...mapped }],
      };
      const begun = await call('POST', `${path}/${id}/start`, asked, as);
      expect([begun.status, begun.body.details]).toEqual([202, undefined]);
      const state = async () =>
        (await call('GET', path, undefined, as)).body.data.imports.find(
          (one: { id: string }) => one.id === id,
        );
      await expect.poll(async () => (await state()).state, { timeout: 20_000 }).toBe('done');
      const { added, refused, reasons } = await state();
      await call('POST', `${path}/${id}/undo`, undefined, as);
      await expect.poll(async () => (await state()).state, { timeout: 20_000 }).toBe('undone');
      return [added, refused, JSON.stringify(reasons).includes(UNKNOWN[1]!)];
    };
    const text = `kim\nZeynep\nVELI@example.com\n${guest.id}\nYabanci\n${stranger.id}\n`;
    expect(await imported(text, owner.session)).toEqual([3, 2, true]);
    expect(await imported(text, owner.key)).toEqual([1, 4, true]);
  });

  it('tells people of one name apart by their addresses', async () => {
    const other = await register('ZEYNEP2');
    await letIn(owner.projectId, other, 'viewer');
    await call('PUT', '/auth/me', { name: 'Zeynep' }, other.session);
    expect(await problem(add('Zeynep'))).toEqual(UNKNOWN);
    const { row } = (await add('zeynep (ZEYNEP2@example.com)')).body.data;
    expect(row.kim).toBe(other.id);
    await call('DELETE', data(`/rows/${row.id}`));
    await call('DELETE', `/projects/${owner.projectId}/members/${other.id}`);
  });

  it('keeps the id of who leaves, names them nowhere, and takes them for no other row', async () => {
    await call('DELETE', `/projects/${owner.projectId}/members/${guest.id}`);
    expect(withoutEnds(await exported(owner.session))).toContain(guest.id);
    expect(await listed(`filter[kim][eq]=${guest.id}&filter[iş][eq]=a`)).toEqual(['a']);
    expect(await listed('filter[kim][eq]=Zeynep')).toBe(UNKNOWN[1]);
    expect(await problem(add(guest.id))).toEqual(UNKNOWN);
    const again = { iş: 'a', kim: guest.id };
    expect((await call('PUT', data(`/rows/${rowIds[0]}`), again)).body.data.row).toMatchObject(
      again,
    );
    const history = await call('GET', data(`/rows/${rowIds[0]}/history`));
    expect(JSON.stringify(history.body)).not.toContain('Zeynep');
    await call('DELETE', data(`/rows/${rowIds[0]}`));
    expect((await call('POST', data('/rows/bulk'), { restores: [rowIds[0]] })).status).toBe(200);
  });
});
