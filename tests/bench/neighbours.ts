import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Socket } from 'socket.io-client';
import { connect, openMany } from './crowd.ts';
import { delays } from './delay.ts';
import { percentile, table, type Figure } from './figure.ts';
import type { Target } from './load.ts';
import { ask, startProduct } from './product.ts';

/*
 * One account sends as many requests as it can, with several keys and sessions, while another one
 * reads and writes single rows. Reports the event-loop delay and the neighbour's latency. The
 * longest turn is also measured in CPU time, which other programs do not lengthen.
 * npm run bench:neighbours [-- --seconds=5 --rows=20000 --only=lists,asOf]
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rows: { type: 'string', default: '20000' },
    only: { type: 'string' },
  },
});
const [SECONDS, ROWS] = [Number(values.seconds), Number(values.rows)];
/** Concurrent requests of the heavy account, its sessions and its keys. */
const AT_ONCE = 10;
const SESSIONS = 3;
const KEYS = 7;
const SOCKETS = 10;
/** Pause of the heavy account after a refusal, in milliseconds. */
const REFUSED_MS = 100;
const NEIGHBOURS = 2;
/** Pause between two phases, in milliseconds. */
const QUIET_MS = 1_000;

const cells = (n: number) => ({
  ...Object.fromEntries(
    Array.from({ length: 5 }, (_, i) => [
      `metin${i}`,
      `sipariş ${(n * (i + 3) * 2_654_435_761) % 1_000_003} teslim edildi`,
    ]),
  ),
  ...Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`sayı${i}`, (n * (i + 7)) % 100_000])),
});

/** A person with a project, a table of ten fields, and rows. */
interface Account extends Target {
  readonly email: string;
  readonly project: string;
  readonly table: string;
  readonly field: string;
  readonly ids: readonly string[];
}

async function account(address: string, name: string, rows: number): Promise<Account> {
  const email = `${name}@example.com`;
  const { token, project } = await ask<{ token: string; project: { id: string } }>(
    { address, headers: {} },
    'POST',
    '/auth/register',
    { name, email, password: 'gizli-1' },
  );
  const target = { address, headers: { authorization: `Bearer ${token}` } };
  const {
    table: { id },
  } = await ask<{ table: { id: string } }>(target, 'POST', `/tables/project/${project.id}`, {
    name: 'Siparişler',
  });
  const fields: string[] = [];
  for (const [field, value] of Object.entries(cells(0))) {
    fields.push(
      (
        await ask<{ field: { id: string } }>(target, 'POST', `/tables/${project.id}/${id}/fields`, {
          name: field,
          type: typeof value === 'string' ? 'string' : 'number',
        })
      ).field.id,
    );
  }
  const ids: string[] = [];
  for (let from = 0; from < rows; from += 1000) {
    const added = Array.from({ length: Math.min(1000, rows - from) }, (_, i) => cells(from + i));
    ids.push(
      ...(
        await ask<{ rows: { id: string }[] }>(target, 'POST', `/data/table/${id}/rows/bulk`, {
          rows: added,
        })
      ).rows.map(row => row.id),
    );
  }
  return { ...target, email, project: project.id, table: id, field: fields[0]!, ids };
}

/**
 * Creates further sessions and keys of the heavy account, whose project allows the plan's maximum.
 */
async function credentialsOf(heavy: Account): Promise<Target['headers'][]> {
  await ask(heavy, 'PUT', `/projects/${heavy.project}`, {
    settings: { maxRequestsPerMinute: 10_000 },
  });
  const sessions = await Promise.all(
    Array.from({ length: SESSIONS }, async () => {
      const { token } = await ask<{ token: string }>(
        { address: heavy.address, headers: {} },
        'POST',
        '/auth/login',
        { email: heavy.email, password: 'gizli-1' },
      );
      return { authorization: `Bearer ${token}` };
    }),
  );
  const keys = await Promise.all(
    Array.from({ length: KEYS }, async (_, n) => {
      const { apiKey } = await ask<{ apiKey: { key: string } }>(
        heavy,
        'POST',
        `/api-keys/project/${heavy.project}`,
        { name: `anahtar ${n}`, permissions: ['read'], rateLimit: 10_000 },
      );
      return { 'x-api-key': apiKey.key };
    }),
  );
  return [...sessions, ...keys];
}

type Request = {
  readonly method?: string;
  readonly path: string;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly type?: string;
  readonly session?: true;
};

/**
 * Requests of the heavy account, by kind and mixed. `session` marks those that keys may not send.
 */
const kinds = (
  heavy: Account,
  thread: string,
  moment: () => string,
): Readonly<Record<string, (n: number) => Request>> => ({
  lists: n => ({ path: `/data/table/${heavy.table}?limit=10000&page=${1 + (n % 2)}` }),
  asOf: () => ({ path: `/data/table/${heavy.table}?limit=10000&asOf=${moment()}`, session: true }),
  history: () => ({ path: `/projects/${heavy.project}/history?limit=1000`, session: true }),
  fit: () => ({
    path: `/tables/${heavy.table}/fields/${heavy.field}/fit?type=number`,
    session: true,
  }),
  searches: n => ({
    path: `/data/table/${heavy.table}?limit=1000&sort=sayı1&q=${100 + (n % 900)}`,
  }),
  summaries: () => ({
    method: 'POST',
    path: `/data/table/${heavy.table}/summary`,
    body: JSON.stringify({
      values: Object.entries(cells(0)).map(([field, value]) => ({
        field,
        compute: typeof value === 'string' ? 'filled' : 'average',
      })),
    }),
  }),
  exports: () => ({ path: '/admin/backup', session: true }),
  uploads: () => ({
    method: 'POST',
    path: `/threads/${thread}/attachments?file_name=dosya.txt`,
    body: new Uint8Array(1_048_576).fill(97),
    type: 'text/plain',
    session: true,
  }),
});

/** Sends requests until the time is up, counting answers and refusals. */
async function loop(
  { address }: Account,
  headers: Target['headers'],
  until: number,
  next: (n: number) => Request,
  counts: { answered: number; refused: number; failed: Map<number, number> },
): Promise<void> {
  for (let n = Math.floor(Math.random() * 1000); performance.now() < until; n++) {
    const { method = 'GET', path, body, type = 'application/json' } = next(n);
    const response = await fetch(`${address}/api/v1${path}`, {
      method,
      headers: { 'content-type': type, ...headers },
      ...(body !== undefined && { body }),
    });
    await response.arrayBuffer();
    if (response.ok) counts.answered++;
    else {
      counts.refused++;
      counts.failed.set(response.status, (counts.failed.get(response.status) ?? 0) + 1);
      await sleep(REFUSED_MS);
    }
  }
}

/**
 * Reads a row, changes it and reads a page of fifty as the neighbour, in turn, recording the
 * latency in milliseconds.
 */
async function ordinary(neighbour: Account, until: number, times: number[]): Promise<void> {
  for (let n = 0; performance.now() < until; n++) {
    const path = `/data/table/${neighbour.table}`;
    const row = `${path}/rows/${neighbour.ids[(n * 7) % neighbour.ids.length]!}`;
    const asked: [string, string, unknown?][] = [
      ['GET', row],
      ['PUT', row, { sayı0: Math.random() }],
      ['GET', `${path}?limit=50&count=none`],
    ];
    for (const [method, at, body] of asked) {
      const began = performance.now();
      await ask(neighbour, method, at, body);
      times.push(performance.now() - began);
    }
    await sleep(5);
  }
}

async function phase(
  name: string,
  heavy: Account,
  credentials: readonly Target['headers'][],
  neighbour: Account,
  next: ((n: number) => Request) | undefined,
): Promise<Figure[]> {
  const times: number[] = [];
  const counts = { answered: 0, refused: 0, failed: new Map<number, number>() };
  // The previous phase ends with its last answer, so this one starts with an idle server.
  await sleep(QUIET_MS);
  await delays(heavy);
  rmSync(turns, { force: true });
  const until = performance.now() + 1000 * SECONDS;
  const sessions = credentials.filter(headers => 'authorization' in headers);
  const heavily =
    next === undefined
      ? []
      : Array.from({ length: AT_ONCE }, (_, i) => {
          // Sessions send the requests that keys may not.
          const some = next(i).session ? sessions : credentials;
          return loop(heavy, some[i % some.length]!, until, next, counts);
        });
  await Promise.all([
    ...heavily,
    ...Array.from({ length: NEIGHBOURS }, () => ordinary(neighbour, until, times)),
  ]);
  const [p999, max] = await delays(heavy);
  const turn = Number(readFileSync(turns, 'utf8'));
  console.error(
    `${name}: ${counts.answered} answered, ${counts.refused} refused ${JSON.stringify([...counts.failed])}, neighbour ${times.length} answers`,
  );
  const of = (figure: string, value: number, atMost?: number): Figure => ({
    name: `${name}: ${figure}`,
    value,
    unit: 'ms',
    ...(atMost !== undefined && { target: { atMost }, of: 'value' as const }),
  });
  return [
    of('event-loop delay, p99.9', p999),
    of('event-loop delay, maximum', max, 50),
    of('longest turn, processor time', turn, 50),
    of('neighbour, p50', percentile(times, 50)),
    of('neighbour, p99', percentile(times, 99), 100),
    of('neighbour, maximum', Math.max(...times)),
    ...(next === undefined
      ? []
      : [
          {
            name: `${name}: answers of the heavy account`,
            value: counts.answered / SECONDS,
            unit: '/s',
          },
        ]),
  ];
}

const directory = mkdtempSync(join(tmpdir(), 'hzm-neighbours-'));
const turns = join(directory, 'longest-turn');
const watching = `--import=${pathToFileURL(join(import.meta.dirname, '../hostile/longest-turn.ts')).href}`;
const server = await startProduct(directory, { LONGEST_TURN_FILE: turns, NODE_OPTIONS: watching });
try {
  // The first account is the administrator, and so may export.
  const heavy = await account(server.address, 'heavy', ROWS);
  const neighbour = await account(server.address, 'neighbour', 1000);
  const credentials = await credentialsOf(heavy);
  const thread = (
    await ask<{ id: string }>(heavy, 'POST', '/threads', {
      project_id: heavy.project,
      title: 'Dosyalar',
      initialMessage: 'Merhaba',
    })
  ).id;
  const head = (
    await ask<{ events: { position: string }[] }>(
      heavy,
      'GET',
      `/projects/${heavy.project}/history?limit=1000`,
    )
  ).events.map(({ position }) => position);
  let moments = 0;
  // A different time for each request, so that none is cached.
  const asks = kinds(heavy, thread, () => head[head.length - 1 - (moments++ % 12)]!);
  const wanted = Object.entries(asks).filter(
    ([name]) => values.only === undefined || values.only.split(',').includes(name),
  );
  const figures = await phase('alone', heavy, credentials, neighbour, undefined);
  for (const [name, next] of wanted)
    figures.push(...(await phase(name, heavy, credentials, neighbour, next)));
  const sockets: Socket[] = await openMany(SOCKETS, async () => {
    const socket = await connect(server.address, {
      auth: { token: credentials[0]!['authorization']!.slice('Bearer '.length) },
    });
    await socket.emitWithAck('watch', { topic: `table:${heavy.table}` });
    return socket;
  });
  const all = Object.values(asks);
  figures.push(
    ...(await phase(
      'all of it',
      heavy,
      credentials.filter(headers => 'authorization' in headers),
      neighbour,
      n => all[n % all.length]!(n),
    )),
  );
  for (const socket of sockets) socket.disconnect();
  console.log(table(figures));
} finally {
  await server.stop();
  rmSync(directory, { recursive: true });
}
