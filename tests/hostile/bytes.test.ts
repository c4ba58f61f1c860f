import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@hzm/contracts/core/ids';
import { SqliteEventStore } from '@hzm/infra/event-store/sqlite/sqlite-event-store';
import { SqliteKeyVault } from '@hzm/infra/key-vault/sqlite/sqlite-key-vault';
import { seal } from '@hzm/services/core/events/sealing';
import { ANSWER_BYTES, MIB } from '@hzm/services/core/ports/byte-budget';
import { NO_STREAM } from '@hzm/services/core/ports/event-store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mongodb, newMongoAddress } from '../run/engines.ts';
import { needs } from '../run/needs.ts';
import { serveApart, type Apart, type Reply } from './apart.ts';

/**
 * Limits of a process with a heap of 768 MB: bytes it may hold, and milliseconds of processor time
 * before others have their turn.
 */
const MAX_MEMORY = 1400 * MIB;
const LONGEST_TURN = 1_500;

const LARGE = 1_000_000;
const ROWS = 60;
const large = (n: number, letters = LARGE): string => `${n} ${'x'.repeat(letters)}`;

interface Place {
  readonly session: Readonly<Record<string, string>>;
  readonly projectId: string;
  readonly tableId: string;
}

async function settle(
  { ask }: Apart,
  email: string,
  fields: readonly string[],
  rules: object = {},
): Promise<Place> {
  const {
    token,
    project: { id: projectId },
  } = (await ask('POST', '/auth/register', { name: 'A', email, password: 'gizli-1' })).body.data;
  const session = { authorization: `Bearer ${token}` };
  const { id: tableId } = (
    await ask('POST', `/tables/project/${projectId}`, { name: 'Kayıtlar' }, session)
  ).body.data.table;
  for (const name of fields)
    expect(
      (
        await ask(
          'POST',
          `/tables/${projectId}/${tableId}/fields`,
          { name, type: 'text', ...rules },
          session,
        )
      ).status,
    ).toBe(201);
  return { session, projectId, tableId };
}

const expectPassing = ({ status, headers, body, bytes }: Reply): void => {
  expect([200, 413, 503], JSON.stringify(body).slice(0, 300)).toContain(status);
  if (status === 503) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(ANSWER_BYTES);
};

const onReadModel = (name: string, environment: () => Readonly<Record<string, string>>) =>
  describe(`many large rows, views in ${name}`, () => {
    const directory = mkdtempSync(join(tmpdir(), 'hzm-'));
    let server: Apart;
    let place: Place;
    const positions: string[] = [];
    let first = '';
    const get = (path: string): Promise<Reply> => server.ask('GET', path, undefined, place.session);
    const rows = (): string => `/data/table/${place.tableId}`;

    beforeAll(async () => {
      server = await serveApart({ HZM_DATA_DIR: directory, ...environment() });
      place = await settle(server, 'a@example.com', ['a', 'b', 'c']);
      for (let n = 0; n < ROWS; n++) {
        const { status, headers, body } = await server.ask(
          'POST',
          `${rows()}/rows`,
          { a: large(n) },
          place.session,
        );
        expect(status).toBe(201);
        positions.push(String(headers['x-position']));
        if (n === 0) first = body.data.row.id;
      }
    }, 90_000);
    afterAll(async () => {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    });

    it('a page that is too large names a limit that fits; with a cursor it ends early and goes on', async () => {
      const { result, turn } = await server.turnDuring(async () => {
        const refused = await get(`${rows()}?limit=10000`);
        expect([refused.status, refused.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
        const { limit } = refused.body.data;
        expect(refused.body.error).toContain(`limit=${limit}`);
        let page = await get(`${rows()}?limit=${limit}`);
        expect([page.status, page.body.data.rows.length]).toEqual([200, limit]);
        const ids: string[] = page.body.data.rows.map(({ id }: { id: string }) => id);
        while (page.body.data.pagination.nextCursor) {
          page = await get(
            `${rows()}?limit=10000&cursor=${encodeURIComponent(page.body.data.pagination.nextCursor)}`,
          );
          expectPassing(page);
          ids.push(...page.body.data.rows.map(({ id }: { id: string }) => id));
        }
        return ids;
      });
      expect([result.length, new Set(result).size]).toEqual([ROWS, ROWS]);
      expect(turn).toBeLessThan(LONGEST_TURN);
    });

    it('32 looks at different moments at once, and histories beside them, are answered or told to come again', async () => {
      const { result, turn } = await server.turnDuring(() =>
        Promise.all(
          Array.from({ length: 32 }, async (_, n) => [
            await get(`${rows()}?limit=1&asOf=${positions[Math.floor((ROWS * n) / 32)]}`),
            ...(n % 4 === 0 ? [await get(`/projects/${place.projectId}/history?limit=1000`)] : []),
          ]),
        ),
      );
      const all = result.flat();
      for (const reply of all) expectPassing(reply);
      expect(all.filter(({ status }) => status === 200).length).toBeGreaterThan(5);
      expect(turn).toBeLessThan(LONGEST_TURN);
      expect(server.peak()).toBeLessThan(MAX_MEMORY);
      expect((await get(`${rows()}/rows/${first}?asOf=${positions[0]}`)).status).toBe(200);
    }, 60_000);

    it('a history goes on where it ended, forwards and backwards', async () => {
      const path = `/projects/${place.projectId}/history?limit=1000&table=${place.tableId}`;
      const read = async (by: 'after' | 'before', from: string): Promise<string[]> => {
        const found: string[] = [];
        for (let next: string | undefined = from; next !== undefined;) {
          const page = await get(`${path}&${by}=${next}`);
          expectPassing(page);
          const seen = page.body.data.events.map(({ position }: { position: string }) => position);
          found[by === 'after' ? 'push' : 'unshift'](...seen);
          next = page.body.data.nextCursor;
        }
        return found;
      };
      const forwards = await read('after', '0'.repeat(20));
      expect(forwards.length).toBeGreaterThanOrEqual(ROWS);
      expect(forwards).toEqual(forwards.toSorted());
      expect(await read('before', '9'.repeat(20))).toEqual(forwards);
    }, 60_000);

    it('a row holds 1 MiB in all, may be changed within that and its history is read in parts', async () => {
      const path = `${rows()}/rows/${first}`;
      const put = (body: object): Promise<Reply> => server.ask('PUT', path, body, place.session);
      const refused = await put({ b: large(0, 100_000) });
      expect([refused.status, refused.body.code, refused.body.error]).toEqual([
        413,
        'PAYLOAD_TOO_LARGE',
        expect.stringContaining('1 MiB'),
      ]);
      const { turn } = await server.turnDuring(async () => {
        for (let n = 0; n < 20; n++) expect((await put({ b: String(n) })).status).toBe(200);
        for (let n = 0; n < 25; n++) expect((await put({ a: large(n) })).status).toBe(200);
      });
      expect(turn).toBeLessThan(LONGEST_TURN);
      const bulk = await server.ask(
        'POST',
        `${rows()}/rows/bulk`,
        { updates: [{ id: first, values: { c: large(0, 200_000) } }] },
        place.session,
      );
      expect([bulk.status, bulk.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);

      const versions: number[] = [];
      for (let before = ''; ;) {
        const page = await get(`${path}/history${before}`);
        expectPassing(page);
        versions.unshift(
          ...page.body.data.versions.map(({ version }: { version: number }) => version),
        );
        if (page.body.data.nextCursor === undefined) break;
        before = `?before=${page.body.data.nextCursor}`;
      }
      expect(versions).toEqual(Array.from({ length: 45 }, (_, n) => n + 1));
      expect(
        (await server.ask('POST', `${path}/restore`, { version: 5 }, place.session)).body.data.row
          .b,
      ).toBe('3');
    }, 60_000);

    it('bulks that are too much are refused before anything is written, others are not', async () => {
      const ids = (await get(`${rows()}?limit=20&order=desc`)).body.data.rows.map(
        ({ id }: { id: string }) => id,
      );
      const more = (await get(`${rows()}?limit=25`)).body.data.rows.map(
        ({ id }: { id: string }) => id,
      );
      const bulk = (body: object): Promise<Reply> =>
        server.ask('POST', `${rows()}/rows/bulk`, body, place.session);
      const count = async () => (await get(`${rows()}?limit=1`)).body.data.pagination.total;
      for (const body of [
        { deletes: [...ids, ...more] },
        { updates: [...ids, ...more].map((id: string) => ({ id, values: { b: '1' } })) },
      ])
        expect((await bulk(body)).status).toBe(413);
      expect(await count()).toBe(ROWS);
      expect((await bulk({ deletes: ids.slice(0, 10) })).status).toBe(200);
      expect(await count()).toBe(ROWS - 10);
      expect(server.peak()).toBeLessThan(MAX_MEMORY);
    }, 60_000);
  });

onReadModel('SQLite', () => ({}));
describe('MongoDB', needs(mongodb), () => {
  onReadModel('MongoDB', () => ({ HZM_READ_MODEL: newMongoAddress() }));
});

describe('large questions', () => {
  const directory = mkdtempSync(join(tmpdir(), 'hzm-'));
  let server: Apart;
  beforeAll(async () => {
    server = await serveApart({ HZM_DATA_DIR: directory });
  });
  afterAll(async () => {
    await server.close();
    rmSync(directory, { recursive: true, force: true });
  });

  it('a thousand empty rows with forty required fields are told at most a hundred details', async () => {
    const { session, tableId } = await settle(
      server,
      'b@example.com',
      Array.from({ length: 40 }, (_, n) => `alan ${n}`),
      { required: true },
    );
    const refused = await server.ask(
      'POST',
      `/data/table/${tableId}/rows/bulk`,
      { rows: Array.from({ length: 1000 }, () => ({})) },
      session,
    );
    expect([refused.status, refused.body.details.length, refused.body.details.at(-1)]).toEqual([
      400,
      100,
      { path: '', message: 'Ve 39.901 sorun daha' },
    ]);
    expect(refused.bytes).toBeLessThan(20_000);
  });

  it.each([
    ['a megabyte of [], as rows', () => `{"rows":[${'[],'.repeat(349_000)}[]]}`, 400],
    ['a megabyte of [], as updates', () => `{"updates":[${'[],'.repeat(349_000)}[]]}`, 400],
    ['a megabyte of [], in a cell', () => `{"rows":[{"a":[${'[],'.repeat(349_000)}[]]}]}`, 400],
    [
      'a megabyte of names',
      () => `{"rows":[{${Array.from({ length: 90_000 }, (_, n) => `"${n}":1`).join(',')}}]}`,
      413,
    ],
    [
      'a megabyte of members nobody asked for',
      () => `{${Array.from({ length: 90_000 }, (_, n) => `"${n}":1`).join(',')}}`,
      413,
    ],
  ])('%s keeps nobody waiting', async (_, body, status) => {
    const { session, tableId } = await settle(server, `${newId()}@example.com`, ['a']);
    const text = body();
    const { result, turn } = await server.turnDuring(async () => {
      const replies: Reply[] = [];
      for (let n = 0; n < 3; n++)
        replies.push(await server.ask('POST', `/data/table/${tableId}/rows/bulk`, text, session));
      return replies;
    });
    for (const reply of result)
      expect([reply.status, reply.bytes < 50_000]).toEqual([status, true]);
    expect(turn).toBeLessThan(400);
  });
});

it('a log of events that are sixty megabytes each, once opened, is replayed with the memory of one', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'hzm-'));
  try {
    let server = await serveApart({ HZM_DATA_DIR: directory });
    const { projectId, tableId } = await settle(server, 'c@example.com', ['a']);
    await server.close();

    const vault = new SqliteKeyVault(
      join(directory, 'vault.db'),
      Buffer.from('a secret for tests only'),
    );
    const key = (await vault.find(`project:${projectId}`))!;
    const store = await SqliteEventStore.open(join(directory, 'events.db'));
    const rows = Array.from({ length: 60 }, () => ({
      id: newId(),
      before: { a: 'x'.repeat(MIB) },
    }));
    const $sealed = seal(key, 'rows-removed', { rows });
    for (let n = 0; n < 14; n++) {
      await store.append(`batch-${newId()}`, NO_STREAM, [
        {
          id: newId(),
          type: 'rows-removed',
          data: { projectId, tableId, $sealed },
          meta: { at: new Date().toISOString(), actor: newId(), request: 'r', digest: '', v: 1 },
        },
      ]);
    }
    await store.close();
    await vault.close();

    server = await serveApart({ HZM_DATA_DIR: directory }, 512);
    // The start waits for the views for ten seconds only.
    await expect
      .poll(
        async () => {
          const { eventStore, readModel } = (await server.ask('GET', '/health/database')).body.data;
          return (readModel.position ?? eventStore.head) === eventStore.head;
        },
        { timeout: 60_000 },
      )
      .toBe(true);
    expect(server.peak()).toBeLessThan(1100 * MIB);
    await server.close();
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}, 90_000);
