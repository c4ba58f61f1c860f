import type { Change, ChangeOwner } from '@hzm/contracts/core/change';
import type { Collection } from '@hzm/contracts/core/collection';
import type { Event, EventDefinition } from '@hzm/contracts/core/event';
import { memberOf } from '@hzm/contracts/core/json';

/** A view as a pure function from events to changes of its documents. */
export interface Projection {
  readonly name: string;
  /** A changed version rebuilds the view from the start. */
  readonly version: number;
  readonly collections: readonly Collection[];
  readonly types: ReadonlySet<string>;
  /** Whether it uses metadata only: it then handles erased events, and skips unreadable ones. */
  readonly ofMetadata: boolean;
  /** Whether reads with `asOf` use its documents, which are then folded over one project's past. */
  readonly isPointInTime: boolean;
  /** Returns the changes for an event; none for an erased event, of which only metadata remain. */
  changesOf(event: Event): readonly Change[];
}

/** A projection of one type of event. */
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
  on: declared,
  ofMetadata = false,
  isPointInTime = false,
}: Definition): Projection {
  const handlers = new Map(declared.map(({ type, project }) => [type, project]));
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
      // The lookup by type guarantees the type of the handler's data.
      if (!handler || (event.erased && !ofMetadata)) return [];
      const changes = handler(event as Event<never>);
      return owners.size > 0 ? ownedBy(event, changes, owners) : changes;
    },
  };
}

/**
 * Returns the changes with the owner that the event names.
 * @param owners the members that name the owner, by collection
 */
function ownedBy(
  { data }: Event,
  changes: readonly Change[],
  owners: ReadonlyMap<string, string>,
): readonly Change[] {
  // All changes share one owner object, because batches are copied to another thread.
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
