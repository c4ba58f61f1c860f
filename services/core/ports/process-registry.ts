import type { ProcessState } from '@hzm/contracts/core/status';

/** The running processes of an installation, as each says of itself. */
export interface ProcessRegistry {
  heartbeat(state: ProcessState): Promise<void>;
  /** Those that were heard of lately. */
  all(): Promise<readonly ProcessState[]>;
  /** This process ends. */
  leave(id: string): Promise<void>;
  close(): Promise<void>;
}

/** Who says nothing for so long, in milliseconds, is forgotten. */
export const FORGOTTEN_MS = 60_000;
