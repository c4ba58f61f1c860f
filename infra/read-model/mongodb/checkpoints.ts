import type { Position } from '@hzm/contracts/core/position';
import type { Checkpoint, LastEvent, ProjectionWrite } from '@hzm/services/core/ports/read-model';
import type { AnyBulkWriteOperation, Collection } from '../../mongodb/database.ts';

export interface StoredCheckpoint {
  readonly _id: string;
  readonly version: number;
  readonly position: Position;
}

/** The newest event, stored with the checkpoints so that one operation writes both. */
interface StoredLastEvent {
  readonly _id: typeof LAST_EVENT;
  /** Position and id, as a text that sorts by position. */
  readonly event: string;
}

/** A leading space, which no projection's name has. */
const LAST_EVENT = ' last event';

export class Checkpoints {
  readonly #checkpoints: Collection<StoredCheckpoint>;
  readonly #last: Collection<StoredLastEvent>;
  readonly #idOf: (projection: string) => string;

  constructor(checkpoints: Collection<StoredCheckpoint>, idOf: (projection: string) => string) {
    this.#checkpoints = checkpoints;
    this.#last = checkpoints as unknown as Collection<StoredLastEvent>;
    this.#idOf = idOf;
  }

  async find(projections: readonly string[]): Promise<ReadonlyMap<string, Checkpoint>> {
    const byId = new Map(projections.map(projection => [this.#idOf(projection), projection]));
    const found = await this.#checkpoints.find({ _id: { $in: [...byId.keys()] } }).toArray();
    return new Map(
      found.map(({ _id, version, position }) => [byId.get(_id)!, { version, position }]),
    );
  }

  async lastEvent(): Promise<LastEvent | undefined> {
    const [position, id] = (await this.#last.findOne({ _id: LAST_EVENT }))?.event.split(' ') ?? [];
    return id === undefined ? undefined : { position: position as Position, id };
  }

  async forgetLastEvent(): Promise<void> {
    await this.#last.deleteOne({ _id: LAST_EVENT });
  }

  /**
   * Never moves back within a version, also with concurrent writers. The newest event is written
   * first, so that no crash leaves checkpoints that are ahead of it.
   */
  async save(writes: readonly ProjectionWrite[], last?: LastEvent): Promise<void> {
    if (writes.length === 0) return;
    const later = ({ version, checkpoint }: ProjectionWrite) => ({
      $cond: [
        { $and: [{ $eq: ['$version', version] }, { $gt: ['$position', checkpoint] }] },
        '$position',
        checkpoint,
      ],
    });
    const newest = last
      ? [
          {
            updateOne: {
              filter: { _id: LAST_EVENT },
              update: { $max: { event: `${last.position} ${last.id}` } },
              upsert: true,
            },
          },
        ]
      : [];
    await this.#checkpoints.bulkWrite([
      ...newest,
      ...writes.map(write => ({
        updateOne: {
          filter: { _id: this.#idOf(write.projection) },
          update: [{ $set: { position: later(write), version: write.version } }],
          upsert: true,
        },
      })),
    ] as AnyBulkWriteOperation<StoredCheckpoint>[]);
  }

  /** @param name the stored name of a collection */
  async forgetCollection(name: string): Promise<void> {
    const ids = (await this.#checkpoints.find({}, { projection: { _id: 1 } }).toArray())
      .map(({ _id }) => _id)
      .filter(id => id.split(' ').includes(name));
    await this.#checkpoints.deleteMany({ _id: { $in: ids } });
  }

  async forget(projection: string): Promise<void> {
    await this.#checkpoints.deleteOne({ _id: this.#idOf(projection) });
  }
}
