import type { CollectionSpec } from '@hzm/contracts/core/collection';
import { isIntact, type DamagedEvent, type Event } from '@hzm/contracts/core/event';
import { END, laterOf, START, type Position } from '@hzm/contracts/core/position';
import { Backoff } from '../concurrency/backoff.ts';
import { nextTurn } from '../concurrency/next-turn.ts';
import { Damages } from '../events/damages.ts';
import { LogAgreement } from '../events/log-agreement.ts';
import { OPENED_BYTES } from '../ports/byte-budget.ts';
import type { StoredEvent } from '../ports/event-store.ts';
import { Unavailable } from '../ports/unavailable.ts';
import { PendingWrite } from './pending-write.ts';
import { PositionWaiters } from './position-waiters.ts';
import type { ProjectedEvent, ProjectorParts } from './projector-parts.ts';
import { Views, type Progress } from './views.ts';

const WATCHDOG_MS = 5_000;
/** Events in a batch after which the projector yields the event loop. */
const YIELD_AFTER_EVENTS = 100;
/**
 * Timeouts in milliseconds of `waitForPosition`, and of `readable`, which delays the answer to a
 * write.
 */
const READ_TIMEOUT_MS = 5_000;
const READABLE_MS = 1_000;
/** Milliseconds without the log after which it counts as lost. */
const LOST_MS = 10_000;

/**
 * The process's only subscription: opens, projects and writes each event once, then notifies
 * listeners (sockets, caches, reactors). A view that cannot handle an event pauses alone; a failing
 * store is retried without end.
 */
export class Projector {
  readonly #parts: ProjectorParts;
  readonly #isWriter: () => boolean;
  readonly #failed: (error: unknown) => void;
  readonly #damages: Damages;
  readonly #views: Views;
  readonly #agreement: LogAgreement;
  readonly #listeners = new Set<(batch: readonly ProjectedEvent[]) => void>();
  readonly #waiters = new PositionWaiters();
  readonly #stop = new AbortController();
  readonly #ready = Promise.withResolvers<void>();
  #position: Position = START;
  /** Whether the last attempt failed and no event was handled since. */
  #isFailing = false;
  /**
   * The position that the views must reach before reads start, because earlier data must not
   * disappear; undefined once reached.
   */
  #goal: Position | undefined = START;
  #log = '';
  /** Whether the views' positions are loaded and verified against this log. */
  #isClaimed = false;
  #running: Promise<void> | undefined;
  #attempt: AbortController | undefined;
  readonly #backoff = new Backoff();
  /**
   * The time at which the log could first not be followed, by `elapsed`; undefined while it can.
   */
  #missedAt: number | undefined;
  readonly #elapsed: () => number;
  /** Whether the attempt waits for, or failed waiting for, the log rather than the read model. */
  #awaitsLog = false;
  #turn: Promise<void> = Promise.resolve();

  constructor(parts: ProjectorParts) {
    this.#parts = parts;
    this.#isWriter = parts.isWriter ?? (() => true);
    this.#failed = parts.failed ?? (() => undefined);
    this.#elapsed = parts.elapsed ?? (() => performance.now());
    this.#damages = new Damages(parts.store, parts.model, parts.codec, this.#isWriter);
    parts.codec.onDamaged = this.#damages.add;
    this.#views = new Views(parts);
    this.#agreement = new LogAgreement({
      store: parts.store,
      model: parts.model,
      views: this.#views,
      isWriter: this.#isWriter,
      emptied: parts.emptied ?? (() => undefined),
    });
  }

  /**
   * Prepares the views and starts following the log.
   * @throws Error if they were built from another log
   */
  async begin(): Promise<void> {
    const { store } = this.#parts;
    this.#log = await store.identity();
    await this.#prepare();
    await this.#claim().catch((error: unknown) => {
      if (!(error instanceof Unavailable)) throw error;
    });
    this.#goal = await store.head();
    this.#arrive();
    this.#running = this.#supervise();
  }

  /** Starts, and resolves when all events until now are handled. */
  async start(): Promise<void> {
    await this.begin();
    await this.ready;
  }

  /** Resolves when all events that the log had at start are handled. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Whether the views, except paused ones, hold everything that was readable before. */
  get isReady(): boolean {
    return this.#goal === undefined;
  }

  /** Whether the log could not be followed for `LOST_MS`, so that listeners miss changes. */
  get hasLostLog(): boolean {
    return this.#missedAt !== undefined && this.#elapsed() - this.#missedAt >= LOST_MS;
  }

  /** Whether the views fall behind the log, because no process writes them. */
  get isUnwritten(): boolean {
    return this.#parts.isUnwritten?.() === true;
  }

  /** Whether listeners learn neither of changes nor of rights that ended. */
  get isDeaf(): boolean {
    return this.hasLostLog || this.isUnwritten;
  }

  /** Refills a read model that lost its data; not ready until then. */
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

  /** Unreadable events. */
  get damaged(): Damages['list'] {
    return this.#damages.list;
  }

  /**
   * Resolves when everything up to `position` is readable; immediately for undefined.
   * @throws Problem NOT_READY after `timeout` milliseconds
   */
  async waitForPosition(position: Position | undefined, timeout = READ_TIMEOUT_MS): Promise<void> {
    if (position !== undefined && this.#position < position)
      await this.#waiters.wait(position, timeout);
  }

  /**
   * Resolves when everything up to `position` is readable, or after `READABLE_MS`; immediately
   * while the read model fails.
   */
  async readable(position: Position | undefined): Promise<void> {
    if (!this.#isFailing) await this.waitForPosition(position, READABLE_MS).catch(() => undefined);
  }

  /** Runs work between two batches. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }

  /** Ends the back-off for a log that was unreachable, because an append has just succeeded. */
  appended(): void {
    if (this.#awaitsLog) this.#backoff.cut();
  }

  /** Makes a paused view retry its event. */
  retry(name: string): void {
    if (this.#views.retry(name)) this.#attempt?.abort();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  /** Defines the collections and binds them to the log. */
  async #prepare(): Promise<void> {
    const { model } = this.#parts;
    const bound = await model.logIdentity();
    if (bound !== undefined && bound !== this.#log)
      throw new Error(
        'The read model was built from another event store. Delete it to build it again from this one.',
      );
    await model.define(this.#collections);
    if (bound === undefined) await model.bindLog(this.#log);
  }

  /**
   * Resumes from the views' checkpoints in this log.
   * @throws Unavailable while they belong to another log
   */
  async #claim(): Promise<void> {
    await this.#agreement.settle(this.#log, this.#collections);
    await this.#views.claim();
    await this.#makeUp();
    this.#position = this.#least;
    this.#isClaimed = true;
  }

  /** Retries events that could not be opened earlier. */
  async #makeUp(): Promise<void> {
    const mended = await this.#damages.load();
    if (this.#isWriter()) await this.#views.makeUp(mended);
    this.#damages.remove(mended);
    await this.#damages.save();
  }

  /** Resumes after a failure, in which the read model may have lost data. */
  async #resume(): Promise<void> {
    this.#awaitsLog = true;
    const isKept = await this.#agreement.isKept();
    this.#awaitsLog = false;
    if (!isKept) {
      this.#goal = END;
      this.#parts.replaced?.();
      throw new Unavailable('the log was replaced by an older copy');
    }
    if (!this.#isClaimed) await this.#claim();
    if ((await this.#parts.model.logIdentity()) !== this.#log) {
      this.#goal = laterOf(this.#goal ?? START, this.#position);
      await this.#prepare();
      await this.#damages.load();
      this.#views.retry();
    }
    await this.#views.resume(this.#position);
  }

  get #collections(): CollectionSpec[] {
    return [...this.#views.collections, ...Damages.collections];
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

  /** Resubscribes after the views' positions whenever a subscription ends or fails. */
  async #supervise(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      const attempt = new AbortController();
      this.#attempt = attempt;
      const abort = () => attempt.abort();
      signal.addEventListener('abort', abort, { once: true });
      const watchdog = this.#watch(attempt);
      const writing = new PendingWrite(abort);
      try {
        await this.#resume();
        this.#awaitsLog = true;
        for await (const batch of this.#parts.store.subscribe(this.#least, attempt.signal)) {
          this.#awaitsLog = false;
          this.#missedAt = undefined;
          await this.#handle(batch, writing);
          this.#awaitsLog = true;
          if (!this.#isFailing) this.#backoff.reset();
          // A long batch must not block requests.
          if (batch.length >= YIELD_AFTER_EVENTS) await nextTurn();
        }
        this.#awaitsLog = false;
        await writing.done();
      } catch (error) {
        // Every failure leads to the pause below and the next attempt.
        if (signal.aborted) return;
        if (!this.#isFailing) this.#backoff.reset();
        this.#isFailing = true;
        if (this.#awaitsLog) this.#missedAt ??= this.#elapsed();
        this.#failed(error);
      } finally {
        // The next attempt loads the views' checkpoints.
        await writing.done().catch(() => undefined);
        clearInterval(watchdog);
        signal.removeEventListener('abort', abort);
      }
      if (!signal.aborted) await this.#backoff.wait(signal);
    }
  }

  /**
   * Detects a silent subscription: ends the attempt if the log has grown and this projector has not
   * advanced, if the log is shorter than the handled part, or if a view's checkpoint has moved.
   */
  #watch(attempt: AbortController): NodeJS.Timeout {
    let before: Position | undefined;
    const look = async (): Promise<void> => {
      const handled = this.#position;
      const head = await this.#headOr(handled);
      if (head < handled || (head > this.#position && this.#position === before)) attempt.abort();
      before = this.#position;
      if (await this.#views.moved()) attempt.abort();
    };
    return setInterval(() => void look(), WATCHDOG_MS).unref();
  }

  /** Returns the newest position of the log, or `other` if the log cannot be read. */
  async #headOr(other: Position): Promise<Position> {
    try {
      const head = await this.#parts.store.head();
      this.#missedAt = undefined;
      return head;
    } catch {
      this.#missedAt ??= this.#elapsed();
      return other;
    }
  }

  /**
   * Splits batches after events with reactors, because a reactor may change how later events open.
   */
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

  /** Each slice is half the bound, because the next opens while one is written. */
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
    for (const { types, react } of reactors)
      for (const event of events) if (types.has(event.type)) await react(event);
    const changes = await this.#views.take(opened);
    this.#isFailing = false;
    const before = this.#position;
    this.#position = laterOf(before, last.position);
    if (last.position >= before) this.#agreement.note(last);
    this.#arrive();
    this.#waiters.reached(this.#position);
    const handled = events
      .filter(({ position }) => position > before)
      .map(event => ({ event, changes: changes.get(event.position) ?? [] }));
    if (handled.length > 0) for (const listener of this.#listeners) listener(handled);
  }
}
