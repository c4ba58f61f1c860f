import { newId } from '@hzm/contracts/core/ids';
import { beforeAll, describe, expect, it } from 'vitest';
import { shout } from '../hostile/raw.ts';
import { serve, type Headed } from './serve.ts';

/** Values in all their forms over HTTP: what is kept, what is found, and what is refused. */
const server = serve();
let session: Headed;
let projectId = '';
let tableId = '';

beforeAll(async () => {
  ({ session, projectId } = await server.register('Ayse'));
  await server.ask(
    'PUT',
    `/projects/${projectId}`,
    { settings: { maxRequestsPerMinute: 10_000 } },
    session,
  );
  tableId = await server.table(projectId, session, 'Ölçümler', {
    ad: 'string',
    an: 'datetime',
    süre: 'duration',
    ağırlık: 'weight',
    var: 'boolean',
    n: 'number',
    tutar: 'decimal',
    yer: 'object',
  });
});

const add = (values: object) => server.ask('POST', `/data/table/${tableId}/rows`, values, session);
const names = async (query: string): Promise<string> => {
  const { status, body } = await server.ask(
    'GET',
    `/data/table/${tableId}?${query}`,
    undefined,
    session,
  );
  return status === 200
    ? body.data.rows.map(({ ad }: { ad: string }) => ad).join('')
    : `${status} ${body.code}`;
};

describe('values of types with several forms', () => {
  beforeAll(async () => {
    await add({
      ad: 'a',
      an: '2026-06-01T10:00:00+03:00',
      süre: 'PT10H',
      ağırlık: { value: 2, unit: 'kg' },
      var: true,
    });
    await add({
      ad: 'b',
      an: '2026-06-01T08:00:00Z',
      süre: 'PT2H',
      ağırlık: { value: 1500, unit: 'g' },
      var: false,
    });
    await add({
      ad: 'c',
      an: '2026-06-01T10:30',
      süre: 5400,
      ağırlık: { value: 0.001, unit: 't' },
    });
  });

  it('are answered in their canonical form', async () => {
    const { body } = await server.ask(
      'GET',
      `/data/table/${tableId}?filter[ad]=a`,
      undefined,
      session,
    );
    expect(body.data.rows[0]).toMatchObject({
      an: '2026-06-01T07:00:00.000Z',
      süre: 36_000,
      ağırlık: { value: 2, unit: 'kg' },
    });
  });

  it('are sorted and compared as what they are, by an operand in any form', async () => {
    expect([await names('sort=an'), await names('sort=süre'), await names('sort=ağırlık')]).toEqual(
      ['acb', 'cba', 'cba'],
    );
    const at = encodeURIComponent('2026-06-01T10:00:00+03:00');
    expect([
      await names(`filter[an][eq]=${at}`),
      await names(`filter[an][gt]=${at}`),
      await names('filter[an][lt]=2026-06-01T10:15'),
    ]).toEqual(['a', 'bc', 'a']);
    expect([await names('filter[süre][eq]=PT120M'), await names('filter[süre][gte]=7200')]).toEqual(
      ['b', 'ab'],
    );
    expect([
      await names('filter[ağırlık][gt]=1.2 kg'),
      await names('filter[ağırlık][in]=1kg,2000g'),
    ]).toEqual(['ab', 'ac']);
  });

  it('are read in the zone of the project', async () => {
    await server.ask(
      'PUT',
      `/projects/${projectId}`,
      { settings: { timeZone: 'America/New_York' } },
      session,
    );
    const { body } = await add({ ad: 'd', an: '2026-06-02T10:00' });
    expect(body.data.row.an).toBe('2026-06-02T14:00:00.000Z');
    expect(
      (await server.ask('GET', `/projects/${projectId}`, undefined, session)).body.data.project
        .settings.timeZone,
    ).toBe('America/New_York');
    const unknown = await server.ask(
      'PUT',
      `/projects/${projectId}`,
      { settings: { timeZone: 'Mars/Base' } },
      session,
    );
    expect([unknown.status, unknown.body.code]).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('are refused where they would become something else', async () => {
    for (const values of [
      { an: '2026-06-01T10:00:00.0001Z' },
      { an: '2026-02-30T10:00Z' },
      { süre: 'P1M' },
      { ağırlık: { value: 1, unit: 'stone' } },
    ]) {
      expect([values, (await add(values)).status]).toEqual([values, 400]);
    }
  });
});

describe('operands', () => {
  it('of yes and no are a set of words in both languages', async () => {
    for (const word of ['1', 'True', 'evet', 'DOĞRU', 'yes'])
      expect([word, await names(`filter[var][eq]=${encodeURIComponent(word)}`)]).toEqual([
        word,
        'a',
      ]);
    for (const word of ['0', 'hayır', 'False', 'yanlış', 'no'])
      expect([word, await names(`filter[var][eq]=${encodeURIComponent(word)}`)]).toEqual([
        word,
        'b',
      ]);
  });

  it('that are no value of their field are refused', async () => {
    for (const query of [
      'filter[var][eq]=belki',
      'filter[var][eq]=',
      'filter[ad][empty]=x',
      'filter[n][gt]=0x10',
      'filter[n][eq]=9007199254740993',
      'filter[an][gt]=dün',
      'filter[süre][lt]=uzun',
      'filter[ağırlık][lt]=2 taş',
    ]) {
      expect([query, await names(query)]).toEqual([query, '400 VALIDATION_ERROR']);
    }
    expect(await names('filter[var][empty]=evet&filter[ad][in]=c')).toBe('c');
  });
});

describe('conditions in JSON', () => {
  const path = () => `/data/table/${tableId}/query`;
  const found = async (body: object, query = '') => {
    const { status, body: answer } = await server.ask('POST', `${path()}${query}`, body, session);
    return status === 200
      ? answer.data.rows.map(({ ad }: { ad: string }) => ad).join('')
      : `${status} ${answer.details?.[0]?.path}`;
  };

  it('find and sort as those of an address do', async () => {
    const durations = { süre: { gte: 7200 } };
    expect(await found({ filter: durations, sort: ['süre'], order: ['desc'] })).toBe('ab');
    expect(await found({ filter: { var: { eq: true } } })).toBe('a');
    expect(await found({ filter: { var: { empty: true }, ad: { in: ['c', ','] } } })).toBe('c');
    expect(await found({ filter: { ad: 'B' }, q: 'b' })).toBe('b');
    const [first] = (
      await server.ask('POST', path(), { filter: durations, limit: 1, count: 'none' }, session)
    ).body.data.rows;
    expect(first).toMatchObject({ ad: 'a', süre: 36_000 });
  });

  it('hold what no address does', async () => {
    const many = Array.from({ length: 1000 }, (_, i) =>
      i === 999 ? 'b' : `${'x'.repeat(100)}${i}`,
    );
    expect(await found({ filter: { ad: { in: many } } })).toBe('b');
  });

  it('name rows by their ids, as many as an `in` holds', async () => {
    const { body } = await server.ask('GET', `/data/table/${tableId}`, undefined, session);
    const ids = body.data.rows
      .filter(({ ad }: { ad: string }) => ad === 'a' || ad === 'c')
      .map(({ id }: { id: string }) => id);
    const others = Array.from({ length: 998 }, () => newId());
    expect(await found({ filter: { id: { in: [...others, ...ids] } }, sort: ['ad'] })).toBe('ac');
    expect(await found({ filter: { id: { in: ids }, ad: 'c' } })).toBe('c');
    expect(await names(`filter[id]=${ids[0]}`)).toBe('a');
    const capitals = ids.map((id: string) => id.toUpperCase());
    expect(await found({ filter: { id: { in: capitals } }, sort: ['ad'] })).toBe('ac');
    expect(await found({ filter: { id: { in: ids, eq: capitals[0]! } } })).toBe('a');
    for (const op of ['ne', 'gt', 'gte', 'lt', 'lte'])
      expect([op, await found({ filter: { id: { [op]: capitals[0]! } }, sort: ['id'] })]).toEqual([
        op,
        await found({ filter: { id: { [op]: ids[0]! } }, sort: ['id'] }),
      ]);
    expect(await found({ filter: { id: { eq: 'x' } } })).toBe('400 filter.id');
  });

  it('compare and sort rows by their id and their times', async () => {
    const rowsOf = async (query: object) =>
      (await server.ask('POST', path(), query, session)).body.data.rows as {
        ad: string;
        id: string;
        created_at: string;
        updated_at: string;
      }[];
    const said = (rows: readonly { ad: string }[]): string => rows.map(({ ad }) => ad).join('');
    const all = await rowsOf({});
    const second = all[1]!;
    await server.ask(
      'PUT',
      `/data/table/${tableId}/rows/${second.id}`,
      { ad: second.ad, var: true },
      session,
    );
    const changed = (await rowsOf({ filter: { id: second.id } }))[0]!;
    const since = { updated_at: { gte: changed.updated_at } };
    expect(said(await rowsOf({ filter: since }))).toBe(second.ad);
    for (const member of ['id', 'created_at', 'updated_at'] as const) {
      const rows = await rowsOf({ sort: [member, 'ad'] });
      const ordered = rows.toSorted((a, b) => (a[member] < b[member] ? -1 : 1));
      expect([member, rows.map(row => row[member])]).toEqual([
        member,
        ordered.map(row => row[member]),
      ]);
      const value = rows[1]![member];
      const passing = (passes: (one: string) => boolean): string[] =>
        rows.filter(row => passes(row[member])).map(({ id }) => id);
      for (const [op, ids] of Object.entries({
        eq: passing(one => one === value),
        ne: passing(one => one !== value),
        gt: passing(one => one > value),
        gte: passing(one => one >= value),
        lt: passing(one => one < value),
        lte: passing(one => one <= value),
      })) {
        const found = await rowsOf({ filter: { [member]: { [op]: value } }, sort: [member, 'ad'] });
        expect([member, op, found.map(({ id }) => id)]).toEqual([member, op, ids]);
      }
    }
    expect(await names(`filter[created_at][in]=${all[0]!.created_at}`)).toContain(all[0]!.ad);
    // The zone of the project; a day begins there.
    expect(await names('filter[created_at][gt]=2199-01-01')).toBe('');
    expect(await names('filter[created_at][lt]=2199-01-01T10:00')).toBe(said(all));
  });

  it('refuse the operators that a row’s own members do not have, in both languages', async () => {
    for (const filter of [
      { id: { empty: true } },
      { created_at: '2026' },
      { updated_at: { empty: false } },
    ]) {
      const name = Object.keys(filter)[0]!;
      const errors: string[] = [];
      for (const language of ['tr', 'en']) {
        const { status, body } = await server.ask(
          'POST',
          path(),
          { filter },
          {
            ...session,
            'accept-language': language,
          },
        );
        expect([status, body.details[0].path]).toEqual([400, `filter.${name}`]);
        errors.push(body.details[0].message);
      }
      expect(errors[0]).toContain(`${name} eq, ne, gt`);
      expect(errors[1]).toContain(`${name} is filtered with eq`);
    }
    for (const filter of [{ created_at: { gt: 'dün' } }, { id: { gt: 'x' } }])
      expect(await found({ filter })).toBe(`400 filter.${Object.keys(filter)[0]!}`);
  });

  it('go by id, and have the bounds of the list', async () => {
    const { body } = await server.ask(
      'GET',
      `/tables/${projectId}/${tableId}/fields`,
      undefined,
      session,
    );
    const { id } = body.data.fields.find(({ name }: { name: string }) => name === 'süre');
    const keyed = await server.ask(
      'POST',
      `${path()}?fieldKey=id`,
      { filter: { [id]: { eq: 36_000 } } },
      session,
    );
    expect(keyed.body.data.rows.map((row: Record<string, unknown>) => row[id])).toEqual([36_000]);
    const filters = Array.from({ length: 51 }, (_, i) => [`f${i}`, 'x']);
    expect(await found({ filter: Object.fromEntries(filters) })).toBe('400 filter');
    expect(
      await found({ filter: { ad: { in: Array.from({ length: 1001 }, () => 'x') } } }),
    ).toContain('400');
    expect(await found({ filter: { ad: 'x'.repeat(4001) } })).toContain('400');
    for (const limit of [[1], '1', 0, 10_001]) expect(await found({ limit })).toContain('400');
    expect(await found({ filter: { yok: 'x' } })).toBe('400 filter.yok');
    expect(await found({ sort: ['ad', 'ad'] })).toBe('400 sort');
    expect(await found({ filter: { süre: { gt: 'uzun' } } })).toBe('400 filter.süre');
  });
});

describe('what the parser of requests refuses', () => {
  it('is told in the language of the caller', async () => {
    const port = Number(new URL(server.origin()).port);
    const long = (language: string) =>
      `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\nAccept-Language: ${language}\r\n\r\n`;
    const none = (language: string) =>
      `GET / HTTP/1.1\r\nAccept-Language: ${language}\r\nbad header\r\n\r\n`;
    for (const request of [long, none]) {
      const [english, turkish] = await Promise.all(
        ['en-GB,en;q=0.9', 'tr'].map(one => shout(port, request(one))),
      );
      expect(english).toMatch(/^HTTP\/1\.1 4\d\d /);
      expect(english).not.toBe(turkish);
      expect(english).toMatch(/"error":"[\x20-\x7e]+"/);
      expect(turkish).toMatch(/[çğıöşüİ]/);
    }
  });
});

describe('amounts', () => {
  it('are compared within each currency, or in the one that is named', async () => {
    const prices = await server.table(projectId, session, 'Fiyatlar', {
      ad: 'string',
      para: 'currency',
    });
    for (const [ad, amount, currency] of [
      ['a', 50, 'USD'],
      ['b', 150, 'USD'],
      ['c', 150, 'TRY'],
      ['d', 5, 'TRY'],
    ]) {
      await server.ask(
        'POST',
        `/data/table/${prices}/rows`,
        { ad, para: { amount, currency } },
        session,
      );
    }
    const found = async (op: string, operand: string) => {
      const { status, body } = await server.ask(
        'GET',
        `/data/table/${prices}?filter[para][${op}]=${operand}`,
        undefined,
        session,
      );
      return status === 200 ? body.data.rows.map(({ ad }: { ad: string }) => ad).join('') : status;
    };
    expect([
      await found('gt', '100'),
      await found('gt', '100 USD'),
      await found('lte', '150try'),
    ]).toEqual(['bc', 'b', 'cd']);
    expect([
      await found('eq', '150 TRY'),
      await found('in', '50,5'),
      await found('ne', '150'),
    ]).toEqual(['c', 'ad', 'ad']);
    expect([
      await found('ne', '150 TRY'),
      await found('in', '150 USD,5 try'),
      await found('in', '150,50 TRY'),
    ]).toEqual(['abd', 'bd', 'bc']);
    expect([await found('gt', '100 XYZ'), await found('gt', 'USD')]).toEqual([400, 400]);
    const sorted = async (order: string) =>
      (
        await server.ask(
          'GET',
          `/data/table/${prices}?sort=para&order=${order}`,
          undefined,
          session,
        )
      ).body.data.rows
        .map(({ ad }: { ad: string }) => ad)
        .join('');
    expect([await sorted('asc'), await sorted('desc')]).toEqual(['dcab', 'bacd']);
  });
});

describe('numbers', () => {
  it('that a double does not hold are refused wherever they stand, in both languages', async () => {
    for (const body of [
      '{"n":9007199254740993}',
      '{"yer":{"a":[1,{"b":12345678901234567890}]}}',
      '{"n":1e999}',
    ]) {
      for (const language of ['tr', 'en']) {
        const { status, body: answer } = await server.send(
          'POST',
          `/data/table/${tableId}/rows`,
          body,
          { ...session, 'content-type': 'application/json', 'accept-language': language },
        );
        expect([body, status, answer.code]).toEqual([body, 400, 'VALIDATION_ERROR']);
        expect(answer.error).toContain(language === 'tr' ? 'olduğu gibi' : 'exactly');
      }
    }
    const kept = await server.send(
      'POST',
      `/data/table/${tableId}/rows`,
      '{"n":0.30000000000000004,"ad":"9007199254740993"}',
      { ...session, 'content-type': 'application/json' },
    );
    expect([kept.status, kept.body.data.row.n, kept.body.data.row.ad]).toEqual([
      201,
      0.30000000000000004,
      '9007199254740993',
    ]);
  });

  it('are summed exactly, and amounts for each currency by itself', async () => {
    const other = await server.table(projectId, session, 'Kasa', {
      tutar: 'decimal',
      para: 'currency',
    });
    const {
      body: {
        data: { fields },
      },
    } = await server.ask('GET', `/tables/${projectId}/${other}/fields`, undefined, session);
    const [id, money] = ['tutar', 'para'].map(
      name => fields.find((field: { name: string }) => field.name === name).id,
    );
    const paid = [
      [0.1, 'TRY'],
      [0.2, 'TRY'],
      [1e12, 'USD'],
      [0.3, 'EUR'],
    ] as const;
    for (const [i, tutar] of [0.1, 0.2, 1e15, -1e15].entries()) {
      const [amount, currency] = paid[i]!;
      await server.ask(
        'POST',
        `/data/table/${other}/rows`,
        { tutar, para: { amount, currency } },
        session,
      );
    }
    const definition = {
      method: 'GET',
      path: 'toplam',
      action: {
        kind: 'aggregate',
        tableId: other,
        values: [
          { compute: 'sum', field: id, name: 'toplam' },
          ...['sum', 'maximum'].map(compute => ({ compute, field: money, name: compute })),
        ],
      },
    };
    const made = await server.ask(
      'POST',
      `/custom-endpoints/project/${projectId}`,
      { name: 'Toplam', definition },
      session,
    );
    await server.ask(
      'POST',
      `/custom-endpoints/${made.body.data.endpoint.id}/publish`,
      {},
      session,
    );
    expect(
      (await server.ask('GET', `/custom/${projectId}/toplam`, undefined, session)).body.data.values,
    ).toEqual({
      toplam: 0.3,
      sum: { EUR: 0.3, TRY: 0.3, USD: 1e12 },
      maximum: { EUR: 0.3, TRY: 0.2, USD: 1e12 },
    });
  });
});
