import type { DomainEvent } from '@hzm/contracts/core/event';
import {
  ByteBudget,
  jsonBytes,
  MAX_STORED_APPEND_BYTES,
} from '@hzm/services/core/ports/byte-budget';
import { MAX_APPEND_EVENTS } from '@hzm/services/core/ports/event-store';

/** The size of an event's envelope in the log, in bytes. */
const EVENT_BYTES = 400;

/** In parts that fit into an append each, whatever sealing makes of them. */
export function* inAppends(events: readonly DomainEvent[]): Generator<readonly DomainEvent[]> {
  for (let from = 0; from < events.length;) {
    const budget = new ByteBudget(MAX_STORED_APPEND_BYTES);
    let to = from;
    while (
      to < events.length &&
      to - from < MAX_APPEND_EVENTS &&
      budget.takes(EVENT_BYTES + 1.5 * jsonBytes(events[to]!.data))
    )
      to++;
    yield events.slice(from, to);
    from = to;
  }
}
