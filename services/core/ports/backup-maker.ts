import type { Backup, Rehearsal } from '@hzm/contracts/core/backups';
import type { Position } from '@hzm/contracts/core/position';
import type { Fingerprint } from '../projecting/fingerprint.ts';

/** Called with the share of work done, 0 to 1. */
export type Share = (share: number) => void;

/** The views built from a backup, apart from the running ones. */
export interface ScratchViews {
  /** Position of the backup's end. */
  readonly end: Position;
  readonly events: number;
  /**
   * Applies later events, each view up to its given position.
   * @returns the parts whose documents changed
   * @throws Error if a view cannot get that far
   */
  follow(to: ReadonlyMap<string, Position>): Promise<readonly number[] | 'all'>;
  /** Fingerprints the documents of these views. */
  fingerprint(views: readonly string[]): Promise<Fingerprint>;
  /** Removes all files. */
  close(): Promise<void>;
}

/**
 * Makes backups of the installation outside the thread that answers requests. Every method throws
 * an Error that describes the problem.
 */
export interface BackupMaker {
  readonly directory: string;
  /** Newest first. */
  list(): Promise<readonly Backup[]>;
  /**
   * Makes a backup, then removes all but the newest `keep`.
   * @returns the remaining ones, as `list` does
   */
  make(keep: number, follow: Share): Promise<readonly Backup[]>;
  /** Restores a backup into a scratch folder and builds its views. */
  rehearse(name: string, follow: Share): Promise<ScratchViews>;
  /** @returns all backups, as `list` does */
  keepRehearsal(name: string, rehearsal: Rehearsal): Promise<readonly Backup[]>;
  /** Aborts the job in progress. */
  close(): Promise<void>;
}
