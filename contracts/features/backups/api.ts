import * as z from 'zod';
import { BackupState } from '../../core/backups.ts';
import { command, query } from '../../core/call.ts';

const answer = z.object({
  backups: BackupState.nullable().meta({
    description:
      'Null: HZM_BACKUP_DIR is not set where the views are written, so that none are made.',
  }),
});

export const listBackups = query({
  name: 'list-backups',
  call: 'GET /admin/backups',
  access: 'admin',
  answer,
  summary:
    'The backups of the whole installation in the folder HZM_BACKUP_DIR, what is under way, and what became of the last rehearsal of each. Their contents never leave the server by HTTP.',
});

export const makeBackup = command({
  name: 'make-backup',
  call: 'POST /admin/backups',
  access: 'admin',
  status: 202,
  answer,
  summary:
    'Make a backup of log, keys and secret now, in the background, and rehearse it. How far it is comes on the topic `admin`.',
});

export const rehearseBackup = command({
  name: 'rehearse-backup',
  call: 'POST /admin/backups/rehearsal',
  access: 'admin',
  status: 202,
  answer,
  summary:
    'Restore the newest backup into a scratch place now, in the background, build all views from it and compare them with those that run.',
});
