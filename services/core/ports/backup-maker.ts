import type { Backup, Rehearsal } from '@hzm/contracts/core/backups';
import type { Position } from '@hzm/contracts/core/position';
import type { Fingerprint } from '../fingerprint.ts';

/** Hears how much of some work is done, 0 to 1. */
export type Share = (share: number) => void;

/** The views that a backup makes, apart from those that run. */
export interface ScratchViews {
  /** Of the backup. */
  readonly end: Position;
  readonly events: number;
  /**
   * Takes the events that came since, each view as far as it is said. @returns the parts of its
   * documents that changed by them @throws Error when a view cannot get that far
   */
  follow(to: ReadonlyMap<string, Position>): Promise<readonly number[] | 'all'>;
  /** Of the documents of these views. */
  fingerprint(views: readonly string[]): Promise<Fingerprint>;
  /** Leaves nothing behind. */
  close(): Promise<void>;
}

/**
 * Makes backups of the whole installation, apart from the thread that answers. Every method throws
 * an Error that says in words what is in the way.
 */
export interface BackupMaker {
  readonly directory: string;
  /** The newest first. */
  list(): Promise<readonly Backup[]>;
  /**
   * Makes one, then removes all but the newest `keep`. @returns what there is now, as `list` does
   */
  make(keep: number, follow: Share): Promise<readonly Backup[]>;
  /** Restores one into a scratch place, and builds its views. */
  rehearse(name: string, follow: Share): Promise<ScratchViews>;
  /** @returns what there is now, as `list` does */
  keepRehearsal(name: string, rehearsal: Rehearsal): Promise<readonly Backup[]>;
  /** Ends what is under way. */
  close(): Promise<void>;
}
