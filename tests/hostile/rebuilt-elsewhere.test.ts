import { positionOf } from '@hzm/contracts/core/position';
import { MemoryReadModel } from '@hzm/infra/read-model/memory/memory-read-model';
import { BlueGreenReadModel } from '@hzm/services/core/read-model/blue-green-read-model';
import { SharedReadModel } from '@hzm/services/core/read-model/shared-read-model';
import { expect, it } from 'vitest';
import { notes } from '../contracts/read-model/harness.ts';

const at = (position: number, version = 1) => ({
  projection: notes.projection,
  version,
  batch: [],
  checkpoint: positionOf(position),
});

it.each([
  ['when it waits for an event while the new one takes over', 1],
  ['when another version makes the new one', 2],
])('a process goes on behind a view that another process rebuilt, %s', async (_, version) => {
  const stored = new MemoryReadModel();
  const writer = new BlueGreenReadModel(stored);
  const shared = new SharedReadModel(
    stored,
    () => false,
    async () => ({}),
  );
  const reader = new BlueGreenReadModel(shared);
  for (const model of [writer, reader]) await model.define([notes]);
  await writer.apply([at(1)]);

  const waiting = reader.apply([at(3, version)]);
  const generation = await writer.build(notes.projection);
  await generation.apply(at(2, version));
  await generation.serve();
  await writer.tidy();
  await writer.apply([at(3, version)]);
  await waiting;
  await reader.apply([at(3, version)]);
  expect((await reader.checkpoints([notes.projection])).get(notes.projection)).toEqual({
    version,
    position: positionOf(3),
  });
  await shared.close();
});
