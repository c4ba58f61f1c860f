import { ordinal, type Position } from '@hzm/contracts/core/position';
import type { StoredEvent } from '../ports/event-store.ts';

/**
 * The `If-Match` check of a resource that shares its stream with others. Its version is the
 * position of its last change.
 */
export interface Precondition {
  /** Position of the resource's last change when the command began. */
  readonly position: Position;
  /** The version that the caller saw. */
  readonly expected: number;
  /** Whether an event of the stream changes the resource. */
  readonly isAbout: (event: StoredEvent) => boolean;
  /** Loads the current state for a refused caller. */
  readonly current: () => Promise<unknown>;
}

/**
 * @param history the events of the stream that may be later than the resource's last known change
 */
export const isMet = (
  { position, expected, isAbout }: Precondition,
  history: readonly StoredEvent[],
): boolean =>
  ordinal(position) === expected &&
  !history.some(event => event.position > position && isAbout(event));
