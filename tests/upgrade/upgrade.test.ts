import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FORMER_TIME_ZONE } from '@hzm/contracts/core/form';
import type { Json } from '@hzm/contracts/core/json';
import { START, type Position } from '@hzm/contracts/core/position';
import { readValue } from '@hzm/contracts/features/tables/canonical';
import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import { events, upcasters } from '@hzm/contracts/registry';
import { SqliteEventStore } from '@hzm/infra/event-store/sqlite/sqlite-event-store';
import { SqliteKeyVault } from '@hzm/infra/key-vault/sqlite/sqlite-key-vault';
import { MemoryReadModel } from '@hzm/infra/read-model/memory/memory-read-model';
import { SqliteReadModel } from '@hzm/infra/read-model/sqlite/sqlite-read-model';
import { keptSecret } from '@hzm/infra/server/secret';
import { start, type Running } from '@hzm/infra/server/start';
import { projections } from '@hzm/projections/registry';
import { Codec } from '@hzm/services/core/events/codec';
import type { Doc, ReadModel } from '@hzm/services/core/ports/read-model';
import { replay } from '@hzm/services/core/projecting/replay';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ask, copyStored, lasting, type Frozen, type Request } from './frozen.ts';

/** Answers that changed, by version and request, each with the reason. */
const otherwise: Readonly<Record<string, { status: number; answer: unknown }>> = {
  // An account's id told its address to whoever knew the request's name; made in another way, the
  // first answer is not found again, and the address is taken.
  '0.1.0 POST /auth/register': {
    status: 409,
    answer: {
      success: false,
      code: 'EMAIL_TAKEN',
      error: 'Bu e-posta adresi zaten kullanılıyor',
      requestId: 'register-mehmet',
    },
  },
};

const versions = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(({ name }) => name);

it('there is a directory of a version before', () => expect(versions).not.toEqual([]));

/** A server on a copy of what a version left behind. */
describe.each(versions)('a data directory of %s', version => {
  const frozen = JSON.parse(
    readFileSync(join(import.meta.dirname, version, 'expected.json'), 'utf8'),
  ) as Frozen;
  const directory = mkdtempSync(join(tmpdir(), 'hzm-upgrade-'));
  let server: Running;
  const up = async (): Promise<void> => {
    server = await start({
      port: 0,
      host: '127.0.0.1',
      dataDirectory: directory,
      secret: keptSecret(directory)!,
    });
  };
  const tokens: Record<string, string> = {};
  const asked = (request: Request) => ask(`http://127.0.0.1:${server.port}`, tokens, request);
  const head = async (): Promise<string> =>
    (await asked({ method: 'GET', path: '/health/database' })).answer.data.eventStore.head;

  beforeAll(async () => {
    // The days for which a request is remembered are counted from when the directory was made; a bin
    // and the overlap of a key's texts tell times to come.
    const told = frozen.reads.filter(({ path }) => !/\/bin|\/api-keys/.test(path));
    const times = JSON.stringify(told).match(/\d{4}-\d\d-\d\dT[\d:.]+Z/g) ?? [];
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(times.toSorted().at(-1)!) + 60_000 });
    copyStored(join(import.meta.dirname, version), directory);
    await up();
  });
  afterAll(async () => {
    await server.close();
    rmSync(directory, { recursive: true });
    vi.useRealTimers();
  });

  it('opens with every event at its place', async () => {
    expect(await head()).toBe(frozen.head);
  });

  it('lets in whoever had an account', async () => {
    for (const who of ['ayse', 'mehmet'] as const) {
      const { status, answer } = await asked({
        method: 'POST',
        path: '/auth/login',
        body: { email: frozen.people[who].email, password: frozen.password },
      });
      expect([status, answer.data?.user.id]).toEqual([200, frozen.people[who].id]);
      tokens[who] = answer.data.token;
    }
  });

  it.each(frozen.reads)(
    'answers $method $path with what it did',
    async ({ status, answer, ...request }) => {
      const now = await asked(request);
      expect({ status: now.status, answer: data(lasting(now.answer)) }).toMatchObject({
        status,
        answer: data(answer) as object,
      });
    },
  );

  it('answers, finds and sorts values in their canonical form, whatever form they were written in', async () => {
    const typed = frozen.reads.find(
      ({ path, answer }) =>
        path.startsWith('/data/table/') && JSON.stringify(answer).includes('f_duration'),
    )!;
    const { rows } = (typed.answer as { data: { rows: Record<string, Json>[] } }).data;
    for (const type of ['datetime', 'timestamp', 'time', 'duration'] as const) {
      const field = `f_${type}`;
      const listed = async (query: string) =>
        (await asked({ ...typed, path: `${typed.path}?${query}` })).answer.data.rows.map(
          (row: Record<string, Json>) => [row['id'], row[field]],
        );
      const kept = rows
        .map(row => [row['id']!, canonical(field, row[field]!)] as const)
        .filter(([, value]) => value !== null)
        .toSorted(([, a], [, b]) => (a < b ? -1 : a > b ? 1 : 0));
      expect(kept.length).toBeGreaterThan(0);
      expect(await listed(`sort=${field}&filter[${field}][empty]=false`)).toEqual(kept);
      for (const [, value] of kept)
        expect(await listed(`filter[${field}][eq]=${value as string}`)).toEqual(
          kept.filter(([, other]) => other === value),
        );
    }
  });

  it.each(frozen.repeats)(
    'answers $method $path, asked again, as it did, and does nothing again',
    async ({ status, answer, ...request }) => {
      const before = await head();
      const now = await asked(request);
      const comparable = isShownAsItIs(version, request) ? idsOf : lasting;
      const expected = otherwise[`${version} ${request.method} ${request.path}`] ?? {
        status,
        answer,
      };
      // It may say more than it did.
      expect({ status: now.status, answer: comparable(now.answer) }).toMatchObject({
        status: expected.status,
        answer: comparable(expected.answer) as object,
      });
      // If the name was dropped with its digest, the log notes once more that nothing changed.
      expect(
        (await typesAfter(directory, before)).filter(type => type !== 'nothing-changed'),
      ).toEqual([]);
    },
  );

  // From 0.3.0 on a key's requests stand under its own name.
  const ofKeys =
    version < '0.3.0'
      ? frozen.repeats.filter(
          ({ as, path }) => as === 'ayse' && path.startsWith(`/data/table/${frozen.tableId}/rows`),
        )
      : [];
  it.each(ofKeys)(
    "answers a key's $method $path, which stood under the name of its owner, and does nothing again",
    async ({ status, answer, ...request }) => {
      const {
        answer: {
          data: { project },
        },
      } = await asked({ as: 'ayse', method: 'GET', path: `/projects/${frozen.projectId}` });
      const key = {
        'x-api-key': project.apiKey,
        'x-user-email': frozen.people.ayse.email,
        'x-project-password': project.apiKeyPassword,
      };
      const before = await head();
      const now = await asked({
        ...request,
        as: undefined,
        headers: { ...request.headers, ...key },
      });
      expect([now.status, idsOf(now.answer)]).toMatchObject([status, idsOf(answer)]);
      expect(
        (await typesAfter(directory, before)).filter(type => type !== 'nothing-changed'),
      ).toEqual([]);
    },
  );

  it('reads the same after all that', async () => {
    for (const { status, answer, ...request } of frozen.reads) {
      const now = await asked(request);
      expect({ ...request, status: now.status, answer: data(lasting(now.answer)) }).toMatchObject({
        ...request,
        status,
        answer: data(answer) as object,
      });
    }
  });

  it('takes what is written, and its views are what a replay makes', async () => {
    const rows = `/data/table/${frozen.tableId}/rows`;
    const done = async (method: string, path: string, body?: unknown) => {
      const { status, answer } = await asked({ as: 'ayse', method, path, body });
      expect([path, status]).toEqual([path, status < 300 ? status : answer]);
      return answer.data;
    };
    const { row } = await done('POST', rows, { ad: 'Yeni', miktar: 3 });
    await done('PUT', `${rows}/${row.id}`, { miktar: 4 });
    await done('POST', `${rows}/bulk`, { rows: [{ ad: 'Bir' }, { ad: 'İki' }] });
    const {
      project: { id },
    } = await done('POST', '/projects', { name: 'Sonradan', description: 'yeni' });
    const { table } = await done('POST', `/tables/project/${id}`, { name: 'Tablo' });
    const { project: doomed } = await done('POST', '/projects', { name: 'Kısa ömürlü' });
    await done('DELETE', `/projects/${doomed.id}`, {});
    await done('DELETE', `/bin/projects/${doomed.id}`, { confirm: 'Kısa ömürlü' });
    for (const [name, type] of [
      ['ekleyen', 'created_by'],
      ['değiştiren', 'updated_by'],
    ])
      await done('POST', `/tables/${frozen.projectId}/${frozen.tableId}/fields`, { name, type });
    const list = async () => (await done('GET', `/data/table/${frozen.tableId}?limit=1000`)).rows;
    const before = await list();
    expect(before).toContainEqual(
      expect.objectContaining({ id: row.id, ad: 'Yeni', miktar: 4, _version: 2 }),
    );
    for (const { id: rowId, ekleyen, değiştiren } of before) {
      const { versions } = await done('GET', `${rows}/${rowId}/history`);
      // Versions before 0.9.0 did not tell of a row that came back who had added it.
      const isUntold =
        /^0\.[1-8]\./.test(version) &&
        versions.some(({ type }: { type: string }) => type === 'row-restored');
      expect([rowId, ekleyen, değiştiren]).toEqual([
        rowId,
        isUntold ? null : versions.at(0).actor.id,
        versions.at(-1).actor.id,
      ]);
    }

    await server.close();
    const live = await SqliteReadModel.open(join(directory, 'views.db'));
    await live.define(
      projections.flatMap(({ name, collections }) =>
        collections.map(c => ({ ...c, projection: name })),
      ),
    );
    const { model, tableIds } = await replayed(directory);
    expect(tableIds).toEqual(expect.arrayContaining([frozen.tableId, table.id]));
    expect(await documents(live, tableIds)).toEqual(await documents(model, tableIds));
    await live.close();

    await up();
    expect(await list()).toEqual(before);
  });
});

/**
 * 0.1.0 answered what came again about a project or a table with the thing as it had become; now it
 * is answered as it was the first time.
 */
const isShownAsItIs = (version: string, { path }: Request): boolean =>
  version === '0.1.0' && /^\/(?:projects|tables)\//.test(path);

/** Which thing an answer is about. */
function idsOf(answer: unknown): unknown {
  const { data } = answer as { data: Record<string, { id?: string } | undefined> };
  return Object.fromEntries(
    Object.entries(data).map(([name, thing]) => [name, thing?.id ?? 'several']),
  );
}

/** The types of the events behind a position. */
async function typesAfter(directory: string, position: string): Promise<string[]> {
  const store = await SqliteEventStore.open(join(directory, 'events.db'));
  const found = await store.readAll({ after: position as Position, limit: 100 });
  await store.close();
  return found.map(({ type }) => type);
}

/** A value in the canonical form of its field's type, which its name says: `f_duration`. */
const canonical = (field: string, value: Json): Json & (string | number) =>
  (readValue(field.slice('f_'.length) as FieldType, value, FORMER_TIME_ZONE) ?? value) as string;

/**
 * An answer without what may be worded anew, and without the name of a request that failed, which
 * differs each time. A newer version may say more, never less.
 */
const data = (answer: unknown): unknown =>
  JSON.parse(
    JSON.stringify(answer, (name, value: unknown) =>
      // From 0.4.0 on `credentials` are those of the strongest main key, not of the first project.
      ['requestId', 'summary', 'credentials'].includes(name)
        ? undefined
        : // Versions before 0.5.0 answered values in the form that they were written in.
          name.startsWith('f_')
          ? canonical(name, value as Json)
          : value,
    ),
  );

/** Returns the views that the log of a directory makes, and the tables that ever were. */
async function replayed(directory: string): Promise<{ model: ReadModel; tableIds: string[] }> {
  const store = await SqliteEventStore.open(join(directory, 'events.db'));
  const vault = new SqliteKeyVault(join(directory, 'vault.db'), keptSecret(directory)!);
  const all = await new Codec(vault, events, upcasters).decode(
    await store.readAll({ after: START, limit: 100_000 }),
  );
  const model = await replay(
    new MemoryReadModel(),
    projections,
    (async function* () {
      yield all;
    })(),
  );
  await store.close();
  await vault.close();
  return {
    model,
    tableIds: all.flatMap(({ type, data }) =>
      type === 'table-created' ? [data['tableId'] as string] : [],
    ),
  };
}

/** Every document, by collection and table, in the order of their ids. */
async function documents(
  model: ReadModel,
  tableIds: readonly string[],
): Promise<Record<string, readonly Doc[]>> {
  const all: Record<string, readonly Doc[]> = {};
  for (const collection of projections.flatMap(({ collections }) => collections)) {
    for (const partition of collection.partitioned ? tableIds : [undefined]) {
      const { docs } = await model.find({
        collection,
        limit: 10_000,
        ...(partition !== undefined && { partition }),
      });
      all[`${collection.name}/${partition ?? ''}`] = docs.toSorted((x, y) =>
        x.id < y.id ? -1 : 1,
      );
    }
  }
  return all;
}
