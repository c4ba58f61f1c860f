import type { Change } from '@hzm/contracts/core/change';
import type { Event } from '@hzm/contracts/core/event';
import { weigh } from '@hzm/services/core/ports/byte-budget';
import type { Entry } from './ring.ts';
import { topicKinds } from './topics/registry.ts';
import { concerning } from './topics/topic.ts';

/** What is kept of an event and its changes. */
export function entryOf(event: Event, all: readonly Change[]): Entry {
  const changes = all.filter(({ collection }) => concerning.has(collection));
  const keys = changes.length === 0 ? [] : topicKinds.flatMap(kind => kind.keysOf(event, changes));
  // What the changes hold is mostly shared with the event.
  return { event, changes, keys, messages: new Map(), messageBytes: 0, weight: keys.length === 0 ? 0 : 500 + 2 * weigh(event.data) };
}
