import type { Change } from '@hzm/contracts/core/change';
import type { Event } from '@hzm/contracts/core/event';
import type { Codec } from './codec.ts';
import type { EventStore } from './ports/event-store.ts';
import type { ViewsParts } from './views.ts';

/**
 * Does what must be done at least once for each event of some types, and is harmless when it is
 * done again. It is done before the checkpoint that a restart goes on
 * from, and before any later event is opened.
 */
export interface Reactor {
  readonly types: ReadonlySet<string>;
  readonly react: (event: Event) => Promise<void>;
}

/** An event, opened, with all the changes it made. */
export interface ProjectedEvent {
  readonly event: Event;
  readonly changes: readonly Change[];
}

/** The parts of a projector. */
export interface ProjectorParts extends ViewsParts {
  readonly store: EventStore;
  readonly codec: Codec;
  readonly reactors?: readonly Reactor[];
  /** Whether this process is the one that writes the views (default: it is). */
  readonly isWriter?: () => boolean;
  /** Called with each failure; the next attempt is already under way. */
  readonly failed?: (error: unknown) => void;
  /**
   * Called when views that hold more than the log, or something else, are emptied to be built anew.
   */
  readonly emptied?: () => void;
  /**
   * Called when the log was replaced by an older copy while this process ran: what it holds in
   * memory is worth nothing.
   */
  readonly replaced?: () => void;
}
