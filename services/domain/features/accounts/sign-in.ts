import { newId } from '@hzm/contracts/core/ids';
import { Problem } from '@hzm/contracts/core/problem';
import type { Credentials } from '@hzm/contracts/features/accounts/account';
import {
  accountDocs,
  sessionDocs,
  type AccountDoc,
} from '@hzm/projections/features/accounts/accounts';
import { type ProjectDoc } from '@hzm/projections/features/projects/projects';
import type { Context, Engine } from '@hzm/services/core/engine';
import { passwordSubject } from '../../access/account.ts';
import { isOpen } from '../../access/session.ts';
import { issueToken, openedSession, type IssuedToken } from './session-token.ts';
import { closeSession, endOfSession, openSession, session } from './session.ts';

const sessionStream = (sessionId: string): string => `session-${sessionId}`;

/** Whether a session was opened and counts no more. */
async function isPast(
  { executor, model, now }: Engine,
  accountId: string,
  sessionId: string,
): Promise<boolean> {
  const { kind, openedAt } = await executor.load(sessionStream(sessionId), session);
  if (kind !== 'open') return kind === 'closed';
  const docs = [model.get(sessionDocs, sessionId), model.get(accountDocs, accountId)] as const;
  const [doc, account] = await Promise.all(docs);
  const isEnded = doc !== undefined && account !== undefined && !isOpen(doc, account);
  return isEnded || now().getTime() >= endOfSession(openedAt);
}

/**
 * Opens a session, waits until it counts, and answers its token. @param passwordHash what the
 * password was found to fit
 * @throws Problem INVALID_CREDENTIALS when the password was changed meanwhile: the change stands
 * before the session in the log, so it does not end it
 */
export async function signIn(
  { engine, request, agent, passwords }: Context,
  { id: accountId, email, passwordHash }: Pick<AccountDoc, 'id' | 'email' | 'passwordHash'>,
): Promise<IssuedToken> {
  const { executor, model, projector } = engine;
  // A sign-in that had to wait has as much time as any other.
  const { signal: _, ...untimed } = request;
  const asked = { ...untimed, actor: accountId };
  const first = await executor.idWithStream(
    asked,
    `account:${accountId}`,
    'session',
    sessionStream,
  );
  // Programs that always sign in under one name get another session once the first is over.
  const isAnew = asked.repeatable && (await isPast(engine, accountId, first));
  const own = isAnew ? { ...asked, repeatable: false } : asked;
  const sessionId = isAnew ? newId() : first;
  const stream = sessionStream(sessionId);
  const { position } = await executor.execute(own, {
    stream,
    decider: session,
    decide: openSession(accountId, sessionId, agent),
  });
  await projector.waitForPosition(position);
  if ((await model.get(accountDocs, accountId))?.passwordHash !== passwordHash) {
    const closed = await executor.execute(
      { ...own, repeatable: false },
      { stream, decider: session, decide: closeSession(accountId, sessionId) },
    );
    await projector.waitForPosition(closed.position);
    throw new Problem('INVALID_CREDENTIALS');
  }
  passwords.signedIn(passwordSubject(email));
  return issueToken(engine, accountId, sessionId, await openedSession(engine, sessionId));
}

/**
 * The three headers of a person's strongest key: the main key of their first project whose key has
 * the scope
 * `admin_project`, otherwise of their first project. Master credentials are asked for apart.
 */
export function credentialsOf({ email }: AccountDoc, projects: readonly ProjectDoc[]): Credentials {
  const project = projects.find(({ keyType }) => keyType === 'admin_project') ?? projects[0];
  const { apiKey = null, apiKeyPassword = null, keyType = null } = project ?? {};
  return { email, apiKey, projectPassword: apiKeyPassword, scope: keyType };
}
