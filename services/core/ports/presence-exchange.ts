import type { Members } from '@hzm/contracts/core/realtime';

export type Member = Members['members'][number];

/**
 * Shares presence between the processes of an installation. Nothing is stored; failures are retried
 * in the background, so no call fails.
 */
export interface PresenceExchange {
  /** Replaces the members of a topic at this process. */
  publish(topic: string, members: readonly Member[]): void;
  /**
   * Calls `hear` with the members of a topic at all other processes on each change. Call it once.
   */
  subscribe(hear: (topic: string, members: readonly Member[]) => void): void;
  /** Removes all members of this process. */
  close(): Promise<void>;
}

/** The exchange of a single-process installation. */
export const localPresence: PresenceExchange = {
  publish: () => undefined,
  subscribe: () => undefined,
  close: async () => undefined,
};
