import { newId } from '@hzm/contracts/core/ids';
import { deriveId } from '../../../core/command-executor.ts';
import type { AccountDoc } from '@hzm/projections/features/accounts/accounts';
import { projectDocs, type ProjectDoc } from '@hzm/projections/features/projects/projects';
import type { Context, Engine } from '@hzm/services/core/engine';
import { openSession, session } from './session.ts';

/** What guesses at a person's password are counted by, however they are made. */
export const passwordSubject = (email: string): string => `account ${email}`;

export const MAX_PROJECTS = 10_000;

/** Opens a session, waits until it counts, and answers its token. */
export async function signIn({ engine, request, agent }: Context, accountId: string): Promise<string> {
  const own = { ...request, actor: accountId };
  const sessionId = request.repeatable ? deriveId(own, 'session') : newId();
  const { position } = await engine.executor.execute(own, { stream: `session-${sessionId}`, decider: session, decide: openSession(accountId, sessionId, agent) });
  await engine.projector.waitForPosition(position);
  return engine.tokens.sign({ accountId, sessionId });
}

export const projectsOf = async ({ model }: Engine, ownerId: string): Promise<ProjectDoc[]> =>
  [...(await model.find({ collection: projectDocs, where: [{ path: 'ownerId', op: 'eq', value: ownerId }], limit: MAX_PROJECTS })).docs];

/** What the three headers carry, for the person's first project. */
export const credentialsOf = (user: AccountDoc, first: ProjectDoc | undefined) =>
  ({ email: user.email, apiKey: first?.apiKey ?? null, projectPassword: first?.apiKeyPassword ?? null, scope: first?.keyType ?? null });
