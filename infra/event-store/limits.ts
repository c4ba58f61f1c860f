import { MAX_STORED_APPEND_BYTES, READ_BYTES } from '@hzm/services/core/ports/byte-budget';
import {
  MAX_APPEND_EVENTS,
  storedBytes,
  type NewEvent,
  type StoredEvent,
} from '@hzm/services/core/ports/event-store';

/** Bounds one batch of a subscription. */
export const MAX_BATCH_EVENTS = 500;

/** Checks the bounds of one append, common to all adapters. @throws RangeError */
export function checkAppend(events: readonly NewEvent[]): void {
  if (events.length === 0 || events.length > MAX_APPEND_EVENTS)
    throw new RangeError(`an append has 1 to ${MAX_APPEND_EVENTS} events`);
  if (
    events.reduce((sum, event) => sum + Buffer.byteLength(JSON.stringify(event.data)), 0) >
    MAX_STORED_APPEND_BYTES
  )
    throw new RangeError(`an append has at most ${MAX_STORED_APPEND_BYTES} bytes of data`);
}

/** Collects events until `limit` events or `bytes` are reached. */
export class Reading {
  readonly events: StoredEvent[] = [];
  readonly #limit: number;
  readonly #bytes: number;
  #weight = 0;

  constructor(limit: number, bytes = READ_BYTES) {
    this.#limit = limit;
    this.#bytes = bytes;
  }

  get isFull(): boolean {
    return this.events.length >= this.#limit || this.#weight >= this.#bytes;
  }

  take(event: StoredEvent): void {
    this.events.push(event);
    this.#weight += storedBytes(event);
  }
}
