import type { Change, CollectionSpec } from '@hzm/contracts/core/change';
import type { Event, EventDefinition } from '@hzm/contracts/core/event';

/** Pure: what the documents of one view become, event by event. */
export interface Projection {
  readonly name: string;
  /** Another version is built again from the start. */
  readonly version: number;
  readonly collections: readonly Omit<CollectionSpec, 'projection'>[];
  readonly on: ReadonlyMap<string, (event: Event<never>) => readonly Change[]>;
  /** Made of what is never erased (metadata, open members), so erased events count, too. */
  readonly ofErased?: boolean;
}

/** How one type of event is projected. */
export interface Handler {
  readonly type: string;
  readonly project: (event: Event<never>) => readonly Change[];
}

export const on = <Data>(definition: EventDefinition<Data>, project: (event: Event<Data>) => readonly Change[]): Handler =>
  ({ type: definition.type, project });

export const projection = (d: { name: string; version: number; collections: Projection['collections']; on: readonly Handler[]; ofErased?: boolean }): Projection =>
  ({ name: d.name, version: d.version, collections: d.collections, ...(d.ofErased && { ofErased: true }), on: new Map(d.on.map(h => [h.type, h.project])) });

/**
 * The changes an event makes. Of an erased event only deletions count: what it said is gone, and so is what it was about.
 */
export function project(p: Projection, event: Event): readonly Change[] {
  const handler = p.on.get(event.type);
  return handler && (!event.erased || p.ofErased) ? handler(event as Event<never>) : [];
}
