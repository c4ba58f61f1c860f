import type { AllStreamResolvedEvent, ResolvedEvent } from '@eventstore/db-client';
import type { JsonObject } from '@hzm/contracts/core/json';
import { positionOf, START, type Position } from '@hzm/contracts/core/position';
import type { StoredEvent } from '@hzm/services/core/ports/event-store';

export type Resolved = ResolvedEvent | AllStreamResolvedEvent;

/** Converts a position to the client's; commit and prepare were equal in every event seen. */
export const placeOf = (position: Position): { commit: bigint; prepare: bigint } | 'start' =>
  position === START ? 'start' : { commit: BigInt(position), prepare: BigInt(position) };

/**
 * Returns an event in the port's form; undefined if it belongs to the server or another
 * installation.
 */
export function storedOf({ event }: Resolved, prefix: string): StoredEvent | undefined {
  if (!event?.streamId.startsWith(prefix)) return undefined;
  const { streamId, id, type, revision, data, metadata, position } = event;
  const place = {
    id,
    type,
    stream: streamId.slice(prefix.length),
    revision: Number(revision),
    position: positionOf(position?.commit ?? 0n),
  };
  // The client returns text or bytes as they are when they are not JSON.
  return isObject(data) && isObject(metadata ?? {})
    ? { ...place, data, meta: (metadata ?? {}) as JsonObject }
    : { ...place, data: {}, meta: {}, isUnreadable: true };
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !(value instanceof Uint8Array);
