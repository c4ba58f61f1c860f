import { setTimeout as sleep } from 'node:timers/promises';
import type { Change } from '@hzm/contracts/core/change';
import { isIntact, type DamagedEvent, type Event } from '@hzm/contracts/core/event';
import { laterOf, START, type Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import type { Codec } from './codec.ts';
import { Damages } from './damages.ts';
import { nextTurn } from './next-turn.ts';
import { PendingWrite } from './pending-write.ts';
import { OPENED_BYTES } from './ports/byte-budget.ts';
import type { EventStore, StoredEvent } from './ports/event-store.ts';
import { Unavailable } from './ports/unavailable.ts';
import { Views, type Progress, type ViewsParts } from './views.ts';

/**
 * Does what must be done at least once for each event of some types, and is harmless when it is done again. It is done before the checkpoint that a restart goes on
 * from, and before any later event is opened.
 */
export interface Reactor {
  readonly types: ReadonlySet<string>;
  readonly react: (event: Event) => Promise<void>;
}

/** An event, opened, with all the changes it made. */
export interface ProjectedEvent {
  readonly event: Event;
  readonly changes: readonly Change[];
}

/** What a projector is made of. */
export interface ProjectorParts extends ViewsParts {
  readonly store: EventStore;
  readonly codec: Codec;
  readonly reactors?: readonly Reactor[];
  /** Whether this process is the one that writes the views (default: it is). */
  readonly isWriter?: () => boolean;
  /** Called with each failure; the next attempt is already under way. */
  readonly failed?: (error: unknown) => void;
  /** Called when views that hold more than the log, or something else, are emptied to be built anew. */
  readonly emptied?: () => void;
  /** Called when the log was replaced by an older copy while this process ran: what it holds in memory is worth nothing. */
  readonly replaced?: () => void;
}

const RETRY_FROM_MS = 50;
const RETRY_UP_TO_MS = 5_000;
const WATCHDOG_MS = 5_000;
/** Events in a batch after which the projector yields the event loop. */
const YIELD_AFTER_EVENTS = 100;
/** Behind every position there can be. */
const END = '9'.repeat(20) as Position;
/** Timeout of `waitForPosition`, and of `readable`, which delays the answer to a write, in milliseconds. */
const READ_TIMEOUT_MS = 5_000;
const READABLE_MS = 1_000;

/**
 * The process's one subscription: every event is opened once, projected, written, and then told to the listeners (sockets, caches, reactors).
 * A view that cannot get past an event pauses alone; a store that fails is retried without end.
 */
export class Projector {
  readonly #parts: ProjectorParts;
  readonly #isWriter: () => boolean;
  readonly #failed: (error: unknown) => void;
  readonly #damages: Damages;
  readonly #views: Views;
  readonly #listeners = new Set<(batch: readonly ProjectedEvent[]) => void>();
  readonly #waiting = new Set<{ position: Position; resolve: () => void }>();
  readonly #stop = new AbortController();
  readonly #ready = Promise.withResolvers<void>();
  #position: Position = START;
  /** The last attempt failed, and nothing was handled since. */
  #isFailing = false;
  /** How far the views must be before they can be read: what they had once, they must have again. Undefined: they are that far. */
  #goal: Position | undefined = START;
  #log = '';
  /** The views' positions are known, and are places in this log. */
  #isClaimed = false;
  /** The last event handled, if its id is known. */
  #last: Pick<StoredEvent, 'position' | 'id'> | undefined;
  #running: Promise<void> | undefined;
  #attempt: AbortController | undefined;
  #turn: Promise<void> = Promise.resolve();

  constructor(parts: ProjectorParts) {
    this.#parts = parts;
    this.#isWriter = parts.isWriter ?? (() => true);
    this.#failed = parts.failed ?? (() => undefined);
    this.#damages = new Damages(parts.store, parts.model, parts.codec, this.#isWriter);
    parts.codec.onDamaged = this.#damages.add;
    this.#views = new Views(parts);
  }

  /** Makes the views ready and begins to follow the log. @throws Error when they were built from another one */
  async begin(): Promise<void> {
    const { store } = this.#parts;
    this.#log = await store.identity();
    await this.#prepare();
    if (await this.#isOfThisLog()) await this.#claim();
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

  /** The read model lost its data: it is filled again, and is not ready until then. */
  refill(): void {
    this.#goal = laterOf(this.#goal ?? START, this.#position);
    this.#attempt?.abort();
  }

  /** Called with each batch after its documents are written. */
  listen(listener: (batch: readonly ProjectedEvent[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The last position handled. */
  get position(): Position {
    return this.#position;
  }

  get progress(): readonly Readonly<Progress>[] {
    return this.#views.all;
  }

  /** The events that could not be opened. */
  get damaged(): Damages['list'] {
    return this.#damages.list;
  }

  /** Resolves when everything up to `position` can be read; at once for none. @throws Problem NOT_READY after `timeout` milliseconds */
  async waitForPosition(position: Position | undefined, timeout = READ_TIMEOUT_MS): Promise<void> {
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

  /** Resolves when everything up to `position` can be read, or after `READABLE_MS`; at once while the read model fails. */
  async readable(position: Position | undefined): Promise<void> {
    if (!this.#isFailing) await this.waitForPosition(position, READABLE_MS).catch(() => undefined);
  }

  /** Runs something between two batches. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.then(() => undefined, () => undefined);
    return result;
  }

  /** Makes a paused view retry its event. */
  retry(name: string): void {
    if (this.#views.retry(name)) this.#attempt?.abort();
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
    await model.define([...this.#views.collections, ...Damages.collections]);
    if (bound === undefined) await model.bindLog(this.#log);
  }

  /** Whether the views were built from this log; else it is an older copy, and the process that writes them empties them. */
  async #isOfThisLog(): Promise<boolean> {
    const { store, model, emptied } = this.#parts;
    const last = await this.#views.last();
    const there = last && (await store.eventIdAt(last.position));
    if (!last || (there !== undefined && there === (last.id ?? there))) return true;
    if (!this.#isWriter()) return false;
    emptied?.();
    await model.retain([]);
    await model.define([...this.#views.collections, ...Damages.collections]);
    await model.bindLog(this.#log);
    return true;
  }

  /** Goes on from what the views hold. */
  async #claim(): Promise<void> {
    await this.#views.claim();
    await this.#makeUp();
    this.#position = this.#least;
    this.#isClaimed = true;
  }

  /** @throws Unavailable when the last event handled is not in the log any more */
  async #checkLog(): Promise<void> {
    if (this.#last === undefined || (await this.#parts.store.eventIdAt(this.#last.position)) === this.#last.id) return;
    this.#goal = END;
    this.#parts.replaced?.();
    throw new Unavailable('the log was replaced by an older copy');
  }

  /** Retries events that could not be opened earlier. */
  async #makeUp(): Promise<void> {
    const mended = await this.#damages.load();
    if (this.#isWriter()) await this.#views.makeUp(mended);
    this.#damages.remove(mended);
    await this.#damages.save();
  }

  /** The read model may have lost everything, or some of it. */
  async #resume(): Promise<void> {
    await this.#checkLog();
    if (!this.#isClaimed) {
      if (!(await this.#isOfThisLog())) throw new Unavailable('the views hold more than the log; the process that writes them builds them anew');
      await this.#claim();
    }
    if ((await this.#parts.model.logIdentity()) !== this.#log) {
      this.#goal = laterOf(this.#goal ?? START, this.#position);
      await this.#prepare();
      await this.#damages.load();
      this.#views.retry();
    }
    await this.#views.resume(this.#position);
  }

  /** The position to subscribe after. */
  get #least(): Position {
    return this.#views.least ?? this.#position;
  }

  #arrive(): void {
    if (this.#goal === undefined || !this.#isClaimed || this.#least < this.#goal) return;
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
      const writing = new PendingWrite(abort);
      try {
        await this.#resume();
        for await (const batch of this.#parts.store.subscribe(this.#least, attempt.signal)) {
          await this.#handle(batch, writing);
          if (!this.#isFailing) pause = RETRY_FROM_MS;
          // A long batch must not block requests.
          if (batch.length >= YIELD_AFTER_EVENTS) await nextTurn();
        }
        await writing.done();
      } catch (error) {
        // Every failure is followed by the pause below and the next attempt.
        if (signal.aborted) return;
        if (!this.#isFailing) pause = RETRY_FROM_MS;
        this.#isFailing = true;
        this.#failed(error);
      } finally {
        // The next attempt loads the views' checkpoints.
        await writing.done().catch(() => undefined);
        clearInterval(watchdog);
        signal.removeEventListener('abort', abort);
      }
      if (!signal.aborted) await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }

  /** A subscription can be silent for ever: ends the attempt if the log has grown and this projector has not advanced, if the log is shorter than what was handled, or if a view's checkpoint has moved. */
  #watch(attempt: AbortController): NodeJS.Timeout {
    let before: Position | undefined;
    const look = async (): Promise<void> => {
      const handled = this.#position;
      const head = await this.#parts.store.head().catch(() => handled);
      if (head < handled || (head > this.#position && this.#position === before)) attempt.abort();
      before = this.#position;
      if (await this.#views.moved()) attempt.abort();
    };
    return setInterval(() => void look(), WATCHDOG_MS).unref();
  }

  /** A reactor may change what later events look like, so these are opened after it has acted. */
  async #handle(stored: readonly StoredEvent[], writing: PendingWrite): Promise<void> {
    const { reactors = [] } = this.#parts;
    let part: StoredEvent[] = [];
    for (const event of stored) {
      part.push(event);
      if (!reactors.some(({ types }) => types.has(event.type))) continue;
      await this.#take(part, writing);
      await writing.done();
      part = [];
    }
    if (part.length > 0) await this.#take(part, writing);
  }

  /** While a slice is written the next is opened, so each is half of what may be open at once. */
  async #take(stored: readonly StoredEvent[], writing: PendingWrite): Promise<void> {
    for await (const { events } of this.#parts.codec.slices(stored, OPENED_BYTES / 2)) {
      await writing.done();
      writing.begin(this.exclusive(() => this.#apply(events)));
    }
  }

  async #apply(opened: readonly (Event | DamagedEvent)[]): Promise<void> {
    const { reactors = [] } = this.#parts;
    const last = opened.at(-1)!;
    const events = opened.filter(isIntact);
    this.#damages.remove(events);
    await this.#damages.save();
    for (const { types, react } of reactors) for (const event of events) if (types.has(event.type)) await react(event);
    const changes = await this.#views.take(opened);

    this.#isFailing = false;
    const told = this.#position;
    this.#position = laterOf(told, last.position);
    if (last.position >= told) this.#last = { position: last.position, id: last.id };
    this.#arrive();
    for (const waiter of this.#waiting) if (waiter.position <= this.#position) waiter.resolve();
    const handled = events.filter(({ position }) => position > told).map(event => ({ event, changes: changes.get(event.position) ?? [] }));
    if (handled.length > 0) for (const listener of this.#listeners) listener(handled);
  }
}
