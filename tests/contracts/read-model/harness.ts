import type { Json, JsonObject } from '@hzm/contracts/core/json';
import { type Position, positionOf } from '@hzm/contracts/core/position';
import type {
  Change,
  CollectionSpec,
  Condition,
  Doc,
  Find,
  ProjectionWrite,
  ReadModel,
} from '@hzm/services/core/ports/read-model';

export type Make = () => Promise<ReadModel>;

export const rows: CollectionSpec = {
  name: 'rows',
  projection: 'rows',
  partitioned: true,
  indexMembersOf: 'values',
};
export const notes: CollectionSpec = {
  name: 'notes',
  projection: 'notes',
  indexes: [['projectId', 'at'], ['projectId', 'place'], ['email']],
  positions: ['place'],
};
/** A second collection of the same projection. */
export const counts: CollectionSpec = { name: 'counts', projection: 'notes' };
/** Documents older than two days are deleted. */
export const marks: CollectionSpec = {
  name: 'marks',
  projection: 'notes',
  expires: { by: 'day', days: 2 },
};

/** A read model with these collections, and short ways to write to and ask it. */
export class ReadModelHarness {
  readonly model: ReadModel;
  #position = 0;

  private constructor(model: ReadModel) {
    this.model = model;
  }

  static async of(make: Make): Promise<ReadModelHarness> {
    const model = await make();
    await model.define([rows, notes, counts, marks]);
    return new ReadModelHarness(model);
  }

  /**
   * Writes each list of changes as one event, all in one batch. Gives what was written, to be
   * written again.
   */
  async write(...events: Change[][]): Promise<ProjectionWrite> {
    const batch = events.map(changes => ({ position: this.next(), changes }));
    const write = {
      projection: projectionOf(events),
      version: 1,
      batch,
      checkpoint: this.position,
    };
    await this.model.apply([write]);
    return write;
  }

  next(): Position {
    return positionOf(++this.#position);
  }

  get position(): Position {
    return positionOf(this.#position);
  }

  /** Rows `r0, r1, …` whose member `v` has these values; undefined: it is missing. */
  async values(...values: (Json | undefined)[]): Promise<void> {
    await this.write(...values.map((v, i) => [putRow(`r${i}`, v === undefined ? {} : { v })]));
  }

  /** The ids of the rows that a query finds. */
  async ids(query: Partial<Find> = {}): Promise<string[]> {
    const { docs } = await this.model.find({
      collection: rows,
      partition: 't',
      limit: 1000,
      ...query,
    });
    return docs.map(doc => doc.id);
  }

  /** The ids of the rows whose member `v` meets the condition. */
  where(condition: Bare): Promise<string[]> {
    return this.ids({ where: [{ path: 'values.v', ...condition }] });
  }
}

/** A condition without its path, for each of its kinds. */
export type Bare = Condition extends infer C
  ? C extends Condition
    ? Omit<C, 'path'>
    : never
  : never;

const projectionOf = (events: Change[][]): string =>
  events.flat().some(({ collection }) => collection === 'rows') ? 'rows' : 'notes';

export const putRow = (id: string, values: JsonObject, partition = 't'): Change => ({
  op: 'put',
  collection: 'rows',
  partition,
  id,
  doc: { id, values },
});
export const patchRow = (
  id: string,
  set: { readonly [path: string]: Json | undefined },
): Change => ({ op: 'patch', collection: 'rows', partition: 't', id, set });
export const dropRow = (id: string): Change => ({
  op: 'drop',
  collection: 'rows',
  partition: 't',
  id,
});
export const dropTable = (partition: string): Change => ({
  op: 'drop-where',
  collection: 'rows',
  partition,
});
export const putNote = (doc: Doc): Change => ({ op: 'put', collection: 'notes', id: doc.id, doc });
