import { setTimeout as sleep } from 'node:timers/promises';
import type { Paused } from '@hzm/contracts/core/status';
import {
  ViewPaused,
  ViewReplaced,
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
import { Unavailable } from '../ports/unavailable.ts';
import { generationOf, serving, viewOf } from './blue-green-read-model.ts';

/**
 * Interval of polling for another process's writes, in milliseconds, and the number of polls before
 * checking whether it paused a view.
 */
const LOOK_MS = 10;
const LOOKS_PER_ASK = 50;
/** Milliseconds without a writer after which waiting changes count as unwritten. */
const UNWRITTEN_MS = 10_000;

type PausedViews = Readonly<Record<string, Paused>>;

/**
 * A read model with one writing process. In the others, `apply` resolves when the writer's
 * checkpoint reaches the batch, so that the same code notifies sockets, invalidates caches, and
 * takes over if the writer stops.
 */
export class SharedReadModel implements ReadModel {
  readonly #model: ReadModel;
  readonly #isWriter: () => boolean;
  readonly #pausedByWriter: () => Promise<PausedViews | undefined>;
  readonly #elapsed: () => number;
  #isOpen = true;
  /** The time since which changes wait and no process writes, by `elapsed`. */
  #unwrittenAt: number | undefined;

  /**
   * @param isWriter whether this process writes now; two writers for a moment do no harm
   * @param pausedByWriter returns the views that the writer has paused; undefined if no process
   * writes
   */
  constructor(
    model: ReadModel,
    isWriter: () => boolean,
    pausedByWriter: () => Promise<PausedViews | undefined>,
    elapsed = () => performance.now(),
  ) {
    this.#model = model;
    this.#isWriter = isWriter;
    this.#pausedByWriter = pausedByWriter;
    this.#elapsed = elapsed;
  }

  /**
   * Whether changes have waited so long without a process that writes them that a right may have
   * ended unseen.
   */
  get isUnwritten(): boolean {
    const since = this.#unwrittenAt;
    return since !== undefined && this.#elapsed() - since >= UNWRITTEN_MS && !this.#isWriter();
  }

  async apply(writes: readonly ProjectionWrite[], last?: LastEvent): Promise<void> {
    for (let looks = 1; !this.#isWriter(); looks++) {
      const waiting = await this.#waiting(writes);
      if (waiting.length === 0) {
        this.#unwrittenAt = undefined;
        return;
      }
      if (!this.#isOpen) throw new Unavailable('the read model is closed');
      if (looks % LOOKS_PER_ASK === 0) await this.#askAbout(waiting);
      await sleep(LOOK_MS);
    }
    await this.#model.apply(writes, last);
    this.#unwrittenAt = undefined;
  }

  /** Does nothing in readers, because the writer rebuilds. */
  async reset(projection: string): Promise<void> {
    if (this.#isWriter()) await this.#model.reset(projection);
  }

  async retain(collections: readonly string[]): Promise<void> {
    if (this.#isWriter()) await this.#model.retain(collections);
  }

  define(specs: readonly CollectionSpec[]): Promise<void> {
    return this.#model.define(specs);
  }

  checkpoints(projections: readonly string[]): Promise<ReadonlyMap<string, Checkpoint>> {
    return this.#model.checkpoints(projections);
  }

  get<D extends Doc>(
    collection: Collection<D>,
    id: string,
    partition?: string,
  ): Promise<D | undefined> {
    return this.#model.get(collection, id, partition);
  }

  find<D extends Doc>(query: Find<D>): Promise<Found<D>> {
    return this.#model.find(query);
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

  /** Ends waiting for the writer. */
  stop(): void {
    this.#isOpen = false;
  }

  close(): Promise<void> {
    this.stop();
    return this.#model.close();
  }

  /** Returns the writes that the writer has not yet made. */
  async #waiting(writes: readonly ProjectionWrite[]): Promise<ProjectionWrite[]> {
    const checkpoints = await this.#model.checkpoints(writes.map(({ projection }) => projection));
    return writes.filter(({ projection, version, checkpoint }) => {
      const kept = checkpoints.get(projection);
      return kept?.version !== version || kept.position < checkpoint;
    });
  }

  /**
   * @throws ViewPaused if the writer has paused an awaited view; ViewReplaced if it writes another
   * generation of it by now, so that the awaited one stays where it is
   */
  async #askAbout(writes: readonly ProjectionWrite[]): Promise<void> {
    const paused = await this.#pausedByWriter().catch((): PausedViews => ({}));
    this.#unwrittenAt = paused ? undefined : (this.#unwrittenAt ?? this.#elapsed());
    if (!paused) return;
    for (const { projection, checkpoint } of writes) {
      const view = viewOf(projection);
      const why = paused[view];
      if (why && why.position <= checkpoint) throw new ViewPaused(view, why);
    }
    const facts = await this.#model.checkpoints(
      writes.map(({ projection }) => serving(viewOf(projection))),
    );
    for (const { projection } of writes) {
      const now = facts.get(serving(viewOf(projection)));
      if (now && now.version !== generationOf(projection)) throw new ViewReplaced();
    }
  }
}
