import type { Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/erasure/api';
import { accountDocs, sessionDocs } from '@hzm/projections/features/accounts/accounts';
import { invitationDocs } from '@hzm/projections/features/members/members';
import { handle, type Context } from '@hzm/services/core/engine';
import { emailStream } from '@hzm/services/core/reservation-key';
import { forgetMails } from '../../mail-bounds.ts';
import { closeAccount } from '../accounts/close.ts';
import { retire } from '../administration/retire.ts';
import { forgetInvitation, people } from '../members/people.ts';
import { forgetInThreads } from '../threads/forget.ts';
import { addresses, eraseAddress, erasedOf } from './erasure.ts';

const MAX_FOUND_DOCUMENTS = 10_000;

/**
 * Takes back the invitations that name an address, also those that have expired or were accepted:
 * they are still kept for a while.
 */
async function forgetInvitations(
  { engine: { executor, model }, request }: Context,
  email: string,
): Promise<void> {
  const { docs } = await model.find({
    collection: invitationDocs,
    where: [{ path: 'email', op: 'eq', value: email }],
    limit: MAX_FOUND_DOCUMENTS,
  });
  // One stream, several decisions: each is a request of its own.
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
 * Erases a person: first what cannot be refused any more is made sure of, then their addresses
 * where others have them, then the account with its key, its projects and theirs, then what they
 * said in others' threads.
 * Whatever was done stays done: after a crash the same call does the rest.
 * @throws Problem NOT_FOUND, VALIDATION_ERROR for another name; CONFLICT for the last administrator
 */
async function erase(context: Context, accountId: string, name: string): Promise<Position> {
  const { engine, request } = context;
  const { executor, mailer, model, projector, usage, vault } = engine;
  const account = await model.get(accountDocs, accountId);
  if (account) {
    if (account.name !== name)
      throw new Problem('VALIDATION_ERROR', {
        details: [{ path: 'name', message: { key: 'person-name-wrong' } }],
      });
    await retire(engine, request, accountId);
  }
  const sessions = await model.find({
    collection: sessionDocs,
    where: [{ path: 'accountId', op: 'eq', value: accountId }],
    limit: MAX_FOUND_DOCUMENTS,
  });
  for (const email of await executor.load(`account-${accountId}`, addresses)) {
    await forgetInvitations(context, email);
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
  await closeAccount(context, accountId);
  // They cannot write any more.
  await forgetInThreads(engine, request, accountId);
  return projector.position;
}

export const handlers = [
  handle(api.erasePerson, async (context, { params: { accountId }, body: { name } }) => ({
    data: {},
    position: await erase(context, accountId, name),
  })),
];
