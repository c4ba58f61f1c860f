import type { EventDefinition } from '@hzm/contracts/core/event';
import { firstIdAt, newId } from '@hzm/contracts/core/ids';
import { PeriodicTask } from '../concurrency/periodic-task.ts';
import { shreddingTypes } from '../events/crypto-shredder.ts';
import {
  HELD_MS,
  type LogEntry,
  type LogQuery,
  type RequestLogStore,
} from '../ports/request-log-store.ts';
import { scopeOf } from '../ports/scope.ts';
import type { Reactor } from '../projecting/projector-parts.ts';

const FLUSH_MS = 1_000;
const TRIM_MS = 30_000;
const DAY_MS = 86_400_000;
/** Entries sent to the store at once. */
const BATCH = 250;
/** Waiting entries from which the log is flushed early. */
const EARLY = 500;
/** Maximum entries that wait for the store; later ones are dropped. */
const MAX_WAITING = 20_000;
/**
 * Entries of one account a second, of those that succeeded and of those that did not; more are
 * dropped, because writing an entry costs as much as reading a row.
 */
const MAX_A_SECOND = 100;
/** Maximum ids whose late entries are dropped: the answers to their own deletion. */
const MAX_FORGOTTEN = 10_000;
/** Maximum characters of a request id. */
const MAX_REQUEST_LENGTH = 100;
/** The account of events of processes. */
const SYSTEM = 'system';

/** A request that has been answered; the log adds its id. */
export type Answered = Omit<LogEntry, 'id' | 'source' | 'detail'>;

/** An event of a process. */
export type ProcessEvent =
  | 'process-started'
  | 'process-stopped'
  | 'log-converted'
  | 'view-rebuilding'
  | 'view-rebuilt';

interface Options {
  readonly store: RequestLogStore;
  /** Days for which entries stay; 0 turns the log off. */
  readonly days: number;
  readonly maxEntries: number;
  /** Id of this process. */
  readonly processId: string;
  /** Whether this process keeps the log within its bounds. */
  readonly isKeeper: () => boolean;
  readonly now: () => Date;
  /** Called with the error of a failed flush, undefined for a successful one. */
  readonly outcome: (error: unknown) => void;
}

/**
 * Collects answered requests in memory and hands them to the store every second. Nothing waits for
 * it, and no failure of it reaches a request; a crash loses the last second.
 */
export class RequestLog {
  readonly #options: Options;
  #waiting: LogEntry[] = [];
  /** Entries of this second by account and success. */
  readonly #ofAccount = new Map<string, number>();
  /** Scopes whose entries are still to be removed from the store. */
  readonly #gone = new Set<string>();
  readonly #forgotten = new Set<string>();
  readonly #flushing = new PeriodicTask(() => this.#round(), FLUSH_MS);
  #underWay: Promise<void> | undefined;
  #trimmedAt = -Infinity;
  #isClosing = false;

  constructor(options: Options) {
    this.#options = options;
  }

  get isOn(): boolean {
    return this.#options.days > 0;
  }

  start(): void {
    if (this.isOn) void this.#flushing.start();
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#flushing.stop();
    await this.flush();
  }

  answered(request: Answered): void {
    this.#add({
      ...request,
      source: 'http',
      detail: '',
      request: request.request.slice(0, MAX_REQUEST_LENGTH),
    });
  }

  /** @param detail a version, or a view */
  happened(name: ProcessEvent, detail = ''): void {
    this.#add({
      source: 'deploy',
      method: '',
      route: '',
      name,
      status: 0,
      code: '',
      detail,
      ms: 0,
      bytes: 0,
      actor: this.#options.processId,
      account: SYSTEM,
      project: '',
      request: '',
      position: '',
    });
  }

  /** Returns the newest entries. @throws Unavailable */
  async find(query: LogQuery, limit: number): Promise<readonly LogEntry[]> {
    await this.flush();
    return this.#options.store.find(query, limit);
  }

  /** @throws Unavailable */
  count(query: LogQuery, most: number): Promise<number> {
    return this.#options.store.count(query, most);
  }

  /** Removes all entries of a scope, an account or project. Never rejects: failures are retried. */
  async forget(scope: string): Promise<void> {
    if (!this.isOn) return;
    this.#gone.add(scope);
    this.#forgotten.add(idIn(scope));
    if (this.#forgotten.size > MAX_FORGOTTEN)
      this.#forgotten.delete(this.#forgotten.values().next().value!);
    await this.#underWay;
    await this.flush();
  }

  /** Never rejects: entries that cannot be stored wait for the next flush. */
  flush(): Promise<void> {
    return (this.#underWay ??= this.#flush().finally(() => {
      this.#underWay = undefined;
    }));
  }

  #add(entry: Omit<LogEntry, 'id'>): void {
    const { account, project, status } = entry;
    if (this.#forgotten.has(account) || this.#forgotten.has(project)) return;
    const share = status < 400 ? account : `${account} failed`;
    const own = this.#ofAccount.get(share) ?? 0;
    if (!this.isOn || this.#waiting.length >= MAX_WAITING || own >= MAX_A_SECOND) return;
    this.#ofAccount.set(share, own + 1);
    this.#waiting.push({ ...entry, id: newId() });
    if (this.#waiting.length === EARLY && !this.#isClosing) void this.flush();
  }

  async #round(): Promise<void> {
    await this.flush();
    // While the store is away, nobody gets more than a second's share.
    if (this.#waiting.length < EARLY) this.#ofAccount.clear();
    const { isKeeper, outcome } = this.#options;
    if (!isKeeper() || performance.now() - this.#trimmedAt < TRIM_MS) return;
    this.#trimmedAt = performance.now();
    await this.trim().catch(outcome);
  }

  /** Removes the entries beyond the bounds. @throws Unavailable */
  async trim(): Promise<void> {
    const { store, days, maxEntries, now } = this.#options;
    const bounds = { before: firstIdAt(now().getTime() - days * DAY_MS), most: maxEntries };
    while (!this.#isClosing && (await store.trim(bounds)) > 0);
  }

  async #flush(): Promise<void> {
    const { store, outcome, now } = this.#options;
    try {
      // The store may not know any more whether it has forgotten older ones.
      const oldest = firstIdAt(now().getTime() - HELD_MS);
      if (this.#waiting[0] && this.#waiting[0].id < oldest)
        this.#waiting = this.#waiting.filter(({ id }) => id >= oldest);
      while (this.#waiting.length > 0) {
        const batch = this.#waiting.slice(0, BATCH);
        await store.add(batch);
        this.#waiting = this.#waiting.slice(batch.length);
      }
      await this.#forgetGone();
      outcome(undefined);
    } catch (error) {
      outcome(error);
    }
  }

  async #forgetGone(): Promise<void> {
    const gone = [...this.#gone];
    if (gone.length === 0) return;
    const ofKind = (kind: string): string[] =>
      gone.filter(scope => scope.startsWith(kind)).map(idIn);
    await this.#options.store.forget({
      accounts: ofKind('account:'),
      projects: ofKind('project:'),
    });
    for (const scope of gone) this.#gone.delete(scope);
  }
}

/** Returns the id in a scope, `project:<id>`. */
const idIn = (scope: string): string => scope.slice(scope.indexOf(':') + 1);

/** Removes the entries of shredded projects and accounts. */
export const forgettingRequests = (
  log: RequestLog,
  definitions: readonly EventDefinition[],
): Reactor => ({
  types: shreddingTypes(definitions),
  react: async ({ data }) => {
    const scope = scopeOf(data);
    if (scope !== undefined) await log.forget(scope);
  },
});
