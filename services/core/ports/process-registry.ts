import type { ProcessState } from '@hzm/contracts/core/status';

/** The running processes of an installation, by their heartbeats. */
export interface ProcessRegistry {
  heartbeat(state: ProcessState): Promise<void>;
  /** Returns processes with a recent heartbeat; `at` is its arrival by this process's clock. */
  all(): Promise<readonly ProcessState[]>;
  /** Removes a process that is closing. */
  leave(id: string): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds without a heartbeat after which a process is removed. */
export const FORGOTTEN_MS = 60_000;
