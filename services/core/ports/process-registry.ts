import type { ProcessState } from '@hzm/contracts/core/status';

/** The running processes of an installation, by their heartbeats. */
export interface ProcessRegistry {
  heartbeat(state: ProcessState): Promise<void>;
  /** The processes with a recent heartbeat; `at` says when it came, by this process's clock. */
  all(): Promise<readonly ProcessState[]>;
  /** This process ends. */
  leave(id: string): Promise<void>;
  close(): Promise<void>;
}

/** A process without a heartbeat for so long, in milliseconds, is removed. */
export const FORGOTTEN_MS = 60_000;
