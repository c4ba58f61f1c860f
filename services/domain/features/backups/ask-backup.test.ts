import type { Backup, BackupState } from '@hzm/contracts/core/backups';
import { Problem } from '@hzm/contracts/core/problem';
import { expect, it } from 'vitest';
import { askBackup } from './ask-backup.ts';

const backup: Backup = {
  name: 'a',
  bytes: 1,
  startedAt: '2026-01-01T00:00:00.000Z',
  endedAt: '2026-01-01T00:00:01.000Z',
  events: 1,
  keys: 1,
  begin: '0',
  end: '0',
  isEncrypted: false,
  problem: null,
  rehearsal: null,
};
const state: BackupState = {
  directory: '/b',
  times: ['03:00'],
  keep: 7,
  next: '2026-01-01T03:00:00.000Z',
  running: null,
  failed: null,
  backups: [backup],
};
const refusal = (decision: unknown): unknown =>
  decision instanceof Problem ? decision.text?.key : decision;

it('is asked for, unless there is no folder, something is under way or nothing is there to rehearse', () => {
  expect(askBackup(state, 'rehearsal')()).toMatchObject([
    { type: 'backup-asked', data: { job: 'rehearsal' } },
  ]);
  expect(askBackup({ ...state, backups: [] }, 'backup')()).toMatchObject([
    { type: 'backup-asked', data: { job: 'backup' } },
  ]);
  expect(refusal(askBackup(null, 'backup')())).toBe('backups-not-set');
  expect(
    refusal(
      askBackup(
        { ...state, running: { kind: 'rehearsal', startedAt: state.next, share: 0 } },
        'backup',
      )(),
    ),
  ).toBe('backup-running');
  for (const backups of [[], [{ ...backup, problem: 'It is cut off.' }]])
    expect(refusal(askBackup({ ...state, backups }, 'rehearsal')())).toBe('backup-none');
});
