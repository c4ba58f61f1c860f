import { setImmediate } from 'node:timers/promises';
import type { Event } from '@hzm/contracts/core/event';
import type { ReadModel } from './ports/read-model.ts';
import type { Project, Projection } from './step.ts';

const BATCH = 1000;

/** Fills an empty read model with what these events make, and nothing else; others get their turn between the batches. */
export async function replay(model: ReadModel, projections: readonly Projection[], project: Project, events: readonly Event[]): Promise<ReadModel> {
  await model.define(projections.flatMap(({ name, collections }) => collections.map(c => ({ ...c, projection: name }))));
  for (let from = 0; from < events.length; from += BATCH) {
    const some = events.slice(from, from + BATCH);
    await model.apply(projections.map(projection => ({
      projection: projection.name,
      version: projection.version,
      batch: some.map(event => ({ position: event.position, changes: project(projection, event) })),
      checkpoint: some.at(-1)!.position,
    })));
    await setImmediate();
  }
  return model;
}
