import type { Position } from '@hzm/contracts/core/position';
import type { Engine } from '@hzm/services/core/engine';
import type { Request } from '../../../core/commands/request.ts';
import { AUTHORITY, authority, retireAccount } from '../accounts/authority.ts';
import { renewMasterIfSeen } from '../master/renewal.ts';

/**
 * Ends what an account may, before it is deleted. @throws Problem CONFLICT for the last
 * administrator
 */
export async function retire(
  engine: Engine,
  request: Request,
  accountId: string,
): Promise<Position | undefined> {
  const { position } = await engine.executor.execute(request, {
    stream: AUTHORITY,
    decider: authority,
    decide: retireAccount(accountId),
  });
  await renewMasterIfSeen(engine, request);
  return position;
}
