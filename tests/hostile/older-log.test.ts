import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { EventStoreDbEventStore } from '@hzm/infra/event-store/eventstoredb/eventstoredb-event-store';
import { SqliteEventStore } from '@hzm/infra/event-store/sqlite/sqlite-event-store';
import { NO_STREAM, type EventStore } from '@hzm/services/core/ports/event-store';
import { afterEach, describe, expect, it } from 'vitest';
import { EventStoreDbServer } from '../engines/eventstoredb/server.ts';
import { needs } from '../run/needs.ts';
import { Installation, readModels } from './installation.ts';

type Person = Awaited<ReturnType<Installation['register']>>;

const logs = ['SQLite', 'EventStoreDB'] as const;
const pairs = logs.flatMap(log => readModels.map(([views, engine]) => ({ log, views, engine })));

let home: Installation;
let person: Person;
let table: string;
let server: EventStoreDbServer | undefined;
let kept: string;

const rowsPath = (): string => `/data/table/${table}`;
const add = (ad: string) => home.ask('POST', `${rowsPath()}/rows`, { ad }, person.session);
const shown = async (): Promise<string[]> => {
  const { status, body } = await home.ask('GET', rowsPath(), undefined, person.session);
  return status === 200
    ? body.data.rows.map(({ ad }: { ad: string }) => ad)
    : [`${status} ${body.code}`];
};
const health = async (): Promise<string> => (await home.ask('GET', '/health')).body.data.status;

const setUp = async (log: (typeof logs)[number], onMongo: boolean): Promise<void> => {
  server = log === 'EventStoreDB' ? await new EventStoreDbServer().start() : undefined;
  kept = mkdtempSync(join(tmpdir(), 'hzm-kept-'));
  home = new Installation(onMongo, server);
  await home.start();
  await home.register('Yonetici');
  person = await home.register('Ayse');
  table = await home.table(person.projectId, person.session, 'Ürünler', 'ad');
  await add('önce');
};
/** Puts a copy of the log aside, and returns how it is put back. Both while nothing runs. */
const copyLog = (): (() => Promise<void>) => {
  if (server) {
    const { length } = server.log.all;
    return () => server!.restoreCopy(length);
  }
  copyFileSync(home.file('events.db'), join(kept, 'events.db'));
  return async () => {
    for (const name of readdirSync(home.directory))
      if (name.startsWith('events.db')) rmSync(home.file(name));
    copyFileSync(join(kept, 'events.db'), home.file('events.db'));
  };
};
/** Does something with the log while nothing runs. */
const inLog = async <T>(
  work: (store: EventStore) => Promise<T>,
  stopped?: Promise<void>,
): Promise<T> => {
  await stopped;
  const store = server
    ? new EventStoreDbEventStore(server.address)
    : await SqliteEventStore.open(home.file('events.db'));
  try {
    return await work(store);
  } finally {
    await store.close();
  }
};
const restart = async (between: () => unknown): Promise<void> => {
  await home.stop();
  await between();
  await home.start();
};

afterEach(async () => {
  await home.forget();
  server?.kill();
  rmSync(kept, { recursive: true });
});

describe.each(pairs)('log in $log, views in $views', ({ log, views, engine }) => {
  const needed = { ...needs({ name: views, missing: engine?.missing }), timeout: 60_000 };

  it(
    'builds the views anew from an older copy of the log: what it does not hold is gone, and what is written is shown',
    needed,
    async () => {
      await setUp(log, engine !== undefined);
      let putBack!: () => Promise<void>;
      await restart(() => {
        putBack = copyLog();
      });
      await add('sonra');
      expect(await shown()).toEqual(['önce', 'sonra']);
      await restart(putBack);
      await expect.poll(health).toBe('ok');
      expect(await shown()).toEqual(['önce']);
      expect((await add('yeni')).status).toBe(201);
      expect(await shown()).toEqual(['önce', 'yeni']);
      await restart(() => undefined);
      expect(await shown()).toEqual(['önce', 'yeni']);
    },
  );

  it('notices another event at the position that the views have reached', needed, async () => {
    await setUp(log, engine !== undefined);
    let putBack!: () => Promise<void>;
    await restart(() => {
      putBack = copyLog();
    });
    const before = await inLog(store => store.head(), home.stop());
    await home.start();
    await add('aaaaa');
    await add('bbbbb');
    expect(await shown()).toEqual(['önce', 'aaaaa', 'bbbbb']);
    const [first, second] = await inLog(
      store => store.readAll({ after: before, limit: 3 }),
      home.stop(),
    );
    await putBack();
    const head = await inLog(async store => {
      for (const { stream, id, type, data, meta } of [second!, first!])
        await store.append(stream, NO_STREAM, [{ id, type, data, meta }]);
      return store.head();
    });
    expect(head).toBe(second!.position);
    await home.start();
    await expect.poll(health).toBe('ok');
    expect(await shown()).toEqual(['önce', 'bbbbb', 'aaaaa']);
  });

  it('empties the views beside a log without events', needed, async () => {
    await setUp(log, engine !== undefined);
    await home.stop();
    if (server) await server.restoreCopy(1);
    else {
      const database = new DatabaseSync(home.file('events.db'));
      database.exec('DELETE FROM events; DELETE FROM streams');
      database.close();
    }
    await home.start();
    await expect.poll(health).toBe('ok');
    expect((await home.ask('GET', '/projects', undefined, person.session)).status).toBe(401);
    const first = await home.register('Veli');
    expect(
      (await home.ask('GET', '/projects', undefined, first.session)).body.data.projects,
    ).toHaveLength(1);
  });
});

describe('views that are older than the log', () => {
  it('catch up, and are not built anew', async () => {
    await setUp('SQLite', false);
    await home.stop();
    copyFileSync(home.file('views.db'), join(kept, 'views.db'));
    await home.start();
    await add('sonra');
    await home.stop();
    copyFileSync(join(kept, 'views.db'), home.file('views.db'));
    // Views that are built anew do not have what was changed by hand.
    const database = new DatabaseSync(home.file('views.db'));
    const { no } = database
      .prepare("SELECT no FROM partitions WHERE collection = 'rows' AND name = ?")
      .get(table) as { no: number };
    database.exec(`UPDATE d${no} SET doc = replace(doc, 'önce', 'eski')`);
    database.close();
    await home.start();
    expect(await shown()).toEqual(['eski', 'sonra']);
  });

  it('of a version that did not keep the newest event: built anew only if they are ahead', async () => {
    await setUp('SQLite', false);
    let putBack!: () => Promise<void>;
    const forgetLast = (): void => {
      const database = new DatabaseSync(home.file('views.db'));
      database.exec("DELETE FROM facts WHERE name = 'last event'");
      database.close();
    };
    await restart(() => {
      putBack = copyLog();
      forgetLast();
    });
    expect(await shown()).toEqual(['önce']);
    await add('sonra');
    await restart(async () => {
      forgetLast();
      await putBack();
    });
    expect(await shown()).toEqual(['önce']);
    await add('yeni');
    expect(await shown()).toEqual(['önce', 'yeni']);
  });
});

describe('a subscription that EventStoreDB ends because it was too slow', () => {
  it('is counted, and what is written afterwards is shown', async () => {
    await setUp('EventStoreDB', false);
    server!.dropSubscriptions();
    const drops = async (): Promise<string> =>
      (await fetch(`${home.origin}/api/v1/metrics`)).text();
    await expect.poll(drops, { timeout: 5_000 }).toMatch(/^hzm_subscription_drops_total 1$/m);
    await add('sonra');
    await expect.poll(shown, { timeout: 5_000 }).toEqual(['önce', 'sonra']);
  });
});

describe('EventStoreDB restored while the server runs', () => {
  it('answers nothing any more and says that the log was replaced; started again, it shows what that log holds', async () => {
    await setUp('EventStoreDB', false);
    const { length } = server!.log.all;
    await add('sonra');
    await server!.restoreCopy(length);
    await expect.poll(() => home.isReplaced, { timeout: 15_000 }).toBe(true);
    expect((await add('kayıp')).body.code).toBe('NOT_READY');
    await restart(() => undefined);
    expect(await shown()).toEqual(['önce']);
  });
});
