import { isEventOf } from '@hzm/contracts/core/event';
import { backupAsked } from '@hzm/contracts/features/backups/events';
import type { BackupService } from '../../../core/backups/backup-service.ts';
import type { ProjectedEvent } from '../../../core/projecting/projector-parts.ts';

/** Does what is asked from now on, where this process makes the backups. */
export const handleBackups =
  (service: BackupService) =>
  (batch: readonly ProjectedEvent[]): void => {
    for (const { event } of batch) if (isEventOf(backupAsked, event)) service.ask(event.data.job);
  };
