import { beforeAll, describe, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

const { ask, register, table, origin } = serve();
let session: Headed;
let projectId: string;
let tableId: string;

const types = {
  metin: 'string',
  uzun: 'text',
  evet: 'boolean',
  gün: 'date',
  an: 'datetime',
  saat: 'time',
  süre: 'duration',
  sayı: 'number',
  tam: 'integer',
  para: 'currency',
  ağırlık: 'weight',
  yer: 'coordinates',
  liste: 'array',
  nesne: 'object',
  dizey: 'matrix',
  yöney: 'vector',
  '=toplam': 'string',
} as const;

/** Texts that look like something else, and values of each type. */
const rows = [
  {
    metin: '=1+1',
    uzun: 'iki\nsatır, "tırnak"; nokta\r\n',
    evet: true,
    gün: '2026-02-01',
    an: '2026-02-01T10:20:30.456Z',
    saat: '10:20',
    süre: 3725,
    sayı: -1234.5678,
    tam: -7,
    para: { amount: 1234.5, currency: 'USD' },
    ağırlık: { value: 2.5, unit: 'kg' },
    yer: { lat: -12.5, lng: 45.25 },
    liste: [1, 'iki', null],
    nesne: { a: { b: [true] } },
    dizey: [
      [1, 2],
      [3, 4.5],
    ],
    yöney: [0.5, -1],
    '=toplam': '\n=1+1',
  },
  { metin: "'@x", uzun: ' boşluk ', evet: false, sayı: 1e21, tam: 0 },
  { metin: '007', uzun: '1.234,5', sayı: 0.1 },
  { metin: '_x0041_ <b>&amp;', uzun: '\u0001\ttab' },
  { metin: '+90 212', uzun: '2026-01-01', gün: '1999-12-31' },
];

beforeAll(async () => {
  ({ session, projectId } = await register('Ayse'));
  tableId = await table(projectId, session, 'Türler', types);
  await ask('POST', `/data/table/${tableId}/rows/bulk`, { rows }, session);
});

const valuesIn = async (id: string) => {
  const { body } = await ask('GET', `/data/table/${id}`, undefined, session);
  return body.data.rows.map(
    ({
      id: _id,
      created_at: _at,
      updated_at: _by,
      _version,
      ...values
    }: object & {
      id: string;
      created_at: string;
      updated_at: string;
      _version: number;
    }) => values,
  );
};

describe('rows that are exported and imported again', { timeout: 60_000 }, () => {
  it.each(['csv', 'json', 'ndjson', 'xlsx'])('are equal for all types as %s', async format => {
    const file = await fetch(`${origin()}/api/v1/data/table/${tableId}/export?format=${format}`, {
      headers: { ...session, 'accept-language': 'tr' },
    });
    const again = await table(projectId, session, `Yine ${format}`, types);
    const path = `/projects/${projectId}/row-imports`;
    const sent = await fetch(`${origin()}/api/v1${path}?file_name=a.${format}`, {
      method: 'POST',
      headers: { ...session, 'content-type': 'application/octet-stream' },
      body: await file.arrayBuffer(),
    });
    const { id } = ((await sent.json()) as { data: { import: { id: string } } }).data.import;
    const { body } = await ask('POST', `${path}/${id}/preview`, { tableId: again }, session);
    const { source, mapping, problems } = body.data.preview;
    expect([source.format, problems]).toEqual([format, []]);
    await ask(
      'POST',
      `${path}/${id}/start`,
      { source, target: { tableId: again }, columns: mapping },
      session,
    );
    const state = async () =>
      (await ask('GET', path, undefined, session)).body.data.imports[0].state;
    await expect.poll(state, { timeout: 20_000, interval: 50 }).toBe('done');
    const expected = await valuesIn(tableId);
    expect(expected).toHaveLength(rows.length);
    expect(await valuesIn(again)).toEqual(expected);
  });
});
