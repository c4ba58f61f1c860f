import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Event } from '@hzm/contracts/core/event';
import { newId } from '@hzm/contracts/core/ids';
import type { Position } from '@hzm/contracts/core/position';
import { sessionOpened } from '@hzm/contracts/features/accounts/events';
import { projectCreated } from '@hzm/contracts/features/projects/events';
import { rowAdded } from '@hzm/contracts/features/rows/events';
import { events, upcasters } from '@hzm/contracts/registry';
import { EventStoreDbEventStore } from '@hzm/infra/event-store/eventstoredb/eventstoredb-event-store';
import { MemoryEventStore } from '@hzm/infra/event-store/memory/memory-event-store';
import { SqliteEventStore } from '@hzm/infra/event-store/sqlite/sqlite-event-store';
import { MemoryReadModel } from '@hzm/infra/read-model/memory/memory-read-model';
import { on, projection, type Projection } from '@hzm/projections/core/projection';
import { CommandExecutor } from '@hzm/services/core/commands/command-executor';
import { Codec } from '@hzm/services/core/events/codec';
import {
  EMPTIED,
  NO_STREAM,
  type EventStore,
  type NewEvent,
} from '@hzm/services/core/ports/event-store';
import { Projector } from '@hzm/services/core/projecting/projector';
import { Rebuild } from '@hzm/services/core/projecting/rebuild';
import { BlueGreenReadModel } from '@hzm/services/core/read-model/blue-green-read-model';
import { row, rowStream } from '@hzm/services/domain/features/rows/row';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EventStoreDbServer } from '../engines/eventstoredb/server.ts';
import { scratchFiles } from '../run/scratch-files.ts';
import { newCodec, newVault, request } from './fixtures.ts';

const scratchFile = scratchFiles();
const meta = { at: '2026-01-01T00:00:00.000Z', actor: 'a', request: 'r', digest: 'd' };
const vault = newVault();
const projectId = newId();

const sessions = (version = 1): Projection =>
  projection({
    name: 'sessions',
    version,
    collections: [{ name: 'sessions' }],
    on: [
      on(sessionOpened, ({ data: { sessionId } }) => [
        { op: 'put', collection: 'sessions', id: sessionId, doc: { id: sessionId } },
      ]),
    ],
  });
const rows: Projection = projection({
  name: 'rows',
  version: 1,
  collections: [{ name: 'rows' }],
  on: [
    on(rowAdded, ({ data: { rowId } }) => [
      { op: 'put', collection: 'rows', id: rowId, doc: { id: rowId } },
    ]),
  ],
});

const stores = {
  memory: async () => ({ store: new MemoryEventStore() as EventStore, stop: () => undefined }),
  sqlite: async () => ({
    store: (await SqliteEventStore.open(scratchFile())) as EventStore,
    stop: () => undefined,
  }),
  eventstoredb: async () => {
    const server = await new EventStoreDbServer().start();
    return {
      store: new EventStoreDbEventStore(server.address) as EventStore,
      stop: () => server.kill(),
    };
  },
};

describe.each(Object.entries(stores))(
  'an event of the log that cannot be opened (%s)',
  (_, make) => {
    let store: EventStore;
    let model: MemoryReadModel;
    let closing: (() => unknown)[];
    beforeEach(async () => {
      const made = await make();
      store = made.store;
      model = new MemoryReadModel();
      closing = [made.stop, () => store.close()];
    });
    afterEach(async () => {
      for (const close of closing.toReversed()) await close();
    });

    let revision = NO_STREAM;
    beforeEach(() => {
      revision = NO_STREAM;
    });
    const codec = newCodec(vault);
    const encoded = async (n: number, kind: 'session' | 'row'): Promise<NewEvent> =>
      (
        await codec.encode(
          [
            kind === 'row'
              ? rowAdded({ projectId, tableId: 't', rowId: `r${n}`, values: { f: 'gizli' } })
              : sessionOpened({ accountId: 'a', sessionId: `s${n}` }),
          ],
          meta,
          () => newId(),
        )
      )[0]!;
    const append = async (event: NewEvent): Promise<Position> => {
      const appended = await store.append('s', revision, [event]);
      ({ revision } = appended);
      return appended.position;
    };
    const sealedWith = (event: NewEvent, change: (sealed: string) => string): NewEvent => ({
      ...event,
      data: { ...event.data, $sealed: change(event.data['$sealed'] as string) },
    });
    const flipped = (sealed: string): string => {
      const bytes = Buffer.from(sealed, 'base64');
      bytes[bytes.length >> 1]! ^= 4;
      return bytes.toString('base64');
    };

    const run = async (
      views: readonly Projection[],
      { codec: own = newCodec(vault), rebuilds = false } = {},
    ) => {
      const generations = new BlueGreenReadModel(model);
      const stopped: unknown[] = [];
      const projector: Projector = new Projector({
        store,
        model: generations,
        codec: own,
        projections: views,
        ...(rebuilds && {
          outdated: (name: string, afresh: boolean) => rebuild.outdated(name, afresh),
        }),
      });
      const rebuild = new Rebuild({
        store,
        codec: own,
        generations,
        projector,
        isWriter: () => true,
        failed: () => undefined,
        stopped: (view, why) => stopped.push({ view, ...why }),
      });
      await projector.start();
      const stop = async () => {
        await rebuild.close();
        await projector.close();
      };
      closing.push(stop);
      const count = async (collection: string) =>
        (await generations.find({ collection: { name: collection }, limit: 1, count: true })).total;
      return { projector, rebuild, generations, count, stop, stopped };
    };

    const damages: [string, (event: NewEvent) => NewEvent][] = [
      ['seal-broken', event => sealedWith(event, flipped)],
      ['seal-broken', event => sealedWith(event, sealed => sealed.slice(0, 12))],
      ['key-missing', event => ({ ...event, data: { ...event.data, projectId: newId() } })],
      ['unknown-version', event => ({ ...event, meta: { ...event.meta, v: 99 } })],
      ['unknown-version', event => ({ ...event, meta: { ...event.meta, v: 0 } })],
      ['unknown-version', event => ({ ...event, meta: { at: event.meta['at']! } })],
    ];
    it.each(damages)(
      'pauses the views that need it, alone, and is named: %s',
      async (reason, damage) => {
        await append(await encoded(0, 'row'));
        const position = await append(damage(await encoded(1, 'row')));
        await append(await encoded(2, 'session'));
        const { projector, count } = await run([rows, sessions()]);
        await projector.waitForPosition(await append(await encoded(3, 'session')), 5_000);
        const place = { position, stream: 's', type: 'row-added' };
        expect(projector.progress.map(({ paused }) => paused)).toEqual([
          { ...place, cause: 'damaged', reason },
          undefined,
        ]);
        expect([await count('rows'), await count('sessions')]).toEqual([1, 2]);
        expect(projector.damaged).toEqual({ first: [{ ...place, reason }], total: 1 });
      },
    );

    it.each([
      ['this version', EMPTIED],
      ['0.3.0', ''],
    ])(
      'was emptied by %s, so it is erased and not damaged, also beside an older vault that has its key',
      async (_, emptied) => {
        const position = await append(sealedWith(await encoded(0, 'row'), () => emptied));
        const { projector } = await run([rows, sessions()]);
        await projector.waitForPosition(await append(await encoded(1, 'session')), 5_000);
        expect(projector.progress.map(({ paused }) => paused)).toEqual([undefined, undefined]);
        expect(projector.damaged.total).toBe(0);
        const read = await codec.open(await store.readStream('s'));
        expect(
          read.map(event => [event.position === position, 'erased' in event && event.erased]),
        ).toEqual([
          [true, true],
          [false, false],
        ]);
      },
    );

    it('is passed over by a view that handles no event of its type, and named after a restart, too', async () => {
      const position = await append(sealedWith(await encoded(0, 'row'), flipped));
      const first = await run([sessions()]);
      await first.projector.waitForPosition(await append(await encoded(1, 'session')), 5_000);
      expect(first.projector.progress[0]!.paused).toBeUndefined();
      await first.stop();
      const again = await run([sessions()]);
      expect(again.projector.damaged).toEqual({
        first: [{ position, stream: 's', type: 'row-added', reason: 'seal-broken' }],
        total: 1,
      });
    });

    it('of a type that a newer version wrote is made up for by the version that knows it', async () => {
      const older = new Codec(
        vault,
        events.filter(({ type }) => type !== rowAdded.type),
        upcasters,
      );
      for (let n = 0; n < 3; n++) await append(await encoded(n, 'row'));
      const downgraded = await run([sessions()], { codec: older });
      await downgraded.projector.waitForPosition(await append(await encoded(3, 'session')), 5_000);
      expect(downgraded.projector.damaged).toMatchObject({
        first: [{ type: 'row-added', reason: 'unknown-type' }],
        total: 1,
      });
      await downgraded.stop();

      // The same view, of the same version, that handles the other type, too.
      const both = projection({
        name: 'sessions',
        version: 1,
        collections: [{ name: 'sessions' }],
        on: [
          on(sessionOpened, ({ data: { sessionId } }) => [
            { op: 'put', collection: 'sessions', id: sessionId, doc: { id: sessionId } },
          ]),
          on(rowAdded, ({ data: { rowId } }) => [
            { op: 'put', collection: 'sessions', id: rowId, doc: { id: rowId } },
          ]),
        ],
      });
      const upgraded = await run([both], { rebuilds: true });
      upgraded.rebuild.start();
      await expect.poll(() => upgraded.count('sessions'), { timeout: 5_000 }).toBe(4);
      expect(upgraded.projector.damaged).toEqual({ first: [], total: 0 });
      await upgraded.stop();
      expect((await run([both], { rebuilds: true })).projector.damaged.total).toBe(0);
    });

    it('that is mended lets its views go on, when they are asked to or start again', async () => {
      const broken = new Codec(vault, events, [
        {
          type: 'project-created',
          from: 1,
          up: () => {
            throw new Error('gizli');
          },
        },
      ]);
      const stored: NewEvent = {
        id: newId(),
        type: 'project-created',
        data: {
          projectId,
          ownerId: 'o',
          name: 'n',
          description: '',
          apiKey: 'k',
          apiKeyPassword: 'p',
        },
        meta: { ...meta, v: 1 },
      };
      await append(stored);
      const projects = projection({
        name: 'projects',
        version: 1,
        collections: [{ name: 'projects' }],
        on: [
          on(projectCreated, ({ data }) => [
            { op: 'put', collection: 'projects', id: data.projectId, doc: { id: data.projectId } },
          ]),
        ],
      });
      const first = await run([projects], { codec: broken });
      expect(first.projector.progress[0]!.paused).toMatchObject({
        cause: 'damaged',
        reason: 'upcaster-failed',
      });
      expect(JSON.stringify(first.projector.damaged)).not.toContain('gizli');
      await first.stop();
      const again = await run([projects]);
      expect([
        await again.count('projects'),
        again.projector.damaged.total,
        again.projector.progress[0]!.paused,
      ]).toEqual([1, 0, undefined]);
    });

    it('keeps a stream that holds it from changes, with a reason', async () => {
      const of = { projectId, tableId: 't', rowId: 'r' };
      const [event] = await codec.encode([rowAdded({ ...of, values: { f: 1 } })], meta, () =>
        newId(),
      );
      const { position } = await store.append(rowStream(of), NO_STREAM, [
        sealedWith(event!, flipped),
      ]);
      const executor = new CommandExecutor(store, codec, { find: async () => undefined });
      await expect(
        executor.execute(request('q'), { stream: rowStream(of), decider: row, decide: () => [] }),
      ).rejects.toMatchObject({ code: 'EVENT_DAMAGED', data: { position } });
      await expect(executor.load(rowStream(of), row)).rejects.toMatchObject({
        code: 'EVENT_DAMAGED',
      });
    });

    it('stops a rebuild, named; the view that serves stays, and nothing of the other is kept', async () => {
      await append(await encoded(0, 'row'));
      const one = await run([rows, sessions()]);
      const position = await append(sealedWith(await encoded(1, 'row'), flipped));
      await one.projector.waitForPosition(position, 5_000);
      one.rebuild.ask('rows');
      await expect
        .poll(() => one.rebuild.stopped.get('rows'), { timeout: 5_000 })
        .toMatchObject({ cause: 'damaged', position, reason: 'seal-broken' });
      expect(one.stopped).toMatchObject([{ view: 'rows', position }]);
      expect(await one.count('rows')).toBe(1);
      expect((await model.find({ collection: { name: 'rows_1' }, limit: 9 })).docs).toEqual([]);
    });
  },
);

describe('in the file of the log', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'hzm-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it('whichever bit of an event changes, what was sealed is as it was, or it is damaged; the others open', async () => {
    const file = join(directory, 'events.db');
    const codec = newCodec(vault);
    const store = await SqliteEventStore.open(file);
    const values = { f: 'gizli', g: 7 };
    for (let n = 0; n < 3; n++)
      await store.append(
        's',
        n - 1,
        await codec.encode(
          [rowAdded({ projectId, tableId: newId(), rowId: newId(), values })],
          meta,
          () => newId(),
        ),
      );
    const database = new DatabaseSync(file);
    const { body } = database.prepare('SELECT body FROM events WHERE position = 2').get() as {
      body: Uint8Array;
    };
    const update = database.prepare('UPDATE events SET body = ? WHERE position = 2');
    const outcomes = new Set<string>();
    for (let bit = 0; bit < body.length * 8; bit++) {
      const changed = Buffer.from(body);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      update.run(changed);
      const read = await codec.open(await store.readStream('s'));
      expect(read.map(({ revision }) => revision)).toEqual([0, 1, 2]);
      expect([read[0], read[2]].map(event => (event as Event).data['values'])).toEqual([
        values,
        values,
      ]);
      const event = read[1]!;
      outcomes.add(
        'damage' in event ? event.damage : JSON.stringify([event.erased, event.data['values']]),
      );
    }
    expect(outcomes).toContain('seal-broken');
    expect(outcomes).toContain('unreadable');
    expect(outcomes).toContain('key-missing');
    // Everything that could be opened is as it was written.
    expect(
      [...outcomes].filter(
        outcome => outcome.startsWith('[') && outcome !== JSON.stringify([false, values]),
      ),
    ).toEqual([]);
    database.close();
    await store.close();
  });
});
