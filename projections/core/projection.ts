import type { Change, ChangeOwner } from '@hzm/contracts/core/change';
import type { Collection } from '@hzm/contracts/core/collection';
import type { Event, EventDefinition } from '@hzm/contracts/core/event';
import { memberOf } from '@hzm/contracts/core/json';

/** A view: how its documents change, event by event. Pure. */
export interface Projection {
  readonly name: string;
  /** Another version is built again from the start. */
  readonly version: number;
  readonly collections: readonly Collection[];
  /** The types of events that it handles. */
  readonly types: ReadonlySet<string>;
  /**
   * Uses metadata only: it handles erased events, too, and passes over events that cannot be
   * opened.
   */
  readonly ofMetadata: boolean;
  /** Reads with `asOf` use its documents: it is folded over the past of one project. */
  readonly isPointInTime: boolean;
  /**
   * The changes that an event makes; none for an erased event, of which only the metadata is left.
   */
  changesOf(event: Event): readonly Change[];
}

/** How one type of event is projected. */
export interface Handler {
  readonly type: string;
  readonly project: (event: Event<never>) => readonly Change[];
}

export const on = <Data>(
  definition: EventDefinition<Data>,
  project: (event: Event<Data>) => readonly Change[],
): Handler => ({ type: definition.type, project });

interface Definition {
  readonly name: string;
  readonly version: number;
  readonly collections: readonly Collection[];
  readonly on: readonly Handler[];
  readonly ofMetadata?: boolean;
  readonly isPointInTime?: boolean;
}

export function projection({
  name,
  version,
  collections,
  on,
  ofMetadata = false,
  isPointInTime = false,
}: Definition): Projection {
  const handlers = new Map(on.map(({ type, project }) => [type, project]));
  const owners = new Map(
    collections.flatMap(({ name: of, owner }) =>
      owner === undefined ? [] : [[of, owner] as const],
    ),
  );
  return {
    name,
    version,
    collections,
    ofMetadata,
    isPointInTime,
    types: new Set(handlers.keys()),
    changesOf(event) {
      const handler = handlers.get(event.type);
      // The type of the event says that its data are the handler's.
      if (!handler || (event.erased && !ofMetadata)) return [];
      const changes = handler(event as Event<never>);
      return owners.size > 0 ? ownedBy(event, changes, owners) : changes;
    },
  };
}

/**
 * The changes with the owner that the event names.
 * @param owners the members that name it, by collection
 */
function ownedBy(
  { data }: Event,
  changes: readonly Change[],
  owners: ReadonlyMap<string, string>,
): readonly Change[] {
  // One object for all of them: batches go to another thread.
  const named = new Map<string, ChangeOwner>();
  return changes.map(change => {
    const member = owners.get(change.collection);
    const id = member === undefined || change.owner ? undefined : memberOf(data, member);
    if (member === undefined || typeof id !== 'string') return change;
    const owner = named.get(member) ?? { member, id };
    named.set(member, owner);
    return { ...change, owner };
  });
}
