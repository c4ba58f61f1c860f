import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { newId } from '@hzm/contracts/core/ids';
import { events, upcasters } from '@hzm/contracts/registry';
import { projections } from '@hzm/projections/registry';
import { Codec } from '@hzm/services/core/events/codec';
import type { EventStore } from '@hzm/services/core/ports/event-store';
import type { KeyVault } from '@hzm/services/core/ports/key-vault';
import type { ReadModel } from '@hzm/services/core/ports/read-model';
import { Projector } from '@hzm/services/core/projecting/projector';
import { expect } from 'vitest';
import type { Writer } from './writer.ts';

export const secret = 'a secret for tests only';
export const WRITERS = 16;
/** The same seed does the same things in the same order. */
export const seed = Number(process.env['CHAOS_SEED'] ?? Date.now() % 1_000_000);
const AGAIN_MS = 100;
export const ROUNDS = Number(process.env['CHAOS_ROUNDS'] ?? 20);
/** After so many rounds everything is looked at. */
export const LOOK = 10;
/** Environment of a process whose clock the test can make jump. */
export const jumping = {
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'clock.ts')).href}`,
};

/**
 * Asks again, while the server cannot now, what has a name. @throws when the answer is no success
 */
export async function ask<Data>(
  address: string,
  method: string,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Data> {
  const response = await fetch(`${address}/api/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (response.status === 503 && headers['x-request-id'] !== undefined) {
    await sleep(AGAIN_MS);
    return ask(address, method, path, body, headers);
  }
  const answer = (await response.json()) as { data: Data };
  expect(response.ok, JSON.stringify(answer)).toBe(true);
  return answer.data;
}

export interface Place {
  readonly token: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly projectId: string;
  readonly table: string;
}

/** An account with a table that writers write to. */
export async function settle(address: string): Promise<Place> {
  const {
    token,
    project: { id: projectId },
  } = await ask<{ token: string; project: { id: string } }>(address, 'POST', '/auth/register', {
    name: 'A',
    email: 'a@example.com',
    password: 'gizli-1',
  });
  const headers = { authorization: `Bearer ${token}` };
  const {
    table: { id: table },
  } = await ask<{ table: { id: string } }>(
    address,
    'POST',
    `/tables/project/${projectId}`,
    { name: 'Kayıtlar' },
    headers,
  );
  for (const [name, type] of [
    ['key', 'string'],
    ['n', 'number'],
  ])
    await ask(address, 'POST', `/tables/${projectId}/${table}/fields`, { name, type }, headers);
  return { token, headers, projectId, table };
}

interface Row {
  readonly key: string;
  readonly n: number;
}

/**
 * Every acknowledged write is there, once. @param position of the newest event, where the server
 * may not know it yet
 */
export async function expectEverything(
  address: string,
  { headers, table }: Place,
  writers: readonly Writer[],
  position?: string,
): Promise<void> {
  const waiting = {
    ...headers,
    ...(position !== undefined && { 'x-wait-for-position': position }),
  };
  const {
    pagination: { total },
  } = await ask<{ pagination: { total: number } }>(
    address,
    'GET',
    `/data/table/${table}?limit=1`,
    undefined,
    waiting,
  );
  const rows: Row[] = [];
  for (let page = 1; rows.length < total; page++)
    rows.push(
      ...(
        await ask<{ rows: Row[] }>(
          address,
          'GET',
          `/data/table/${table}?limit=10000&page=${page}`,
          undefined,
          headers,
        )
      ).rows,
    );
  const expected = writers.flatMap(writer => [...writer.expected]).map(([key, n]) => ({ key, n }));
  const byKey = (a: Row, b: Row): number => (a.key < b.key ? -1 : 1);
  expect(rows.map(({ key, n }) => ({ key, n })).toSorted(byKey)).toEqual(expected.toSorted(byKey));
}

const CROWD = 100;

/**
 * Number of clients that change one row at once; all of them get through at any server, and each
 * change is counted.
 */
export async function expectCrowd(
  addresses: readonly string[],
  { headers, table }: Place,
): Promise<void> {
  const path = `/data/table/${table}/rows`;
  const {
    row: { id },
  } = await ask<{ row: { id: string } }>(
    addresses[0]!,
    'POST',
    path,
    { key: 'crowd', n: 0 },
    headers,
  );
  const change = (n: number) => {
    const named = { ...headers, 'x-request-id': newId() };
    const address = addresses[n % addresses.length]!;
    return ask<{ row: { _version: number } }>(address, 'PUT', `${path}/${id}`, { n: n + 1 }, named);
  };
  const answers = await Promise.all(Array.from({ length: CROWD }, (_, n) => change(n)));
  expect(answers.map(({ row: { _version } }) => _version).toSorted((a, b) => a - b)).toEqual(
    answers.map((_, i) => i + 2),
  );
  await ask(addresses[0]!, 'DELETE', `${path}/${id}`, {}, headers);
}

/** Brings a read model up to where the log is. */
export async function catchUp(store: EventStore, vault: KeyVault, model: ReadModel): Promise<void> {
  const projector = new Projector({
    store,
    model,
    codec: new Codec(vault, events, upcasters),
    projections,
  });
  await projector.start();
  await projector.close();
}

/** All documents of a read model in created order. */
export async function documents(model: ReadModel, tables: readonly string[]): Promise<unknown[]> {
  await model.define(
    projections.flatMap(({ name, collections }) =>
      collections.map(collection => ({ ...collection, projection: name })),
    ),
  );
  const all: unknown[] = [];
  for (const collection of projections.flatMap(({ collections }) => collections)) {
    for (const partition of collection.partitioned ? tables : [undefined])
      all.push(
        collection.name,
        (
          await model.find({
            collection,
            limit: 1_000_000,
            ...(partition !== undefined && { partition }),
          })
        ).docs,
      );
  }
  return all;
}
