import type { Change } from '@hzm/contracts/core/change';
import type { Event } from '@hzm/contracts/core/event';
import type { Codec } from '../events/codec.ts';
import type { EventStore } from '../ports/event-store.ts';
import type { ViewsParts } from './views.ts';

/**
 * A side effect of some event types that runs at least once and is idempotent. It runs before the
 * checkpoint that a restart resumes from, and before later events are opened.
 */
export interface Reactor {
  readonly types: ReadonlySet<string>;
  readonly react: (event: Event) => Promise<void>;
}

/** An opened event with all its changes. */
export interface ProjectedEvent {
  readonly event: Event;
  readonly changes: readonly Change[];
}

export interface ProjectorParts extends ViewsParts {
  readonly store: EventStore;
  readonly codec: Codec;
  readonly reactors?: readonly Reactor[];
  /** Whether this process writes the views (default: true). */
  readonly isWriter?: () => boolean;
  /** Whether changes wait and no process has written the views for a while (default: false). */
  readonly isUnwritten?: () => boolean;
  /** The monotonic clock, in milliseconds. Default: this process's. */
  readonly elapsed?: () => number;
  /** Called with each failure; the next attempt is already in progress. */
  readonly failed?: (error: unknown) => void;
  /** Called when views that are ahead of the log or differ from it are emptied for a rebuild. */
  readonly emptied?: () => void;
  /**
   * Called when an older copy replaced the log while this process ran, which makes its memory
   * worthless.
   */
  readonly replaced?: () => void;
}
