import type { Position } from '@hzm/contracts/core/position';
import type { Checkpoint, ProjectionWrite } from '@hzm/services/core/ports/read-model';
import type { Collection } from '../../mongodb/database.ts';

export interface StoredCheckpoint {
  /** The projection, and how its collections are kept. */
  readonly _id: string;
  readonly version: number;
  readonly position: Position;
}

/** How far each projection is. */
export class Checkpoints {
  readonly #checkpoints: Collection<StoredCheckpoint>;
  readonly #idOf: (projection: string) => string;

  constructor(checkpoints: Collection<StoredCheckpoint>, idOf: (projection: string) => string) {
    this.#checkpoints = checkpoints;
    this.#idOf = idOf;
  }

  async find(projections: readonly string[]): Promise<ReadonlyMap<string, Checkpoint>> {
    const byId = new Map(projections.map(projection => [this.#idOf(projection), projection]));
    const found = await this.#checkpoints.find({ _id: { $in: [...byId.keys()] } }).toArray();
    return new Map(found.map(({ _id, version, position }) => [byId.get(_id)!, { version, position }]));
  }

  /** Never moves back within a version, also with concurrent writers. */
  async save(writes: readonly ProjectionWrite[]): Promise<void> {
    if (writes.length === 0) return;
    const later = ({ version, checkpoint }: ProjectionWrite) => ({ $cond: [{ $and: [{ $eq: ['$version', version] }, { $gt: ['$position', checkpoint] }] }, '$position', checkpoint] });
    await this.#checkpoints.bulkWrite(writes.map(write => ({
      updateOne: { filter: { _id: this.#idOf(write.projection) }, update: [{ $set: { position: later(write), version: write.version } }], upsert: true },
    })));
  }

  /** @param name of a collection, as it is stored */
  async forgetCollection(name: string): Promise<void> {
    const ids = (await this.#checkpoints.find({}, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id).filter(id => id.split(' ').includes(name));
    await this.#checkpoints.deleteMany({ _id: { $in: ids } });
  }

  async forget(projection: string): Promise<void> {
    await this.#checkpoints.deleteOne({ _id: this.#idOf(projection) });
  }
}
