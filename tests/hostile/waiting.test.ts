import { setTimeout as sleep } from 'node:timers/promises';
import { StreamQueue } from '@hzm/services/core/commands/stream-queue';
import { MemoryShare } from '@hzm/services/core/limits/memory-pool';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { serve, type Answer, type Headed } from '../http/serve.ts';

/** Longer than a judgement of a right stands. */
const WAITED_MS = 150;

const server = serve();
let [projectId, tableId, rowId] = ['', '', ''];
let [owner, member, main]: Headed[] = [{}, {}, {}];
let [memberId, fieldId] = ['', ''];
let count = 0;
const { call } = server.inTurn(() => owner!);

beforeEach(async () => {
  const ayşe = await server.register(`Sahip${++count}`);
  const can = await server.register(`Uye${count}`);
  [projectId, owner, member, memberId] = [ayşe.projectId, ayşe.session, can.session, can.id];
  tableId = (await call('POST', `/tables/project/${projectId}`, { name: 'Kayıt' })).body.data.table
    .id;
  main = ayşe.key;
  const field = { name: 'ad', type: 'string' };
  fieldId = (await call('POST', `/tables/${projectId}/${tableId}/fields`, field)).body.data.field
    .id;
  rowId = (await call('POST', `/data/table/${tableId}/rows`, { ad: 'önce' })).body.data.row.id;
  const { invitation } = (
    await call('POST', `/projects/${projectId}/invitations`, {
      email: `uye${count}@example.com`,
      role: 'editor',
    })
  ).body.data;
  const link = `/invitations/${invitation.url.split('/').at(-1)}/accept`;
  if ((await call('POST', link, {}, member)).status !== 200) throw new Error('no member');
});
afterEach(() => vi.restoreAllMocks());

/** Publishes an endpoint that adds a row. */
async function publish(): Promise<void> {
  const action = {
    kind: 'insert',
    tableId,
    values: [{ field: fieldId, value: { constant: 'yeni' } }],
    fields: [{ field: fieldId, name: 'ad' }],
  };
  const definition = { method: 'POST', path: 'ekle', caller: 'identity', action };
  const path = `/custom-endpoints/project/${projectId}`;
  const { endpoint } = (await call('POST', path, { name: 'Ekle', definition })).body.data;
  await call('POST', `/custom-endpoints/${endpoint.id}/publish`, {});
}

/** Removes the member while the request of theirs waits, and returns its answer. */
async function removedMeanwhile(
  ask: () => Promise<Answer>,
  hold: (until: Promise<void>) => Promise<void>,
): Promise<Answer> {
  const over = Promise.withResolvers<void>();
  const waits = hold(over.promise);
  const asked = ask();
  await waits;
  vi.restoreAllMocks();
  const removed = await call('DELETE', `/projects/${projectId}/members/${memberId}`, {});
  expect(removed.status).toBe(200);
  await sleep(WAITED_MS);
  over.resolve();
  return asked;
}

type Run = (...given: unknown[]) => Promise<unknown>;

/** Replaces `run` of a class until the request has come there. */
function holdRun(
  of: typeof StreamQueue | typeof MemoryShare,
  held: (run: () => Promise<unknown>, come: () => void) => Promise<unknown>,
): Promise<void> {
  const come = Promise.withResolvers<void>();
  const run = Reflect.get(of.prototype, 'run') as Run;
  vi.spyOn(of.prototype as { run: Run }, 'run').mockImplementation(async function (
    this: unknown,
    ...given
  ) {
    return held(async () => run.apply(this, given), come.resolve);
  });
  return come.promise;
}

/** Holds up the next command that enters a queue; resolves when it has come. */
const holdCommand = (until: Promise<void>): Promise<void> =>
  holdRun(StreamQueue, async (run, come) => {
    come();
    await until;
    return run();
  });

/** Holds up the next request in the moment in which it has read. */
const holdRead = (until: Promise<void>): Promise<void> =>
  holdRun(MemoryShare, async (run, come) => {
    const read = await run();
    come();
    await until;
    return read;
  });

const row = async (): Promise<Answer['body']> =>
  (await call('GET', `/data/table/${tableId}/rows/${rowId}`)).body.data.row;

describe('the right of somebody who is removed while their request waits', () => {
  it.each([
    ['a change', 'PUT', () => `/rows/${rowId}`, { ad: 'sonra' }],
    ['a change that changes nothing', 'PUT', () => `/rows/${rowId}`, { ad: 'önce' }],
    ['a bulk change', 'POST', () => '/rows/bulk', { rows: [{ ad: 'yeni' }] }],
    ['an addition', 'POST', () => '/rows', { ad: 'yeni' }],
    ['a deletion that may be repeated', 'DELETE', () => `/rows/${rowId}`, undefined],
  ])('is judged again before %s', async (_, method, path, body) => {
    const headers = { ...member, 'x-request-id': `istek-${count}` };
    const answer = await removedMeanwhile(
      () => server.ask(method, `/data/table/${tableId}${path()}`, body, headers),
      holdCommand,
    );
    expect([answer.status, answer.body.data]).toEqual([404, undefined]);
    expect((await row()).ad).toBe('önce');
    const list = (await call('GET', `/data/table/${tableId}`)).body.data;
    expect(list.rows).toHaveLength(1);
  });

  it('is judged again by what the call asks besides, when a role is lowered', async () => {
    const over = Promise.withResolvers<void>();
    const waits = holdCommand(over.promise);
    const view = { name: 'Herkese', scope: 'everybody', settings: {} };
    const asked = server.ask('POST', `/data/table/${tableId}/views`, view, member);
    await waits;
    vi.restoreAllMocks();
    const path = `/projects/${projectId}/members/${memberId}`;
    expect((await call('PUT', path, { role: 'viewer' })).status).toBe(200);
    await sleep(WAITED_MS);
    over.resolve();
    expect((await asked).status).toBe(403);
    expect((await call('GET', `/data/table/${tableId}/views`)).body.data.views).toEqual([]);
  });

  it.each([
    [
      'a view for everybody',
      ['read', 'write'],
      ['read'],
      () => `/data/table/${tableId}/views`,
      () => ({ name: 'Herkese', scope: 'everybody', settings: {} }),
    ],
    [
      'a call of an endpoint',
      ['read', 'write'],
      ['read'],
      () => `/custom/${projectId}/ekle`,
      () => ({}),
    ],
    [
      'a widget of rows',
      ['read', 'admin'],
      ['admin'],
      () => '/widgets',
      () => {
        const fields = [{ field: fieldId, name: 'ad' }];
        return {
          projectId,
          name: 'Liste',
          type: 'table',
          settings: { type: 'table', tableId, fields },
        };
      },
    ],
  ])(
    'is judged again by the permissions that a key has by then, before %s',
    async (_, before, after, path, body) => {
      await publish();
      const terms = { name: 'Anahtar', scope: 'admin_project', permissions: before };
      const { apiKey } = (await call('POST', `/api-keys/project/${projectId}`, terms)).body.data;
      const over = Promise.withResolvers<void>();
      const waits = holdCommand(over.promise);
      const named = { 'x-api-key': apiKey.key as string, 'x-request-id': `anahtar-${count}` };
      const asked = server.ask('POST', path(), body(), { ...main, ...named });
      await waits;
      vi.restoreAllMocks();
      const changed = await call('PUT', `/api-keys/${apiKey.id}`, { permissions: after });
      expect(changed.status).toBe(200);
      await sleep(WAITED_MS);
      over.resolve();
      expect((await asked).body.code).toBe('KEY_SCOPE');
    },
  );

  it('ends with the permission to read, of which an answer is then told nothing', async () => {
    const terms = { name: 'Anahtar', scope: 'admin_project', permissions: ['read', 'write'] };
    const { apiKey } = (await call('POST', `/api-keys/project/${projectId}`, terms)).body.data;
    const over = Promise.withResolvers<void>();
    const waits = holdCommand(over.promise);
    const headers = { ...main, 'x-api-key': apiKey.key as string };
    const path = `/data/table/${tableId}/rows/${rowId}`;
    const asked = server.ask('PUT', path, { ad: 'sonra' }, headers);
    await waits;
    vi.restoreAllMocks();
    await call('PUT', `/api-keys/${apiKey.id}`, { permissions: ['write'] });
    await sleep(WAITED_MS);
    over.resolve();
    expect((await asked).body.data).toEqual({ row: { id: rowId, _version: 2 } });
  });

  it.each([
    ['a row', () => `/rows/${rowId}`],
    ['a list', () => ''],
    ['a history', () => `/rows/${rowId}/history`],
  ])('is judged again before the answer of %s', async (_, path) => {
    const answer = await removedMeanwhile(
      () => server.ask('GET', `/data/table/${tableId}${path()}`, undefined, member),
      holdRead,
    );
    expect([answer.status, answer.body.data]).toEqual([404, undefined]);
  });
});
