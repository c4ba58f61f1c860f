import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { serve, type Answer, type Headed } from '../http/serve.ts';

/**
 * Queries of strangers about a public table, and values that a person may put into an own one: each
 * costs a bounded amount of work.
 */
const server = serve();
const ROWS = 3000;
/** Generous, for machines that have other things to do: unbounded, these patterns take seconds. */
const TIMEOUT_MS = 2_000;
let session: Headed;
let projectId = '';
let tableId = '';

beforeAll(async () => {
  ({ session, projectId } = await server.register('Ayse'));
  await server.ask(
    'PUT',
    `/projects/${projectId}`,
    { isPublic: true, settings: { maxRequestsPerMinute: 10_000 } },
    session,
  );
  const never = Object.fromEntries(Array.from({ length: 25 }, (_, i) => [`hiç${i}`, 'string']));
  tableId = await server.table(projectId, session, 'Herkese', {
    ad: 'string',
    n: 'number',
    ...never,
  });
  for (let from = 0; from < ROWS; from += 1000) {
    await server.ask(
      'POST',
      `/data/table/${tableId}/rows/bulk`,
      { rows: Array.from({ length: 1000 }, (_, i) => ({ ad: `ad ${from + i}`, n: from + i })) },
      session,
    );
  }
}, 60_000);
afterEach(() => {
  vi.restoreAllMocks();
});

const list = (query: string, headers: Headed = session): Promise<Answer> =>
  server.ask('GET', `/data/table/${tableId}?limit=1&${query}`, undefined, headers);
const errorsOf = async (ask: (headers: Headed) => Promise<Answer>): Promise<string[]> =>
  Promise.all(
    ['tr', 'en'].map(async language => {
      const { status, body } = await ask({ ...session, 'accept-language': language });
      expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR']);
      return body.error;
    }),
  );

/** The longest that everything else had to wait meanwhile, in milliseconds. */
async function longestWait(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await work();
  delay.disable();
  return delay.max / 1e6;
}

describe('numbers', () => {
  it.each(['page[]=1', 'page[0]=1', 'limit[a]=1', 'page=1&page=2'])(
    'are said once, as text: %s is refused',
    async query => {
      expect(
        await errorsOf(headers =>
          server.ask('GET', `/data/table/${tableId}?${query}`, undefined, headers),
        ),
      ).toHaveLength(2);
    },
  );
});

describe('lists', () => {
  it('of a thousand different lengths need no statements of their own', async () => {
    const ask = async (length: number): Promise<void> => {
      const numbers = Array.from({ length }, (_, i) => i).join(',');
      const { status, body } = await list(`filter[n][in]=${numbers}`, {});
      expect([status, body.data.pagination.total]).toEqual([200, length]);
    };
    await ask(2);
    const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
    // As often as a stranger may ask in a minute.
    for (let length = 2; length < 1000; length += 3) await ask(length);
    expect(prepare.mock.calls.length).toBeLessThan(20);
  }, 60_000);

  it('of more than a thousand values are refused', async () => {
    expect(
      await errorsOf(headers =>
        list(`filter[n][in]=${Array.from({ length: 1001 }, (_, i) => i).join(',')}`, headers),
      ),
    ).toEqual(['Bir listede en çok 1.000 değer olabilir', 'At most 1,000 values in one list']);
  });
});

describe('conditions', () => {
  it('on fields that nobody ever filled look into no row', async () => {
    const parse = vi.spyOn(JSON, 'parse');
    const where = (op: string): string =>
      Array.from({ length: 25 }, (_, i) => `filter[hiç${i}][${op}]=x`).join('&');
    const [all, none] = [
      await list(`${where('ne')}&sort=hiç0`),
      await list(`${where('eq')}&filter[ad]=9`),
    ];
    expect([all.body.data.pagination.total, none.body.data.pagination.total]).toEqual([ROWS, 0]);
    expect(parse.mock.calls.length).toBeLessThan(200);
  });

  it('of more than fifty are refused, fifty are not', async () => {
    const where = Array.from(
      { length: 25 },
      (_, i) => `filter[hiç${i}][ne]=x&filter[hiç${i}][empty]=true`,
    ).join('&');
    expect((await list(where)).body.data.pagination.total).toBe(ROWS);
    expect(await errorsOf(headers => list(`${where}&filter[ad]=a`, headers))).toEqual([
      'Bir sorguda en çok 50 koşul olabilir',
      'At most 50 conditions in one query',
    ]);
  });
});

describe('patterns', () => {
  const field = (name: string, validation: object, headers: Headed = session): Promise<Answer> =>
    server.ask(
      'POST',
      `/tables/${projectId}/${tableId}/fields`,
      { name, type: 'text', validation },
      headers,
    );
  /** 73 characters, 1,800 steps for each letter of a text. */
  const costly = `^(${'(?:\\w?){30}'.repeat(6)}){5}$`;

  it('that are too large, or too costly for what the field allows, are no rules', async () => {
    const waited = await longestWait(async () => {
      expect(
        await errorsOf(headers =>
          field('büyük', { pattern: `(${'a'.repeat(480)}){1000}` }, headers),
        ),
      ).toEqual([
        'Bu kalıp çok büyük. Daha az veya daha küçük tekrar kullanın',
        'This pattern is too large. Use fewer or smaller repetitions',
      ]);
      const [, text] = await errorsOf(headers =>
        field('uzun', { pattern: costly, maxLength: 40_000 }, headers),
      );
      expect(text).toMatch(
        /^This pattern is too costly for the length that the field allows. It can be checked on at most 2\d\d characters/,
      );
    });
    expect(waited).toBeLessThan(TIMEOUT_MS);
  });

  it('meet long texts, and many, with little work', async () => {
    expect((await field('kalıp', { pattern: costly })).status).toBe(201);
    const add = (rows: object[], headers: Headed = session): Promise<Answer> =>
      server.ask('POST', `/data/table/${tableId}/rows/bulk`, { rows }, headers);
    const waited = await longestWait(async () => {
      const [, text] = await errorsOf(headers => add([{ kalıp: 'a'.repeat(40_000) }], headers));
      expect(text).toMatch(/^Too long for its pattern to be checked; at most 2\d\d characters$/);
      const many = await add(
        Array.from({ length: 1000 }, () => ({ kalıp: 'a'.repeat(250) })),
        { ...session, 'accept-language': 'en' },
      );
      expect([
        many.status,
        many.body.details.map(({ message }: { message: string }) => message),
      ]).toEqual([
        400,
        expect.arrayContaining([
          'Checking the patterns of all these values costs too much. Send fewer values at once, or simplify the patterns',
        ]),
      ]);
      expect((await add([{ kalıp: 'a'.repeat(150) }])).status).toBe(200);
    });
    expect(waited).toBeLessThan(TIMEOUT_MS);
  });
});
