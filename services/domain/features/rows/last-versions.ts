import type { DamagedEvent, Event } from '@hzm/contracts/core/event';
import { weigh } from '@hzm/services/core/ports/byte-budget';
import type { Version } from './past.ts';

interface Kept {
  readonly event: Event | DamagedEvent;
  readonly version: number;
  readonly weight: number;
}

/** The last versions of a row: so many, or as many as are so many bytes. */
export class LastVersions {
  readonly #limit: number;
  readonly #bytes: number;
  readonly #kept: Kept[] = [];
  #weight = 0;
  #hasEarlier = false;

  constructor(limit: number, bytes: number) {
    this.#limit = limit;
    this.#bytes = bytes;
  }

  /** The latest first. */
  get list(): readonly Omit<Kept, 'weight'>[] {
    return this.#kept.toReversed();
  }

  /** Memory of these events in bytes, as `weigh` has it. */
  get weight(): number {
    return this.#weight;
  }

  /** There were others before them. */
  get hasEarlier(): boolean {
    return this.#hasEarlier;
  }

  add({ event, version }: Version): void {
    const weight = weigh(event.data);
    this.#kept.push({ event, version, weight });
    this.#weight += weight;
    while (
      this.#kept.length > this.#limit ||
      (this.#weight > this.#bytes && this.#kept.length > 1)
    ) {
      this.#weight -= this.#kept.shift()!.weight;
      this.#hasEarlier = true;
    }
  }
}
