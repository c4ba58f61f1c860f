import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/members/api';
import {
  expiryOf,
  madeAt,
  MAX_INVITATIONS,
  MAX_MEMBERS,
  type Invitation,
  type Renewal,
} from '@hzm/contracts/features/members/member';
import { invitationDocs, memberDocs, memberId } from '@hzm/projections/features/members/members';
import type { ProjectDoc } from '@hzm/projections/features/projects/projects';
import { emailStream } from '@hzm/services/core/commands/reservation-key';
import { handle, type Caller, type Context, type Engine } from '@hzm/services/core/engine';
import { hashOfLinkToken } from '@hzm/services/core/security/link-token';
import { peopleProjectOf } from '../../access/people-of.ts';
import { presentProject } from '../../access/present-project.ts';
import { projectDoc } from '../../access/project.ts';
import { roleOf } from '../../access/role-of.ts';
import { isShown, sightOf } from '../../access/visibility.ts';
import { reservation } from '../accounts/account.ts';
import { decide } from './decide.ts';
import { handOverProject } from './hand-over.ts';
import { invitationToken } from './invitation-link.ts';
import {
  acceptByLink,
  acceptOwn,
  declineOwn,
  gone,
  invitationBy,
  mailOwn,
  offerOf,
  ownInvitations,
} from './invitations.ts';
import { mailInvitation } from './mailing.ts';
import { changeRole, inviteMember, removeMember, seeLink, withdrawInvitation } from './people.ts';
import { executeRoleChange, finishRoleChange } from './renewal.ts';
import {
  accountOf,
  decidingOn,
  invitationOf,
  isOpen,
  memberOf,
  projectWithPeople,
} from './view.ts';

/**
 * Somebody who leaves does not decide whether what they know stays valid, and switches no keys of
 * others off.
 */
const renewalOf = ({ actor }: Caller, userId: string, asked: Renewal = 'password'): Renewal =>
  userId === actor ? 'password' : asked;

/** An invitation of a project that nobody has accepted yet. @throws Problem NOT_FOUND */
async function openInvitation({ model }: Engine, projectId: string, invitationId: string) {
  const doc = await model.get(invitationDocs, invitationId);
  if (doc?.projectId !== projectId || doc.acceptedBy !== null) throw gone();
  return doc;
}

/** Adds its link to an invitation, which is mailed, too, on behalf of the caller. */
async function withLink(
  context: Context,
  { name: projectName }: ProjectDoc,
  invitation: Invitation,
  mail: { readonly key: string; readonly isRepeated: boolean },
) {
  const { mailer, vault } = context.engine;
  const { id, invitedBy } = invitation;
  const outcome = await mailInvitation(
    context,
    { ...invitation, projectName, inviterName: invitedBy.name },
    { ...mail, by: context.caller.actor },
  );
  const url = `${mailer?.origin ?? ''}/invitations/${invitationToken(vault, id, 'shown')}`;
  return { ...invitation, url, mailed: outcome === 'mailed' };
}

export const handlers = [
  handle(api.listMembers, async ({ engine, caller }, { params: { projectId } }) => {
    const project = await projectDoc(engine, projectId);
    const ofProject = { path: 'projectId', op: 'eq', value: peopleProjectOf(project) } as const;
    const { docs } = await engine.model.find({
      collection: memberDocs,
      where: [ofProject],
      sort: { by: { path: 'since' } },
      limit: MAX_MEMBERS,
    });
    const people = await Promise.all(
      docs.map(async doc => ({ doc, account: await accountOf(engine, doc.userId) })),
    );
    const members = people.flatMap(({ doc, account }) => (account ? [memberOf(doc, account)] : []));
    const seesInvitations = isShown(
      'invitation',
      sightOf(caller, { role: await roleOf(engine, caller, project) }),
    );
    const open = seesInvitations
      ? await engine.model.find({
          collection: invitationDocs,
          limit: MAX_INVITATIONS,
          where: [
            ofProject,
            { path: 'acceptedBy', op: 'eq', value: null },
            { path: 'expiresAt', op: 'gt', value: engine.now().toISOString() },
          ],
        })
      : { docs: [] };
    const invitations = await Promise.all(
      open.docs.map(async doc => invitationOf(doc, await accountOf(engine, doc.invitedBy))),
    );
    return {
      data: {
        members: [
          ...members.filter(({ role }) => role === 'owner'),
          ...members.filter(({ role }) => role !== 'owner'),
        ],
        invitations,
      },
    };
  }),

  handle(api.invite, async (context, { params: { projectId }, body: { email, role } }) => {
    const { engine, request, caller } = context;
    const { executor, vault, now } = engine;
    const project = await projectWithPeople(engine, projectId);
    const invitationId = (await executor.ids(request))(`project:${projectId}`, 'invitation');
    const token = invitationToken(vault, invitationId, 'shown');
    const { holder: invitee } = await executor.load(emailStream(email, vault.pepper), reservation);
    const { state, position, repeated } = await decide(
      context,
      projectId,
      inviteMember(decidingOn(caller, project), {
        invitationId,
        email,
        role,
        tokenHash: hashOfLinkToken(token),
        expiresAt: expiryOf(now()),
        invitee,
        now: now(),
      }),
    );
    const { expiresAt, invitedBy } = state.invitations.get(invitationId)!;
    const inviter = await accountOf(engine, invitedBy);
    const createdAt = madeAt(expiresAt);
    const made = { id: invitationId, email, role, invitedBy, createdAt, expiresAt };
    const mail = { key: invitationId, isRepeated: repeated !== undefined };
    return {
      data: { invitation: await withLink(context, project, invitationOf(made, inviter), mail) },
      position,
    };
  }),

  handle(api.linkInvitation, async (context, { params: { projectId, invitationId } }) => {
    const { engine, caller, request } = context;
    const project = await projectWithPeople(engine, projectId);
    const doc = await openInvitation(engine, projectId, invitationId);
    const { repeated } = await decide(
      context,
      projectId,
      seeLink(decidingOn(caller, project), invitationId, engine.now()),
    );
    const invitation = invitationOf(doc, await accountOf(engine, doc.invitedBy));
    const mail = { key: `${doc.id} ${request.id}`, isRepeated: repeated !== undefined };
    return { data: { invitation: await withLink(context, project, invitation, mail) } };
  }),

  handle(api.withdrawInvitation, async (context, { params: { projectId, invitationId } }) => {
    const project = await projectWithPeople(context.engine, projectId);
    await openInvitation(context.engine, projectId, invitationId);
    const { position } = await decide(
      context,
      projectId,
      withdrawInvitation(decidingOn(context.caller, project), invitationId),
    );
    return { data: {}, position };
  }),

  handle(api.getInvitation, async ({ engine }, { params: { token } }) => {
    const { doc } = await invitationBy(engine, token);
    if (!isOpen(doc, engine.now())) throw gone();
    return { data: { invitation: await offerOf(engine, doc) } };
  }),

  handle(api.acceptInvitation, (context, { params: { token } }) => acceptByLink(context, token)),

  handle(api.listOwnInvitations, ownInvitations),

  handle(api.acceptOwnInvitation, (context, { params: { invitationId } }) =>
    acceptOwn(context, invitationId),
  ),

  handle(api.declineInvitation, (context, { params: { invitationId } }) =>
    declineOwn(context, invitationId),
  ),

  handle(api.mailInvitation, (context, { params: { invitationId } }) =>
    mailOwn(context, invitationId),
  ),

  handle(
    api.changeMember,
    async (context, { params: { projectId, userId }, body: { role, renew } }) => {
      const { engine, caller } = context;
      const project = await projectWithPeople(engine, projectId);
      const by = decidingOn(caller, project);
      const change = { userId, next: role, decide: changeRole(by, userId, role) };
      const { position } = await executeRoleChange(
        context,
        project,
        by,
        change,
        renew ?? 'password',
      );
      const [doc, account] = await Promise.all([
        engine.model.get(memberDocs, memberId(projectId, userId)),
        accountOf(engine, userId),
      ]);
      if (!doc || !account) throw new Problem('NOT_FOUND');
      return { data: { member: memberOf(doc, account) }, position };
    },
  ),

  handle(
    api.removeMember,
    async (context, { params: { projectId, userId }, body }) => {
      const { engine, caller } = context;
      const project = await projectWithPeople(engine, projectId);
      if (!(await engine.model.get(memberDocs, memberId(projectId, userId))))
        throw new Problem('NOT_FOUND');
      const by = decidingOn(caller, project);
      const change = { userId, decide: removeMember(by, userId) };
      const { position } = await executeRoleChange(
        context,
        project,
        by,
        change,
        renewalOf(caller, userId, body?.renew),
      );
      return { data: {}, position };
    },
    {
      finish: (context, { params: { projectId, userId }, body }) =>
        finishRoleChange(context, projectId, renewalOf(context.caller, userId, body?.renew)),
    },
  ),

  handle(api.handOver, async (context, { params: { projectId }, body: { userId } }) => {
    const { engine } = context;
    const {
      position,
      state: [, [keys]],
    } = await handOverProject(context, await projectWithPeople(engine, projectId), userId);
    await engine.projector.waitForPosition(position);
    const suspended = [...keys].filter(([, { isSuspended }]) => isSuspended);
    const project = await presentProject(context, await projectDoc(engine, projectId));
    return {
      data: { project, suspendedKeys: suspended.map(([id, { name }]) => ({ id, name })) },
      position,
    };
  }),
];
