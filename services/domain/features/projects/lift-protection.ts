import { Problem } from '@hzm/contracts/core/problem';
import type { Lifted } from '@hzm/contracts/features/projects/project';
import { accountDocs } from '@hzm/projections/features/accounts/accounts';
import type { ProjectDoc } from '@hzm/projections/features/projects/projects';
import type { Context } from '@hzm/services/core/engine';
import { passwordSubject } from '../../access/account.ts';
import { protectionOf } from './delete-asked.ts';

/**
 * Returns the password that lifts a project's protection: its own or, for the owner, that of their
 * account, so that nobody else's password locks them out. Administrators need none.
 * @throws Problem PROTECTION_REQUIRED, PROTECTION_INVALID, RATE_LIMIT_EXCEEDED
 */
export async function liftedBy(
  context: Context,
  doc: ProjectDoc,
  password: string | undefined,
): Promise<Lifted> {
  const {
    engine: { hashing, model },
    caller,
    passwords,
    source: { account },
  } = context;
  const { id, ownerId, passwordHash } = doc;
  if (passwordHash === null) return 'password';
  if (password === undefined) {
    if (caller.isAdmin) return 'administrator';
    throw new Problem('PROTECTION_REQUIRED');
  }
  const owner = caller.actor === ownerId ? await model.get(accountDocs, ownerId) : undefined;
  let lifted: Lifted = 'password';
  const judge = async (): Promise<boolean> => {
    if (await hashing.verify(password, passwordHash, account)) return true;
    lifted = 'account';
    return owner !== undefined && hashing.verify(password, owner.passwordHash, account);
  };
  // Whichever of both it was meant to be, it is a guess at either: counted as both before it is
  // judged.
  const ofProject = (): Promise<boolean> => passwords.check(judge, protectionOf(id));
  const isRight = await (owner
    ? passwords.check(ofProject, passwordSubject(owner.email))
    : ofProject());
  if (!isRight) throw new Problem('PROTECTION_INVALID');
  return lifted;
}
