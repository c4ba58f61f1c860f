import type { Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import { deleteAccount } from '@hzm/contracts/features/accounts/api';
import * as api from '@hzm/contracts/features/erasure/api';
import { accountDocs, sessionDocs } from '@hzm/projections/features/accounts/accounts';
import { invitationDocs } from '@hzm/projections/features/members/members';
import { emailStream } from '@hzm/services/core/commands/reservation-key';
import { handle, type Context } from '@hzm/services/core/engine';
import { forgetMails } from '../../mail-bounds.ts';
import { retire } from '../administration/retire.ts';
import { forgetInvitation, people } from '../members/people.ts';
import { forgetInThreads } from '../threads/forget.ts';
import { closeAccount } from './close-account.ts';
import { addresses, eraseAddress, erasedOf } from './erasure.ts';

const MAX_FOUND_DOCUMENTS = 10_000;

/**
 * Withdraws the invitations to an address, including expired and accepted ones, which are stored
 * for a while.
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
 * Erases a person: checks what could refuse it, then erases addresses held by others, the account
 * with its key and projects, and messages in others' threads. A repeated call resumes after a
 * crash.
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
  // Last, because the person can no longer write.
  await forgetInThreads(engine, request, accountId);
  return projector.position;
}

export const handlers = [
  handle(deleteAccount, async (context, { params: { accountId } }) => ({
    data: {},
    position: await closeAccount(context, accountId),
  })),

  handle(api.erasePerson, async (context, { params: { accountId }, body: { name } }) => ({
    data: {},
    position: await erase(context, accountId, name),
  })),
];
