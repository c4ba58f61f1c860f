import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { everyday, type EverydayName, hasOptions, isGiven } from '@hzm/contracts/core/everyday';
import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import { VERSION } from '@hzm/infra/server/version';
import { run } from '../run/process.ts';
import { ask, copyStored, lasting, type Asked, type Frozen, type Request } from './frozen.ts';

/*
 * Freezes a data directory of this version, for all later ones to open:
 *   node tests/upgrade/make.ts
 * Run it once, when a version is done and before anything of the next one changes what is stored.
 */
const kept = join(import.meta.dirname, VERSION);
if (existsSync(kept))
  throw new Error(`${kept} is frozen already; a version's directory is made once.`);

const valueOfType: Readonly<Record<FieldType, unknown>> = {
  string: 'Çay',
  text: 'İki satır\nmetin',
  boolean: true,
  date: '2026-02-28',
  object: { a: { b: [1, null, 'ş'] } },
  array: [1, 'iki', false],
  number: 1.5,
  integer: 7,
  float: -0.25,
  decimal: 12.34,
  percentage: 50,
  ratio: 0.5,
  matrix: [
    [1, 2],
    [3, 4],
  ],
  vector: [1, 2, 3],
  tensor: [
    [[1], [2]],
    [[3], [4]],
  ],
  coordinates: { lat: 41.01, lng: 28.97 },
  dataset: [{ x: 1 }, { x: 2, y: 'z' }],
  currency: { amount: 99.9, currency: 'TRY' },
  price: 10,
  tax: 18,
  discount: 5,
  interest: 2.5,
  weight: { value: 3, unit: 'kg' },
  length: 2,
  area: 4,
  volume: 8,
  temperature: -5,
  speed: 90,
  datetime: '2026-02-28T10:00:00Z',
  time: '10:30',
  duration: 'PT1H',
  age: 42,
  timestamp: '2026-02-28T10:00:00.000Z',
  score: 9,
  rating: 4.5,
  rank: 1,
  probability: 0.1,
  frequency: 440,
  foreign_key: 'k',
  relationship: 'r',
  reference: 'f',
  ...(Object.fromEntries(everyday.map(([name, { example }]) => [name, example])) as Readonly<
    Record<EverydayName, unknown>
  >),
};
/** The same things said in other ways, as far as this version takes them. */
const saidOtherwise: readonly Readonly<Partial<Record<FieldType, unknown>>>[] = [
  {
    string: 'C\u0327ay',
    datetime: '2026-02-28T10:00:00+03:00',
    timestamp: '2026-02-28T10:00:00+03:00',
    duration: 'PT90M',
    weight: { value: 2000, unit: 'g' },
    currency: { amount: 0.1, currency: 'USD' },
    decimal: 0.1,
    boolean: false,
    object: { 'c\u0327': 'satır\n"tırnak"' },
    array: ['a"b', 'ç'],
  },
  { datetime: '2026-02-28T08:00:00Z', timestamp: '2026-02-28T10:00:00.5Z', duration: 'P1DT2H' },
];
const password = 'frozen-password';
const webhookOf = (who: string): string => `https://${who}.example/hooks/yol-${who}`;
const fieldsOf = (values: Readonly<Partial<Record<FieldType, unknown>>>) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([type, value]) =>
      isGiven(type) ? [] : [[`f_${type}`, value]],
    ),
  );
/** Long, and not the same again and again: it is kept deflated. */
const longText = Array.from({ length: 450 }, (_, i) => `satır ${(i * 7919) % 10_007}`).join('\n');

const directory = mkdtempSync(join(tmpdir(), 'hzm-freeze-'));
const begin = () => run({ HZM_DATA_DIR: directory, HZM_REGISTER_PER_MINUTE: '0' });
let program = begin();
let address = await program.ready;
const tokens: Record<string, string> = {};
const named: Request[] = [];

/**
 * Asks for something that must succeed. What was given an id of its own is asked again at the end.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- what it answers is what the script needs of it
async function done(request: Request): Promise<any> {
  const { status, answer, position } = await ask(address, tokens, request);
  if (status >= 300)
    throw new Error(`${request.method} ${request.path}: ${status} ${JSON.stringify(answer)}`);
  if (request.headers?.['x-request-id'] !== undefined) named.push(request);
  return { ...answer.data, position };
}
const of = (as: 'ayse' | 'mehmet') => ({
  get: (path: string) => done({ as, method: 'GET', path }),
  post: (path: string, body: unknown = {}, id?: string) =>
    done({
      as,
      method: 'POST',
      path,
      body,
      ...(id !== undefined && { headers: { 'x-request-id': id } }),
    }),
  put: (path: string, body: unknown, id?: string) =>
    done({
      as,
      method: 'PUT',
      path,
      body,
      ...(id !== undefined && { headers: { 'x-request-id': id } }),
    }),
  drop: (path: string, body?: unknown, id?: string) =>
    done({
      as,
      method: 'DELETE',
      path,
      body,
      ...(id !== undefined && { headers: { 'x-request-id': id } }),
    }),
});

/** Registers; the id of the account and of its default project. */
async function register(
  who: string,
  id?: string,
): Promise<{ id: string; projectId: string; token: string }> {
  const { user, project, token } = await done({
    method: 'POST',
    path: '/auth/register',
    body: { name: `Kişi ${who}`, email: `${who}@example.com`, password },
    ...(id !== undefined && { headers: { 'x-request-id': id } }),
  });
  tokens[who] = token;
  return { id: user.id, projectId: project.id, token };
}

async function table(
  as: 'ayse' | 'mehmet',
  projectId: string,
  name: string,
  fields: Readonly<Record<string, FieldType>>,
): Promise<{ id: string; fields: Record<string, string> }> {
  const { id } = (await of(as).post(`/tables/project/${projectId}`, { name })).table;
  const ids: Record<string, string> = {};
  for (const [field, type] of Object.entries(fields))
    ids[field] = (
      await of(as).post(`/tables/${projectId}/${id}/fields`, {
        name: field,
        type,
        ...(hasOptions(type) && { validation: { options: [{ id: 'done', name: 'Done' }] } }),
      })
    ).field.id;
  return { id, fields: ids };
}

const [ayse, mehmet] = [of('ayse'), of('mehmet')];
const people = {
  ayse: await register('ayse'),
  mehmet: await register('mehmet', 'register-mehmet'),
  gone: await register('gone', 'register-gone'),
};

// A session that ended, and one that was opened by a request with a name.
const closing = (
  await done({
    method: 'POST',
    path: '/auth/login',
    body: { email: 'mehmet@example.com', password },
  })
).token;
await done({
  method: 'POST',
  path: '/auth/logout',
  headers: { authorization: `Bearer ${closing}`, 'x-request-id': 'logout-mehmet' },
});
named.pop(); // The session is over: nobody can ask that again.
await done({
  method: 'POST',
  path: '/auth/login',
  body: { email: 'mehmet@example.com', password },
  headers: { 'x-request-id': 'login-mehmet' },
});

// Projects: described, reached in another way, guarded and not guarded any more.
const { id: projectId } = (
  await ayse.post(
    '/projects',
    {
      name: 'Stok takibi',
      description: 'Depodaki her şey',
      apiKeyPassword: 'acik-parola-1',
      keyType: 'admin_project',
    },
    'project-1',
  )
).project;
await ayse.put(
  `/projects/${projectId}`,
  { name: 'Stoklar', description: 'Depo ve raf' },
  'describe-1',
);
await ayse.put(
  `/projects/${projectId}`,
  {
    isPublic: true,
    settings: {
      enableWebhooks: true,
      webhookUrl: webhookOf('alive'),
      maxRequestsPerMinute: 10_000,
    },
  },
  'settings-1',
);
await ayse.put(
  `/projects/${projectId}/api-key-password`,
  { newPassword: 'acik-parola-2' },
  'password-1',
);
await ayse.post(`/projects/${projectId}/protection`, { password: 'koruma-parolasi' }, 'protect-1');
await mehmet.post(`/projects/${people.mehmet.projectId}/protection`, {
  password: 'koruma-parolasi',
});
await mehmet.drop(
  `/projects/${people.mehmet.projectId}/protection`,
  { password: 'koruma-parolasi' },
  'unprotect-1',
);

// Tables: every type of field; renamed, moved, changed, removed; renamed and deleted.
const everything = await table(
  'ayse',
  projectId,
  'Her tür',
  Object.fromEntries(Object.keys(valueOfType).map(type => [`f_${type}`, type as FieldType])),
);
const stock = await table('ayse', projectId, 'Ürün', {
  ad: 'string',
  stok: 'number',
  not: 'text',
  eski: 'string',
});
await ayse.put(`/tables/${stock.id}`, { name: 'Ürünler' }, 'rename-1');
const field = `/tables/${stock.id}/fields`;
await ayse.put(
  `${field}/${stock.fields['stok']}`,
  { name: 'miktar', validation: { minValue: 0, maxValue: 1000 }, description: 'adet' },
  'field-1',
);
await ayse.put(`${field}/${stock.fields['ad']}`, {
  required: true,
  validation: { pattern: '^[^0-9]*$', maxLength: 100 },
});
await ayse.post(
  `${field}/reorder`,
  { fieldId: stock.fields['not'], oldPosition: 2, newPosition: 0 },
  'move-1',
);
const rows = `/data/table/${stock.id}/rows`;
const early = (await ayse.post(rows, { ad: 'Tuz', eski: 'gidecek' })).row.id;
const { position: then } = await ayse.drop(
  `${field}/${stock.fields['eski']}`,
  undefined,
  'remove-field-1',
);
const temporary = await table('ayse', projectId, 'Geçici', { a: 'string' });
await ayse.post(`/data/table/${temporary.id}/rows`, { a: 'silinen tablonun kaydı' });
await ayse.drop(`/tables/${temporary.id}`, undefined, 'drop-table-1');

// Rows: alone and many at once.
await ayse.post(
  `/data/table/${everything.id}/rows`,
  fieldsOf({ ...valueOfType, person: people.ayse.id }),
);
for (const values of saidOtherwise)
  await ayse.post(`/data/table/${everything.id}/rows`, fieldsOf(values));
const { id: rowId } = (await ayse.post(rows, { ad: 'Çay', miktar: 5 }, 'row-1')).row;
await ayse.put(`${rows}/${rowId}`, { miktar: 6 }, 'row-2');
await ayse.put(`${rows}/${rowId}`, { not: 'raf üç' });
const { position: later } = await ayse.put(`${rows}/${rowId}`, { ad: 'Siyah çay', miktar: 12 });
const { id: large } = (await ayse.post(rows, { ad: 'Uzun', not: longText })).row;
await ayse.put(`${rows}/${large}`, { not: `${longText}\nson` }, 'row-large');
const many: { id: string }[] = (
  await ayse.post(
    `${rows}/bulk`,
    {
      rows: Array.from({ length: 60 }, (_, i) => ({
        ad: `Çok ${'abcdefghij'[i % 10]}`,
        miktar: i,
      })),
    },
    'bulk-1',
  )
).rows;
await ayse.post(
  `${rows}/bulk`,
  {
    updates: [
      ...many.slice(0, 20).map(({ id }, i) => ({ id, values: { miktar: 100 + i } })),
      { id: rowId, values: { miktar: 13 } },
    ],
  },
  'bulk-2',
);
await ayse.post(`${rows}/bulk`, { deletes: many.slice(20, 30).map(({ id }) => id) }, 'bulk-3');
await ayse.drop(`${rows}/${early}`, undefined, 'row-gone');
await ayse.post(`${rows}/${early}/restore`, { version: 1 }, 'row-back');
await ayse.post(`${rows}/${rowId}/restore`, { version: 2 });
await ayse.drop(`${rows}/${many[30]!.id}`);

// A project with relationships, choices that changed, saved views, widgets, threads, and a bin.
const { id: shopId } = (await ayse.post('/projects', { name: 'Dükkân' }, 'project-shop')).project;
const customers = await table('ayse', shopId, 'Müşteriler', { ad: 'string', 'e-posta': 'email' });
const orders = await table('ayse', shopId, 'Siparişler', {
  kod: 'string',
  durum: 'select',
  etiketler: 'multi_select',
  müşteri: 'foreign_key',
  tutar: 'currency',
  fazla: 'string',
});
const orderField = (name: string): string => `/tables/${orders.id}/fields/${orders.fields[name]}`;
await ayse.put(orderField('durum'), {
  validation: {
    options: [
      { id: 'new', name: 'Yeni', color: 'blue' },
      { id: 'done', name: 'Bitti' },
    ],
  },
});
await ayse.post(
  `${orderField('müşteri')}/relationships`,
  { targetTableId: customers.id, targetFieldId: customers.fields['ad'] },
  'relationship-1',
);
const customer = async (ad: string): Promise<string> =>
  (await ayse.post(`/data/table/${customers.id}/rows`, { ad, 'e-posta': 'a@example.com' })).row.id;
const [ada, can] = [await customer('Ada'), await customer('Can')];
const orderRows = `/data/table/${orders.id}/rows`;
const order = async (kod: string, values: object): Promise<string> =>
  (
    await ayse.post(orderRows, {
      kod,
      tutar: { amount: 12.5, currency: 'TRY' },
      fazla: 'gidip gelen',
      ...values,
    })
  ).row.id;
const first = await order('S-1', { durum: 'new', etiketler: ['done'], müşteri: ada });
const second = await order('S-2', { durum: 'done', müşteri: can });
const third = await order('S-3', { durum: 'new' });
await ayse.put(`${orderRows}/${second}`, { müşteri: ada }, 'point-1');
const { id: sharedView } = (
  await ayse.post(
    `/data/table/${orders.id}/views`,
    {
      name: 'Yeni siparişler',
      scope: 'everybody',
      settings: {
        filters: {
          [orders.fields['durum']!]: { eq: 'new' },
          [orders.fields['kod']!]: 'S',
        },
        sort: [{ field: orders.fields['kod'], order: 'desc' }],
        columns: {
          order: [orders.fields['durum'], orders.fields['kod']],
          widths: { [orders.fields['kod']!]: 240 },
          hidden: [orders.fields['fazla']],
          frozen: [orders.fields['kod']],
        },
      },
    },
    'view-shared',
  )
).view;
await ayse.post(`/data/table/${orders.id}/views`, { name: 'Benim', scope: 'own', settings: {} });
await ayse.drop(orderField('fazla'), undefined, 'bin-field');
const backField = (await ayse.get(`/projects/${shopId}/bin?kind=field`)).entries[0].id;
await ayse.post(`/projects/${shopId}/bin/fields/${backField}/restore`, {}, 'bin-field-back');
await ayse.drop(`${orderRows}/${third}`, undefined, 'bin-row');
const binned = await table('ayse', shopId, 'Çöpteki tablo', { a: 'string' });
await ayse.post(`/data/table/${binned.id}/rows`, { a: 'çöpteki kayıt' });
await ayse.drop(`/tables/${binned.id}`);
const { id: widgetId } = (
  await ayse.post(
    `/projects/${shopId}/widgets`,
    { name: 'Sipariş listesi', type: 'table', description: 'Herkese açık' },
    'widget-1',
  )
).widget;
await ayse.put(
  `/widgets/${widgetId}`,
  {
    settings: {
      type: 'table',
      tableId: orders.id,
      fields: [{ field: orders.fields['kod'], name: 'kod' }],
    },
  },
  'widget-2',
);
const { id: threadId } = await ayse.post(
  '/threads',
  { project_id: shopId, title: 'Kargo', initialMessage: 'Ne zaman çıkar?' },
  'thread-1',
);
await ayse.post(`/threads/${threadId}/messages`, { content: 'Yarın.' }, 'message-1');
await ayse.put(`/projects/${shopId}/webhook`, { kinds: ['row-added'], tableIds: [orders.id] });

// Tables that came in one call, views of groups and colours, names of related rows, and a key's
// overlap.
const { tables: together } = await ayse.post(
  `/projects/${shopId}/tables`,
  {
    tables: [
      { name: 'Kişiler', fields: [{ name: 'ad', type: 'string' }] },
      {
        name: 'İşler',
        fields: [
          { name: 'iş', type: 'string' },
          { name: 'kimin', type: 'person' },
          { name: 'ne zaman', type: 'date' },
          { name: 'eklendi', type: 'created_at' },
          { name: 'kişi', type: 'foreign_key', relatesTo: { table: 'Kişiler', field: 'ad' } },
        ],
      },
    ],
  },
  'tables-together',
);
interface Made {
  readonly name: string;
  readonly id: string;
  readonly fields: readonly { readonly id: string; readonly name: string }[];
}
const [contacts, tasks] = together as readonly [Made, Made];
const taskField = (name: string): string => tasks.fields.find(field => field.name === name)!.id;
const task = (iş: string, values: object) =>
  ayse.post(`/data/table/${tasks.id}/rows`, { iş, ...values });
const { id: contact } = (await ayse.post(`/data/table/${contacts.id}/rows`, { ad: 'Deniz' })).row;
await task('Ara', { kimin: people.ayse.id, 'ne zaman': '2026-03-01', kişi: contact });
await task('Yaz', { 'ne zaman': '2026-04-01' });
const viewOf = async (tableId: string, name: string, settings: object): Promise<string> =>
  (
    await ayse.post(
      `/data/table/${tableId}/views`,
      { name, scope: 'everybody', settings },
      `view-${name}`,
    )
  ).view.id;
const grouped = await viewOf(tasks.id, 'Aylar', {
  where: {
    any: [
      { field: taskField('kimin'), filter: { eq: 'me' } },
      {
        all: [
          { field: taskField('iş'), filter: 'a' },
          { field: 'created_at', filter: { gt: '2026-01-01T00:00:00Z' } },
        ],
      },
    ],
  },
  group: { field: taskField('ne zaman'), by: 'month', all: true },
  summary: { [taskField('iş')]: 'filled' },
  height: 'tall',
});
const board = await viewOf(orders.id, 'Pano', {
  board: orders.fields['durum'],
  colors: [
    { by: orders.fields['durum'] },
    {
      where: { all: [{ field: orders.fields['kod'], filter: { eq: 'S-1' } }] },
      color: 'red',
      cell: orders.fields['kod'],
    },
  ],
});
await viewOf(orders.id, 'Kartlar', { gallery: true });
const label = { tableId: customers.id, field: customers.fields['ad'] };
const labelled = [{ field: orders.fields['müşteri'], name: 'müşteri', label }];
const { id: namesWidget } = (
  await ayse.post(`/projects/${shopId}/widgets`, { name: 'Müşteriler', type: 'table' })
).widget;
await ayse.put(
  `/widgets/${namesWidget}`,
  { settings: { type: 'table', tableId: orders.id, fields: labelled } },
  'widget-labels',
);
const { id: endpointId } = (
  await ayse.post(`/custom-endpoints/project/${shopId}`, {
    name: 'Siparişler',
    definition: {
      method: 'GET',
      path: 'siparisler',
      action: { kind: 'rows', tableId: orders.id, fields: labelled },
    },
  })
).endpoint;
await ayse.post(`/custom-endpoints/${endpointId}/publish`, {}, 'endpoint-published');
const { id: keyId } = (
  await ayse.post(`/api-keys/project/${shopId}`, { name: 'Yedek', permissions: ['read'] })
).apiKey;
await ayse.post(`/api-keys/${keyId}/regenerate`, { overlapHours: 24 }, 'key-overlap');

// Rows numbered as they came and afterwards, their authors, and files: added, taken out, put back.
const invoices = await table('ayse', shopId, 'Faturalar', { konu: 'string', ekler: 'file' });
const invoiceRows = `/data/table/${invoices.id}/rows`;
const invoice = async (konu: string): Promise<string> =>
  (await ayse.post(invoiceRows, { konu })).row.id;
const [older, oldest] = [await invoice('Eski'), await invoice('Daha eski')];
const given = async (name: string, type: FieldType): Promise<string> =>
  (await ayse.post(`/tables/${shopId}/${invoices.id}/fields`, { name, type })).field.id;
const number = await given('no', 'auto_number');
const [adder, changer] = [
  await given('ekleyen', 'created_by'),
  await given('değiştiren', 'updated_by'),
];
const newer = await invoice('Yeni');
await ayse.drop(`${invoiceRows}/${oldest}`);
await ayse.post(`${invoiceRows}/${oldest}/restore`, { version: 1 }, 'numbered-back');
const files = `${invoiceRows}/${older}/fields/${invoices.fields['ekler']}/files`;
const upload = async (name: string): Promise<string> =>
  (
    await ayse.post(
      `${files}?file_name=${encodeURIComponent(name)}`,
      `İçindekiler: ${name}`,
      `upload-${name}`,
    )
  ).file.id;
const [stays, goes, returns] = [
  await upload('kalan.txt'),
  await upload('giden.txt'),
  await upload('dönen.txt'),
];
for (const file of [goes, returns])
  await ayse.drop(`${files}/${file}`, undefined, `take-out-${file}`);
await ayse.put(`${files}/${returns}`, {}, 'put-back');
// A server that begins notes the file that no row has.
program.process.kill('SIGTERM');
await program.ended;
program = begin();
address = await program.ready;
const released = async (): Promise<readonly unknown[]> =>
  (await ayse.get(`/projects/${shopId}/history?type=cell-file-released`)).events;
while ((await released()).length === 0) await sleep(100);
await viewOf(invoices.id, 'Kimin', {
  sort: [{ field: number, order: 'desc' }],
  group: { field: adder },
  board: changer,
});

// A transfer with a converted type and a widget, and projects that are or were in the bin.
const { id: testId } = (
  await ayse.post(`/projects/${shopId}/create-test-environment`, {}, 'test-environment')
).project;
const testTables: Made[] = (await ayse.get(`/tables/project/${testId}`)).tables;
const testTable = testTables.find(({ name }) => name === 'İşler')!;
const testField = testTable.fields.find(({ name }) => name === 'ne zaman')!;
await ayse.put(`/tables/${testTable.id}/fields/${testField.id}`, { type: 'datetime' });
const { id: testWidget } = (
  await ayse.post(`/projects/${testId}/widgets`, { name: 'İş listesi', type: 'table' })
).widget;
await ayse.put(`/widgets/${testWidget}`, {
  settings: {
    type: 'table',
    tableId: testTable.id,
    fields: [{ field: testField.id, name: 'gün' }],
  },
});
const { transfer } = await ayse.post(
  '/tables/transfer-to-live?force=true',
  {
    testProjectId: testId,
    liveProjectId: shopId,
    tableIds: [testTable.id],
    widgetIds: [testWidget],
  },
  'transfer-1',
);
const inBin = async (name: string): Promise<string> => {
  const { id } = (await ayse.post('/projects', { name })).project;
  await ayse.drop(`/projects/${id}`, {}, `bin-${name}`);
  return id;
};
await inBin('Çöpteki proje');
const back = await inBin('Dönen proje');
await ayse.post(`/bin/projects/${back}/restore`, {}, 'project-back');

// Erased: a deleted project, and a person with two.
const { id: erased } = (
  await mehmet.post('/projects', { name: 'Silinecek proje', description: 'silinen tanım' })
).project;
await mehmet.put(
  `/projects/${erased}`,
  { settings: { webhookUrl: webhookOf('erased') } },
  'settings-erased',
);
const lost = await table('mehmet', erased, 'Silinen tablo', { a: 'string' });
await mehmet.post(`/data/table/${lost.id}/rows`, { a: 'silinen değer' }, 'row-erased');
await mehmet.drop(`/projects/${erased}`, {}, 'drop-erased');
await mehmet.drop(`/bin/projects/${erased}`, { confirm: 'Silinecek proje' }, 'erase-erased');
await done({
  method: 'PUT',
  path: `/projects/${people.gone.projectId}`,
  body: { settings: { webhookUrl: webhookOf('gone') } },
  headers: { authorization: `Bearer ${people.gone.token}` },
});
await done({
  method: 'POST',
  path: '/projects',
  body: { name: 'Gidenin projesi' },
  headers: { authorization: `Bearer ${people.gone.token}` },
});
await ayse.drop(`/admin/users/${people.gone.id}`, undefined, 'drop-gone');

for (const what of ['retry', 'rebuild'])
  await ayse.post(`/admin/views/rows/${what}`, {}, `view-${what}`);

/** Records the answer to a request; for what is gone, it is `404` or its like. */
async function asked(request: Request): Promise<Asked> {
  const { status, answer } = await ask(address, tokens, request);
  return { ...request, status, answer: lasting(answer) };
}
/** Asks one after another: an account has few places for long reads. */
async function askedInTurn(requests: readonly Request[]): Promise<Asked[]> {
  const answers: Asked[] = [];
  for (const request of requests) answers.push(await asked(request));
  return answers;
}
/** Returns the request that reads `path`; answers with words are asked for in both languages. */
const get = (as: 'ayse' | 'mehmet', path: string, language = 'tr'): Request => ({
  as,
  method: 'GET',
  path,
  headers: { 'accept-language': language },
});

// A rebuilt view takes its place a moment later.
await sleep(1000);
const { position: head } = await ayse.put(`${rows}/${many[31]!.id}`, { miktar: 1 });
const list = `/data/table/${stock.id}`;
const paths = [
  '/auth/me',
  '/projects',
  `/projects/${projectId}`,
  `/tables/project/${projectId}`,
  `/tables/${projectId}/${stock.id}/fields`,
  `/tables-new/${projectId}/${stock.id}/stats`,
  `/data/table/${everything.id}`,
  `${list}?limit=100`,
  `${list}?limit=10&sort=miktar&order=desc`,
  `${list}?limit=100&filter[ad]=cay`,
  `${list}?q=raf`,
  ...[rowId, early, large].map(id => `${rows}/${id}`),
  `${rows}/${many[30]!.id}`,
  ...[rowId, early, large, many[0]!.id, many[20]!.id].map(id => `${rows}/${id}/history`),
  `/projects/${projectId}/history?limit=1000`,
  ...[then, later].flatMap(asOf => [
    `/projects/${projectId}?asOf=${asOf}`,
    `/tables/project/${projectId}?asOf=${asOf}`,
    `${list}?limit=100&asOf=${asOf}`,
    `${rows}/${early}?asOf=${asOf}`,
  ]),
];
const shop = [
  `/projects/${shopId}`,
  `/tables/project/${shopId}`,
  `/tables/${shopId}/${orders.id}/fields`,
  `/data/table/${orders.id}?include=${encodeURIComponent('müşteri')}`,
  `/data/table/${orders.id}?view=${sharedView}`,
  `/data/table/${orders.id}?sort=durum`,
  `/data/table/${orders.id}/views`,
  `/data/table/${orders.id}/bin`,
  `${orderRows}/${first}/history`,
  `/data/table/${customers.id}/rows/${ada}/pointing`,
  ...['table', 'field'].map(kind => `/projects/${shopId}/bin?kind=${kind}`),
  `/projects/${shopId}/history?limit=1000`,
  `/widgets/${widgetId}`,
  `/widgets/${widgetId}/data`,
  `/threads/${threadId}`,
  `/data/table/${tasks.id}`,
  `/data/table/${tasks.id}?view=${grouped}`,
  `/data/table/${orders.id}?view=${board}`,
  `/data/table/${tasks.id}/views`,
  `/widgets/${namesWidget}/data`,
  `/custom/${shopId}/siparisler`,
  `/api-keys/project/${shopId}`,
  `/projects/${shopId}/transfers/${transfer.id}`,
  `/projects/${testId}`,
  `/tables/project/${testId}`,
  '/bin/projects',
  `/projects/${back}`,
  `/data/table/${invoices.id}?sort=no`,
  `/data/table/${invoices.id}/views`,
  `/data/table/${invoices.id}/files?ids=${[stays, goes, returns].join(',')}`,
  ...[older, oldest, newer].map(id => `${invoiceRows}/${id}/history`),
  ...[stays, goes, returns].map(id => `${files}/${id}`),
];
const reads = [
  ...[...paths, ...shop].map(path => get('ayse', path)),
  get('ayse', `/projects/${projectId}/history?limit=1000`, 'en'),
  ...[
    '/auth/me',
    '/projects',
    `/projects/${erased}`,
    `/projects/${projectId}`,
    `/data/table/${lost.id}`,
    `/projects/${people.mehmet.projectId}/history?limit=1000`,
  ].map(path => get('mehmet', path)),
  get('ayse', `/projects/${erased}`),
  get('ayse', `/projects/${people.gone.projectId}`),
  { method: 'GET', path: list, headers: {} },
  { method: 'POST', path: '/auth/login', body: { email: 'gone@example.com', password } },
] satisfies Request[];

const frozen: Frozen = {
  version: VERSION,
  password,
  projectId,
  tableId: stock.id,
  head: head!,
  people: Object.fromEntries(
    Object.entries(people).map(([who, { id }]) => [who, { id, email: `${who}@example.com` }]),
  ) as unknown as Frozen['people'],
  repeats: (await askedInTurn(named)).filter(({ status }) => status < 300),
  reads: await askedInTurn(reads),
  markers: { alive: [webhookOf('alive')], erased: [webhookOf('erased'), webhookOf('gone')] },
};
if (
  (await ask(address, tokens, { method: 'GET', path: '/health/database' })).answer.data.eventStore
    .head !== head
)
  throw new Error('A request that came again was written again.');
program.process.kill('SIGTERM');
await program.ended;

copyStored(directory, kept);
if (readdirSync(directory).some(name => /^(?:events|vault)\.db-/.test(name)))
  throw new Error('The databases were not closed.');
rmSync(directory, { recursive: true });
writeFileSync(join(kept, 'expected.json'), `${JSON.stringify(frozen, undefined, 1)}\n`);
console.log(
  `${kept}: ${frozen.reads.length} reads, ${frozen.repeats.length} repeated writes, head ${head}`,
);
