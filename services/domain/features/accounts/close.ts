import type { Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import { accountDocs } from '@hzm/projections/features/accounts/accounts';
import type { Context } from '@hzm/services/core/engine';
import { emailStream } from '@hzm/services/core/reservation-key';
import { dropProject } from '../projects/delete.ts';
import { portfolio } from '../projects/portfolio.ts';
import { account, deleteAccount, releaseEmail, reservation } from './account.ts';

/**
 * Deletes an account: first its sign-in, then its projects, then it releases the address.
 * After a crash the same call does the rest.
 * @throws Problem NOT_FOUND; CONFLICT for the last administrator
 */
export async function closeAccount({ engine, request }: Context, accountId: string): Promise<Position> {
  const { executor, model, projector, vault } = engine;
  const person = await model.get(accountDocs, accountId);
  if (person?.isAdmin) {
    const { total = 0 } = await model.find({ collection: accountDocs, where: [{ path: 'isAdmin', op: 'eq', value: true }], limit: 1, count: true });
    if (total === 1) throw new Problem('CONFLICT', { text: 'last-admin' });
  }
  const gone = await executor.execute(request, { stream: `account-${accountId}`, decider: account, decide: deleteAccount(accountId) });
  await projector.waitForPosition(gone.position);

  const projects = await executor.load(`portfolio-${accountId}`, portfolio);
  // One stream, several decisions: each is a request of its own.
  for (const projectId of projects.keys()) await dropProject(engine, { ...request, id: `${request.id}/${projectId}` }, { projectId, ownerId: accountId });
  if (person) await executor.execute(request, { stream: emailStream(person.email, vault.pepper), decider: reservation, decide: releaseEmail(accountId) });
  return projector.position;
}
