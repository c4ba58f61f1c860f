import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/accounts/api';
import { accountDocs, sessionDocs } from '@hzm/projections/features/accounts/accounts';
import { emailStream } from '@hzm/services/core/commands/reservation-key';
import { handle } from '@hzm/services/core/engine';
import { passwordSubject, accountDoc, userOf } from '../../access/account.ts';
import { projectOf } from '../../access/project.ts';
import { projectsOf } from '../../access/reachable.ts';
import { endLooks, isLasting, latestLooks, lookOf } from '../looks/view.ts';
import { account, changePassword, reservation } from './account.ts';
import { openSessions, reusedSessions } from './open-sessions.ts';
import { isOwnPassword, wrongPassword } from './own-password.ts';
import { linkByAdministrator, mailLink, resetByLink } from './password-reset.ts';
import { renewToken } from './session-token.ts';
import { closeSession, session } from './session.ts';
import { credentialsOf, signIn } from './sign-in.ts';
import { signUp } from './sign-up.ts';

export const handlers = [
  handle(api.register, signUp),

  handle(api.login, async (context, { body: { email, password } }) => {
    const { engine, passwords } = context;
    const { holder } = await engine.executor.load(
      emailStream(email, engine.vault.pepper),
      reservation,
    );
    const known = holder === undefined ? undefined : await engine.model.get(accountDocs, holder);
    // An address may still be reserved for an account that was given another.
    const user = known?.email === email ? known : undefined;
    if (!(await passwords.verify(passwordSubject(email), password, user?.passwordHash)) || !user)
      throw new Problem('INVALID_CREDENTIALS');
    if (!user.isActive) throw new Problem('ACCOUNT_DISABLED');
    const issued = await signIn(context, user);
    const projects = await projectsOf(engine, user.id);
    return {
      data: {
        user: userOf(user),
        credentials: credentialsOf(user, projects),
        ...issued,
        projects: projects.map(p => projectOf(p, user, 'owner', 'whole')),
      },
    };
  }),

  handle(api.refresh, renewToken),

  handle(api.logout, async ({ engine, caller, request }) => {
    if (!caller.sessionId) throw new Problem('UNAUTHORIZED');
    await endLooks({ engine, request }, 'lookerSession', caller.sessionId);
    const { position } = await engine.executor.execute(request, {
      stream: `session-${caller.sessionId}`,
      decider: session,
      decide: closeSession(caller.actor, caller.sessionId),
    });
    await engine.projector.waitForPosition(position);
    await engine.usage.forget([caller.sessionId]);
    return { data: {}, position };
  }),

  handle(api.me, async ({ engine, caller }) => {
    const user = await accountDoc(engine, caller.actor);
    const projects = caller.looker ? [] : await projectsOf(engine, user.id);
    const looks = (await latestLooks(engine, 'accountId', user.id)).filter(doc =>
      isLasting(doc, engine.now()),
    );
    return {
      data: {
        user: userOf(user),
        credentials: credentialsOf(user, projects),
        looks: await Promise.all(
          looks.map(async doc => lookOf(doc, await engine.model.get(accountDocs, doc.lookerId))),
        ),
      },
    };
  }),

  handle(
    api.changePassword,
    async ({ engine, caller, request, passwords }, { body: { currentPassword, newPassword } }) => {
      const { id, email, passwordHash } = await accountDoc(engine, caller.actor);
      if (!(await isOwnPassword(passwords, { email, passwordHash }, currentPassword))) {
        // A repeated request names the password that it has already changed.
        const earlier = request.repeatable
          ? await engine.executor.repeats.last(request)
          : undefined;
        if (earlier) return { data: {}, position: earlier.position };
        throw wrongPassword('currentPassword');
      }
      const changed = {
        accountId: id,
        passwordHash: await passwords.hash(newPassword),
        keptSessionId: caller.sessionId ?? null,
      };
      const { position } = await engine.executor.execute(request, {
        stream: `account-${id}`,
        decider: account,
        decide: changePassword(changed, passwordHash),
      });
      await engine.projector.waitForPosition(position);
      return { data: {}, position };
    },
  ),

  handle(api.forgotPassword, async (context, { body: { email } }) => {
    const { mailer } = context.engine;
    return {
      data: { sendsMail: mailer !== undefined },
      ...(mailer && { afterwards: () => mailLink(context, mailer, email) }),
    };
  }),

  handle(api.resetPassword, async (context, { body: { token, newPassword } }) => ({
    data: {},
    position: await resetByLink(context, token, newPassword),
  })),

  handle(api.makePasswordLink, (context, { params: { accountId } }) =>
    linkByAdministrator(context, accountId),
  ),

  handle(api.listSessions, async ({ engine, caller }) => {
    const doc = await accountDoc(engine, caller.actor);
    return {
      data: {
        sessions: await openSessions(engine, doc, caller.sessionId),
        reused: await reusedSessions(engine, doc.id),
      },
    };
  }),

  handle(api.endSession, async ({ engine, caller, request }, { params: { sessionId } }) => {
    if ((await engine.model.get(sessionDocs, sessionId))?.accountId !== caller.actor)
      throw new Problem('NOT_FOUND');
    await endLooks({ engine, request }, 'lookerSession', sessionId);
    const { position } = await engine.executor.execute(request, {
      stream: `session-${sessionId}`,
      decider: session,
      decide: closeSession(caller.actor, sessionId),
    });
    await engine.projector.waitForPosition(position);
    await engine.usage.forget([sessionId]);
    return { data: {}, position };
  }),
];
