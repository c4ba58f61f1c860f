import { positionOf } from '@hzm/contracts/core/position';
import { MemoryReadModel } from '@hzm/infra/read-model/memory/memory-read-model';
import type { ReadModel } from '@hzm/services/core/ports/read-model';
import {
  CachedReadModel,
  KEPT_MS,
  MAX_KEPT_BYTES,
} from '@hzm/services/core/read-model/cached-read-model';
import { expect, it } from 'vitest';

const sessions = { name: 'sessions', projection: 'accounts' };
const write = (model: ReadModel, n: number) => {
  const position = positionOf(n);
  const changes = [{ op: 'put', collection: 'sessions', id: 's', doc: { id: 's', n } }] as const;
  return model.apply([
    { projection: 'accounts', version: 1, batch: [{ position, changes }], checkpoint: position },
  ]);
};

it('reads a document again after a minute, also if no event has told of its change', async () => {
  const shared = new MemoryReadModel();
  let now = 0;
  const deaf = new CachedReadModel(shared, [sessions], { now: () => now });
  await deaf.define([sessions]);
  await write(shared, 1);
  const seen = async (): Promise<unknown> => (await deaf.get(sessions, 's'))?.['n' as never];
  // The cache takes a time of 0 for none.
  now = 1;
  expect(await seen()).toBe(1);
  await write(shared, 2);
  now += KEPT_MS;
  expect(await seen()).toBe(1);
  now++;
  expect(await seen()).toBe(2);
});

it('keeps documents up to their memory, those that were read last', async () => {
  const reads: string[] = [];
  const read = async (_: unknown, id: string) => {
    reads.push(id);
    return { id, name: 'x'.repeat(MAX_KEPT_BYTES / 4) };
  };
  const kept = new CachedReadModel({ get: read } as unknown as ReadModel, [sessions]);
  for (const id of ['a', 'b', 'c', 'd', 'd', 'a']) await kept.get(sessions, id);
  expect(reads).toEqual(['a', 'b', 'c', 'd', 'a']);
});
