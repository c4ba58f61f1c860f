import type { Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import type { EventStore } from './ports/event-store.ts';
import type { Projector } from './projector.ts';

/** Requests that wait for a position at once: in all, and of one account, key or address. */
const MAX_WAITING = { together: 1_000, each: 64 };
/** After this long, in milliseconds, a wait asks the log whether there is anything to wait for. */
const DOUBT_MS = 250;

/** `beyond`: the log does not reach that far. `late`: too many wait, or it takes too long. */
export type Reached = 'reached' | 'beyond' | 'late';

interface WaitsParts {
  readonly store: Pick<EventStore, 'head'>;
  readonly projector: Pick<Projector, 'position' | 'waitForPosition'>;
}

/**
 * Waits until this process has handled a position that a caller names, within bounds: nobody has
 * been authorized by then.
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

  /** @param caller under which the wait is counted; undefined never waits */
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
    // A log that cannot be asked is waited for.
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
