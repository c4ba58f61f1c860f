import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Members } from '@hzm/contracts/core/realtime';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newMongoAddress } from '../run/engines.ts';
import { needs } from '../run/needs.ts';
import { serveApart, type Apart, type Reply } from './apart.ts';
import { readModels } from './installation.ts';

/**
 * One account asks for the longest answers, ten at once, with sessions and keys: everybody else
 * gets their turn in between.
 */
const ROWS = 20_000;
const PAGE = 10_000;
const AT_ONCE = 10;
/** Changes of presence by each socket on each topic: as many as an account may send at once. */
const CHANGES = 150;
/** Events of bulk writes, two for a thousand rows, that sockets missed. */
const MISSED = 8;
/**
 * In milliseconds of processor time. In one turn these took 85 to 700; in slices they take up to
 * 25. What MongoDB's driver decodes at once is not divided.
 */
const longestTurn = (isMongo: boolean): number => (isMongo ? 150 : 60);

const cells = (n: number) => ({
  ...Object.fromEntries(
    Array.from({ length: 5 }, (_, i) => [
      `metin${i}`,
      `sipariş ${(n * (i + 3) * 7_919) % 1_000_003} teslim edildi`,
    ]),
  ),
  ...Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`sayı${i}`, (n * (i + 7)) % 100_000])),
});

describe.each(readModels)('with views in %s', (name, engine) => {
  const needed = needs({ name, missing: engine?.missing });
  let server: Apart;
  let directory = '';
  let session: { readonly authorization: string };
  const credentials: Readonly<Record<string, string>>[] = [];
  let [projectId, tableId, fieldId, position] = ['', '', '', ''];

  const asked = async (method: string, path: string, body?: unknown): Promise<Reply['body']> => {
    const answer = await server.ask(method, path, body, session);
    expect([path, answer.status]).toEqual([path, answer.status < 300 ? answer.status : 200]);
    return answer.body.data;
  };

  beforeAll(async () => {
    if (needed.skip) return;
    directory = mkdtempSync(join(tmpdir(), 'hzm-'));
    server = await serveApart({
      HZM_DATA_DIR: directory,
      ...(engine && { HZM_READ_MODEL: newMongoAddress() }),
    });
    const {
      data: { token, project },
    } = (
      await server.ask('POST', '/auth/register', {
        name: 'Ayşe',
        email: 'ayse@example.com',
        password: 'gizli-1',
      })
    ).body;
    [session, projectId] = [{ authorization: `Bearer ${token}` }, project.id];
    await asked('PUT', `/projects/${projectId}`, { settings: { maxRequestsPerMinute: 10_000 } });
    tableId = (await asked('POST', `/tables/project/${projectId}`, { name: 'Siparişler' })).table
      .id;
    for (const [field, value] of Object.entries(cells(0)))
      fieldId = (
        await asked('POST', `/tables/${projectId}/${tableId}/fields`, {
          name: field,
          type: typeof value,
        })
      ).field.id;
    for (let from = 0; from < ROWS; from += 1_000)
      await asked('POST', `/data/table/${tableId}/rows/bulk`, {
        rows: Array.from({ length: 1_000 }, (_, i) => cells(from + i)),
      });
    const { events } = await asked('GET', `/projects/${projectId}/history?limit=1000`);
    position = events.at(-2).position;
    credentials.push(session, session);
    while (credentials.length < AT_ONCE) {
      const { apiKey } = await asked('POST', `/api-keys/project/${projectId}`, {
        name: `anahtar ${credentials.length}`,
        permissions: ['read'],
      });
      credentials.push({ 'x-api-key': apiKey.key });
    }
  }, 120_000);
  afterAll(async () => {
    if (needed.skip) return;
    await server.close();
    rmSync(directory, { recursive: true });
  });

  /**
   * Asks ten times at once; answers what was answered, and the longest turn. @param bySession keys
   * may not ask it
   */
  async function tenTimes(
    path: string,
    { bySession = false } = {},
  ): Promise<{ readonly answers: readonly Reply[]; readonly turn: number }> {
    // A request that waits too long on a busy machine is told to come again.
    const ask = async (headers: Readonly<Record<string, string>>): Promise<Reply> => {
      const answer = await server.ask('GET', path, undefined, headers);
      return answer.status === 503 ? ask(headers) : answer;
    };
    const { result, turn } = await server.turnDuring(() =>
      Promise.all(credentials.map(headers => ask(bySession ? session : headers))),
    );
    expect(result.map(({ status }) => status)).toEqual(result.map(() => 200));
    return { answers: result, turn };
  }
  const idsOf = ({ body }: Reply): string[] => body.data.rows.map(({ id }: { id: string }) => id);

  it('lists of ten thousand rows', needed, async () => {
    const { answers, turn } = await tenTimes(`/data/table/${tableId}?limit=10000`);
    for (const answer of answers)
      expect([new Set(idsOf(answer)).size, answer.body.data.pagination.total]).toEqual([
        PAGE,
        ROWS,
      ]);
    expect(turn).toBeLessThan(longestTurn(engine !== undefined));
  });

  it('lists of ten thousand rows as they were', needed, async () => {
    const { answers, turn } = await tenTimes(
      `/data/table/${tableId}?limit=10000&asOf=${position}`,
      { bySession: true },
    );
    for (const answer of answers) expect(new Set(idsOf(answer)).size).toBe(PAGE);
    expect(turn).toBeLessThan(longestTurn(engine !== undefined));
  });

  it('the history of bulk writes', needed, async () => {
    const { answers, turn } = await tenTimes(`/projects/${projectId}/history?limit=1000`, {
      bySession: true,
    });
    for (const { body } of answers)
      expect(
        body.data.events.filter(({ type }: { type: string }) => type === 'rows-added').length,
      ).toBeGreaterThanOrEqual(ROWS / 1_000);
    expect(turn).toBeLessThan(longestTurn(engine !== undefined));
  });

  it('how many rows fit a changed field', needed, async () => {
    const { answers, turn } = await tenTimes(
      `/tables/${tableId}/fields/${fieldId}/fit?type=boolean`,
      { bySession: true },
    );
    // 0 and 1 are converted.
    for (const { body } of answers)
      expect(body.data.fit).toMatchObject({
        rows: ROWS,
        unfit: ROWS - 2,
        converted: 2,
        isAll: true,
      });
    expect(turn).toBeLessThan(longestTurn(engine !== undefined));
  });

  it('searches that most rows match', needed, async () => {
    const { answers, turn } = await tenTimes(
      `/data/table/${tableId}?limit=100&sort=sayı1&q=sipariş`,
    );
    for (const answer of answers)
      expect([idsOf(answer).length, answer.body.data.pagination.total]).toEqual([100, ROWS]);
    expect(turn).toBeLessThan(longestTurn(engine !== undefined));
  });

  /** Ten connected sockets of the account, for as long as `work` takes. */
  async function withSockets(work: (sockets: readonly Socket[]) => Promise<void>): Promise<void> {
    const auth = { token: session.authorization.slice('Bearer '.length) };
    const sockets = Array.from({ length: AT_ONCE }, () =>
      io(server.address, { auth, transports: ['websocket'], forceNew: true }),
    );
    try {
      await expect.poll(() => sockets.every(({ connected }) => connected)).toBe(true);
      await work(sockets);
    } finally {
      for (const socket of sockets) socket.disconnect();
    }
  }

  it('missed changes of bulk writes, to ten sockets', needed, async () => {
    const { events } = await asked('GET', `/projects/${projectId}/history?limit=1000`);
    const after = events
      .filter(({ type }: { type: string }) => type === 'rows-added')
      .at(-1 - MISSED).position;
    await withSockets(async sockets => {
      const told = sockets.map(() => 0);
      for (const [n, socket] of sockets.entries())
        socket.on('changes', ({ changes }: { changes: unknown[] }) => {
          told[n]! += changes.length;
        });
      const watching = { topic: `table:${tableId}`, after };
      // Nothing of what was missed is sent if there is no room for it: the client asks again.
      const watched = async (socket: Socket): Promise<unknown> => {
        const answer = (await socket.timeout(30_000).emitWithAck('watch', watching)) as {
          code?: string;
        };
        return answer.code === 'TOO_SLOW' ? watched(socket) : answer;
      };
      const { result, turn } = await server.turnDuring(() => Promise.all(sockets.map(watched)));
      for (const answer of result) expect(answer).toMatchObject({ success: true, status: 'live' });
      expect(told).toEqual(sockets.map(() => MISSED * 500));
      expect(turn).toBeLessThan(longestTurn(false));
    });
  });

  it(
    'presence that ten sockets change as often as they may, and each is told of the last',
    needed,
    async () => {
      const topics = [`table:${tableId}`, `project:${projectId}`, `threads:${projectId}`];
      await withSockets(async sockets => {
        const last = new Map<string, string>();
        for (const [n, socket] of sockets.entries()) {
          socket.on('presence', ({ topic, members }: Members) =>
            last.set(`${n} ${topic}`, members.map(({ state: { field } }) => field).join(' ')),
          );
          for (const topic of topics) await socket.timeout(30_000).emitWithAck('watch', { topic });
        }
        const { turn } = await server.turnDuring(async () => {
          for (let change = 0; change < CHANGES; change++) {
            for (const socket of sockets)
              for (const topic of topics)
                socket.emit('presence', { topic, state: { mode: 'edit', field: String(change) } });
            expect((await server.ask('GET', '/health', undefined, {})).status).toBe(200);
          }
          const everybody = Array.from({ length: AT_ONCE }, () => CHANGES - 1).join(' ');
          await expect
            .poll(() => [...last.values()], { timeout: 30_000 })
            .toEqual(Array.from({ length: AT_ONCE * topics.length }, () => everybody));
        });
        expect(turn).toBeLessThan(longestTurn(false));
      });
    },
  );

  it('lists of deleted rows, and the return of a thousand', needed, async () => {
    const { rows } = await asked('GET', `/data/table/${tableId}?limit=2000`);
    const ids: string[] = rows.map(({ id }: { id: string }) => id);
    const [first, second] = [ids.slice(0, 1_000), ids.slice(1_000)];
    for (const deletes of [first, second])
      await asked('POST', `/data/table/${tableId}/rows/bulk`, { deletes });
    const { answers, turn } = await tenTimes(`/data/table/${tableId}/bin?limit=100`, {
      bySession: true,
    });
    for (const { body } of answers)
      expect([body.data.rows.length, body.data.total]).toEqual([100, 2_000]);
    expect(turn).toBeLessThan(longestTurn(engine !== undefined));
    for (const restores of [first, second])
      await asked('POST', `/data/table/${tableId}/rows/bulk`, { restores });
    expect((await asked('GET', `/data/table/${tableId}/bin`)).total).toBe(0);
  });

  it('the deletion and the return of a table', needed, async () => {
    const { turn } = await server.turnDuring(async () => {
      await asked('DELETE', `/tables/${tableId}`);
      await asked('POST', `/projects/${projectId}/bin/tables/${tableId}/restore`, {});
    });
    expect((await asked('GET', `/data/table/${tableId}?limit=1`)).pagination.total).toBe(ROWS);
    expect(turn).toBeLessThan(longestTurn(engine !== undefined));
  });
});
