import type { Members } from '@hzm/contracts/core/realtime';

export type Member = Members['members'][number];

/** Who is where at the other processes of an installation. Nothing of it is kept, and nothing of it fails: what could not be said now is said later. */
export interface PresenceExchange {
  /** Says everybody who is on a topic at this process, instead of what was said before. */
  say(topic: string, members: readonly Member[]): void;
  /** Hears everybody who is on a topic at all others, whenever that changes. Called once. */
  listen(hear: (topic: string, members: readonly Member[]) => void): void;
  /** Whoever was here is gone. */
  close(): Promise<void>;
}

/** For an installation of one process. */
export const alone: PresenceExchange = { say: () => undefined, listen: () => undefined, close: async () => undefined };
