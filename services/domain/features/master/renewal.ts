import type { Position } from '@hzm/contracts/core/position';
import type { Engine } from '@hzm/services/core/engine';
import { newMasterKey, randomLetters } from '@hzm/services/core/security/api-key';
import type { Request } from '../../../core/commands/request.ts';
import { activeAdmins, AUTHORITY, authority } from '../accounts/authority.ts';
import { master, MASTER_STREAM, renewMaster } from './master.ts';

export const MASTER_PASSWORD_LENGTH = 24;

/**
 * Renews the master credentials that a former administrator may have seen, and waits until the old
 * ones are refused. The log tells whether that is due, so that a renewal that a crash interrupted
 * happens at the next start.
 * @param seenUntil a later position up to which they may have been seen
 */
export async function renewMasterIfSeen(
  { executor, now, projector }: Pick<Engine, 'executor' | 'now' | 'projector'>,
  request: Request,
  seenUntil?: Position,
): Promise<void> {
  const current = await executor.load(AUTHORITY, authority);
  const until = seenUntil ?? current.endedAt;
  if (until === undefined) return;
  const secrets = { apiKey: newMasterKey(now()), password: randomLetters(MASTER_PASSWORD_LENGTH) };
  const { position } = await executor.execute(
    { ...request, repeatable: false },
    {
      stream: MASTER_STREAM,
      decider: master,
      decide: renewMaster(secrets, until, activeAdmins(current)),
    },
  );
  await projector.waitForPosition(position);
}
