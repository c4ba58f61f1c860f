import { START, type Position } from '@hzm/contracts/core/position';
import type { Paused } from '@hzm/contracts/core/status';
import type { Projection } from '@hzm/projections/core/projection';
import { nextTurn } from '../concurrency/next-turn.ts';
import { PeriodicTask } from '../concurrency/periodic-task.ts';
import type { Codec } from '../events/codec.ts';
import { isEnd, type EventStore } from '../ports/event-store.ts';
import { ViewReplaced } from '../ports/read-model.ts';
import type { Generation, BlueGreenReadModel } from '../read-model/blue-green-read-model.ts';
import type { Projector } from './projector.ts';
import { pausedAt, stepOf } from './step.ts';
import { writeBisecting } from './write-bisecting.ts';

interface Sources {
  readonly store: EventStore;
  readonly codec: Codec;
  readonly generations: BlueGreenReadModel;
  readonly projector: Projector;
  /** Whether this process writes the views; only that one rebuilds. */
  readonly isWriter: () => boolean;
  /** Called with a temporary failure. */
  readonly failed: (error: unknown) => void;
  /** Called with the reason why a view cannot be built. */
  readonly stopped: (view: string, why: Paused) => void;
  /** Called when a rebuild begins, and when the new view serves. */
  readonly told?: (view: string, what: 'view-rebuilding' | 'view-rebuilt') => void;
}

/** An event that the new view cannot handle. */
class Stopped extends Error {
  readonly why: Paused;
  constructor(why: Paused) {
    super(why.reason);
    this.why = why;
  }
}

export interface Progress {
  /** Share of the log, 0 to 1. */
  readonly share: number;
  readonly secondsLeft: number | null;
}

const BATCH_EVENTS = 500;
const LOOK_MS = 1_000;
/** Milliseconds to keep replaced generations for processes that have not noticed the switch. */
const GRACE_MS = 10_000;

/**
 * Rebuilds views from the log beside the serving ones, without notifying listeners or reactors and
 * with one batch of bounded bytes in memory. Interrupted rebuilds resume, in this process or the
 * next writer.
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

  /** Progress by view. */
  get progress(): ReadonlyMap<string, Progress> {
    return this.#under;
  }

  /** The views that could not be built, and why. */
  get stopped(): ReadonlyMap<string, Paused> {
    return this.#stopped;
  }

  /** Resumes interrupted rebuilds, now and whenever this process becomes the writer. */
  start(): void {
    void this.#looking.start();
    this.#tidySoon();
  }

  /**
   * Records that a view must be rebuilt and starts.
   * @param afresh discards an earlier partial rebuild
   */
  async outdated(name: string, afresh: boolean): Promise<void> {
    const { generations, isWriter } = this.#sources;
    if (!isWriter()) return;
    const generation = await generations.build(name);
    if (afresh) await generation.reset();
    this.ask(name);
  }

  /** Starts rebuilding a view, unless in progress. */
  ask(name: string): void {
    const { projector, isWriter, failed, stopped } = this.#sources;
    const projection = projector.progress.find(one => one.projection.name === name)?.projection;
    if (!projection || !isWriter() || this.#under.has(name)) return;
    this.#stopped.delete(name);
    this.#under.set(name, { share: 0, secondsLeft: null });
    this.#sources.told?.(name, 'view-rebuilding');
    const work = this.#build(projection)
      .catch((error: unknown) => {
        // Another process writes now and goes on with it.
        if (error instanceof ViewReplaced) return;
        // A temporary failure is retried on the next check.
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
    // A partial rebuild of another program version or another log is discarded.
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
        // Serves only if the last checkpoint is still stored; a failing disk may have lost it, and
        // then the rebuild resumes.
        if (last !== undefined && (await generation.checkpoint())?.position === last)
          await generation.serve();
        if (last !== undefined) this.#sources.told?.(projection.name, 'view-rebuilt');
      });
      this.#tidySoon();
    } catch (error) {
      // A partial view is useless, and would keep documents deleted from now on.
      if (error instanceof Stopped) await generation.reset();
      throw error;
    }
  }

  /**
   * Builds up to `until`, or nearly to the end of the log; undefined if this process must stop.
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
      // Writes continue, so the last partial batch is left for the final step between two batches
      // of the projector.
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
