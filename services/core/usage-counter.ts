import { PeriodicTask } from './periodic-task.ts';
import {
  DAYS_KEPT,
  USES_KEPT,
  type Addition,
  type Usage,
  type UsageStore,
  type Use,
} from './ports/usage-store.ts';

const FLUSH_MS = 4_000;
const DAY_MS = 86_400_000;

interface Pending {
  used: number;
  wrong: number;
  lastUsed: string | null;
  lastWrong: string | null;
  readonly uses: Use[];
}

/** The day of an instant, in UTC. */
const dayOf = (at: string): string => at.slice(0, 10);
/** The days that are shown up to an instant, the last one being its own. */
export const daysUntil = (now: Date): readonly string[] =>
  Array.from({ length: DAYS_KEPT }, (_, i) =>
    dayOf(new Date(now.getTime() - (DAYS_KEPT - 1 - i) * DAY_MS).toISOString()),
  );

/**
 * Counts uses in memory and hands them to the store every few seconds. What a crash loses is a few
 * seconds of counting.
 */
export class UsageCounter {
  readonly #store: UsageStore;
  readonly #now: () => Date;
  readonly #outcome: (error: unknown) => void;
  /** By subject and day. */
  #pending = new Map<string, Map<string, Pending>>();
  readonly #flushing = new PeriodicTask(() => this.flush(), FLUSH_MS);
  /** The first day that is kept. */
  #first = '';

  /** @param outcome hears why what is counted could not be handed over, undefined when it could */
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

  /** Counts a use of which nothing else is kept. */
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
   * What is known, with what is still to be handed over; zeros for what was never used. @throws
   * Unavailable
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

  /** Never rejects: what cannot be handed over now is kept for the next time. */
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

  /**
   * Forgets what is gone. Never rejects: what is left behind then are numbers that nobody finds.
   */
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
