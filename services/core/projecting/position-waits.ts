import type { Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import type { EventStore } from '../ports/event-store.ts';
import type { Projector } from './projector.ts';

/** Maximum concurrent waits, in all and per account, key or IP. */
const MAX_WAITING = { together: 1_000, each: 64 };
/** Milliseconds after which a wait checks that the log has the position. */
const DOUBT_MS = 250;

/**
 * `beyond` means that the log ends before the position; `late` that too many wait or it takes too
 * long.
 */
export type Reached = 'reached' | 'beyond' | 'late';

interface WaitsParts {
  readonly store: Pick<EventStore, 'head'>;
  readonly projector: Pick<Projector, 'position' | 'waitForPosition'>;
}

/**
 * Waits, within bounds because callers are not yet authorized, until this process has handled a
 * position that a caller names.
 */
export class PositionWaits {
  readonly #engine: WaitsParts;
  readonly #limits: typeof MAX_WAITING;
  readonly #waiting = new Map<string, number>();
  #total = 0;

  constructor(engine: WaitsParts, limits = MAX_WAITING) {
    this.#engine = engine;
    this.#limits = limits;
  }

  /** @param caller key to count the wait under; undefined never waits */
  async reach(position: Position | undefined, caller: string | undefined): Promise<Reached> {
    if (position === undefined || this.#engine.projector.position >= position) return 'reached';
    if (caller === undefined) return 'late';
    const own = this.#waiting.get(caller) ?? 0;
    if (this.#total >= this.#limits.together || own >= this.#limits.each) return 'late';
    this.#total++;
    this.#waiting.set(caller, own + 1);
    try {
      return await this.#wait(position);
    } finally {
      this.#leave(caller);
    }
  }

  async #wait(position: Position): Promise<Reached> {
    const { store, projector } = this.#engine;
    if (await isReached(projector.waitForPosition(position, DOUBT_MS))) return 'reached';
    // An unreachable log is waited for.
    if (position > (await store.head().catch(() => position))) return 'beyond';
    return (await isReached(projector.waitForPosition(position))) ? 'reached' : 'late';
  }

  #leave(caller: string): void {
    this.#total--;
    const left = this.#waiting.get(caller)! - 1;
    if (left > 0) this.#waiting.set(caller, left);
    else this.#waiting.delete(caller);
  }
}

const isReached = (wait: Promise<void>): Promise<boolean> =>
  wait.then(
    () => true,
    (error: unknown) => {
      if (error instanceof Problem && error.code === 'NOT_READY') return false;
      throw error;
    },
  );
