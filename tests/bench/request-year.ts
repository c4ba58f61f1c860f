import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '@hzm/infra/mongodb/database';
import { MongoRequestLogStore } from '@hzm/infra/request-log/mongodb/mongo-request-log-store';
import { SqliteRequestLogStore } from '@hzm/infra/request-log/sqlite/sqlite-request-log-store';
import type { LogEntry, RequestLogStore } from '@hzm/services/core/ports/request-log-store';
import { RequestLog } from '@hzm/services/core/status/request-log';
import { startMongod } from '../engines/mongodb/mongod.ts';
import { program } from '../engines/mongodb/program.ts';
import { table, type Figure } from './figure.ts';
import { APART_MS, entryOf, slowestSearch } from './request-log.ts';

/*
 * Writes a year of ten requests a second to a bounded request log, with a clock of its own, and
 * measures its size, its slowest search and the memory at the end of each month. A log of bounded
 * size keeps nothing of a month once as many entries as it holds were written after it. Hence of
 * each month only the last requests are written, `--turnover` times as many as the log holds; the
 * clock skips the others.
 * npm run bench:request-year [-- --stores=sqlite,mongodb --mib=256 --months=12 --turnover=1.5]
 */
const { values } = parseArgs({
  options: {
    stores: { type: 'string', default: 'sqlite,mongodb' },
    mib: { type: 'string', default: '256' },
    months: { type: 'string', default: '12' },
    turnover: { type: 'string', default: '1.5' },
  },
});
const MONTHS = Number(values.months);
const BATCH = 250;
/** Entries between two looks at the bounds: those of 30 seconds, rounded up to batches. */
const TRIM_EVERY = 500;
/** Entries of a minute, rounded up to batches. */
const MINUTE = 750;
const DAY_MS = 86_400_000;
const BEGIN = Date.UTC(2027, 0, 1);
const MEBIBYTE = 2 ** 20;

const scratch = mkdtempSync(join(tmpdir(), 'hzm-year-'));
const say = (text: string): void => console.error(text);
const figures: Figure[] = [];

interface Opened {
  readonly store: RequestLogStore;
  /** Bytes of the entries and their indexes, without the journal that is written before them. */
  readonly bytes: () => Promise<number>;
  /** Called each simulated minute. */
  readonly minute?: () => Promise<unknown>;
  readonly close: () => Promise<void>;
}

const open: Readonly<Record<string, () => Promise<Opened>>> = {
  sqlite: async () => {
    const file = join(scratch, 'requests.db');
    const store = new SqliteRequestLogStore(file);
    return { store, bytes: async () => statSync(file).size, close: () => store.close() };
  },
  mongodb: async () => {
    if (!existsSync(program)) throw new Error(`There is no MongoDB server at ${program}`);
    const mongo = await startMongod(program);
    const address = `${mongo.url}/year?directConnection=true`;
    const store = new MongoRequestLogStore(address);
    const database = openDatabase(address);
    // Space is free again after a checkpoint, once a minute, and five minutes. The clock goes faster.
    const admin = database.admin();
    await admin.command({ setParameter: 1, minSnapshotHistoryWindowInSeconds: 0 });
    return {
      store,
      minute: () => admin.command({ fsync: 1 }),
      bytes: async () => Number((await database.command({ dbStats: 1 }))['totalSize']),
      close: async () => {
        await store.close();
        await database.client.close();
        await mongo.stop();
      },
    };
  },
};

async function year(name: string, { store, bytes, minute }: Opened): Promise<void> {
  const maxEntries = Math.floor((Number(values.mib) * MEBIBYTE) / store.bytesOfEntry);
  const ofMonth = Math.ceil(maxEntries * Number(values.turnover));
  let now = BEGIN;
  const log = new RequestLog({
    store,
    days: 366,
    maxEntries,
    processId: '',
    isKeeper: () => true,
    now: () => new Date(now),
    outcome: () => undefined,
  });
  const [sizes, searches, memory]: number[][] = [[], [], []];
  let slowest = { name: '', ms: 0 };
  let most = 0;
  const begun = performance.now();
  for (let month = 1; month <= MONTHS; month++) {
    const end = Date.UTC(2027, month, 1);
    let last: LogEntry | undefined;
    for (let n = 0; n < ofMonth; n += BATCH) {
      const batch = Array.from({ length: BATCH }, (_, i) =>
        entryOf(n + i, end - (ofMonth - n - i) * APART_MS),
      );
      last = batch[0];
      now = end - (ofMonth - n - BATCH) * APART_MS;
      await store.add(batch);
      if (n % TRIM_EVERY === 0) await log.trim();
      if (n % MINUTE === 0) await minute?.();
    }
    await log.trim();
    const kept = await store.count({}, 2 * maxEntries);
    if (kept > maxEntries) throw new Error(`${kept} entries are kept of at most ${maxEntries}`);
    most = Math.max(most, kept);
    const found = await slowestSearch(store, last!);
    if (found.ms > slowest.ms) slowest = found;
    sizes!.push((await bytes()) / MEBIBYTE);
    searches!.push(found.ms);
    memory!.push(process.memoryUsage.rss() / MEBIBYTE);
    const [size, rss] = [sizes!.at(-1)!.toFixed(0), memory!.at(-1)!.toFixed(0)];
    say(
      `${name}, month ${month}: ${kept} entries, ${size} MiB, ${found.ms.toFixed(1)} ms, ${rss} MiB of memory`,
    );
  }
  const written = MONTHS * ofMonth;
  const days = (now - BEGIN) / DAY_MS;
  figures.push(
    { name: `${name}: simulated days`, value: days, unit: 'days' },
    { name: `${name}: entries written`, value: written, unit: '' },
    {
      name: `${name}: entries kept at most`,
      value: most,
      unit: '',
      target: { atMost: maxEntries },
      of: 'value',
    },
    { name: `${name}: size, first month`, value: sizes![0]!, unit: 'MiB' },
    {
      name: `${name}: size, largest`,
      value: Math.max(...sizes!),
      unit: 'MiB',
      target: { atMost: Number(values.mib) },
      of: 'value',
    },
    { name: `${name}: slowest search, first month`, value: searches![0]!, unit: 'ms' },
    {
      name: `${name}: slowest search, slowest month`,
      value: slowest.ms,
      unit: 'ms',
      target: { atMost: 200 },
      of: 'value',
    },
    { name: `${name}: memory of the process, first month`, value: memory![0]!, unit: 'MiB' },
    { name: `${name}: memory of the process, largest`, value: Math.max(...memory!), unit: 'MiB' },
    {
      name: `${name}: written a second, searches included`,
      value: written / ((performance.now() - begun) / 1_000),
      unit: '/s',
    },
  );
}

try {
  for (const name of values.stores.split(',')) {
    const opened = await open[name]!();
    try {
      await year(name, opened);
    } finally {
      await opened.close();
    }
  }
} finally {
  rmSync(scratch, { recursive: true });
}
console.log(table(figures));
