import { PeriodicTask } from '../concurrency/periodic-task.ts';
import {
  DAYS_KEPT,
  USES_KEPT,
  type Addition,
  type Usage,
  type UsageStore,
  type Use,
} from '../ports/usage-store.ts';

const FLUSH_MS = 4_000;
const DAY_MS = 86_400_000;

interface Pending {
  used: number;
  wrong: number;
  lastUsed: string | null;
  lastWrong: string | null;
  readonly uses: Use[];
}

/** Returns the day of an instant in UTC. */
const dayOf = (at: string): string => at.slice(0, 10);
/** Returns the displayed days up to an instant, its own day last. */
export const daysUntil = (now: Date): readonly string[] =>
  Array.from({ length: DAYS_KEPT }, (_, i) =>
    dayOf(new Date(now.getTime() - (DAYS_KEPT - 1 - i) * DAY_MS).toISOString()),
  );

/**
 * Counts uses in memory and flushes them to the store every few seconds. A crash loses a few
 * seconds of counts.
 */
export class UsageCounter {
  readonly #store: UsageStore;
  readonly #now: () => Date;
  readonly #outcome: (error: unknown) => void;
  /** Counts by subject and day. */
  #pending = new Map<string, Map<string, Pending>>();
  readonly #flushing = new PeriodicTask(() => this.flush(), FLUSH_MS);
  /** The first stored day. */
  #first = '';

  /** @param outcome called with the error of a failed flush, undefined for a successful one */
  constructor(store: UsageStore, now: () => Date, outcome: (error: unknown) => void) {
    this.#store = store;
    this.#now = now;
    this.#outcome = outcome;
  }

  start(): Promise<void> {
    return this.#flushing.start();
  }

  async close(): Promise<void> {
    await this.#flushing.stop();
    await this.flush();
  }

  used(subject: string, call: string, status: number): void {
    const { uses, at } = this.seen(subject);
    uses.push({ at, call, status });
    if (uses.length > USES_KEPT) uses.shift();
  }

  /** Counts a use without recording its details. */
  seen(subject: string): { readonly at: string; readonly uses: Use[] } {
    const at = this.#now().toISOString();
    const pending = this.#of(subject, at);
    pending.used++;
    pending.lastUsed = at;
    return { at, uses: pending.uses };
  }

  wrong(subject: string): void {
    const at = this.#now().toISOString();
    const pending = this.#of(subject, at);
    pending.wrong++;
    pending.lastWrong = at;
  }

  /**
   * Returns stored and pending counts, zeros for unused subjects.
   * @throws Unavailable
   */
  async of(subjects: readonly string[]): Promise<ReadonlyMap<string, Usage>> {
    await this.flush();
    const known = await this.#store.of(subjects);
    return new Map(
      subjects.map(subject => [
        subject,
        known.get(subject) ?? {
          used: 0,
          wrong: 0,
          lastUsed: null,
          lastWrong: null,
          days: [],
          uses: [],
        },
      ]),
    );
  }

  /** Never rejects: counts that cannot be stored are kept for the next flush. */
  async flush(): Promise<void> {
    const pending = this.#pending;
    this.#pending = new Map();
    const additions = [...pending].flatMap(([subject, days]) =>
      [...days].map(([day, counted]): Addition => ({ subject, day, ...counted })),
    );
    try {
      if (additions.length > 0) await this.#store.add(additions);
    } catch (error) {
      this.#takeBack(pending);
      return this.#outcome(error);
    }
    if (additions.length > 0) this.#outcome(undefined);
    const first = daysUntil(this.#now())[0]!;
    if (this.#first === first) return;
    await this.#store.forgetBefore(first).then(() => {
      this.#first = first;
    }, this.#outcome);
  }

  /** Deletes subjects. Never rejects: counts left behind are unreachable. */
  async forget(subjects: readonly string[]): Promise<void> {
    for (const subject of subjects) this.#pending.delete(subject);
    await this.#store.forget(subjects).catch(this.#outcome);
  }

  #of(subject: string, at: string): Pending {
    const days = this.#pending.get(subject) ?? new Map<string, Pending>();
    this.#pending.set(subject, days);
    const day = dayOf(at);
    const pending = days.get(day) ?? {
      used: 0,
      wrong: 0,
      lastUsed: null,
      lastWrong: null,
      uses: [],
    };
    days.set(day, pending);
    return pending;
  }

  #takeBack(pending: ReadonlyMap<string, ReadonlyMap<string, Pending>>): void {
    for (const [subject, days] of pending)
      for (const [day, earlier] of days) {
        const now = this.#of(subject, day);
        now.used += earlier.used;
        now.wrong += earlier.wrong;
        now.lastUsed ??= earlier.lastUsed;
        now.lastWrong ??= earlier.lastWrong;
        now.uses.splice(0, now.uses.length, ...[...earlier.uses, ...now.uses].slice(-USES_KEPT));
      }
  }
}
