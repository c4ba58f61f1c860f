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
  summary: 'List backups',
  description:
    'Lists the backups in the folder HZM_BACKUP_DIR, the job in progress and the result of each last rehearsal. Backup contents are never served over HTTP.',
});

export const makeBackup = command({
  name: 'make-backup',
  call: 'POST /admin/backups',
  access: 'admin',
  status: 202,
  answer,
  summary: 'Start a backup',
  description:
    'Backs up log, keys and secret in the background, then rehearses a restore. The topic `admin` reports progress.',
});

export const rehearseBackup = command({
  name: 'rehearse-backup',
  call: 'POST /admin/backups/rehearsal',
  access: 'admin',
  status: 202,
  answer,
  summary: 'Rehearse a restore',
  description:
    'Restores the newest backup into a scratch folder in the background, builds all views from it and compares them with the running ones.',
});
