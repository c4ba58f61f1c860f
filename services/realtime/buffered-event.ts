import type { Change } from '@hzm/contracts/core/change';
import type { Event } from '@hzm/contracts/core/event';
import { weigh } from '../core/ports/byte-budget.ts';
import { revokingCollections } from './access-revocation.ts';
import { namingCollections } from './account-cache.ts';
import { publications } from './publications/registry.ts';
import type { BufferedEvent } from './replay-buffer.ts';
import { topicKinds } from './topics/registry.ts';

/** The collections that messages, their names and revocations depend on. */
const REALTIME_COLLECTIONS: ReadonlySet<string> = new Set(
  [
    ...publications.map(({ collection }) => collection),
    ...namingCollections,
    ...revokingCollections,
  ].map(({ name }) => name),
);

/** Approximate memory in bytes of a key and its place in the buffer. */
const KEY_BYTES = 100;

/**
 * Returns the buffered form of an event and its changes.
 * @param heardAt as in `BufferedEvent`
 */
export function entryOf(event: Event, all: readonly Change[], heardAt?: number): BufferedEvent {
  const changes = all.filter(({ collection }) => REALTIME_COLLECTIONS.has(collection));
  const [keys, coalesced] = [false, true].map(isCoalesced =>
    topicKinds
      .filter(kind => changes.length > 0 && (kind.isCoalesced ?? false) === isCoalesced)
      .flatMap(kind => kind.keysOf(event, changes)),
  ) as [string[], string[]];
  // The changes mostly share their memory with the event.
  return {
    event,
    changes,
    heardAt,
    keys,
    coalesced,
    messages: new Map(),
    messageBytes: 0,
    weight: keys.length === 0 ? 0 : 500 + KEY_BYTES * keys.length + 2 * weigh(event.data),
  };
}
