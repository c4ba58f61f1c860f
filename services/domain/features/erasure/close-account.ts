import type { Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import { accountDocs } from '@hzm/projections/features/accounts/accounts';
import { invitationDocs, memberDocs } from '@hzm/projections/features/members/members';
import { emailStream } from '@hzm/services/core/commands/reservation-key';
import type { Context, Engine } from '@hzm/services/core/engine';
import { isOfAnother, projectAnywhere } from '../../access/project.ts';
import { MAX_PROJECTS } from '../../access/reachable.ts';
import { portfolio } from '../../portfolio/portfolio.ts';
import { account, deleteAccount, releaseEmail, reservation } from '../accounts/account.ts';
import { retire } from '../administration/retire.ts';
import { endLooks } from '../looks/view.ts';
import { settlePortfolio } from '../members/hand-over.ts';
import { forgetPerson } from '../members/people.ts';
import { executeRoleChange } from '../members/renewal.ts';
import { dropProject } from '../projects/delete.ts';

/** The projects that a person is in or has invited to. */
async function projectsAround({ model }: Engine, accountId: string): Promise<ReadonlySet<string>> {
  const [members, invitations] = await Promise.all([
    model.find({
      collection: memberDocs,
      where: [{ path: 'userId', op: 'eq', value: accountId }],
      limit: MAX_PROJECTS,
    }),
    model.find({
      collection: invitationDocs,
      where: [{ path: 'invitedBy', op: 'eq', value: accountId }],
      limit: MAX_PROJECTS,
    }),
  ]);
  return new Set([...members.docs, ...invitations.docs].map(({ projectId }) => projectId));
}

/**
 * Deletes an account: first what it may, then its sign-in, then its place in others' projects with
 * the invitations it made, then its projects, then it releases the address.
 * After a crash, `Closings` or the same call does the rest.
 * @throws Problem NOT_FOUND; CONFLICT for the last administrator
 */
export async function closeAccount(
  { engine, request }: Pick<Context, 'engine' | 'request'>,
  accountId: string,
): Promise<Position> {
  const { executor, model, projector, vault } = engine;
  const person = await model.get(accountDocs, accountId);
  const { kind } = await executor.load(`account-${accountId}`, account);
  if (kind === 'none') throw new Problem('NOT_FOUND');
  const retired = kind === 'active' ? await retire(engine, request, accountId) : undefined;
  const gone = await executor.execute(request, {
    stream: `account-${accountId}`,
    decider: account,
    decide: deleteAccount(accountId),
  });
  await projector.waitForPosition(gone.position ?? retired);

  await endLooks({ engine, request }, 'lookerId', accountId);
  // A person in no project is handed none any more.
  for (const projectId of await projectsAround(engine, accountId)) {
    const project = await projectAnywhere(engine, projectId);
    if (!project) continue;
    const forget = {
      userId: accountId,
      isClosed: true as const,
      decide: forgetPerson({ projectId, ownerId: project.ownerId }, accountId),
    };
    await executeRoleChange(
      { engine, request: { ...request, repeatable: false } },
      project,
      project,
      forget,
      'password',
    );
  }
  await settlePortfolio(engine, request, accountId, 0);
  const projects = await executor.load(`portfolio-${accountId}`, portfolio);
  // One stream, several decisions: each is a request of its own.
  for (const projectId of projects.keys()) {
    // A portfolio of before 0.3.0 may name what is another account's.
    if (await isOfAnother(engine, projectId, accountId)) continue;
    const deleting = { ...request, id: `${request.id}/${projectId}` };
    await dropProject(engine, deleting, { projectId, ownerId: accountId });
  }
  if (person)
    await executor.execute(request, {
      stream: emailStream(person.email, vault.pepper),
      decider: reservation,
      decide: releaseEmail(accountId),
    });
  return projector.position;
}
