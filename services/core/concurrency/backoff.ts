import { setTimeout as sleep } from 'node:timers/promises';

const FROM_MS = 50;
const UP_TO_MS = 5_000;

/** A pause between attempts that doubles each time. */
export class Backoff {
  #pause = FROM_MS;
  #waiting: AbortController | undefined;

  /** Starts again with the shortest pause. */
  reset(): void {
    this.#pause = FROM_MS;
  }

  /** Ends the current pause. */
  cut(): void {
    this.#waiting?.abort();
  }

  /** Resolves after the pause, when it is cut, or when `signal` aborts. */
  async wait(signal: AbortSignal): Promise<void> {
    const waiting = new AbortController();
    this.#waiting = waiting;
    const until = AbortSignal.any([signal, waiting.signal]);
    await sleep(this.#pause, undefined, { signal: until }).catch(() => undefined);
    this.#waiting = undefined;
    this.#pause = Math.min(this.#pause * 2, UP_TO_MS);
  }
}
