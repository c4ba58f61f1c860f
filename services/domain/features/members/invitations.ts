import type { AnswerOf } from '@hzm/contracts/core/call';
import { Problem } from '@hzm/contracts/core/problem';
import type * as api from '@hzm/contracts/features/members/api';
import { MAX_OWN_INVITATIONS, type InvitationOffer } from '@hzm/contracts/features/members/member';
import { invitationDocs, type InvitationDoc } from '@hzm/projections/features/members/members';
import { projectDocs } from '@hzm/projections/features/projects/projects';
import type { Context, Engine } from '@hzm/services/core/engine';
import { idOfLinkToken } from '@hzm/services/core/security/link-token';
import { accountDoc, hasProvenEmail } from '../../access/account.ts';
import { presentProject } from '../../access/present-project.ts';
import { projectDoc } from '../../access/project.ts';
import { account, proveEmail } from '../accounts/account.ts';
import { decide } from './decide.ts';
import { linkKindOf, type LinkKind } from './invitation-link.ts';
import { mailInvitation } from './mailing.ts';
import { accept, decline, forgetPerson, receiveLink } from './people.ts';
import { accountOf, inviterName } from './view.ts';

export const gone = (): Problem => new Problem('NOT_FOUND', { text: 'invitation-gone' });

/** The invitation that a link is about, and which link it is. @throws Problem NOT_FOUND */
export async function invitationBy(
  { model, vault }: Pick<Engine, 'model' | 'vault'>,
  token: string,
): Promise<{ readonly doc: InvitationDoc; readonly kind: LinkKind }> {
  const doc = await model.get(invitationDocs, idOfLinkToken(token));
  const kind = doc && linkKindOf(vault, doc, token);
  if (!doc || !kind || !(await model.get(projectDocs, doc.projectId))) throw gone();
  return { doc, kind };
}

/** Returns an invitation as the invited person sees it. @throws Problem NOT_FOUND */
export async function offerOf(engine: Engine, doc: InvitationDoc): Promise<InvitationOffer> {
  const { id, projectId, invitedBy, role, email, expiresAt } = doc;
  const [{ name: projectName }, inviter] = await Promise.all([
    projectDoc(engine, projectId),
    accountOf(engine, invitedBy),
  ]);
  return { id, projectName, inviterName: inviterName(invitedBy, inviter), role, email, expiresAt };
}

/** Lets the caller into the project by an invitation to their address. */
async function join(context: Context, { id, projectId }: InvitationDoc, email: string) {
  const { engine, caller, request } = context;
  const { ownerId } = await projectDoc(engine, projectId);
  const { position } = await decide(
    context,
    projectId,
    accept({ projectId, ownerId }, id, { userId: caller.actor, email }, engine.now()),
  );
  // An account that was deleted just now, too late to be told, is in no project.
  if (!(await accountOf(engine, caller.actor))) {
    await decide(
      { ...context, request: { ...request, repeatable: false } },
      projectId,
      forgetPerson({ projectId, ownerId }, caller.actor),
    );
    throw new Problem('UNAUTHORIZED');
  }
  const project = await presentProject(context, await projectDoc(engine, projectId));
  return { data: { project }, position };
}

/** Accepts by a link; the one that only the mailbox was sent proves the address, too. */
export async function acceptByLink(context: Context, token: string) {
  const { engine, caller, request } = context;
  const { doc, kind } = await invitationBy(engine, token);
  if (doc.acceptedBy !== null && doc.acceptedBy !== caller.actor) throw gone();
  const person = await accountDoc(engine, caller.actor);
  const { id: accountId, email } = person;
  const joined = await join(context, doc, email);
  if (kind === 'mailed' && !hasProvenEmail(person)) {
    const { position } = await engine.executor.execute(
      { ...request, repeatable: false },
      {
        stream: `account-${accountId}`,
        decider: account,
        decide: proveEmail({ accountId, email }),
      },
    );
    await engine.projector.waitForPosition(position);
  }
  return joined;
}

/** An invitation to the caller's address, and the caller's account. @throws Problem NOT_FOUND */
async function ownInvitation({ engine, caller }: Context, invitationId: string) {
  const person = await accountDoc(engine, caller.actor);
  const doc = await engine.model.get(invitationDocs, invitationId);
  if (doc?.email !== person.email) throw gone();
  if (!(await engine.model.get(projectDocs, doc.projectId))) throw gone();
  if (doc.acceptedBy !== null && doc.acceptedBy !== person.id) throw gone();
  return { doc, person };
}

/** Accepts without the link, which takes an address that is proven. @throws Problem FORBIDDEN */
export async function acceptOwn(context: Context, invitationId: string) {
  const { doc, person } = await ownInvitation(context, invitationId);
  if (!hasProvenEmail(person)) throw new Problem('FORBIDDEN', { text: 'email-unproven' });
  return join(context, doc, person.email);
}

export async function declineOwn(context: Context, invitationId: string) {
  const { doc, person } = await ownInvitation(context, invitationId);
  const { projectId } = doc;
  const now = context.engine.now();
  const { position } = await decide(
    context,
    projectId,
    decline(projectId, doc.id, person.email, now),
  );
  return { data: {}, position };
}

/**
 * Mails the link to the caller's address: a reader of that mailbox may accept.
 * @throws Problem RATE_LIMIT_EXCEEDED when too many were mailed
 */
export async function mailOwn(context: Context, invitationId: string) {
  const { engine, request } = context;
  const { doc, person } = await ownInvitation(context, invitationId);
  const { repeated } = await decide(
    context,
    doc.projectId,
    receiveLink(doc.id, person.email, engine.now()),
  );
  const outcome = await mailInvitation(context, await offerOf(engine, doc), {
    key: `${doc.id} ${request.id}`,
    by: person.id,
    isRepeated: repeated !== undefined,
  });
  if (outcome === 'refused') throw new Problem('RATE_LIMIT_EXCEEDED');
  return { data: { mailed: outcome === 'mailed' } };
}

/** The open invitations to the caller's address, the newest first. */
export async function ownInvitations({
  engine,
  caller,
}: Context): Promise<{ data: AnswerOf<typeof api.listOwnInvitations> }> {
  const person = await accountDoc(engine, caller.actor);
  const { docs } = await engine.model.find({
    collection: invitationDocs,
    where: [
      { path: 'email', op: 'eq', value: person.email },
      { path: 'acceptedBy', op: 'eq', value: null },
      { path: 'expiresAt', op: 'gt', value: engine.now().toISOString() },
    ],
    sort: { by: { path: 'createdAt' }, descending: true },
    limit: MAX_OWN_INVITATIONS,
  });
  const offers = await Promise.all(
    docs.map(async doc =>
      (await engine.model.get(projectDocs, doc.projectId)) ? [await offerOf(engine, doc)] : [],
    ),
  );
  return {
    data: {
      invitations: offers.flat(),
      isProven: hasProvenEmail(person),
      sendsMail: engine.mailer !== undefined,
    },
  };
}
