import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { DomainEvent } from '@hzm/contracts/core/event';
import { newId } from '@hzm/contracts/core/ids';
import { accountRegistered } from '@hzm/contracts/features/accounts/events';
import { projectCreated, projectSettingsChanged } from '@hzm/contracts/features/projects/events';
import { defaultSettings } from '@hzm/contracts/features/projects/project';
import { rowAdded } from '@hzm/contracts/features/rows/events';
import { tableCreated } from '@hzm/contracts/features/tables/events';
import { SqliteDeliveryStore } from '@hzm/infra/deliveries/sqlite/sqlite-delivery-store';
import { SqliteReadModel } from '@hzm/infra/read-model/sqlite/sqlite-read-model';
import { HttpSender } from '@hzm/infra/webhooks/http-sender';
import { WebhookDeliveries } from '@hzm/services/domain/features/webhooks/deliveries';
import { DeliveryRate } from '@hzm/services/domain/features/webhooks/delivery-rate';
import { appendFacts, handOverEngine } from '../engine/hand-over-engine.ts';
import { table } from './figure.ts';

/*
 * Measures webhook deliveries to a receiver that refuses every third call. The clock of the server
 * jumps over the pauses between attempts.
 * npm run bench:webhooks [-- --events=100000 --projects=100]
 */
const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '100000' },
    projects: { type: 'string', default: '100' },
  },
});
const [EVENTS, PROJECTS] = [values.events, values.projects].map(Number) as [number, number];
/** A jump of the clock beyond the first two pauses, in milliseconds. */
const JUMP_MS = 31_000;
const LOOK_MS = 5;
const AT_ONCE = 100;

let calls = 0;
/** Accepted positions by project, in the order of their calls. */
const accepted = new Map<string, string[]>();
const callsOf = new Map<string, number>();
/** Projects with a call under way. */
const busy = new Set<string>();
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const told = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, string>;
    const projectId = told['projectId']!;
    if (busy.has(projectId)) throw new Error('two calls of a project at once');
    busy.add(projectId);
    calls++;
    // Every third call of each project, so that none is refused until it is paused.
    const ofProject = (callsOf.get(projectId) ?? 0) + 1;
    callsOf.set(projectId, ofProject);
    const isRefused = ofProject % 3 === 0;
    // The caller has read nothing yet when this turn ends.
    setImmediate(() => {
      busy.delete(projectId);
      if (!isRefused) accepted.get(projectId)!.push(told['position']!);
      response.writeHead(isRefused ? 500 : 204).end();
    });
  });
});
await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
const webhookUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

const directory = mkdtempSync(join(tmpdir(), 'hzm-bench-'));
let clock = Date.now();
const model = await SqliteReadModel.open(join(directory, 'views.db'));
const { engine: made, close } = await handOverEngine(() => new Date(clock), undefined, model);
const sender = new HttpSender({ mayBePrivate: true });
const store = new SqliteDeliveryStore(join(directory, 'deliveries.db'));
const engine = { ...made, deliveries: { store, sender } };
const append = (stream: string, ...facts: readonly DomainEvent[]) =>
  appendFacts(engine, 'system', stream, facts);

/** Creates a project of a new account with a webhook; returns its table. */
async function project(): Promise<{ projectId: string; tableId: string }> {
  const [ownerId, projectId, tableId] = [newId(), newId(), newId()];
  const person = { name: 'Ayşe', email: `${ownerId}@example.com`, passwordHash: 'h' };
  const plan = { subscriptionType: 'free', maxProjects: 9, maxTables: 9, maxStorage: 9 } as const;
  await append(
    `account-${ownerId}`,
    accountRegistered({ accountId: ownerId, ...person, isAdmin: false, ...plan }),
  );
  const parts = { parentProjectId: null, tableCount: 0, widgetCount: 0 };
  const access = { apiKey: projectId, apiKeyPassword: 'p', keyType: 'project' as const };
  await append(
    `portfolio-${ownerId}`,
    projectCreated({ projectId, ownerId, name: 'Stok', description: '', ...access, ...parts }),
  );
  await append(`schema-${projectId}`, tableCreated({ projectId, tableId, name: 'Mallar' }));
  const settings = { ...defaultSettings, enableWebhooks: true, webhookUrl };
  await append(
    `project-${projectId}`,
    projectSettingsChanged({ projectId, settings, isPublic: false }),
  );
  accepted.set(projectId, []);
  return { projectId, tableId };
}

const projects = await Promise.all(Array.from({ length: PROJECTS }, project));
const caughtUp = async (): Promise<void> =>
  engine.projector.waitForPosition(await engine.store.head(), 600_000);
await caughtUp();

const endless = { calls: Number.MAX_SAFE_INTEGER, bytes: Number.MAX_SAFE_INTEGER };
const deliveries = new WebhookDeliveries(
  {
    ...engine,
    isWriter: () => true,
    failed: error => {
      if (error !== undefined) throw error;
    },
  },
  new DeliveryRate({ burst: endless, second: endless }),
  new DeliveryRate({ burst: endless, second: endless }),
);
const unlisten = engine.projector.listen(batch => deliveries.note(batch));
// A new store begins where the log is: the events come after it.
await deliveries.round();
const add = async (n: number): Promise<void> => {
  const of = projects[n % PROJECTS]!;
  const rowId = newId();
  await append(`row-${of.tableId}-${rowId}`, rowAdded({ ...of, rowId, values: {} }));
};
const began = performance.now();
for (let n = 0; n < EVENTS; n += AT_ONCE) {
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, EVENTS - n) }, (_, i) => add(n + i)));
  await caughtUp();
}
await deliveries.round();
const count = (): number => [...accepted.values()].reduce((sum, list) => sum + list.length, 0);
while (count() < EVENTS) {
  await deliveries.round();
  await sleep(LOOK_MS);
  clock += JUMP_MS;
}
const seconds = (performance.now() - began) / 1_000;
for (const list of accepted.values())
  if (list.some((position, at) => at > 0 && position <= list[at - 1]!))
    throw new Error('an event came twice or out of order');
unlisten();
await deliveries.close();
sender.close();
await close();
await model.close();
await store.close();
server.close();
rmSync(directory, { recursive: true });
const perSecond = (value: number): number => value / seconds;
console.log(
  table([
    { name: `events accepted, ${EVENTS}`, value: perSecond(EVENTS), unit: '/s' },
    { name: `calls made, ${calls}`, value: perSecond(calls), unit: '/s' },
  ]),
);
