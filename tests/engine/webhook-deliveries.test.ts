import type { DomainEvent } from '@hzm/contracts/core/event';
import { newId } from '@hzm/contracts/core/ids';
import { accountRegistered } from '@hzm/contracts/features/accounts/events';
import { projectCreated, projectSettingsChanged } from '@hzm/contracts/features/projects/events';
import { defaultSettings } from '@hzm/contracts/features/projects/project';
import { tableCreated } from '@hzm/contracts/features/tables/events';
import { SqliteDeliveryStore } from '@hzm/infra/deliveries/sqlite/sqlite-delivery-store';
import { projectDocs } from '@hzm/projections/features/projects/projects';
import { webhookDocs } from '@hzm/projections/features/webhooks/webhooks';
import type { Engine } from '@hzm/services/core/engine';
import type { Delivered, Delivery } from '@hzm/services/core/ports/deliveries';
import { ShownDocuments } from '@hzm/services/core/read-model/shown-documents';
import { bringBack, moveToBin } from '@hzm/services/domain/features/projects/bin';
import { callReceiver } from '@hzm/services/domain/features/webhooks/calling';
import { WebhookDeliveries } from '@hzm/services/domain/features/webhooks/deliveries';
import { DeliveryRate } from '@hzm/services/domain/features/webhooks/delivery-rate';
import { progressOf } from '@hzm/services/domain/features/webhooks/progress';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { appendFacts, handOverEngine } from './hand-over-engine.ts';
import { someRequest } from './processes.ts';

const OK: Delivered = { status: 200, answer: '', milliseconds: 1 };
const BAD: Delivered = { status: 500, answer: 'bozuk', milliseconds: 1 };

let clock: number;
let engine: Engine;
let close: () => Promise<void>;
/** Names of created tables in the order of their calls, and how many of a receiver run at once. */
let told: string[];
let atOnce: Map<string, number>;
let most: number;
/** The answer of a receiver; tests replace it. */
let answer: (delivery: Delivery) => Promise<Delivered>;

async function send(delivery: Delivery): Promise<Delivered> {
  const { url, body } = delivery;
  const running = (atOnce.get(url) ?? 0) + 1;
  atOnce.set(url, running);
  most = Math.max(most, running);
  told.push((JSON.parse(body) as { data: { table: { name: string } } }).data.table.name);
  try {
    return await answer(delivery);
  } finally {
    atOnce.set(url, atOnce.get(url)! - 1);
  }
}

/** Never answers, but ends when the caller gives up. */
const hanging = ({ signal }: Delivery): Promise<Delivered> =>
  new Promise(done => {
    const ended = (): void => done({ failure: 'unreachable', milliseconds: 1 });
    signal?.addEventListener('abort', ended);
  });

/** The deliveries of one process. */
function process(
  isWriter = () => true,
  failed = (error: unknown): void => {
    if (error !== undefined) throw error;
  },
  destinations?: DeliveryRate,
): WebhookDeliveries {
  const parts = { ...engine, isWriter, failed };
  const deliveries = new WebhookDeliveries(parts, undefined, destinations);
  const unlisten = engine.projector.listen(batch => deliveries.note(batch));
  const end = close;
  close = async () => {
    unlisten();
    await deliveries.close();
    await end();
  };
  return deliveries;
}

const append = (stream: string, ...facts: readonly DomainEvent[]) =>
  appendFacts(engine, 'system', stream, facts);
async function happens(stream: string, ...facts: readonly DomainEvent[]): Promise<void> {
  await engine.projector.waitForPosition((await append(stream, ...facts)).position);
}
const settings = (
  projectId: string,
  enableWebhooks: boolean,
  webhookUrl = `https://${projectId}.example/`,
) =>
  projectSettingsChanged({
    projectId,
    settings: { ...defaultSettings, enableWebhooks, webhookUrl },
    isPublic: false,
  });
async function account(): Promise<string> {
  const accountId = newId();
  const person = { name: 'Ayşe', email: `${accountId}@example.com`, passwordHash: 'h' };
  const plan = { subscriptionType: 'free', maxProjects: 9, maxTables: 9, maxStorage: 9 } as const;
  await happens(
    `account-${accountId}`,
    accountRegistered({ accountId, ...person, isAdmin: false, ...plan }),
  );
  return accountId;
}
async function project(ownerId: string): Promise<string> {
  const projectId = newId();
  const parts = { parentProjectId: null, tableCount: 0, widgetCount: 0 };
  const access = { apiKey: projectId, apiKeyPassword: 'p', keyType: 'project' as const };
  const named = { name: 'Stok', description: '' };
  await happens(
    `portfolio-${ownerId}`,
    projectCreated({ projectId, ownerId, ...named, ...access, ...parts }),
  );
  await happens(`project-${projectId}`, settings(projectId, true));
  return projectId;
}
const table = (projectId: string, name: string): Promise<void> =>
  happens(`schema-${projectId}`, tableCreated({ projectId, tableId: newId(), name }));
const paused = async (projectId: string) =>
  (await engine.model.get(webhookDocs, projectId))?.paused;

beforeEach(async () => {
  clock = Date.now();
  told = [];
  atOnce = new Map();
  most = 0;
  answer = async () => OK;
  const made = await handOverEngine(() => new Date(clock));
  const store = new SqliteDeliveryStore(':memory:');
  engine = { ...made.engine, deliveries: { store, sender: { send, close: () => undefined } } };
  close = made.close;
});
afterEach(() => close());

describe('webhook deliveries', () => {
  it('try eight times with growing pauses, and are paused then', async () => {
    answer = async () => BAD;
    const of = process();
    await of.round();
    const id = await project(await account());
    await table(id, 'a');
    await table(id, 'b');
    const pauses: number[] = [];
    for (let tries = 1; tries < 8; tries++) {
      await expect.poll(() => told.length).toBe(tries);
      await expect.poll(async () => (await engine.deliveries.store.state(id))?.tries).toBe(tries);
      const { nextAt } = (await engine.deliveries.store.state(id))!;
      pauses.push((nextAt! - clock) / 1_000);
      // Resolves when the turn has ended and the next attempt is planned.
      await new Promise(done => setImmediate(done));
      clock = nextAt! - 1;
      await of.round();
      expect(told.length).toBe(tries);
      clock = nextAt!;
      await of.round();
    }
    await expect.poll(() => paused(id)).toMatchObject({ reason: 'failing' });
    expect(pauses).toEqual([5, 30, 120, 600, 1_800, 7_200, 21_600]);
    expect(told).toEqual(Array(8).fill('a'));
  });

  it('are tried again after their pause, though the clock was put back meanwhile', async () => {
    const right = clock;
    clock += 86_400_000;
    answer = async () => BAD;
    const of = process();
    await of.round();
    const id = await project(await account());
    await table(id, 'a');
    await expect.poll(async () => (await engine.deliveries.store.state(id))?.tries).toBe(1);
    await new Promise(done => setImmediate(done));
    answer = async () => OK;
    clock = right;
    await of.round();
    await expect.poll(() => told).toEqual(['a', 'a']);
  });

  it('change from one process to another without a lost, swapped or doubled call', async () => {
    let writer = 'first';
    const first = process(() => writer === 'first');
    const second = process(() => writer === 'second');
    await Promise.all([first.round(), second.round()]);
    const id = await project(await account());
    await table(id, 'a');
    await expect.poll(() => told).toEqual(['a']);
    await expect.poll(async () => (await engine.deliveries.store.state(id))?.tries).toBe(0);
    answer = hanging;
    await table(id, 'b');
    await table(id, 'c');
    await expect.poll(() => told).toEqual(['a', 'b']);
    writer = 'second';
    await first.round();
    expect([...atOnce.values()]).toEqual([0]);
    answer = async () => OK;
    await second.round();
    await expect.poll(() => told).toEqual(['a', 'b', 'b', 'c']);
    expect(most).toBe(1);
  });

  it('of dead receivers take four places of their account, and delay no other project', async () => {
    answer = delivery => (delivery.url === well ? Promise.resolve(OK) : hanging(delivery));
    const of = process();
    await of.round();
    const [bad, good] = [await account(), await account()];
    let well = '';
    const projects = [];
    for (let n = 0; n < 6; n++) projects.push(await project(bad));
    for (const id of projects) await table(id, 'dead');
    await expect.poll(() => told.length).toBe(4);
    const id = await project(good);
    well = `https://${id}.example/`;
    await table(id, 'well');
    await expect.poll(() => told.at(-1)).toBe('well');
    expect(told).toEqual([...Array(4).fill('dead'), 'well']);
  });

  it('end in the middle of a turn once the webhook is switched off', async () => {
    const of = process();
    await of.round();
    let running = 0;
    const done: ((slow: Delivered) => void)[] = [];
    answer = () => {
      running++;
      return new Promise(resolved => done.push(resolved));
    };
    const id = await project(await account());
    for (const name of ['a', 'b']) await table(id, name);
    await expect.poll(() => running).toBe(1);
    await happens(`project-${id}`, settings(id, false));
    done[0]!({ ...OK, milliseconds: 9_000 });
    await expect.poll(async () => (await engine.deliveries.store.state(id))?.isSlow).toBe(true);
    await of.round();
    await of.close();
    expect(told).toEqual(['a']);
  });

  it('are not sent while the project is in the bin, nor later of what waited or happened then', async () => {
    engine = { ...engine, model: new ShownDocuments(engine.model) };
    answer = async () => BAD;
    const of = process();
    await of.round();
    const owner = await account();
    const id = await project(owner);
    await table(id, 'before');
    await expect.poll(async () => (await engine.deliveries.store.state(id))?.tries).toBe(1);
    answer = async () => OK;
    const asked = () => ({ engine, request: someRequest({ actor: owner }) });
    await moveToBin(asked(), (await engine.model.get(projectDocs, id))!, undefined);
    await table(id, 'on its way');
    clock += 60_000;
    await of.round();
    await of.close();
    // A process that starts finds the webhook switched on.
    const next = process();
    await next.round();
    await bringBack(asked(), id, owner, undefined);
    await table(id, 'back');
    await happens(`project-${id}`, settings(id, true));
    await next.round();
    await table(id, 'after');
    await expect.poll(() => told.at(-1)).toBe('after');
    expect(told).toEqual(['before', 'after']);
  });

  it('try a changed address at once, also where it was changed during a call', async () => {
    const of = process();
    await of.round();
    let fail = (): void => undefined;
    const urls: string[] = [];
    answer = ({ url }) => {
      urls.push(url);
      return urls.length === 1
        ? new Promise(done => (fail = () => done(BAD)))
        : Promise.resolve(OK);
    };
    const id = await project(await account());
    await table(id, 'a');
    await expect.poll(() => urls.length).toBe(1);
    const mended = {
      ...defaultSettings,
      enableWebhooks: true,
      webhookUrl: 'https://yeni.example/',
    };
    await happens(
      `project-${id}`,
      projectSettingsChanged({ projectId: id, settings: mended, isPublic: false }),
    );
    fail();
    await expect.poll(() => urls).toEqual([`https://${id}.example/`, 'https://yeni.example/']);
  });

  it('send a destination of many accounts no more than it may be sent, and others all', async () => {
    const each = { calls: 1, bytes: 1_000_000 };
    const few = new DeliveryRate({ burst: { ...each, calls: 2 }, second: each });
    const of = process(undefined, undefined, few);
    await of.round();
    const ids: string[] = [];
    for (const [n, url] of ['https://x.example/1', 'https://X.example.:443/2'].entries()) {
      const id = await project(await account());
      ids.push(id);
      await happens(`project-${id}`, settings(id, true, url));
      await table(id, `${n}a`);
      await expect.poll(() => told.at(-1)).toBe(`${n}a`);
    }
    const [first = ''] = ids;
    await table(first, 'third');
    await expect.poll(() => told.at(-1)).toBe('third');
    await table(first, 'waits');
    await table(await project(await account()), 'elsewhere');
    await expect.poll(() => told).toEqual(['0a', '1a', 'third', 'elsewhere']);
    clock += 2_000;
    await of.round();
    await expect.poll(() => told.at(-1)).toBe('waits');
  });

  it('send nothing while their store keeps no checkpoint', async () => {
    const failures: unknown[] = [];
    const { store } = engine.deliveries;
    const full = new Error('disk full');
    let isFull = false;
    const failing: typeof store = {
      state: of => store.state(of),
      save: (of, state) => (isFull ? Promise.reject(full) : store.save(of, state)),
      record: delivery => store.record(delivery),
      records: of => store.records(of),
      forget: of => store.forget(of),
      close: () => store.close(),
    };
    engine = { ...engine, deliveries: { ...engine.deliveries, store: failing } };
    const of = process(undefined, error => failures.push(error));
    await of.round();
    const id = await project(await account());
    await table(id, 'a');
    await expect.poll(() => told).toEqual(['a']);
    await expect.poll(async () => (await store.state(id))?.tries).toBe(0);
    await of.close();
    isFull = true;
    await table(id, 'b');
    const next = process(undefined, error => failures.push(error));
    await next.round();
    await expect.poll(() => failures).toContain(full);
    expect(told).toEqual(['a']);
  });

  it('of a project that is gone by their end are not recorded', async () => {
    const id = await project(await account());
    const doc = (await engine.model.get(webhookDocs, id))!;
    const body = JSON.stringify({ data: { table: { name: 'a' } } });
    const call = (of: string) =>
      callReceiver(
        engine,
        { ...doc, id: of },
        { id: newId(), type: 'webhook-test', body },
        { position: null, attempt: 1, isAsked: true },
      );
    const gone = newId();
    await call(id);
    await call(gone);
    const { store } = engine.deliveries;
    expect([(await store.records(id)).length, await store.records(gone)]).toEqual([1, []]);
  });

  it('without a checkpoint, begin with their store instead of sending everything again', async () => {
    const id = await project(await account());
    await table(id, 'a');
    await process().round();
    await expect.poll(() => engine.deliveries.store.state(id)).toBeDefined();
    await table(id, 'b');
    await expect.poll(() => told).toEqual(['b']);
  });

  it('begin at the last switch-on, however often other settings changed since', async () => {
    let isAway = false;
    const of = process(() => !isAway);
    await of.round();
    isAway = true;
    await of.round();
    const id = await project(await account());
    await table(id, 'a');
    await happens(`project-${id}`, settings(id, false));
    await table(id, 'b');
    await happens(`project-${id}`, settings(id, true));
    await table(id, 'c');
    for (let n = 0; n < 30; n++) await happens(`project-${id}`, settings(id, true));
    await table(id, 'd');
    isAway = false;
    await of.round();
    await expect.poll(() => told).toEqual(['c', 'd']);
  });

  it('read only the changes of settings since the last checkpoint', async () => {
    const of = process();
    await of.round();
    const id = await project(await account());
    for (let n = 0; n < 50; n++) await happens(`project-${id}`, settings(id, true));
    await table(id, 'a');
    await expect.poll(async () => (await engine.deliveries.store.state(id))?.tries).toBe(0);
    await expect.poll(() => told).toEqual(['a']);
    await of.close();
    const { position } = await append(`project-${id}`, settings(id, true));
    await engine.projector.waitForPosition(position);
    const read: unknown[] = [];
    const { model } = engine;
    const counting = Object.create(model, {
      find: {
        value: async (...asked: Parameters<typeof model.find>) => {
          const found = await model.find(...asked);
          read.push(...found.docs);
          return found;
        },
      },
    }) as typeof model;
    const doc = (await model.get(webhookDocs, id))!;
    const state = await engine.deliveries.store.state(id);
    const next = await progressOf({ ...engine, model: counting }, doc, state);
    expect([next, read.length]).toEqual([{ ...state, settingsAt: position }, 1]);
  });
});
