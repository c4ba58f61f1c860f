import { setTimeout as sleep } from 'node:timers/promises';
import type { Change } from '@hzm/contracts/core/change';
import { isIntact, type Event } from '@hzm/contracts/core/event';
import { laterOf, START, type Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import type { Paused } from '@hzm/contracts/features/status/status';
import type { Codec } from './codec.ts';
import { Damages } from './damages.ts';
import type { EventStore, StoredEvent } from './ports/event-store.ts';
import { ReadModelUnavailable, ViewPaused, type ProjectionWrite, type ReadModel } from './ports/read-model.ts';
import { pausedAt, stepOf, type Project, type Projection, type Step } from './step.ts';
import { writeApart } from './write-apart.ts';

/**
 * Does what must be done at least once for each event of some types, and is harmless when it is done again. It is done before the checkpoint that a restart goes on
 * from, and before any later event is opened.
 */
export interface Reactor {
  readonly types: ReadonlySet<string>;
  readonly react: (event: Event) => Promise<void>;
}

/** An event, opened, with all the changes it made. */
export interface Handled {
  readonly event: Event;
  readonly changes: readonly Change[];
}

interface Progress {
  readonly projection: Projection;
  position: Position;
  /** Why it stands still. */
  paused: Paused | undefined;
}

/** What a projector is made of. */
export interface ProjectorParts {
  readonly store: EventStore;
  readonly model: ReadModel;
  readonly codec: Codec;
  readonly projections: readonly Projection[];
  readonly project: Project;
  readonly reactors?: readonly Reactor[];
  /** Whether this process is the one that writes the views (default: it is). */
  readonly isWriter?: () => boolean;
  /** Hears of every failure; the next attempt is already under way. */
  readonly failed?: (error: unknown) => void;
  /** Hears of each view that stands still from now on. */
  readonly paused?: (view: string, why: Paused) => void;
  /** A view is to be built anew, beside the one there is: another version made it, or it passed over something (`afresh`). Absent: it is emptied and built again. */
  readonly outdated?: (name: string, afresh: boolean) => Promise<void>;
}

const RETRY_FROM_MS = 50;
const RETRY_UP_TO_MS = 5_000;
const WATCHDOG_MS = 5_000;
/** How long somebody waits to read what was written. */
const PATIENCE_MS = 5_000;

/**
 * The process's one subscription: every event is opened once, projected, written, and then told to the listeners (sockets, caches, reactors).
 * A view that needs a damaged event, cannot project one or is refused what it made of it pauses alone; a store that fails is tried again for ever.
 */
export class Projector {
  readonly #parts: ProjectorParts;
  readonly #isWriter: () => boolean;
  readonly #failed: (error: unknown) => void;
  readonly #damages: Damages;
  readonly #progress: Progress[];
  readonly #listeners = new Set<(batch: readonly Handled[]) => void>();
  readonly #waiting = new Set<{ position: Position; resolve: () => void }>();
  readonly #stop = new AbortController();
  readonly #ready = Promise.withResolvers<void>();
  #position: Position = START;
  /** How far the views must be before they can be read: what they had once, they must have again. Undefined: they are that far. */
  #goal: Position | undefined = START;
  #log = '';
  #running: Promise<void> | undefined;
  #attempt: AbortController | undefined;
  #turn: Promise<void> = Promise.resolve();

  constructor(parts: ProjectorParts) {
    this.#parts = parts;
    this.#isWriter = parts.isWriter ?? (() => true);
    this.#failed = parts.failed ?? (() => undefined);
    this.#damages = new Damages(parts.store, parts.model, parts.codec, this.#isWriter);
    parts.codec.onDamaged = this.#damages.add;
    this.#progress = parts.projections.map(projection => ({ projection, position: START, paused: undefined }));
  }

  /** Makes the views ready and begins to follow the log. @throws Error when they were built from another one */
  async begin(): Promise<void> {
    const { store } = this.#parts;
    this.#log = await store.identity();
    await this.#prepare();
    for (const progress of this.#progress) await this.#claim(progress);
    await this.#makeUp();
    this.#position = this.#least();
    this.#goal = await store.head();
    this.#arrive();
    this.#running = this.#supervise();
  }

  /** Begins, and resolves when everything up to now is handled. */
  async start(): Promise<void> {
    await this.begin();
    await this.ready;
  }

  /** Resolves when everything that the log held at the beginning was handled. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Whether the views hold everything that could be read before; but for those that stand still. */
  get isReady(): boolean {
    return this.#goal === undefined;
  }

  /** The read model is empty all of a sudden: it is filled again, and nobody reads it until then. */
  refill(): void {
    this.#goal = laterOf(this.#goal ?? START, this.#position);
    this.#attempt?.abort();
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

  /** The events that could not be opened. */
  get damaged(): Damages['list'] {
    return this.#damages.list;
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

  /** Declares the collections, and which log they are filled from. */
  async #prepare(): Promise<void> {
    const { model } = this.#parts;
    const bound = await model.logIdentity();
    if (bound !== undefined && bound !== this.#log) throw new Error('The read model was built from another event store. Delete it to build it again from this one.');
    await model.define([...this.#progress.flatMap(({ projection }) => projection.collections.map(c => ({ ...c, projection: projection.name }))), ...Damages.collections]);
    if (bound === undefined) await model.bindLog(this.#log);
  }

  /** Where a view goes on; one of another version begins anew, unless somebody builds it beside. */
  async #claim(progress: Progress): Promise<void> {
    const { name, version } = progress.projection;
    const checkpoint = await this.#parts.model.checkpoint(name);
    progress.position = checkpoint?.position ?? START;
    if (checkpoint && checkpoint.version !== version) await this.#renew(progress, false);
  }

  /** What could not be opened earlier and can be now, views that are further have passed over. */
  async #makeUp(): Promise<void> {
    const mended = await this.#damages.load();
    for (const progress of this.#isWriter() ? this.#progress : []) {
      if (mended.some(({ type, position }) => progress.projection.on.has(type) && position <= progress.position)) await this.#renew(progress, true);
    }
    this.#damages.remove(mended);
    await this.#damages.save();
  }

  async #renew(progress: Progress, afresh: boolean): Promise<void> {
    const { model, outdated } = this.#parts;
    const { name } = progress.projection;
    if (outdated) return outdated(name, afresh);
    await model.reset(name);
    progress.position = START;
  }

  /** Takes each view's word for how far it is: what a failing disk took back is handled again. What another process has written beyond what was told here is, too, which changes nothing there. */
  async #resume(): Promise<void> {
    const { model } = this.#parts;
    if ((await model.logIdentity()) !== this.#log) {
      this.refill();
      await this.#prepare();
      await this.#damages.load();
      for (const progress of this.#progress) progress.paused = undefined;
    }
    for (const progress of this.#progress) {
      const kept = (await model.checkpoint(progress.projection.name))?.position ?? START;
      progress.position = kept < this.#position ? kept : this.#position;
    }
  }

  /** Where the view that is least far stands; one that is paused waits for nobody. */
  #least(): Position {
    const positions = this.#progress.filter(({ paused }) => !paused).map(({ position }) => position);
    return positions.reduce((least, position) => (position < least ? position : least), positions[0] ?? this.#position);
  }

  #arrive(): void {
    if (this.#goal === undefined || this.#least() < this.#goal) return;
    this.#goal = undefined;
    this.#ready.resolve();
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
        for await (const batch of this.#parts.store.subscribe(this.#least(), attempt.signal)) {
          await this.exclusive(() => this.#handle(batch));
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

  /**
   * A subscription can be silent for ever, a view lose what it had, and another process get past what stopped us: ends the attempt when the log moved on and we did not, or a
   * view is not where it was left.
   */
  #watch(attempt: AbortController): NodeJS.Timeout {
    const { store, model } = this.#parts;
    let before: Position | undefined;
    const look = async (): Promise<void> => {
      const head = await store.head().catch(() => this.#position);
      if (head > this.#position && this.#position === before) attempt.abort();
      before = this.#position;
      for (const progress of this.#progress) {
        const { projection: { name }, position, paused } = progress;
        const kept = await model.checkpoint(name).then(checkpoint => checkpoint?.position ?? START, () => undefined);
        if (kept === undefined || progress.paused !== paused || (paused ? kept < paused.position : kept >= position)) continue;
        progress.paused = undefined;
        attempt.abort();
      }
    };
    return setInterval(() => void look(), WATCHDOG_MS).unref();
  }

  /** A reactor may change what later events look like, so these are opened after it has acted. */
  async #handle(stored: readonly StoredEvent[]): Promise<void> {
    const { reactors = [] } = this.#parts;
    let part: StoredEvent[] = [];
    for (const event of stored) {
      part.push(event);
      if (!reactors.some(({ types }) => types.has(event.type))) continue;
      await this.#take(part);
      part = [];
    }
    if (part.length > 0) await this.#take(part);
  }

  async #take(stored: readonly StoredEvent[]): Promise<void> {
    const { codec, project, reactors = [] } = this.#parts;
    const last = stored.at(-1)!;
    const opened = await codec.open(stored);
    const events = opened.filter(isIntact);
    this.#damages.remove(events);
    await this.#damages.save();
    for (const { types, react } of reactors) for (const event of events) if (types.has(event.type)) await react(event);

    const steps = this.#progress.filter(({ paused }) => !paused).map(progress => ({ progress, from: progress.position, ...stepOf(progress.projection, progress.position, opened, project) }));
    await this.#write(steps, stored);
    for (const { progress, stop } of steps) if (stop && !progress.paused) this.#pause(progress, stop);

    const told = this.#position;
    this.#position = laterOf(told, last.position);
    this.#arrive();
    for (const waiter of this.#waiting) if (waiter.position <= this.#position) waiter.resolve();
    const changes = new Map<Position, Change[]>();
    for (const { progress, from, write } of steps) {
      for (const made of write?.batch ?? []) if (made.position > from && made.position <= progress.position) changes.set(made.position, [...(changes.get(made.position) ?? []), ...made.changes]);
    }
    const handled = events.filter(({ position }) => position > told).map(event => ({ event, changes: changes.get(event.position) ?? [] }));
    if (handled.length > 0) for (const listener of this.#listeners) listener(handled);
  }

  /** All views at once; when the read model does not take that, each by itself, as far as it goes. */
  async #write(steps: readonly (Step & { readonly progress: Progress })[], stored: readonly StoredEvent[]): Promise<void> {
    const { model } = this.#parts;
    const writes = steps.flatMap(({ progress, write }) => (write && !progress.paused ? [{ progress, write }] : []));
    if (writes.length === 0) return;
    try {
      await model.apply(writes.map(({ write }) => write));
      for (const { progress, write } of writes) progress.position = write.checkpoint;
    } catch (error) {
      if (error instanceof ReadModelUnavailable) throw error;
      if (error instanceof ViewPaused) {
        const { progress } = writes.find(({ write }) => write.projection === error.projection)!;
        progress.position = laterOf(progress.position, stored.findLast(({ position }) => position < error.paused.position)?.position ?? START);
        this.#pause(progress, error.paused);
        await this.#write(steps, stored);
      } else for (const { progress, write } of writes) await this.#writeAlone(progress, write, stored);
    }
  }

  async #writeAlone(progress: Progress, write: ProjectionWrite, stored: readonly StoredEvent[]): Promise<void> {
    const { checkpoint, refused } = await writeApart(one => this.#parts.model.apply([one]), write);
    progress.position = checkpoint ?? progress.position;
    if (!refused) return;
    this.#pause(progress, pausedAt(stored.find(({ position }) => position === refused.position)!, 'refused', refused.error));
  }

  #pause(progress: Progress, why: Paused): void {
    progress.paused = why;
    this.#parts.paused?.(progress.projection.name, why);
  }
}
