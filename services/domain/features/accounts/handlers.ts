import { Problem } from '@hzm/contracts/core/problem';
import { newId } from '@hzm/contracts/core/ids';
import * as api from '@hzm/contracts/features/accounts/api';
import { planLimits, UNLIMITED } from '@hzm/contracts/features/accounts/account';
import { deriveId } from '@hzm/services/core/command-loop';
import { handle, type Context, type Engine } from '@hzm/services/core/engine';
import { hashPassword, verifyPassword } from '@hzm/services/core/password';
import { emailStream } from '@hzm/services/core/reservation-key';
import { signToken } from '@hzm/services/core/session';
import { create } from '../projects/create.ts';
import { projectOf, type ProjectDoc } from '../projects/view.ts';
import { account, administrator, claimAdministration, closeSession, openSession, registerAccount, reservation, reserveEmail } from './account.ts';
import { accountDoc, userOf, type AccountDoc } from './view.ts';

const DEFAULT_PROJECT = { tr: 'Varsayılan Proje', en: 'Default project' } as const;
const MOST_PROJECTS = 10_000;

const projectsOf = async ({ model }: Engine, ownerId: string): Promise<ProjectDoc[]> =>
  [...(await model.find<ProjectDoc>({ collection: 'projects', where: [{ path: 'ownerId', op: 'eq', value: ownerId }], limit: MOST_PROJECTS })).docs];

const credentialsOf = (user: AccountDoc, first: ProjectDoc | undefined) =>
  ({ email: user.email, apiKey: first?.apiKey ?? null, projectPassword: first?.apiKeyPassword ?? null, scope: first?.keyType ?? null });

async function signIn({ engine, request }: Context, accountId: string): Promise<string> {
  const sessionId = request.repeatable ? deriveId({ ...request, actor: accountId }, 'session') : newId();
  // Registering writes to the same stream in the same request; the session is a step of its own.
  const { position } = await engine.loop.run({ ...request, id: `${request.id}/session`, actor: accountId }, { stream: `account-${accountId}`, decider: account, decide: openSession(accountId, sessionId) });
  if (position) await engine.projector.reached(position, 5_000);
  return signToken({ accountId, sessionId }, engine.secret);
}

export const handlers = [
  handle(api.register, async (context, { body: { name, email, password } }) => {
    const { engine, request } = context;
    const accountId = deriveId(request, 'account');
    const stream = emailStream(email, engine.secret);
    const { holder } = await engine.loop.load(stream, reservation);
    const holderExists = holder !== undefined && (await engine.loop.load(`account-${holder}`, account)).kind !== 'none';
    const own = { ...request, actor: accountId };
    await engine.loop.run(own, { stream, decider: reservation, decide: reserveEmail(accountId, engine.now(), holderExists) });
    const { state: admin } = await engine.loop.run(own, { stream: 'installation-admin', decider: administrator, decide: claimAdministration(accountId) });
    const isAdmin = admin === accountId;
    const limits = isAdmin ? { maxProjects: UNLIMITED, maxTables: UNLIMITED } : planLimits.free;
    await engine.loop.run(own, {
      stream: `account-${accountId}`, decider: account,
      decide: registerAccount({ accountId, name, email, passwordHash: await hashPassword(password), isAdmin, subscriptionType: isAdmin ? 'enterprise' : 'free', ...limits }),
    });
    const { project } = await create({ ...context, request: own }, accountId, limits.maxProjects, { name: DEFAULT_PROJECT[context.language], description: '', keyType: 'project' });
    const token = await signIn({ ...context, request: own }, accountId);
    const user = await accountDoc(engine, accountId);
    return { data: { user: userOf(user), credentials: credentialsOf(user, project), token, project: projectOf(project, user, true) }, position: engine.projector.position };
  }),

  handle(api.login, async (context, { body: { email, password } }) => {
    const { engine } = context;
    const { holder } = await engine.loop.load(emailStream(email, engine.secret), reservation);
    const user = holder === undefined ? undefined : await engine.model.get<AccountDoc>('accounts', holder);
    if (!(await verifyPassword(password, user?.passwordHash)) || !user) throw new Problem('INVALID_CREDENTIALS');
    if (!user.isActive) throw new Problem('ACCOUNT_DISABLED');
    const token = await signIn(context, user.id);
    const projects = await projectsOf(engine, user.id);
    return { data: { user: userOf(user), credentials: credentialsOf(user, projects[0]), token, projects: projects.map(p => projectOf(p, user, true)) } };
  }),

  handle(api.refresh, async ({ engine, caller }) => {
    if (!caller.sessionId) throw new Problem('UNAUTHORIZED');
    return { data: { token: await signToken({ accountId: caller.actor, sessionId: caller.sessionId }, engine.secret) } };
  }),

  handle(api.logout, async ({ engine, caller, request }) => {
    if (!caller.sessionId) throw new Problem('UNAUTHORIZED');
    const { position } = await engine.loop.run(request, { stream: `account-${caller.actor}`, decider: account, decide: closeSession(caller.actor, caller.sessionId) });
    if (position) await engine.projector.reached(position, 5_000);
    return { data: {}, position };
  }),

  handle(api.me, async ({ engine, caller }) => {
    const user = await accountDoc(engine, caller.actor);
    return { data: { user: userOf(user), credentials: credentialsOf(user, (await projectsOf(engine, user.id))[0]) } };
  }),
];
