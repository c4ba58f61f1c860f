import type { Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';

/** Waits for positions. */
export class PositionWaiters {
  readonly #waiting = new Set<{ readonly position: Position; readonly resolve: () => void }>();

  /** @throws Problem NOT_READY after `timeout` milliseconds */
  async wait(position: Position, timeout: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter = { position, resolve };
    this.#waiting.add(waiter);
    const timer = Number.isFinite(timeout)
      ? setTimeout(() => reject(new Problem('NOT_READY', { retryAfter: 1 })), timeout)
      : undefined;
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(waiter);
    }
  }

  reached(position: Position): void {
    for (const waiter of this.#waiting) if (waiter.position <= position) waiter.resolve();
  }
}
