import type { Position } from '@hzm/contracts/core/position';
import { expect, it } from 'vitest';
import type { Checkpoint, ProjectionWrite, ReadModel } from '../ports/read-model.ts';
import { SharedReadModel } from './shared-read-model.ts';

const position = '1'.padStart(20, '0') as Position;
const write: ProjectionWrite = { projection: 'p', version: 1, checkpoint: position, batch: [] };

it('a reader knows that changes wait and nobody writes them, until they are written', async () => {
  const [checkpoints, clock] = [new Map<string, Checkpoint>(), { now: 0 }];
  let asked = 0;
  const reader = new SharedReadModel(
    { checkpoints: async () => checkpoints } as unknown as ReadModel,
    () => false,
    async () => void asked++,
    () => clock.now,
  );
  const applied = reader.apply([write]);
  await expect.poll(() => asked, { timeout: 10_000 }).toBeGreaterThan(1);
  clock.now = 9_999;
  expect(reader.isUnwritten).toBe(false);
  clock.now = 10_000;
  expect(reader.isUnwritten).toBe(true);
  checkpoints.set('p', { version: 1, position });
  await applied;
  expect(reader.isUnwritten).toBe(false);
});

it('a reader waits for a writer that is there, however long it takes', async () => {
  const clock = { now: 0 };
  let asked = 0;
  const reader = new SharedReadModel(
    { checkpoints: async () => new Map() } as unknown as ReadModel,
    () => false,
    async () => {
      asked++;
      return {};
    },
    () => clock.now,
  );
  const applied = reader.apply([write]);
  await expect.poll(() => asked, { timeout: 10_000 }).toBeGreaterThan(1);
  clock.now = 60_000;
  expect(reader.isUnwritten).toBe(false);
  reader.stop();
  await expect(applied).rejects.toThrow('closed');
});
