import { START, type Position } from '@hzm/contracts/core/position';
import type { Paused } from '@hzm/contracts/core/status';
import type { Projection } from '@hzm/projections/core/projection';
import type { Generation, BlueGreenReadModel } from './blue-green-read-model.ts';
import type { Codec } from './codec.ts';
import { nextTurn } from './next-turn.ts';
import { PeriodicTask } from './periodic-task.ts';
import { isEnd, type EventStore } from './ports/event-store.ts';
import type { Projector } from './projector.ts';
import { pausedAt, stepOf } from './step.ts';
import { writeBisecting } from './write-bisecting.ts';

interface Sources {
  readonly store: EventStore;
  readonly codec: Codec;
  readonly generations: BlueGreenReadModel;
  readonly projector: Projector;
  /** Only the process that writes the views builds others. */
  readonly isWriter: () => boolean;
  /** Something is in the way for now. */
  readonly failed: (error: unknown) => void;
  /** A view cannot be built, and why. */
  readonly stopped: (view: string, why: Paused) => void;
}

/** An event that the view which is being built cannot get past. */
class Stopped extends Error {
  readonly why: Paused;
  constructor(why: Paused) {
    super(why.reason);
    this.why = why;
  }
}

export interface Progress {
  /** Of the log, 0 to 1. */
  readonly share: number;
  readonly secondsLeft: number | null;
}

const BATCH_EVENTS = 500;
const LOOK_MS = 1_000;
/**
 * How long generations that serve no more are kept for processes that have not noticed, in
 * milliseconds.
 */
const GRACE_MS = 10_000;

/**
 * Rebuilds views from the log beside the ones that serve: without notifying listeners or reactors,
 * with one batch of bounded bytes in memory.
 * Interrupted rebuilds resume, in this process or the next writer.
 */
export class Rebuild {
  readonly #sources: Sources;
  readonly #under = new Map<string, Progress>();
  readonly #work = new Set<Promise<void>>();
  /** Views that cannot be built; retried only on request. */
  readonly #stopped = new Map<string, Paused>();
  readonly #looking = new PeriodicTask(() => this.#look(), LOOK_MS);
  #tidying: NodeJS.Timeout | undefined;
  #isOpen = true;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** By view. */
  get progress(): ReadonlyMap<string, Progress> {
    return this.#under;
  }

  /** The views that could not be built, and why. */
  get stopped(): ReadonlyMap<string, Paused> {
    return this.#stopped;
  }

  /** Looks what was begun, now and whenever this process becomes the one that writes. */
  start(): void {
    void this.#looking.start();
    this.#tidySoon();
  }

  /**
   * Takes down that a view must be built anew, and begins. @param afresh what was built of it
   * before is of no use
   */
  async outdated(name: string, afresh: boolean): Promise<void> {
    const { generations, isWriter } = this.#sources;
    if (!isWriter()) return;
    const generation = await generations.build(name);
    if (afresh) await generation.reset();
    this.ask(name);
  }

  /** Begins with a view, unless it is being built. */
  ask(name: string): void {
    const { projector, isWriter, failed, stopped } = this.#sources;
    const projection = projector.progress.find(one => one.projection.name === name)?.projection;
    if (!projection || !isWriter() || this.#under.has(name)) return;
    this.#stopped.delete(name);
    this.#under.set(name, { share: 0, secondsLeft: null });
    const work = this.#build(projection)
      .catch((error: unknown) => {
        // What is only in the way for now is tried again with the next look.
        if (!(error instanceof Stopped)) return failed(error);
        this.#stopped.set(name, error.why);
        stopped(name, error.why);
      })
      .finally(() => {
        this.#under.delete(name);
        this.#work.delete(work);
      });
    this.#work.add(work);
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    clearTimeout(this.#tidying);
    await this.#looking.stop();
    await Promise.all(this.#work);
  }

  async #look(): Promise<void> {
    const { projector, generations, isWriter, failed } = this.#sources;
    try {
      await generations.refresh();
      for (const {
        projection: { name },
      } of isWriter() ? projector.progress : [])
        if (!this.#stopped.has(name) && (await generations.building(name)) !== undefined)
          this.ask(name);
    } catch (error) {
      failed(error);
    }
  }

  async #build(projection: Projection): Promise<void> {
    const { generations, projector } = this.#sources;
    const generation = await generations.build(projection.name);
    const begun = await generation.checkpoint();
    // Begun by another version of this program, or from another log: of no use.
    const isOfUse =
      begun?.version === projection.version &&
      (begun.position === START ||
        (await this.#sources.store.eventIdAt(begun.position)) !== undefined);
    if (begun && !isOfUse) await generation.reset();
    const from = isOfUse ? begun.position : START;
    try {
      const reached = await this.#follow(projection, generation, from, undefined);
      if (reached === undefined) return;
      await projector.exclusive(async () => {
        const wanted = projector.progress.find(one => one.projection === projection)!.position;
        const last = await this.#follow(projection, generation, reached, wanted);
        // What a failing disk took back is built again: it is still the one that was begun.
        if (last !== undefined && (await generation.checkpoint())?.position === last)
          await generation.serve();
      });
      this.#tidySoon();
    } catch (error) {
      // A partial view is useless, and documents deleted from now on would stay in it.
      if (error instanceof Stopped) await generation.reset();
      throw error;
    }
  }

  /**
   * Up to `until`, or nearly as far as the log goes; undefined when this process must not go on.
   * @throws Stopped
   */
  async #follow(
    projection: Projection,
    generation: Generation,
    from: Position,
    until: Position | undefined,
  ): Promise<Position | undefined> {
    const { store, codec, isWriter } = this.#sources;
    const began = performance.now();
    for (let position = from; ;) {
      if (!this.#isOpen || !isWriter()) return undefined;
      const read = await store.readAll({ after: position, limit: BATCH_EVENTS });
      const stored = read.filter(event => until === undefined || event.position <= until);
      if (stored.length === 0) return position;
      for await (const { events } of codec.slices(stored)) {
        const { write, stop } = stepOf(projection, position, events);
        const { refused } = write ? await writeBisecting(generation.apply, write) : {};
        if (refused)
          throw new Stopped(
            pausedAt(
              events.find(event => event.position === refused.position)!,
              'refused',
              refused.error,
            ),
          );
        if (stop) throw new Stopped(stop);
        position = events.at(-1)!.position;
      }
      // Others go on writing: what is less than a batch is for the end, between two of the
      // projector's.
      if (until === undefined && isEnd(read, BATCH_EVENTS)) return position;
      if (until === undefined)
        this.#tell(
          projection.name,
          Number(position),
          Number(from),
          Number(await store.head()),
          performance.now() - began,
        );
      await nextTurn();
    }
  }

  #tidySoon(): void {
    const { generations, isWriter, failed } = this.#sources;
    clearTimeout(this.#tidying);
    this.#tidying = setTimeout(() => {
      if (isWriter()) generations.tidy().catch(failed);
    }, GRACE_MS).unref();
  }

  #tell(name: string, position: number, from: number, head: number, milliseconds: number): void {
    const secondsLeft =
      position > from ? ((head - position) / (position - from)) * (milliseconds / 1000) : null;
    this.#under.set(name, { share: head === 0 ? 1 : Math.min(1, position / head), secondsLeft });
  }
}
