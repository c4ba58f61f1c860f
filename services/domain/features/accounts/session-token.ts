import { Problem } from '@hzm/contracts/core/problem';
import { sessionDocs } from '@hzm/projections/features/accounts/accounts';
import type { Context, Engine, Result } from '@hzm/services/core/engine';
import { LIFETIME_S } from '@hzm/services/core/security/session';
import { endLooks } from '../looks/view.ts';
import { endOfSession, renewSession, session, type SessionState } from './session.ts';

/** A token as it is answered: when it ends, and when its session does. */
export interface IssuedToken {
  readonly token: string;
  readonly expiresAt: string;
  readonly sessionExpiresAt: string;
}

/** Signs a token for the generation that a session has reached. It never outlives the session. */
export async function issueToken(
  { tokens, now }: Engine,
  accountId: string,
  sessionId: string,
  { generation, openedAt }: Pick<SessionState, 'generation' | 'openedAt'>,
): Promise<IssuedToken> {
  const [at, last] = [
    Math.floor(now().getTime() / 1000),
    Math.floor(endOfSession(openedAt) / 1000),
  ];
  const end = Math.min(at + LIFETIME_S, last);
  const token = await tokens.sign({ accountId, sessionId, generation }, end - at);
  return {
    token,
    expiresAt: new Date(end * 1000).toISOString(),
    sessionExpiresAt: new Date(last * 1000).toISOString(),
  };
}

/**
 * Renews the token of the caller's session. A superseded one ends the session, since two hold its
 * tokens.
 * @throws Problem UNAUTHORIZED, TOKEN_EXPIRED
 */
export async function renewToken({
  engine,
  caller,
  request,
}: Context): Promise<Result<IssuedToken>> {
  const { actor, sessionId, token } = caller;
  if (sessionId === undefined || !token) throw new Problem('UNAUTHORIZED');
  const { executor, projector, usage, now } = engine;
  const stream = `session-${sessionId}`;
  const decide = renewSession(actor, sessionId, token.generation, now().getTime());
  const { position } = await executor.execute(request, { stream, decider: session, decide });
  const state = await executor.load(stream, session);
  await projector.waitForPosition(position);
  // A request that comes again is answered only as long as nobody went on from there.
  if (state.kind === 'open' && state.generation <= token.generation + 1)
    return {
      data: await issueToken(engine, actor, sessionId, state),
      ...(position !== undefined && { position }),
    };
  if (state.kind === 'open') throw new Problem('TOKEN_EXPIRED');
  await endLooks({ engine, request }, 'lookerSession', sessionId);
  await usage.forget([sessionId]);
  throw new Problem('UNAUTHORIZED', { text: 'session-reused' });
}

/** The session of a sign-in that can be read. */
export const openedSession = async (
  { model, now }: Engine,
  sessionId: string,
): Promise<Pick<SessionState, 'generation' | 'openedAt'>> => {
  const doc = await model.get(sessionDocs, sessionId);
  return {
    generation: doc?.generation ?? 0,
    openedAt: doc ? Date.parse(doc.openedAt) : now().getTime(),
  };
};
