import type { BackupState } from '@hzm/contracts/core/backups';
import { backupAsked } from '@hzm/contracts/features/backups/events';
import { decider, reject, type Decision } from '../../../core/commands/decider.ts';

/**
 * Requests are independent of each other; what is under way is known to the process that does it.
 */
export const backupRequests = decider<null>(null, when => [when(backupAsked, s => s)]);

/** @param state of the process that makes backups; null: none does */
export const askBackup =
  (state: BackupState | null, job: 'backup' | 'rehearsal') => (): Decision => {
    if (!state) return reject('CONFLICT', { text: 'backups-not-set' });
    if (state.running) return reject('CONFLICT', { text: 'backup-running' });
    if (job === 'rehearsal' && !state.backups.some(({ problem }) => problem === null))
      return reject('CONFLICT', { text: 'backup-none' });
    return [backupAsked({ job })];
  };
