import { sessionDocs } from '@hzm/projections/features/accounts/accounts';
import { invitationDocs } from '@hzm/projections/features/members/members';
import { emailStream } from '@hzm/services/core/commands/reservation-key';
import type { Context } from '@hzm/services/core/engine';
import { forgetMails } from '../../mail-bounds.ts';
import { forgetInvitation, people } from '../members/people.ts';
import { forgetInThreads } from '../threads/forget.ts';
import { closeAccount } from './close-account.ts';
import { addresses, eraseAddress, erasedOf } from './erasure.ts';

type Asked = Pick<Context, 'engine' | 'request'>;

const MAX_FOUND_DOCUMENTS = 10_000;

/**
 * Withdraws the invitations to an address, including expired and accepted ones, which are stored
 * for a while.
 */
async function forgetInvitations(
  { engine: { executor, model }, request }: Asked,
  email: string,
): Promise<void> {
  const { docs } = await model.find({
    collection: invitationDocs,
    where: [{ path: 'email', op: 'eq', value: email }],
    limit: MAX_FOUND_DOCUMENTS,
  });
  // Several decisions on one stream need separate requests.
  for (const { id, projectId } of docs)
    await executor.execute(
      { ...request, repeatable: false },
      {
        stream: `project-${projectId}`,
        about: { projectId },
        decider: people,
        decide: forgetInvitation(projectId, id),
      },
    );
}

/**
 * Erases the addresses of a person held by others, then the account with its key and projects, then
 * messages in others' threads. After a crash, `Closings` or the same call does the rest.
 * @throws Problem NOT_FOUND; CONFLICT for the last administrator
 */
export async function erasePerson(asked: Asked, accountId: string): Promise<void> {
  const { engine, request } = asked;
  const { executor, mailer, model, projector, usage, vault } = engine;
  const sessions = await model.find({
    collection: sessionDocs,
    where: [{ path: 'accountId', op: 'eq', value: accountId }],
    limit: MAX_FOUND_DOCUMENTS,
  });
  for (const email of await executor.load(`account-${accountId}`, addresses)) {
    await forgetInvitations(asked, email);
    const stream = emailStream(email, vault.pepper);
    const { position } = await executor.execute(request, {
      stream,
      decider: erasedOf,
      decide: eraseAddress(accountId, stream),
    });
    await projector.waitForPosition(position);
    if (mailer) forgetMails(mailer, email);
  }
  await usage.forget(sessions.docs.map(({ id }) => id));
  await closeAccount(asked, accountId);
  // Last, because the person can no longer write.
  await forgetInThreads(engine, request, accountId);
}
