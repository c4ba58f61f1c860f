import { Problem } from '@hzm/contracts/core/problem';
import type { Lifted } from '@hzm/contracts/features/projects/project';
import { accountDocs } from '@hzm/projections/features/accounts/accounts';
import type { ProjectDoc } from '@hzm/projections/features/projects/projects';
import type { Context } from '@hzm/services/core/engine';
import { protectionOf } from './delete-asked.ts';

/**
 * Tells by what a caller lifts a project's protection: its password, or, for its owner, the password of
 * their account, so that no password that somebody else set locks them out. Administrators need none.
 * @throws Problem PROTECTION_REQUIRED, PROTECTION_INVALID, RATE_LIMIT_EXCEEDED
 */
export async function liftedBy(context: Context, doc: ProjectDoc, password: string | undefined): Promise<Lifted> {
  const { engine: { hashing, model }, caller, passwords, source: { account } } = context;
  const { id, ownerId, passwordHash } = doc;
  if (passwordHash === null) return 'password';
  if (password === undefined) {
    if (caller.isAdmin) return 'administrator';
    throw new Problem('PROTECTION_REQUIRED');
  }
  const owner = caller.actor === ownerId ? await model.get(accountDocs, ownerId) : undefined;
  let lifted: Lifted = 'password';
  // One guess, whichever of both it was meant to be.
  const isRight = await passwords.check(async () => {
    if (await hashing.verify(password, passwordHash, account)) return true;
    lifted = 'account';
    return owner !== undefined && hashing.verify(password, owner.passwordHash, account);
  }, protectionOf(id));
  if (!isRight) throw new Problem('PROTECTION_INVALID');
  return lifted;
}
