import { setImmediate } from 'node:timers/promises';
import { START, type Position } from '@hzm/contracts/core/position';
import type { Codec } from './codec.ts';
import type { Generation, Generations } from './generations.ts';
import { isEnd, type EventStore } from './ports/event-store.ts';
import type { Project, Projection, Projector } from './projector.ts';
import { Repetition } from './repetition.ts';

interface Sources {
  readonly store: EventStore;
  readonly codec: Codec;
  readonly generations: Generations;
  readonly projector: Projector;
  readonly project: Project;
  /** Only the process that writes the views builds others. */
  readonly isWriter: () => boolean;
  /** A view could not be built. */
  readonly failed: (error: unknown) => void;
}

export interface Progress {
  /** Of the log, 0 to 1. */
  readonly share: number;
  readonly secondsLeft: number | null;
}

const BATCH = 500;
const LOOK_MS = 1_000;
/** How long the generation before is kept for processes that have not noticed, in milliseconds. */
const GRACE_MS = 10_000;

/**
 * Builds views anew from the log, beside the ones that serve: nothing is told to anybody, no reactor hears of it, and what is in memory is one batch, of bounded bytes.
 * What was begun is gone on with, by this process or the next one that writes.
 */
export class Rebuild {
  readonly #sources: Sources;
  readonly #under = new Map<string, Progress>();
  readonly #work = new Set<Promise<void>>();
  /** What could not be built is not tried again before somebody asks. */
  readonly #stopped = new Set<string>();
  readonly #looking = new Repetition(() => this.#look(), LOOK_MS);
  #isOpen = true;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** By view. */
  get progress(): ReadonlyMap<string, Progress> {
    return this.#under;
  }

  /** Looks what was begun, now and whenever this process becomes the one that writes. */
  start(): void {
    void this.#looking.start();
  }

  /** Begins with a view, unless it is being built. */
  ask(name: string): void {
    const { projector, isWriter, failed } = this.#sources;
    const projection = projector.progress.find(one => one.projection.name === name)?.projection;
    if (!projection || !isWriter() || this.#under.has(name)) return;
    this.#stopped.delete(name);
    this.#under.set(name, { share: 0, secondsLeft: null });
    const work = this.#build(projection).catch((error: unknown) => {
      this.#stopped.add(name);
      failed(error);
    }).finally(() => {
      this.#under.delete(name);
      this.#work.delete(work);
    });
    this.#work.add(work);
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    await this.#looking.stop();
    await Promise.all(this.#work);
  }

  async #look(): Promise<void> {
    const { projector, generations, isWriter, failed } = this.#sources;
    try {
      await generations.refresh();
      for (const { projection: { name } } of isWriter() ? projector.progress : []) if (!this.#stopped.has(name) && (await generations.building(name)) !== undefined) this.ask(name);
    } catch (error) {
      failed(error);
    }
  }

  async #build(projection: Projection): Promise<void> {
    const { generations, projector } = this.#sources;
    const generation = await generations.build(projection.name);
    const begun = await generation.checkpoint();
    // Begun by another version of this program: of no use.
    if (begun && begun.version !== projection.version) await generation.reset();
    const from = begun?.version === projection.version ? begun.position : START;
    const reached = await this.#follow(projection, generation, from, undefined);
    if (reached === undefined) return;
    const forget = await projector.exclusive(async () => {
      const wanted = projector.progress.find(one => one.projection === projection)!.position;
      const last = await this.#follow(projection, generation, reached, wanted);
      // What a failing disk took back is built again: it is still the one that was begun.
      return last !== undefined && (await generation.checkpoint())?.position === last ? generation.serve() : undefined;
    });
    if (forget) setTimeout(() => void forget().catch(this.#sources.failed), GRACE_MS).unref();
  }

  /** Up to `until`, or nearly as far as the log goes; undefined when this process must not go on. */
  async #follow(projection: Projection, generation: Generation, from: Position, until: Position | undefined): Promise<Position | undefined> {
    const { store, codec, project, isWriter } = this.#sources;
    const began = performance.now();
    for (let position = from; ;) {
      if (!this.#isOpen || !isWriter()) return undefined;
      const read = await store.readAll({ after: position, limit: BATCH });
      const stored = read.filter(event => until === undefined || event.position <= until);
      if (stored.length === 0) return position;
      for await (const { events } of codec.slices(stored)) {
        const batch = events.map(event => ({ position: event.position, changes: project(projection, event) })).filter(({ changes }) => changes.length > 0);
        position = events.at(-1)!.position;
        await generation.apply({ projection: projection.name, version: projection.version, batch, checkpoint: position });
      }
      // Others go on writing: what is less than a batch is for the end, between two of the projector's.
      if (until === undefined && isEnd(read, BATCH)) return position;
      if (until === undefined) this.#tell(projection.name, Number(position), Number(from), Number(await store.head()), performance.now() - began);
      await setImmediate();
    }
  }

  #tell(name: string, position: number, from: number, head: number, milliseconds: number): void {
    const secondsLeft = position > from ? ((head - position) / (position - from)) * (milliseconds / 1000) : null;
    this.#under.set(name, { share: head === 0 ? 1 : Math.min(1, position / head), secondsLeft });
  }
}
