import type { Event } from '@hzm/contracts/core/event';
import { Problem } from '@hzm/contracts/core/problem';
import type { Projection } from '@hzm/projections/core/projection';
import { MAX_MOMENT_BYTES } from '../ports/byte-budget.ts';
import { claimant } from '../ports/memory.ts';
import type { ReadModel } from '../ports/read-model.ts';
import { slice } from '../ports/slices.ts';

/** A read model in memory that knows its approximate size in bytes. */
export interface WeighedReadModel extends ReadModel {
  readonly weight: number;
  /** Does the work that was left to the first read. */
  settle(): Promise<void>;
}

/**
 * Fills an empty read model from ordered events only, a few at a time. Its memory counts for the
 * request that asks.
 * @throws Problem PAYLOAD_TOO_LARGE, NOT_READY
 */
export async function replay<Model extends WeighedReadModel>(
  model: Model,
  projections: readonly Projection[],
  events: AsyncIterable<readonly Event[]>,
): Promise<Model> {
  await model.define(
    projections.flatMap(({ name, collections }) =>
      collections.map(c => ({ ...c, projection: name })),
    ),
  );
  let kept = 0;
  // The events that it is filled from are given back, part by part; the model stays.
  const keep = (): void => {
    if (model.weight <= kept) return;
    claimant()?.keep(model.weight - kept);
    kept = model.weight;
  };
  for await (const some of events) {
    await slice();
    await model.apply(
      projections.map(projection => ({
        projection: projection.name,
        version: projection.version,
        batch: some.map(event => ({
          position: event.position,
          changes: projection.changesOf(event),
        })),
        checkpoint: some.at(-1)!.position,
      })),
    );
    checkWeight(model);
    keep();
  }
  await model.settle();
  checkWeight(model);
  keep();
  return model;
}

function checkWeight({ weight }: WeighedReadModel): void {
  if (weight > MAX_MOMENT_BYTES)
    throw new Problem('PAYLOAD_TOO_LARGE', { text: 'as-of-too-large' });
}
