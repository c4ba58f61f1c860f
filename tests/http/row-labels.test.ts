import { newId } from '@hzm/contracts/core/ids';
import { beforeAll, expect, it } from 'vitest';
import { asOwner, type Person } from './as-owner.ts';
import { serve, type Headed } from './serve.ts';

const { ask, register, origin } = serve();
let owner: Person;
const { data, made, add } = asOwner({ ask }, () => owner);

let customers: Awaited<ReturnType<typeof made>>;
let orders: typeof customers;
let [ada, ali, lost]: string[] = [];
beforeAll(async () => {
  await register('Admin');
  owner = await register('Ayse');
  customers = await made('Müşteriler', { ad: 'string', sıra: 'number' });
  orders = await made('Siparişler', {
    kod: 'string',
    müşteri: 'foreign_key',
    'müşteri: ad': 'text',
  });
  lost = newId();
  await add(orders.id, { kod: '0', müşteri: lost });
  ada = await add(customers.id, { ad: '=Ada', sıra: 1 });
  ali = await add(customers.id, { ad: 'Ali', sıra: 2 });
  await data('POST', `/tables/${orders.id}/fields/${orders.fields[1]}/relationships`, {
    targetTableId: customers.id,
    targetFieldId: customers.fields[0],
    relationshipType: 'many-to-many',
  });
  await add(orders.id, { kod: '1', müşteri: [ada, ali], 'müşteri: ad': 'x' });
});

const exported = async (query: string, headers: Headed = owner.session): Promise<string> => {
  const response = await fetch(`${origin()}/api/v1/data/table/${orders.id}/export?${query}`, {
    headers: { ...headers, 'accept-language': 'en' },
  });
  return response.text();
};

it('files of rows have the names of related rows beside their ids', async () => {
  const names = [`=Ada, Ali`, `${ada}, ${ali}`];
  const lists = `"[""${ada}"",""${ali}""]"`;
  expect(await exported('fields=müşteri,kod')).toBe(
    ['müşteri,müşteri: ad,kod', `${lost},${lost},0`, `${lists},"'${names[0]}",1`, ''].join('\r\n'),
  );
  expect((await exported('')).split('\r\n')[0]).toBe('kod,müşteri,müşteri: ad (2),müşteri: ad');
  expect((await exported('labels=false')).split('\r\n')[0]).toBe('kod,müşteri,müşteri: ad');
  expect(JSON.parse(await exported('format=json&fields=kod,müşteri&labels=true'))).toEqual([
    { kod: '0', müşteri: lost, 'müşteri: ad': lost },
    { kod: '1', müşteri: [ada, ali], 'müşteri: ad': names[0] },
  ]);
  expect(JSON.parse(await exported('format=json&fields=müşteri'))[0]).toEqual({ müşteri: lost });
});

it('names are told by no hidden field, and only with the right to read the target table', async () => {
  const hidden = `/tables/${customers.id}/fields/${customers.fields[0]}`;
  await data('PUT', hidden, { isHidden: true });
  expect(await exported('fields=müşteri', owner.key)).not.toContain('Ada');
  await data('PUT', hidden, { isHidden: false });
  expect(await exported('fields=müşteri', owner.key)).toContain('Ada');
});

it('an exported file with names comes in as it went out', async () => {
  const again = await made('Yine', { kod: 'string', müşteri: 'foreign_key' });
  await data('POST', `/tables/${again.id}/fields/${again.fields[1]}/relationships`, {
    targetTableId: customers.id,
    targetFieldId: customers.fields[0],
    relationshipType: 'many-to-many',
  });
  const imports = `/projects/${owner.projectId}/row-imports`;
  const file = await exported('fields=kod,müşteri');
  const sent = await fetch(`${origin()}/api/v1${imports}?file_name=a.csv`, {
    method: 'POST',
    headers: { ...owner.session, 'content-type': 'application/octet-stream' },
    body: file,
  });
  const { id } = ((await sent.json()) as { data: { import: { id: string } } }).data.import;
  const preview = { tableId: again.id };
  const { source, mapping } = (await data('POST', `${imports}/${id}/preview`, preview)).preview;
  expect(mapping.map(({ name }: { name: string }) => name)).toEqual(['kod', 'müşteri']);
  await data('POST', `${imports}/${id}/start`, {
    source,
    target: { tableId: again.id },
    columns: mapping,
  });
  const state = async () => (await data('GET', imports)).imports[0].state;
  await expect.poll(state, { timeout: 20_000, interval: 50 }).toBe('done');
  const { rows } = await data('GET', `/data/table/${again.id}`);
  expect(rows).toMatchObject([{ müşteri: lost }, { müşteri: [ada, ali] }]);
});

it('the history names related rows in its sentences, and keeps their ids in its data', async () => {
  const path = `/projects/${owner.projectId}/history?table=${orders.id}&type=row-added&limit=100`;
  const told = async (headers: Headed) =>
    (await data('GET', path, undefined, headers)).events.find(
      ({ labels }: { labels?: object }) => labels,
    );
  const { summary, labels, data: of } = await told({ ...owner.session, 'accept-language': 'en' });
  expect(summary).toContain('müşteri: =Ada, Ali');
  expect([labels, of.values.müşteri]).toEqual([{ [ada!]: '=Ada', [ali!]: 'Ali' }, [ada, ali]]);
  const rowOf = `/data/table/${orders.id}/rows/${of.rowId}/history`;
  expect((await data('GET', rowOf)).versions[0].summary).toContain('=Ada, Ali');
  const hidden = `/tables/${customers.id}/fields/${customers.fields[0]}`;
  await data('PUT', hidden, { isHidden: true });
  expect(await told(owner.key)).toBeUndefined();
  await data('PUT', hidden, { isHidden: false });
});

const label = () => ({ tableId: customers.id, field: customers.fields[0] });
const customer = (more: object = {}) => ({
  field: orders.fields[1],
  name: 'müşteri',
  label: label(),
  ...more,
});
const rowsOf = (fields: readonly object[], more: object = {}) => ({
  method: 'GET',
  path: 'orders',
  caller: 'public',
  action: { kind: 'rows', tableId: orders.id, fields, ...more },
});

it('a published endpoint answers the names of related rows where its definition says so', async () => {
  const at = `/custom-endpoints/project/${owner.projectId}`;
  const made = { name: 'Siparişler', definition: rowsOf([customer()]) };
  const { id } = (await data('POST', at, made)).endpoint;
  await data('POST', `/custom-endpoints/${id}/publish`, {});
  await data('PUT', `/projects/${owner.projectId}`, { settings: { allowApiAccess: true } });
  const called = await ask('GET', `/custom/${owner.projectId}/orders`, undefined, {});
  expect(called.body.data.rows).toEqual([{ müşteri: null }, { müşteri: ['=Ada', 'Ali'] }]);
  const wrong = { ...label(), field: orders.fields[0] };
  const refused = { name: 'Yanlış', definition: rowsOf([customer({ label: wrong })]) };
  const answer = await ask('POST', at, refused, owner.session);
  expect([answer.status, answer.body.details[0].path]).toEqual([
    400,
    'definition.action.fields.0.label',
  ]);
  const needed = `/tables/${customers.id}/fields/${customers.fields[0]}`;
  const gone = await ask('DELETE', needed, undefined, owner.session);
  expect([gone.status, gone.body.data.endpoints]).toMatchObject([409, [{ name: 'Siparişler' }]]);
});

it('an endpoint that counts by related rows answers their names, and is described so', async () => {
  const action = {
    kind: 'aggregate',
    tableId: orders.id,
    group: customer(),
    values: [{ compute: 'count', name: 'adet' }],
  };
  const definition = { method: 'GET', path: 'counts', caller: 'public', action };
  const { id } = (
    await data('POST', `/custom-endpoints/project/${owner.projectId}`, {
      name: 'Sayılar',
      definition,
    })
  ).endpoint;
  await data('POST', `/custom-endpoints/${id}/publish`, {});
  const path = `/custom/${owner.projectId}/counts`;
  const called = await ask('GET', path, undefined, {});
  expect(called.body.data.groups).toContainEqual({ müşteri: ['=Ada', 'Ali'], adet: 1 });
  const api = await ask(
    'GET',
    `/projects/${owner.projectId}/openapi.json`,
    undefined,
    owner.session,
  );
  expect(JSON.stringify(api.body.paths[path])).toContain(
    '"müşteri":{"type":["string","array","null"],"items":{"type":"string"}}',
  );
});

it('an embed shows the names of related rows to strangers, and breaks if their field is hidden', async () => {
  const widget = async (settings: object) =>
    (
      await data('POST', '/widgets', {
        projectId: owner.projectId,
        name: 'Tablo',
        type: (settings as { type: string }).type,
        settings: { tableId: orders.id, ...settings },
      })
    ).widget.id as string;
  const table = await widget({ type: 'table', fields: [customer()] });
  const chart = await widget({
    type: 'chart',
    group: customer(),
    value: { compute: 'count', name: 'adet' },
  });
  const shown = async (id: string) => {
    const response = await fetch(`${origin()}/api/v1/widgets/${id}/embed?format=html`);
    return `${response.status} ${await response.text()}`;
  };
  for (const id of [table, chart]) {
    expect(await shown(id)).toContain('=Ada, Ali');
    expect(await shown(id)).not.toContain(ada);
  }
  const hidden = `/tables/${customers.id}/fields/${customers.fields[0]}`;
  await data('PUT', `${hidden}?force=true`, { isHidden: true });
  for (const id of [table, chart]) expect(await shown(id)).not.toContain('Ada');
});
