import type { Event } from '@hzm/contracts/core/event';
import { EVERYBODY } from '@hzm/projections/features/administration/administration';
import { projections } from '@hzm/projections/registry';
import type { Doc, ProjectionWrite, ReadModel } from '@hzm/services/core/ports/read-model';
import { ids } from './sample-events.ts';

export async function emptyModel(make: () => Promise<ReadModel>): Promise<ReadModel> {
  const model = await make();
  await model.define(
    projections.flatMap(({ name, collections }) =>
      collections.map(c => ({ ...c, projection: name })),
    ),
  );
  return model;
}

/** Applies a batch to every projection. */
export const writesOf = (events: readonly Event[]): ProjectionWrite[] =>
  projections.map(projection => ({
    projection: projection.name,
    version: projection.version,
    checkpoint: events.at(-1)!.position,
    batch: events.map(event => ({
      position: event.position,
      changes: projection.changesOf(event),
    })),
  }));

/** All documents there are, by collection, in the order of their ids. */
export async function documents(model: ReadModel): Promise<Record<string, readonly Doc[]>> {
  const all: Record<string, readonly Doc[]> = {};
  for (const collection of projections.flatMap(({ collections }) => collections)) {
    for (const partition of collection.partitioned
      ? [ids.tableId, ids.otherTable, ids.projectId, EVERYBODY]
      : [undefined]) {
      const { docs } = await model.find({
        collection,
        limit: 10_000,
        ...(partition && { partition }),
      });
      all[partition === undefined ? collection.name : `${collection.name}/${partition}`] =
        docs.toSorted((x, y) => (x.id < y.id ? -1 : 1));
    }
  }
  return all;
}
