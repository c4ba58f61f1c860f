import type { Change } from '@hzm/contracts/core/change';
import type { Collection } from '@hzm/contracts/core/collection';
import type { Event, EventDefinition } from '@hzm/contracts/core/event';

/** A view: how its documents change, event by event. Pure. */
export interface Projection {
  readonly name: string;
  /** Another version is built again from the start. */
  readonly version: number;
  readonly collections: readonly Collection[];
  /** The types of events that it handles. */
  readonly types: ReadonlySet<string>;
  /** Uses metadata only: it handles erased events, too, and passes over events that cannot be opened. */
  readonly ofMetadata: boolean;
  /** Reads with `asOf` use its documents: it is folded over the past of one project. */
  readonly isPointInTime: boolean;
  /** The changes that an event makes; none for an erased event, of which only the metadata is left. */
  changesOf(event: Event): readonly Change[];
}

/** How one type of event is projected. */
export interface Handler {
  readonly type: string;
  readonly project: (event: Event<never>) => readonly Change[];
}

export const on = <Data>(definition: EventDefinition<Data>, project: (event: Event<Data>) => readonly Change[]): Handler =>
  ({ type: definition.type, project });

interface Definition {
  readonly name: string;
  readonly version: number;
  readonly collections: readonly Collection[];
  readonly on: readonly Handler[];
  readonly ofMetadata?: boolean;
  readonly isPointInTime?: boolean;
}

export function projection({ name, version, collections, on, ofMetadata = false, isPointInTime = false }: Definition): Projection {
  const handlers = new Map(on.map(({ type, project }) => [type, project]));
  return {
    name, version, collections, ofMetadata, isPointInTime,
    types: new Set(handlers.keys()),
    changesOf(event) {
      const handler = handlers.get(event.type);
      // The type of the event says that its data are the handler's.
      return handler && (!event.erased || ofMetadata) ? handler(event as Event<never>) : [];
    },
  };
}
