import { setTimeout as sleep } from 'node:timers/promises';
import type { Change } from '@hzm/contracts/core/change';
import type { Event } from '@hzm/contracts/core/event';
import { laterOf, START, type Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import type { Codec } from './codec.ts';
import type { EventStore } from './ports/event-store.ts';
import type { CollectionSpec, PositionedChanges, ProjectionWrite, ReadModel } from './ports/read-model.ts';

/** What the projector needs to know of a projection. */
export interface Projection {
  readonly name: string;
  readonly version: number;
  readonly collections: readonly Omit<CollectionSpec, 'projection'>[];
}
export type Project = (projection: Projection, event: Event) => readonly Change[];

/** Does what must be done at least once for each event, and is harmless when it is done again. It is done before the checkpoint that a restart goes on from. */
export type Reactor = (events: readonly Event[]) => Promise<void>;

/** An event, opened, with all the changes it made. */
export interface Handled {
  readonly event: Event;
  readonly changes: readonly Change[];
}

interface Progress {
  readonly projection: Projection;
  position: Position;
  /** Why it stands still: the position of the event that it cannot project. */
  paused: { readonly position: Position; readonly reason: string } | undefined;
}

const RETRY_FROM_MS = 50;
const RETRY_UP_TO_MS = 5_000;
const WATCHDOG_MS = 5_000;
/** How long somebody waits to read what was written. */
const PATIENCE_MS = 5_000;

/**
 * The process's one subscription: every event is opened once, projected, written, and then told to the listeners (sockets, caches, reactors).
 * A view that cannot project an event pauses alone; a store that fails is tried again for ever.
 */
export class Projector {
  readonly #store: EventStore;
  readonly #model: ReadModel;
  readonly #codec: Codec;
  readonly #project: Project;
  readonly #reactors: readonly Reactor[];
  readonly #progress: Progress[];
  readonly #failed: (error: unknown) => void;
  readonly #outdated: ((name: string) => void) | undefined;
  readonly #listeners = new Set<(batch: readonly Handled[]) => void>();
  readonly #waiting = new Set<{ position: Position; resolve: () => void }>();
  readonly #stop = new AbortController();
  #position: Position = START;
  #running: Promise<void> | undefined;
  #attempt: AbortController | undefined;
  #turn: Promise<void> = Promise.resolve();

  /** @param failed hears of every failure; the next attempt is already under way; @param outdated hears of views that another version made, when it has them built beside */
  constructor(store: EventStore, model: ReadModel, codec: Codec, projections: readonly Projection[], project: Project, reactors: readonly Reactor[] = [], failed: (error: unknown) => void = () => undefined, outdated?: (name: string) => void) {
    this.#store = store;
    this.#model = model;
    this.#codec = codec;
    this.#project = project;
    this.#reactors = reactors;
    this.#failed = failed;
    this.#outdated = outdated;
    this.#progress = projections.map(projection => ({ projection, position: START, paused: undefined }));
  }

  /** Makes the views ready and catches up with the log; resolves when everything up to now is handled. */
  async start(): Promise<void> {
    const log = await this.#store.identity();
    const bound = await this.#model.logIdentity();
    if (bound !== undefined && bound !== log) throw new Error('The read model was built from another event store. Delete it to build it again from this one.');
    await this.#model.define(this.#progress.flatMap(({ projection }) => projection.collections.map(c => ({ ...c, projection: projection.name }))));
    if (bound === undefined) await this.#model.bindLog(log);
    for (const progress of this.#progress) await this.#claim(progress);
    this.#position = this.#from();
    const head = await this.#store.head();
    this.#running = this.#supervise();
    await this.reached(head, Number.POSITIVE_INFINITY);
  }

  /** Called with each batch after its documents are written. */
  listen(listener: (batch: readonly Handled[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The last position handled. */
  get position(): Position {
    return this.#position;
  }

  get progress(): readonly Readonly<Progress>[] {
    return this.#progress;
  }

  /** Resolves when everything up to `position` can be read; at once for none. @throws Problem NOT_READY after `timeout` milliseconds */
  async reached(position: Position | undefined, timeout = PATIENCE_MS): Promise<void> {
    if (position === undefined || this.#position >= position) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter = { position, resolve };
    this.#waiting.add(waiter);
    const timer = Number.isFinite(timeout) ? setTimeout(() => reject(new Problem('NOT_READY', { retryAfter: 1 })), timeout) : undefined;
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(waiter);
    }
  }

  /** Runs something between two batches. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.then(() => undefined, () => undefined);
    return result;
  }

  /** Lets a view that stands still try its event again. */
  retry(name: string): void {
    const progress = this.#progress.find(({ projection, paused }) => projection.name === name && paused);
    if (!progress) return;
    progress.paused = undefined;
    this.#attempt?.abort();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  /** Where a view goes on; one of another version begins anew, unless somebody builds it beside. */
  async #claim(progress: Progress): Promise<void> {
    const { name, version } = progress.projection;
    const checkpoint = await this.#model.checkpoint(name);
    const isOther = checkpoint !== undefined && checkpoint.version !== version;
    if (isOther && this.#outdated) this.#outdated(name);
    else if (isOther) await this.#model.reset(name);
    progress.position = checkpoint && (!isOther || this.#outdated) ? checkpoint.position : START;
  }

  /** Takes each view's word for how far it is: what a failing disk took back is handled again. What another process has written beyond what was told here is, too, which changes nothing there. */
  async #resume(): Promise<void> {
    for (const progress of this.#progress) {
      const kept = (await this.#model.checkpoint(progress.projection.name))?.position ?? START;
      progress.position = kept < this.#position ? kept : this.#position;
    }
  }

  /** Where the view that is least far stands; one that is paused waits for nobody. */
  #from(): Position {
    const positions = this.#progress.filter(({ paused }) => !paused).map(({ position }) => position);
    return positions.reduce((least, position) => (position < least ? position : least), positions[0] ?? this.#position);
  }

  /** Any end of a subscription is a drop, and any failure an end: subscribe again behind what the views hold. */
  async #supervise(): Promise<void> {
    const { signal } = this.#stop;
    for (let pause = RETRY_FROM_MS; !signal.aborted; pause = Math.min(pause * 2, RETRY_UP_TO_MS)) {
      const attempt = new AbortController();
      this.#attempt = attempt;
      const abort = () => attempt.abort();
      signal.addEventListener('abort', abort, { once: true });
      const watchdog = this.#watch(attempt);
      try {
        await this.#resume();
        for await (const batch of this.#store.subscribe(this.#from(), attempt.signal)) {
          for await (const { events } of this.#codec.slices(batch)) await this.exclusive(() => this.#handle(events));
          pause = RETRY_FROM_MS;
        }
      } catch (error) {
        // The pause below and the next attempt are the answer to every failure.
        if (!signal.aborted) this.#failed(error);
      } finally {
        clearInterval(watchdog);
        signal.removeEventListener('abort', abort);
      }
      if (!signal.aborted) await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }

  /** A subscription can be silent for ever, and a view lose what it had: ends the attempt when the log moved on and we did not, or a view is behind what it was. */
  #watch(attempt: AbortController): NodeJS.Timeout {
    let before: Position | undefined;
    const look = async (): Promise<void> => {
      const head = await this.#store.head().catch(() => this.#position);
      if (head > this.#position && this.#position === before) attempt.abort();
      before = this.#position;
      for (const { projection, position } of this.#progress) {
        const kept = await this.#model.checkpoint(projection.name).catch(() => undefined);
        if (kept && kept.position < position) attempt.abort();
      }
    };
    return setInterval(() => void look(), WATCHDOG_MS).unref();
  }

  async #handle(events: readonly Event[]): Promise<void> {
    const last = events.at(-1);
    if (!last) return;
    const changesOf = events.map((): Change[] => []);
    const writes = this.#progress.flatMap(progress => this.#changes(progress, events, changesOf));
    for (const react of this.#reactors) await react(events);
    if (writes.length > 0) await this.#model.apply(writes);
    for (const write of writes) this.#progress.find(p => p.projection.name === write.projection)!.position = write.checkpoint;
    const told = this.#position;
    this.#position = laterOf(told, last.position);
    for (const waiter of this.#waiting) if (waiter.position <= this.#position) waiter.resolve();
    const handled = events.map((event, i) => ({ event, changes: changesOf[i]! })).filter(({ event }) => event.position > told);
    if (handled.length > 0) for (const listener of this.#listeners) listener(handled);
  }

  #changes(progress: Progress, events: readonly Event[], changesOf: readonly Change[][]): ProjectionWrite[] {
    if (progress.paused) return [];
    const { projection } = progress;
    const batch: PositionedChanges[] = [];
    let checkpoint = progress.position;
    for (const [i, event] of events.entries()) {
      if (event.position <= progress.position) continue;
      try {
        const changes = this.#project(projection, event);
        if (changes.length > 0) batch.push({ position: event.position, changes });
        changesOf[i]!.push(...changes);
        checkpoint = event.position;
      } catch (error) {
        progress.paused = { position: event.position, reason: `${event.type}: ${error instanceof Error ? error.message : String(error)}` };
        break;
      }
    }
    return checkpoint === progress.position ? [] : [{ projection: projection.name, version: projection.version, batch, checkpoint }];
  }
}
