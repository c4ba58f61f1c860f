import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/members/api';
import {
  expiryOf,
  madeAt,
  MAX_INVITATIONS,
  MAX_MEMBERS,
  type Renewal,
} from '@hzm/contracts/features/members/member';
import {
  invitationDocs,
  memberDocs,
  memberId,
  type InvitationDoc,
} from '@hzm/projections/features/members/members';
import type { Decision } from '@hzm/services/core/decider';
import { handle, type Caller, type Context, type Engine } from '@hzm/services/core/engine';
import { hashOfLinkToken, idOfLinkToken, newLinkToken } from '@hzm/services/core/link-token';
import { emailStream } from '@hzm/services/core/reservation-key';
import { sameSecret } from '@hzm/services/core/same-secret';
import { peopleProjectOf } from '../../access/people-of.ts';
import { roleOf } from '../../access/role-of.ts';
import { isShown, sightOf } from '../../access/visibility.ts';
import { reservation } from '../accounts/account.ts';
import { accountDoc } from '../accounts/view.ts';
import { presentProject } from '../projects/present.ts';
import { projectDoc } from '../projects/view.ts';
import { handOverProject } from './hand-over.ts';
import { mailInvitation, wasMailed } from './mailing.ts';
import {
  accept,
  changeRole,
  forgetPerson,
  inviteMember,
  people,
  removeMember,
  withdrawInvitation,
  type People,
} from './people.ts';
import { executeRoleChange, finishRoleChange } from './renewal.ts';
import {
  accountOf,
  decidingOn,
  invitationOf,
  inviterName,
  isOpen,
  memberOf,
  projectWithPeople,
} from './view.ts';

/** Decides in the project's own stream, and waits until it can be read. */
async function decide(
  { engine, request }: Context,
  projectId: string,
  decision: (state: People) => Decision,
) {
  const outcome = await engine.executor.execute(request, {
    stream: `project-${projectId}`,
    about: { projectId },
    decider: people,
    decide: decision,
  });
  await engine.projector.waitForPosition(outcome.position);
  return outcome;
}

/** The invitation that a link is about, if it is the link's. @throws Problem NOT_FOUND */
async function invitationBy(
  { model }: Pick<Engine, 'model'>,
  token: string,
): Promise<InvitationDoc> {
  const doc = await model.get(invitationDocs, idOfLinkToken(token));
  if (!doc || !sameSecret(doc.tokenHash, hashOfLinkToken(token))) throw gone();
  return doc;
}

/**
 * Somebody who leaves does not decide whether what they know stays valid, and switches no keys of
 * others off.
 */
const renewalOf = ({ actor }: Caller, userId: string, asked: Renewal = 'password'): Renewal =>
  userId === actor ? 'password' : asked;

const gone = (): Problem => new Problem('NOT_FOUND', { text: 'invitation-gone' });

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
    const { engine, request, caller, language } = context;
    const { executor, vault, mailer, now } = engine;
    const project = await projectWithPeople(engine, projectId);
    const invitationId = (await executor.ids(request))(`project:${projectId}`, 'invitation');
    // Nothing of the token is kept but a hash: the same request makes the same one again.
    const token = newLinkToken(
      invitationId,
      request.repeatable
        ? { key: vault.pepper, text: `${request.actor} ${request.id}` }
        : undefined,
    ).text;
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
    const inviter = inviterName(invitedBy, await accountOf(engine, invitedBy));
    const url = `${mailer?.origin ?? ''}/invitations/${token}`;
    const mailed =
      repeated === undefined
        ? await mailInvitation(mailer, {
            invitationId,
            invitedBy,
            inviter,
            project: project.name,
            email,
            role,
            url,
            expiresAt,
            language,
          })
        : await wasMailed(mailer, invitationId);
    return {
      data: {
        invitation: {
          id: invitationId,
          email,
          role,
          invitedBy: { id: invitedBy, name: inviter },
          createdAt: madeAt(expiresAt),
          expiresAt,
          url,
          mailed,
        },
      },
      position,
    };
  }),

  handle(api.withdrawInvitation, async (context, { params: { projectId, invitationId } }) => {
    const project = await projectWithPeople(context.engine, projectId);
    const doc = await context.engine.model.get(invitationDocs, invitationId);
    if (doc?.projectId !== projectId || doc.acceptedBy !== null) throw gone();
    const { position } = await decide(
      context,
      projectId,
      withdrawInvitation(decidingOn(context.caller, project), invitationId),
    );
    return { data: {}, position };
  }),

  handle(api.getInvitation, async ({ engine }, { params: { token } }) => {
    const doc = await invitationBy(engine, token);
    if (!isOpen(doc, engine.now())) throw gone();
    const [project, inviter] = await Promise.all([
      projectDoc(engine, doc.projectId),
      accountOf(engine, doc.invitedBy),
    ]);
    return {
      data: {
        invitation: {
          projectName: project.name,
          inviterName: inviterName(doc.invitedBy, inviter),
          role: doc.role,
          email: doc.email,
          expiresAt: doc.expiresAt,
        },
      },
    };
  }),

  handle(api.acceptInvitation, async (context, { params: { token } }) => {
    const { engine, caller, request } = context;
    const { id, projectId, tokenHash, acceptedBy } = await invitationBy(engine, token);
    if (acceptedBy !== null && acceptedBy !== caller.actor) throw gone();
    const { email } = await accountDoc(engine, caller.actor);
    const { ownerId } = await projectDoc(engine, projectId);
    const { position } = await decide(
      context,
      projectId,
      accept({ projectId, ownerId }, id, { userId: caller.actor, email, tokenHash }, engine.now()),
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
    return {
      data: { project: await presentProject(context, await projectDoc(engine, projectId)) },
      position,
    };
  }),

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
    (context, { params: { projectId, userId }, body }) =>
      finishRoleChange(context, projectId, renewalOf(context.caller, userId, body?.renew)),
  ),

  handle(api.handOver, async (context, { params: { projectId }, body: { userId } }) => {
    const { engine } = context;
    const { position, state } = await handOverProject(
      context,
      await projectWithPeople(engine, projectId),
      userId,
    );
    await engine.projector.waitForPosition(position);
    const suspended = [...state[1]].filter(([, { isSuspended }]) => isSuspended);
    const project = await presentProject(context, await projectDoc(engine, projectId));
    return {
      data: { project, suspendedKeys: suspended.map(([id, { name }]) => ({ id, name })) },
      position,
    };
  }),
];
