import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { newId } from '@hzm/contracts/core/ids';
import { accountDisabled } from '@hzm/contracts/features/administration/events';
import { accountRegistered } from '@hzm/contracts/features/accounts/events';
import { events, upcasters } from '@hzm/contracts/registry';
import { SqliteEventStore } from '@hzm/infra/event-store/sqlite/sqlite-event-store';
import { SqliteKeyVault } from '@hzm/infra/key-vault/sqlite/sqlite-key-vault';
import { Codec } from '@hzm/services/core/codec';
import { NO_STREAM } from '@hzm/services/core/ports/event-store';
import { percentile, table, type Figure } from './figure.ts';
import type { Target } from './load.ts';
import { ask, BENCH_SECRET, startProduct } from './product.ts';

/*
 * What an administrator waits for the list of people when there are many of them, beside when there are few.
 *   npm run bench:people [-- --people=100000 --requests=500]
 */
const { values } = parseArgs({ options: { people: { type: 'string', default: '100000' }, requests: { type: 'string', default: '500' } } });
const [MANY, REQUESTS] = [Number(values.people), Number(values.requests)];
const FEW = 100;
const AT_ONCE = 500;

const first = ['Ayşe', 'Berna', 'Cem', 'Çağrı', 'Dilek', 'Emre', 'Gül', 'Işıl', 'İbrahim', 'Ömer', 'Şule', 'Ümit'];
const last = ['Yılmaz', 'Kaya', 'Demir', 'Şahin', 'Çelik', 'Yıldız', 'Öztürk', 'Aydın', 'Arslan', 'Doğan', 'Kılıç'];
const domains = ['bilgi', 'deniz', 'kamu', 'okul', 'posta', 'ticaret', 'yazilim'];
/** The nth person. Every hundredth is passive, every twentieth pays. */
const personOf = (n: number, accountId: string) => ({
  accountId, name: `${first[n % 12]!} ${last[(n * 7) % 11]!} ${n}`, email: `${domains[n % 7]!}.${(n * 2654435761) % 1_000_003}@${domains[(n * 5) % 7]!}.example`, passwordHash: 'h', isAdmin: false, subscriptionType: n % 20 === 0 ? 'premium' as const : 'free' as const, maxProjects: 2, maxTables: 5,
});

/** Writes so many registrations into the log of a server that does not run. */
async function seed(directory: string, people: number): Promise<void> {
  const store = await SqliteEventStore.open(join(directory, 'events.db'));
  const vault = new SqliteKeyVault(join(directory, 'vault.db'), Buffer.from(BENCH_SECRET));
  const codec = new Codec(vault, events, upcasters);
  const meta = { at: new Date().toISOString(), actor: 'system', request: 'bench' };
  const add = async (n: number): Promise<void> => {
    const accountId = newId();
    await store.append(`account-${accountId}`, NO_STREAM, await codec.encode([accountRegistered(personOf(n, accountId)), ...(n % 100 === 0 ? [accountDisabled({ accountId })] : [])], meta, () => newId()));
  };
  for (let n = 0; n < people; n += AT_ONCE) await Promise.all(Array.from({ length: Math.min(AT_ONCE, people - n) }, (_, i) => add(n + i)));
  await store.close();
  await vault.close();
}

/** What is asked; `n` counts up. */
const asks = {
  'first page': () => '/admin/users',
  'by name': () => '/admin/users?sort=name&order=asc',
  'by e-mail, page 4': () => '/admin/users?sort=email&order=desc&page=4',
  'search of an address': (n: number) => `/admin/users?search=${encodeURIComponent(personOf(n % FEW, '').email)}`,
  'search of a name': (n: number) => `/admin/users?search=${encodeURIComponent(`${first[n % 12]!} ${last[(n * 7) % 11]!} ${n % FEW}`)}`,
  'search of a common word, asked before': (n: number) => `/admin/users?search=posta&page=${1 + (n % 2)}`,
  'passive, by name': () => '/admin/users?isActive=false&sort=name&order=asc',
  'figures': () => '/admin/stats',
} as const;

interface House {
  readonly target: Target;
  close(): Promise<void>;
}

/** A server with so many people. */
async function houseOf(people: number): Promise<House> {
  const directory = mkdtempSync(join(tmpdir(), 'hzm-people-'));
  const begun = await startProduct(directory);
  const { token } = await ask<{ token: string }>({ address: begun.address, headers: {} }, 'POST', '/auth/register', { name: 'Bench', email: 'bench@example.com', password: 'gizli-1' });
  await begun.stop();
  await seed(directory, people);
  const server = await startProduct(directory);
  const target = { address: server.address, headers: { authorization: `Bearer ${token}` } };
  while ((await ask<{ pagination: { total: number } }>(target, 'GET', '/admin/users?limit=1')).pagination.total <= people) await sleep(200);
  return {
    target,
    close: async () => {
      await server.stop();
      rmSync(directory, { recursive: true });
    },
  };
}

async function timeOf(target: Target, path: string): Promise<number> {
  const started = performance.now();
  await ask(target, 'GET', path);
  return performance.now() - started;
}

/** Both are asked by turns, so that what disturbs one disturbs the other. */
async function measured(few: House, many: House, [name, path]: [string, (n: number) => string]): Promise<Figure> {
  const times: { readonly few: number; readonly many: number }[] = [];
  for (let n = 0; n < REQUESTS; n++) times.push({ few: await timeOf(few.target, path(n)), many: await timeOf(many.target, path(n)) });
  // The first ones are the compiler's.
  const warm = times.slice(REQUESTS / 10);
  return { name: `${name}: p95 with ${MANY} people`, value: percentile(warm.map(time => time.many), 95), unit: 'ms', ceiling: percentile(warm.map(time => time.few), 95), target: { atMost: 2 } };
}

const [few, many] = [await houseOf(FEW), await houseOf(MANY)];
try {
  const figures: Figure[] = [];
  for (const one of Object.entries(asks)) figures.push(await measured(few, many, one));
  console.log(table(figures));
} finally {
  await few.close();
  await many.close();
}
