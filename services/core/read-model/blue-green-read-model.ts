import { START } from '@hzm/contracts/core/position';
import {
  checkpointOf,
  ViewReplaced,
  type Change,
  type Checkpoint,
  type Collection,
  type CollectionSpec,
  type Doc,
  type Find,
  type Found,
  type LastEvent,
  type ProjectionWrite,
  type ReadModel,
} from '../ports/read-model.ts';

/** The first generation, which uses the collection's own name. */
const FIRST = 0;
const nameOf = (name: string, generation: number): string =>
  generation === FIRST ? name : `${name}_${generation}`;
/** Returns the view that a generation's name belongs to. */
export const viewOf = (name: string): string => name.replace(/_\d+$/, '');
/** Returns the generation of a name. */
export const generationOf = (name: string): number => Number(/_(\d+)$/.exec(name)?.[1] ?? FIRST);
/** Generations are stored as checkpoints: the serving one and the one being built. */
export const serving = (projection: string): string => `serving ${projection}`;
const building = (projection: string): string => `building ${projection}`;

/**
 * A read model whose views can be rebuilt beside the serving ones. Each generation of a view has
 * its own name; reads go to the serving generation.
 */
export class BlueGreenReadModel implements ReadModel {
  readonly #model: ReadModel;
  readonly #specs = new Map<string, CollectionSpec>();
  readonly #serving = new Map<string, number>();
  /** Called when another generation of a view starts serving. */
  onSwitch: () => void = () => undefined;

  constructor(model: ReadModel) {
    this.#model = model;
  }

  async define(specs: readonly CollectionSpec[]): Promise<void> {
    for (const spec of specs) this.#specs.set(spec.name, spec);
    await this.refresh();
    await this.#model.define(
      specs.map(spec => this.#specOf(spec, this.#generation(spec.projection))),
    );
  }

  /** Loads switches that another process made. */
  async refresh(): Promise<void> {
    const projections = this.#projections;
    const facts = await this.#model.checkpoints(projections.map(serving));
    for (const projection of projections) {
      const generation = facts.get(serving(projection))?.version ?? FIRST;
      if (generation !== this.#generation(projection)) await this.#serve(projection, generation);
    }
  }

  /** Returns the generation being built, or undefined. */
  async building(projection: string): Promise<number | undefined> {
    return (await this.#beingBuilt([projection])).get(projection);
  }

  /** Starts the next generation, or resumes an interrupted one, and returns its writer. */
  async build(projection: string): Promise<Generation> {
    const generation = (await this.building(projection)) ?? this.#generation(projection) + 1;
    const name = nameOf(projection, generation);
    await this.#model.define(
      [...this.#specs.values()]
        .filter(spec => spec.projection === projection)
        .map(spec => this.#specOf(spec, generation)),
    );
    await this.#note(building(projection), generation);
    return {
      checkpoint: () => checkpointOf(this.#model, name),
      apply: write => this.#model.apply([mapped(write, generation)]),
      reset: () => this.#model.reset(name),
      serve: async () => {
        await this.#note(serving(projection), generation);
        await this.#serve(projection, generation);
      },
    };
  }

  /** Drops all generations except serving and building ones, and removed collections. */
  async tidy(): Promise<void> {
    const kept: string[] = [];
    const beingBuilt = await this.#beingBuilt(this.#projections);
    for (const { name, projection } of this.#specs.values()) {
      kept.push(nameOf(name, this.#generation(projection)));
      const next = beingBuilt.get(projection);
      if (next !== undefined) kept.push(nameOf(name, next));
    }
    await this.#model.retain(kept);
  }

  async apply(writes: readonly ProjectionWrite[], last?: LastEvent): Promise<void> {
    for (;;) {
      const own = writes.map(write => mapped(write, this.#generation(write.projection)));
      try {
        return await this.#model.apply(own, last);
      } catch (error) {
        if (!(error instanceof ViewReplaced)) throw error;
        await this.refresh();
      }
    }
  }

  async checkpoints(projections: readonly string[]): Promise<ReadonlyMap<string, Checkpoint>> {
    const namesOf = new Map(
      projections.map(projection => [nameOf(projection, this.#generation(projection)), projection]),
    );
    const found = await this.#model.checkpoints([...namesOf.keys()]);
    return new Map(Array.from(found, ([name, checkpoint]) => [namesOf.get(name)!, checkpoint]));
  }

  retain(collections: readonly string[]): Promise<void> {
    return this.#model.retain(collections.map(name => this.#nameOf(name)));
  }

  reset(projection: string): Promise<void> {
    return this.#model.reset(nameOf(projection, this.#generation(projection)));
  }

  get<D extends Doc>(
    collection: Collection<D>,
    id: string,
    partition?: string,
  ): Promise<D | undefined> {
    return this.#model.get(this.#serves(collection), id, partition);
  }

  find<D extends Doc>(query: Find<D>): Promise<Found<D>> {
    return this.#model.find({ ...query, collection: this.#serves(query.collection) });
  }

  logIdentity(): Promise<string | undefined> {
    return this.#model.logIdentity();
  }

  lastEvent(): Promise<LastEvent | undefined> {
    return this.#model.lastEvent();
  }

  bindLog(identity: string): Promise<void> {
    return this.#model.bindLog(identity);
  }

  close(): Promise<void> {
    return this.#model.close();
  }

  get #projections(): string[] {
    return [...new Set(Array.from(this.#specs.values(), ({ projection }) => projection))];
  }

  /** Returns the generations being built, by view. */
  async #beingBuilt(projections: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const facts = await this.#model.checkpoints(projections.map(building));
    return new Map(
      projections.flatMap(projection => {
        const generation = facts.get(building(projection))?.version;
        return generation === undefined || generation <= this.#generation(projection)
          ? []
          : [[projection, generation]];
      }),
    );
  }

  #generation(projection: string): number {
    return this.#serving.get(projection) ?? FIRST;
  }

  #nameOf(collection: string): string {
    const spec = this.#specs.get(collection);
    return spec ? nameOf(collection, this.#generation(spec.projection)) : collection;
  }

  #serves<D extends Doc>(collection: Collection<D>): Collection<D> {
    const name = this.#nameOf(collection.name);
    return name === collection.name ? collection : { ...collection, name };
  }

  #specOf(spec: CollectionSpec, generation: number): CollectionSpec {
    return {
      ...spec,
      name: nameOf(spec.name, generation),
      projection: nameOf(spec.projection, generation),
    };
  }

  async #serve(projection: string, generation: number): Promise<void> {
    await this.#model.define(
      [...this.#specs.values()]
        .filter(spec => spec.projection === projection)
        .map(spec => this.#specOf(spec, generation)),
    );
    this.#serving.set(projection, generation);
    this.onSwitch();
  }

  async #note(projection: string, generation: number): Promise<void> {
    await this.#model.apply([{ projection, version: generation, batch: [], checkpoint: START }]);
  }
}

/** A generation of a view that is being built. */
export interface Generation {
  readonly checkpoint: () => Promise<Checkpoint | undefined>;
  readonly apply: (write: ProjectionWrite) => Promise<void>;
  readonly reset: () => Promise<void>;
  /** Switches reads to this generation. */
  readonly serve: () => Promise<void>;
}

const mapped = (write: ProjectionWrite, generation: number): ProjectionWrite => {
  if (generation === FIRST) return write;
  const renamed = (change: Change): Change => ({
    ...change,
    collection: nameOf(change.collection, generation),
  });
  return {
    ...write,
    projection: nameOf(write.projection, generation),
    batch: write.batch.map(({ position, changes }) => ({
      position,
      changes: changes.map(renamed),
    })),
  };
};
