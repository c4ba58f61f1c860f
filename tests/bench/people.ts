import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { newId } from '@hzm/contracts/core/ids';
import { accountRegistered } from '@hzm/contracts/features/accounts/events';
import { accountDisabled } from '@hzm/contracts/features/administration/events';
import { events, upcasters } from '@hzm/contracts/registry';
import { SqliteEventStore } from '@hzm/infra/event-store/sqlite/sqlite-event-store';
import { SqliteKeyVault } from '@hzm/infra/key-vault/sqlite/sqlite-key-vault';
import { Codec } from '@hzm/services/core/events/codec';
import { NO_STREAM } from '@hzm/services/core/ports/event-store';
import { percentile, table, type Figure } from './figure.ts';
import type { Target } from './load.ts';
import { ask, BENCH_SECRET, startProduct } from './product.ts';

/*
 * Measures the administrator's list of people with many of them, relative to few.
 * npm run bench:people [-- --people=100000 --requests=500]
 */
const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '100000' },
    requests: { type: 'string', default: '500' },
  },
});
const [MANY, REQUESTS] = [Number(values.people), Number(values.requests)];
const FEW = 100;
const AT_ONCE = 500;

const first = [
  'Ayşe',
  'Berna',
  'Cem',
  'Çağrı',
  'Dilek',
  'Emre',
  'Gül',
  'Işıl',
  'İbrahim',
  'Ömer',
  'Şule',
  'Ümit',
];
const syllables =
  'ak al an ar as at ay ba be bi bo bu ça da de do du er es ev ga ge gö gü ha iz ka ke ki ko ku la le lu ma me mi na ne ok or öz pa re ri sa se şa ta te'.split(
    ' ',
  );
const endings = ['oğlu', 'gil', 'can', 'soy'];
const domains = ['bilgi', 'deniz', 'kamu', 'okul', 'posta', 'ticaret', 'yazilim'];
/**
 * Returns the unique name of the nth person, so that a search finds the same one for any number.
 */
function nameOf(n: number): string {
  const { length } = syllables;
  const scrambled = (n * 7919) % length ** 3;
  const last = [scrambled, scrambled / length, scrambled / length ** 2]
    .map(part => syllables[Math.floor(part) % length]!)
    .join('');
  return `${first[n % 12]!} ${last[0]!.toLocaleUpperCase('tr')}${last.slice(1)}${endings[n % 4]!}`;
}
/** Makes the nth person. Every hundredth is disabled, every twentieth pays. */
const personOf = (n: number, accountId: string) => ({
  accountId,
  name: nameOf(n),
  email: `${domains[n % 7]!}.${(n * 2654435761) % 1_000_003}@${domains[(n * 5) % 7]!}.example`,
  passwordHash: 'h',
  isAdmin: false,
  subscriptionType: n % 20 === 0 ? ('premium' as const) : ('free' as const),
  maxProjects: 2,
  maxTables: 5,
  maxStorage: 1073741824,
});

/** Writes registrations into the log of a stopped server. */
async function seed(directory: string, people: number): Promise<void> {
  const store = await SqliteEventStore.open(join(directory, 'events.db'));
  const vault = new SqliteKeyVault(join(directory, 'vault.db'), Buffer.from(BENCH_SECRET));
  const codec = new Codec(vault, events, upcasters);
  const meta = { at: new Date().toISOString(), actor: 'system', request: 'bench' };
  const add = async (n: number): Promise<void> => {
    const accountId = newId();
    await store.append(
      `account-${accountId}`,
      NO_STREAM,
      await codec.encode(
        [
          accountRegistered(personOf(n, accountId)),
          ...(n % 100 === 0 ? [accountDisabled({ accountId })] : []),
        ],
        meta,
        () => newId(),
      ),
    );
  };
  for (let n = 0; n < people; n += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, people - n) }, (_, i) => add(n + i)));
  await store.close();
  await vault.close();
}

const parts = (part: (word: string, length: number) => string): string[] =>
  [...first, ...endings, ...domains].flatMap(word =>
    Array.from({ length: word.length - 2 }, (_, i) => part(word, 3 + i)),
  );
const begins = parts((word, length) => word.slice(0, length));
const ends = parts((word, length) => word.slice(-length));
const filters = [
  '',
  '&isActive=true',
  '&subscriptionType=free',
  '&isAdmin=false',
  '&isActive=true&isAdmin=false',
  '&subscriptionType=free&isAdmin=false',
];
/** Returns the nth search with many matches; the first 336 differ, because totals are cached. */
const common = (words: readonly string[], n: number): string =>
  `search=${encodeURIComponent(words[n % words.length]!)}${filters[Math.floor(n / words.length) % filters.length]!}`;

/** Requests of the screen; `n` counts up. */
const asks = {
  'first page': () => '/admin/users?limit=25&count=bounded',
  'by name': () => '/admin/users?limit=25&count=bounded&sort=name&order=asc',
  'by e-mail, page 4': () => '/admin/users?limit=25&count=bounded&sort=email&order=desc&page=4',
  'search of an address': (n: number) =>
    `/admin/users?limit=25&count=bounded&search=${encodeURIComponent(personOf(n % FEW, '').email)}`,
  'search of a name': (n: number) =>
    `/admin/users?limit=25&count=bounded&search=${encodeURIComponent(nameOf(n % FEW))}`,
  'search of a common word': (n: number) =>
    `/admin/users?limit=25&count=bounded&${common(begins, n)}`,
  'search of a common word, page 4 by name': (n: number) =>
    `/admin/users?limit=25&count=bounded&${common(ends, n)}&page=4&sort=name&order=asc`,
  'disabled, by name': () =>
    '/admin/users?limit=25&count=bounded&isActive=false&sort=name&order=asc',
  figures: () => '/admin/stats',
} as const;

interface House {
  readonly target: Target;
  close(): Promise<void>;
}

/** Starts a server with `people` people. */
async function houseOf(people: number): Promise<House> {
  const directory = mkdtempSync(join(tmpdir(), 'hzm-people-'));
  const begun = await startProduct(directory);
  const { token } = await ask<{ token: string }>(
    { address: begun.address, headers: {} },
    'POST',
    '/auth/register',
    { name: 'Bench', email: 'bench@example.com', password: 'gizli-1' },
  );
  await begun.stop();
  await seed(directory, people);
  const server = await startProduct(directory);
  const target = { address: server.address, headers: { authorization: `Bearer ${token}` } };
  while (
    (await ask<{ pagination: { total: number } }>(target, 'GET', '/admin/users?limit=1')).pagination
      .total <= people
  )
    await sleep(200);
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

/** Measures both servers in turns, so that a disturbance affects both. */
async function measured(
  few: House,
  many: House,
  [name, path]: [string, (n: number) => string],
): Promise<Figure> {
  const times: { readonly few: number; readonly many: number }[] = [];
  for (let n = 0; n < REQUESTS; n++)
    times.push({
      few: await timeOf(few.target, path(n)),
      many: await timeOf(many.target, path(n)),
    });
  // The first requests include compilation.
  const warm = times.slice(REQUESTS / 10);
  return {
    name: `${name}: p95 with ${MANY} people`,
    value: percentile(
      warm.map(time => time.many),
      95,
    ),
    unit: 'ms',
    ceiling: percentile(
      warm.map(time => time.few),
      95,
    ),
    target: { atMost: 2 },
  };
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
