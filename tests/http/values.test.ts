import { beforeAll, describe, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

/** Values in all their forms over HTTP: what is kept, what is found, and what is refused. */
const server = serve();
let session: Headed;
let projectId = '';
let tableId = '';

beforeAll(async () => {
  ({ session, projectId } = await server.register('Ayse'));
  await server.ask('PUT', `/projects/${projectId}`, { settings: { maxRequestsPerMinute: 10_000 } }, session);
  tableId = await server.table(projectId, session, 'Ölçümler', {
    ad: 'string', an: 'datetime', süre: 'duration', ağırlık: 'weight', var: 'boolean', n: 'number', tutar: 'decimal', yer: 'object',
  });
});

const add = (values: object) => server.ask('POST', `/data/table/${tableId}/rows`, values, session);
const names = async (query: string): Promise<string> => {
  const { status, body } = await server.ask('GET', `/data/table/${tableId}?${query}`, undefined, session);
  return status === 200 ? body.data.rows.map(({ ad }: { ad: string }) => ad).join('') : `${status} ${body.code}`;
};

describe('values of types with several forms', () => {
  beforeAll(async () => {
    await add({ ad: 'a', an: '2026-06-01T10:00:00+03:00', süre: 'PT10H', ağırlık: { value: 2, unit: 'kg' }, var: true });
    await add({ ad: 'b', an: '2026-06-01T08:00:00Z', süre: 'PT2H', ağırlık: { value: 1500, unit: 'g' }, var: false });
    await add({ ad: 'c', an: '2026-06-01T10:30', süre: 5400, ağırlık: { value: 0.001, unit: 't' } });
  });

  it('are answered in their canonical form', async () => {
    const { body } = await server.ask('GET', `/data/table/${tableId}?filter[ad]=a`, undefined, session);
    expect(body.data.rows[0]).toMatchObject({ an: '2026-06-01T07:00:00.000Z', süre: 36_000, ağırlık: { value: 2, unit: 'kg' } });
  });

  it('are sorted and compared as what they are, by an operand in any form', async () => {
    expect([await names('sort=an'), await names('sort=süre'), await names('sort=ağırlık')]).toEqual(['acb', 'cba', 'cba']);
    const at = encodeURIComponent('2026-06-01T10:00:00+03:00');
    expect([await names(`filter[an][eq]=${at}`), await names(`filter[an][gt]=${at}`), await names('filter[an][lt]=2026-06-01T10:15')]).toEqual(['a', 'bc', 'a']);
    expect([await names('filter[süre][eq]=PT120M'), await names('filter[süre][gte]=7200')]).toEqual(['b', 'ab']);
    expect([await names('filter[ağırlık][gt]=1.2 kg'), await names('filter[ağırlık][in]=1kg,2000g')]).toEqual(['ab', 'ac']);
  });

  it('are read in the zone of the project', async () => {
    await server.ask('PUT', `/projects/${projectId}`, { settings: { timeZone: 'America/New_York' } }, session);
    const { body } = await add({ ad: 'd', an: '2026-06-02T10:00' });
    expect(body.data.row.an).toBe('2026-06-02T14:00:00.000Z');
    expect((await server.ask('GET', `/projects/${projectId}`, undefined, session)).body.data.project.settings.timeZone).toBe('America/New_York');
    const unknown = await server.ask('PUT', `/projects/${projectId}`, { settings: { timeZone: 'Mars/Base' } }, session);
    expect([unknown.status, unknown.body.code]).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('are refused where they would become something else', async () => {
    for (const values of [{ an: '2026-06-01T10:00:00.0001Z' }, { an: '2026-02-30T10:00Z' }, { süre: 'P1M' }, { ağırlık: { value: 1, unit: 'stone' } }]) {
      expect([values, (await add(values)).status]).toEqual([values, 400]);
    }
  });
});

describe('operands', () => {
  it('of yes and no are a set of words in both languages', async () => {
    for (const word of ['1', 'True', 'evet', 'DOĞRU', 'yes']) expect([word, await names(`filter[var][eq]=${encodeURIComponent(word)}`)]).toEqual([word, 'a']);
    for (const word of ['0', 'hayır', 'False', 'yanlış', 'no']) expect([word, await names(`filter[var][eq]=${encodeURIComponent(word)}`)]).toEqual([word, 'b']);
  });

  it('that are no value of their field are refused', async () => {
    for (const query of ['filter[var][eq]=belki', 'filter[var][eq]=', 'filter[ad][empty]=x', 'filter[n][gt]=0x10', 'filter[n][eq]=9007199254740993', 'filter[an][gt]=dün', 'filter[süre][lt]=uzun', 'filter[ağırlık][lt]=2 taş']) {
      expect([query, await names(query)]).toEqual([query, '400 VALIDATION_ERROR']);
    }
    expect(await names('filter[var][empty]=evet&filter[ad][in]=c')).toBe('c');
  });
});

describe('numbers', () => {
  it('that a double does not hold are refused wherever they stand, in both languages', async () => {
    for (const body of ['{"n":9007199254740993}', '{"yer":{"a":[1,{"b":12345678901234567890}]}}', '{"n":1e999}']) {
      for (const language of ['tr', 'en']) {
        const { status, body: answer } = await server.send('POST', `/data/table/${tableId}/rows`, body, { ...session, 'content-type': 'application/json', 'accept-language': language });
        expect([body, status, answer.code]).toEqual([body, 400, 'VALIDATION_ERROR']);
        expect(answer.error).toContain(language === 'tr' ? 'olduğu gibi' : 'exactly');
      }
    }
    const kept = await server.send('POST', `/data/table/${tableId}/rows`, '{"n":0.30000000000000004,"ad":"9007199254740993"}', { ...session, 'content-type': 'application/json' });
    expect([kept.status, kept.body.data.row.n, kept.body.data.row.ad]).toEqual([201, 0.30000000000000004, '9007199254740993']);
  });

  it('are summed exactly', async () => {
    const other = await server.table(projectId, session, 'Kasa', { tutar: 'decimal' });
    const { body: { data: { fields: [{ id }] } } } = await server.ask('GET', `/tables/${projectId}/${other}/fields`, undefined, session);
    for (const tutar of [0.1, 0.2, 1e15, -1e15]) await server.ask('POST', `/data/table/${other}/rows`, { tutar }, session);
    const definition = { method: 'GET', path: 'toplam', action: { kind: 'aggregate', tableId: other, values: [{ compute: 'sum', field: id, name: 'toplam' }] } };
    const made = await server.ask('POST', `/custom-endpoints/project/${projectId}`, { name: 'Toplam', definition }, session);
    await server.ask('POST', `/custom-endpoints/${made.body.data.endpoint.id}/publish`, {}, session);
    expect((await server.ask('GET', `/custom/${projectId}/toplam`, undefined, session)).body.data.values).toEqual({ toplam: 0.3 });
  });
});
