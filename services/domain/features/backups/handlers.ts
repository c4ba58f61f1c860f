import type { BackupState } from '@hzm/contracts/core/backups';
import * as api from '@hzm/contracts/features/backups/api';
import { handle, type Context, type Engine } from '@hzm/services/core/engine';
import { OPERATIONS } from '../status/operations.ts';
import { askBackup, backupRequests } from './ask-backup.ts';

const stateOf = async ({ status }: Engine): Promise<BackupState | null> =>
  (await status.status()).backups;

/** Asks the process that makes backups, through the log. @throws Problem CONFLICT */
async function ask({ engine, request }: Context, job: 'backup' | 'rehearsal') {
  const state = await stateOf(engine);
  const { position } = await engine.executor.execute(request, {
    stream: OPERATIONS,
    decider: backupRequests,
    decide: askBackup(state, job),
  });
  await engine.projector.waitForPosition(position);
  return { data: { backups: await stateOf(engine) }, position };
}

export const handlers = [
  handle(api.listBackups, async ({ engine }) => ({ data: { backups: await stateOf(engine) } })),
  handle(api.makeBackup, context => ask(context, 'backup')),
  handle(api.rehearseBackup, context => ask(context, 'rehearsal')),
];
