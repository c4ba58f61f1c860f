import { setImmediate } from 'node:timers/promises';
import type { Doc } from '@hzm/contracts/core/change';
import { isDamaged, type DamagedEvent, type Event } from '@hzm/contracts/core/event';
import type { Position } from '@hzm/contracts/core/position';
import type { Engine } from './engine.ts';
import type { Condition } from './ports/read-model.ts';

/**
 * Where in the log an event about a project stands, as the `history` view keeps it. An event about many rows has one entry
 * for its project (`projectId`) and one for each row (`partOf`).
 */
export type IndexEntry = Doc & {
  readonly position: Position;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly actor: string;
  readonly projectId?: string;
  readonly partOf?: string;
  readonly tableId?: string;
  readonly rowId?: string;
};

const PAGE = 1000;

export const equals = (path: string, value: string): Condition => ({ path, op: 'eq', value });

/** The first entries that match, or with `last` the last ones; oldest first either way. */
export async function entriesOf({ model }: Pick<Engine, 'model'>, where: readonly Condition[], limit: number, last = false): Promise<readonly IndexEntry[]> {
  const { docs } = await model.find<IndexEntry>({ collection: 'history', where, sort: { by: { path: 'position' }, descending: last }, limit });
  return last ? docs.toReversed() : docs;
}

/** All entries that match, page by page; others get their turn between the pages. */
export async function* allEntriesOf(engine: Pick<Engine, 'model'>, where: readonly Condition[]): AsyncGenerator<readonly IndexEntry[]> {
  let behind: Condition[] = [];
  for (;;) {
    const page = await entriesOf(engine, [...where, ...behind], PAGE);
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    behind = [{ path: 'position', op: 'gt', value: page.at(-1)!.position }];
    await setImmediate();
  }
}

/** The events that the entries stand for, opened as far as they can be, in order; each stream is read once. */
export async function eventsAt({ store, codec }: Pick<Engine, 'store' | 'codec'>, entries: readonly IndexEntry[]): Promise<(Event | DamagedEvent)[]> {
  const spans = new Map<string, { from: number; to: number }>();
  for (const { stream, revision } of entries) {
    const span = spans.get(stream) ?? { from: revision, to: revision };
    spans.set(stream, { from: Math.min(span.from, revision), to: Math.max(span.to, revision) });
  }
  const stored = await Promise.all([...spans].map(([stream, { from, to }]) => store.readStream(stream, { from, limit: to - from + 1 })));
  const wanted = new Map(entries.map(entry => [entry.position, entry]));
  const events = await codec.open(stored.flat().filter(({ position }) => wanted.has(position)).toSorted((a, b) => (a.position < b.position ? -1 : 1)));
  // Who did it the index knows, too.
  return events.map(event => (isDamaged(event) ? { ...event, meta: { actor: wanted.get(event.position)!.actor, ...event.meta } } : event));
}

/** Resolves when everything that is in the log by now can be read. @throws Problem NOT_READY */
export async function caughtUp({ store, projector }: Pick<Engine, 'store' | 'projector'>): Promise<Position> {
  const head = await store.head();
  await projector.reached(head);
  return head;
}
