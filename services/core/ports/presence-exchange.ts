import type { Members } from '@hzm/contracts/core/realtime';

export type Member = Members['members'][number];

/** Who is where at the other processes of an installation. Nothing of it is kept, and nothing of it fails: what could not be said now is said later. */
export interface PresenceExchange {
  /** Says everybody who is on a topic at this process, instead of what was said before. */
  publish(topic: string, members: readonly Member[]): void;
  /** Hears everybody who is on a topic at all others, whenever that changes. Called once. */
  subscribe(hear: (topic: string, members: readonly Member[]) => void): void;
  /** Whoever was here is gone. */
  close(): Promise<void>;
}

/** For an installation of one process. */
export const localPresence: PresenceExchange = { publish: () => undefined, subscribe: () => undefined, close: async () => undefined };
