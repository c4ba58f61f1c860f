import { statSync } from 'node:fs';
import { newId, uuidV7 } from '@hzm/contracts/core/ids';
import { calls } from '@hzm/contracts/registry';
import { SqliteRequestLogStore } from '@hzm/infra/request-log/sqlite/sqlite-request-log-store';
import type {
  LogEntry,
  LogQuery,
  RequestLogStore,
} from '@hzm/services/core/ports/request-log-store';
import { median, type Figure } from './figure.ts';

/** Ten requests a second. */
export const APART_MS = 100;
const BATCH = 500;
const PROJECTS = 40;
/** The share that is written to a full log besides, while its oldest entries leave. */
const BEYOND = 0.1;
/** Batches between two looks at the bounds. */
const TRIM_EVERY = 20;
const BEGIN = 1_700_000_000_000;

const projects = Array.from({ length: PROJECTS }, () => newId());
const accounts = projects.map(() => newId());

/** The n-th request; one project of forty has a quarter of them, one request in 20 fails. */
export function entryOf(n: number, at = BEGIN + n * APART_MS): LogEntry {
  const call = calls[(n * 7) % calls.length]!;
  const of = n % 4 === 0 ? 0 : n % PROJECTS;
  const isRefused = n % 20 === 0;
  return {
    id: uuidV7(at, n % 4096, crypto.getRandomValues(new Uint8Array(8))),
    source: 'http',
    method: call.method,
    route: call.path,
    name: call.name,
    status: isRefused ? 400 : call.status,
    code: isRefused ? 'VALIDATION_ERROR' : '',
    detail: '',
    ms: 1 + (n % 90) / 3,
    bytes: 200 + (n % 5_000),
    actor: accounts[of]!,
    account: accounts[of]!,
    project: projects[of]!,
    request: newId(),
    position: call.kind === 'command' && !isRefused ? String(n).padStart(20, '0') : '',
  };
}

/** Searches and counts in several ways, and returns the slowest by the median of its times. */
export async function slowestSearch(
  store: RequestLogStore,
  { request }: LogEntry,
): Promise<{ readonly name: string; readonly ms: number }> {
  const project = projects[0]!;
  const queries: Readonly<Record<string, LogQuery>> = {
    everything: {},
    'a project': { project },
    'errors of a project': { project, outcome: 'failed' },
    'a part of a route': { text: 'row-imports' },
    'a part of a route in a project': { project, text: 'row-imports' },
    'a request id': { text: request },
    nothing: { text: 'no such text' },
    'a caller who is not there': { project, actor: 'nobody' },
    'an account': { account: accounts[0]! },
    'a caller of an account who is not there': { account: accounts[0]!, actor: 'nobody' },
  };
  const slowest = { name: '', ms: 0 };
  for (const [name, query] of Object.entries(queries)) {
    const times: number[] = [];
    for (let i = 0; i < 9; i++) {
      const at = performance.now();
      await store.find(query, 100);
      await store.count(query, 10_000);
      times.push(performance.now() - at);
    }
    const ms = median(times);
    console.error(`request log: ${name}: ${ms.toFixed(1)} ms`);
    if (ms > slowest.ms) Object.assign(slowest, { name, ms });
  }
  return slowest;
}

/**
 * Measures a full request log that is written on: bytes of an entry, and the slowest of several
 * searches.
 */
export async function requestLogFigures(file: string, entries: number): Promise<Figure[]> {
  const store = new SqliteRequestLogStore(file);
  let last: LogEntry | undefined;
  const add = async (n: number): Promise<void> => {
    const batch = Array.from({ length: BATCH }, (_, i) => entryOf(n + i));
    last = batch[0];
    await store.add(batch);
  };
  const trim = async (): Promise<void> => {
    while ((await store.trim({ before: '', most: entries })) > 0);
  };
  const begun = performance.now();
  for (let n = 0; n < entries; n += BATCH) await add(n);
  const added = performance.now() - begun;
  for (let n = 0; n < entries * BEYOND; n += BATCH) {
    await add(entries + n);
    if ((n / BATCH) % TRIM_EVERY === 0) await trim();
  }
  await trim();
  const kept = await store.count({}, 2 * entries);
  if (kept > entries) throw new Error(`${kept} entries are kept of at most ${entries}`);
  const slowest = await slowestSearch(store, last!);
  await store.close();
  return [
    {
      name: `search and count in a request log of ${entries}, slowest: ${slowest.name}`,
      value: slowest.ms,
      unit: 'ms',
      target: { atMost: 200 },
      of: 'value',
    },
    {
      name: 'bytes of an entry of the request log',
      value: statSync(file).size / entries,
      unit: 'B',
      target: { atMost: 400 },
      of: 'value',
    },
    { name: 'entries added to the request log', value: entries / (added / 1000), unit: '/s' },
  ];
}
