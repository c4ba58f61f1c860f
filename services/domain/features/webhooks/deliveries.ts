import { changesIn } from '@hzm/projections/core/changes';
import { isBinned, projectDocs } from '@hzm/projections/features/projects/projects';
import { webhookDocs } from '@hzm/projections/features/webhooks/webhooks';
import { Tally } from '@hzm/services/core/limits/tally';
import type { ProjectedEvent } from '@hzm/services/core/projecting/projector-parts';
import { pages } from '@hzm/services/core/read-model/pages';
import { deliver, type Delivering } from './delivering.ts';
import { DeliveryRate, destinationOf, TO_DESTINATION } from './delivery-rate.ts';
import { kindOf } from './kinds.ts';
import { noteBeginning } from './progress.ts';

/** Maximum concurrent calls, to receivers that answer at once and to those that do not. */
const PLACES = { prompt: 32, slow: 32 } as const;
type Lane = keyof typeof PLACES;
/** Maximum concurrent calls of one account's projects. */
const PLACES_OF_ACCOUNT = 4;
/** Pause in milliseconds after a failed read or write. */
const PAUSE_MS = 5_000;
const PAGE_HOOKS = 500;

type Parts = Delivering & {
  /** Whether this process writes the views; only that one delivers. */
  readonly isWriter: () => boolean;
  /** Called with each failure of the server's own; with undefined when a turn succeeded. */
  readonly failed: (error: unknown) => void;
};

interface Running {
  readonly stopping: AbortController;
  readonly over: Promise<void>;
}

/**
 * Delivers the events of all projects that have a webhook, one call of a project at a time. Memory
 * holds only which projects are due; how far each is stands in the delivery store.
 */
export class WebhookDeliveries {
  readonly #parts: Parts;
  readonly #rate: DeliveryRate;
  readonly #destinations: DeliveryRate;
  /** Projects whose webhook may have something to deliver, in the order of their turns. */
  readonly #due = new Set<string>();
  /** Times of next attempts, in milliseconds since 1970. */
  readonly #later = new Map<string, number>();
  readonly #slow = new Set<string>();
  /** Owners of the projects with a webhook that is on; undefined before the first turn. */
  readonly #owners = new Map<string, string | undefined>();
  readonly #running = new Map<string, Running>();
  readonly #lanes = new Tally();
  readonly #accounts = new Tally();
  /** The time of the last round, in milliseconds since 1970. */
  #looked = 0;
  #isFilled = false;
  #isClosed = false;

  constructor(
    parts: Parts,
    rate = new DeliveryRate(),
    destinations = new DeliveryRate(TO_DESTINATION),
  ) {
    this.#parts = parts;
    this.#rate = rate;
    this.#destinations = destinations;
  }

  /** Interrupts calls in progress; they are repeated by the next process that writes the views. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#stop();
  }

  /** Takes note of new events and of changed webhooks. */
  note(batch: readonly ProjectedEvent[]): void {
    if (!this.#isFilled) return;
    for (const { event, changes } of batch) {
      for (const change of changesIn(webhookDocs, changes))
        if (change.op === 'drop') this.#drop(change.id);
        else if (change.op === 'patch') this.#touch(change.id);
      for (const change of changesIn(projectDocs, changes))
        if (change.op === 'patch' && isBinned(change)) this.#end(change.id);
      const { projectId } = event.data;
      if (typeof projectId !== 'string' || !this.#owners.has(projectId)) continue;
      if (kindOf(event.type) !== undefined) this.#due.add(projectId);
    }
    this.#begin();
  }

  /** Begins what is due, and ends everything once another process writes the views. */
  async round(): Promise<void> {
    if (this.#isClosed) return;
    if (!this.#parts.isWriter()) return this.#stop();
    try {
      if (!this.#isFilled) await this.#fill();
    } catch (error) {
      this.#isFilled = false;
      return this.#parts.failed(error);
    }
    const now = this.#parts.now().getTime();
    // Pauses by a clock that was put back are judged anew.
    const isPutBack = now < this.#looked;
    this.#looked = now;
    for (const [id, at] of this.#later) {
      if (at > now && !isPutBack) continue;
      this.#later.delete(id);
      this.#due.add(id);
    }
    this.#begin();
  }

  async #stop(): Promise<void> {
    this.#isFilled = false;
    for (const known of [this.#due, this.#later, this.#slow, this.#owners]) known.clear();
    const running = [...this.#running.values()];
    for (const { stopping } of running) stopping.abort();
    await Promise.all(running.map(({ over }) => over));
  }

  async #fill(): Promise<void> {
    // Events are noted from here on, so that none is missed while the webhooks are read.
    this.#isFilled = true;
    await noteBeginning(this.#parts);
    for await (const docs of pages(this.#parts.model, {
      collection: webhookDocs,
      where: [{ path: 'isOn', op: 'eq', value: true }],
      limit: PAGE_HOOKS,
    }))
      for (const { id } of docs) this.#touch(id);
  }

  #touch(id: string): void {
    if (!this.#owners.has(id)) this.#owners.set(id, undefined);
    this.#later.delete(id);
    this.#due.add(id);
  }

  /** Ends the calls of a project that nobody reaches any more. */
  #end(id: string): void {
    this.#forget(id);
    this.#running.get(id)?.stopping.abort();
  }

  #drop(id: string): void {
    this.#end(id);
    const over = this.#running.get(id)?.over ?? Promise.resolve();
    void over
      .then(() => this.#parts.deliveries.store.forget(id))
      .catch((error: unknown) => this.#parts.failed(error));
  }

  #forget(id: string): void {
    for (const known of [this.#due, this.#later, this.#slow, this.#owners]) known.delete(id);
  }

  #begin(): void {
    const now = this.#parts.now().getTime();
    for (const id of this.#due) {
      const lane: Lane = this.#slow.has(id) ? 'slow' : 'prompt';
      const owner = this.#owners.get(id);
      if (this.#isClosed || this.#running.has(id) || (this.#later.get(id) ?? now) > now) continue;
      if (this.#lanes.of(lane) >= PLACES[lane]) continue;
      if (owner !== undefined && this.#accounts.of(owner) >= PLACES_OF_ACCOUNT) continue;
      this.#start(id, lane);
    }
  }

  #start(id: string, lane: Lane): void {
    this.#due.delete(id);
    const stopping = new AbortController();
    const leave = this.#lanes.add(lane);
    const over = this.#turn(id, stopping.signal).finally(() => {
      leave();
      this.#running.delete(id);
      this.#begin();
    });
    this.#running.set(id, { stopping, over });
  }

  async #turn(id: string, signal: AbortSignal): Promise<void> {
    try {
      const owner = (await this.#parts.model.get(projectDocs, id))?.ownerId;
      if (owner === undefined || signal.aborted) return;
      this.#owners.set(id, owner);
      if (this.#accounts.of(owner) >= PLACES_OF_ACCOUNT) {
        this.#due.add(id);
        return;
      }
      const leave = this.#accounts.add(owner);
      try {
        await this.#delivered(id, owner, signal);
      } finally {
        leave();
      }
      this.#parts.failed(undefined);
    } catch (error) {
      if (signal.aborted) return;
      this.#later.set(id, this.#parts.now().getTime() + PAUSE_MS);
      this.#parts.failed(error);
    }
  }

  async #delivered(id: string, owner: string, signal: AbortSignal): Promise<void> {
    const now = (): number => this.#parts.now().getTime();
    const url = (await this.#parts.model.get(webhookDocs, id))?.url ?? '';
    if (url === '') return;
    const destination = destinationOf(url);
    const wait = Math.max(
      this.#rate.waitMs(owner, now()),
      this.#destinations.waitMs(destination, now()),
    );
    if (wait > 0) {
      this.#later.set(id, now() + wait);
      return;
    }
    const spend = (bytes: number): void => {
      this.#rate.spend(owner, bytes, now());
      this.#destinations.spend(destination, bytes, now());
    };
    const rest = await deliver(this.#parts, id, { signal, spend });
    if (signal.aborted) return;
    if (rest.kind === 'later') {
      this.#slow.add(id);
      // A webhook that was changed during the call has its turn at once.
      if (!this.#due.has(id)) this.#later.set(id, rest.at);
      return;
    }
    if (rest.isSlow) this.#slow.add(id);
    else this.#slow.delete(id);
    if (rest.kind === 'more') this.#due.add(id);
  }
}
