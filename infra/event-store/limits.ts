import type { NewEvent } from '@hzm/services/core/ports/event-store';

const MAX_EVENTS = 100;
const MAX_BYTES = 1_048_576;

/** What one append may carry, by any adapter. @throws RangeError */
export function checkAppend(events: readonly NewEvent[]): void {
  if (events.length === 0 || events.length > MAX_EVENTS) throw new RangeError(`an append has 1 to ${MAX_EVENTS} events`);
  if (events.reduce((sum, event) => sum + Buffer.byteLength(JSON.stringify(event.data)), 0) > MAX_BYTES) throw new RangeError(`an append has at most ${MAX_BYTES} bytes of data`);
}
