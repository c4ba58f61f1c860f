import type { Changes } from '@hzm/contracts/core/realtime';
import type { Watcher } from '../../../realtime/socket.ts';
import { createChangeBuffer } from './change-buffer.ts';
import type { Grid } from './state.ts';

/** The longest that a first page waits for the subscription to begin, in milliseconds. */
const SUBSCRIBE_WAIT_MS = 500;

export interface TableFeedPort {
  /** Subscribes to the table's topic; returns how to unsubscribe. */
  readonly subscribe: (watcher: Watcher) => () => void;
  readonly grid: () => Pick<Grid, 'status' | 'unread'>;
  readonly apply: (messages: readonly Changes[]) => void;
  readonly reload: () => void;
  /** Sends again what waits. */
  readonly resume: () => void;
  readonly end: (code: string) => void;
}

export interface TableFeed {
  /** The position up to which the topic is known; null before anything was received. */
  readonly position: () => string | null;
  /** Resolves when the subscription is live, or after a while without it. */
  readonly begun: Promise<void>;
  readonly open: () => void;
  readonly close: () => void;
}

const latest = (known: string | null, position: string | null): string | null =>
  position !== null && (known === null || position > known) ? position : known;

/**
 * Whether a subscription that becomes live comes too late for what is shown: it was read without
 * one, or could not be read.
 */
export const isLate = (
  position: string | null,
  { status, unread }: Pick<Grid, 'status' | 'unread'>,
): boolean => status === 'error' || unread.size > 0 || (position === null && status === 'ready');

/**
 * Follows a table's topic: delivers its changes frame by frame, and keeps the position that they
 * reach.
 */
export function createTableFeed({
  subscribe,
  grid,
  apply,
  reload,
  resume,
  end,
}: TableFeedPort): TableFeed {
  let position: string | null = null;
  let unsubscribe: (() => void) | undefined;
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  setTimeout(begin, SUBSCRIBE_WAIT_MS);

  const buffer = createChangeBuffer(messages => {
    position = latest(position, messages.at(-1)!.position);
    apply(messages);
  });
  const onStatus: Watcher['onStatus'] = (topicStatus, at) => {
    if (topicStatus !== 'live') return;
    const late = isLate(position, grid());
    position = latest(position, at);
    begin();
    if (late) reload();
    resume();
  };
  return {
    position: () => position,
    begun,
    open: () => {
      unsubscribe = subscribe({
        onChanges: buffer.push,
        onStatus,
        onRefetch: reload,
        onEnded: end,
      });
    },
    close: () => {
      unsubscribe?.();
      buffer.clear();
    },
  };
}
