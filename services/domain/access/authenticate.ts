import { MASTER_ACTOR } from '@hzm/contracts/core/event';
import { Problem } from '@hzm/contracts/core/problem';
import { accountDocs, sessionDocs } from '@hzm/projections/features/accounts/accounts';
import { keyDocs, keyTextDocs, type KeyDoc } from '@hzm/projections/features/keys/keys';
import { lookDocs } from '@hzm/projections/features/looks/looks';
import { MASTER, masterDocs } from '@hzm/projections/features/master/master';
import { projectDocs, type ProjectDoc } from '@hzm/projections/features/projects/projects';
import type { Caller, Engine } from '@hzm/services/core/engine';
import { isApiKey, isMasterKey } from '@hzm/services/core/security/api-key';
import { sameSecret } from '@hzm/services/core/security/same-secret';
import type { Verified } from '@hzm/services/core/security/session';
import { isOpen, endOfToken } from './session.ts';

/** The credentials that a request's headers carry. */
export interface Credentials {
  /** `Bearer <token or key>`. */
  readonly authorization?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly email?: string | undefined;
  readonly projectPassword?: string | undefined;
}

const anonymous: Caller = {
  actor: 'anonymous',
  accountId: undefined,
  isAdmin: false,
  sessionId: undefined,
  key: undefined,
};

const bearerOf = ({ authorization }: Credentials): string | undefined =>
  /^Bearer (.+)$/i.exec(authorization ?? '')?.[1];

/** The key that `authenticate` judges, unless a session speaks for the caller. */
export const shownKey = (shown: Credentials): string | undefined => bearerOf(shown) ?? shown.apiKey;

/** Names the key that failed passwords count for, whichever of its texts, or its id, was shown. */
export async function guessedKey({ model }: Pick<Engine, 'model'>, shown: string): Promise<string> {
  const found = isApiKey(shown) ? await model.get(keyTextDocs, shown) : undefined;
  return `key ${found?.keyId ?? shown}`;
}

/**
 * Authenticates the caller by its credentials. @param renews takes a superseded token, too: the
 * call says what becomes of it. @throws Problem if they are wrong
 */
export async function authenticate(
  engine: Engine,
  credentials: Credentials,
  renews = false,
): Promise<Caller> {
  const { email, projectPassword } = credentials;
  const bearer = bearerOf(credentials);
  // A signed-in person's application sends its project's headers, too; the session speaks for the
  // person.
  if (bearer && !bearer.startsWith('hzm_')) return sessionCaller(engine, bearer, renews);
  const key = shownKey(credentials);
  if (key !== undefined && isMasterKey(key))
    return masterCaller(engine, key, email, projectPassword);
  if (key !== undefined) return apiKeyCaller(engine, key, email, projectPassword);
  if (email !== undefined || projectPassword !== undefined) throw new Problem('MISSING_HEADERS');
  return anonymous;
}

async function sessionCaller(engine: Engine, token: string, renews: boolean): Promise<Caller> {
  const verified = await engine.tokens.read(token);
  const { accountId, sessionId, lookId } = verified;
  if (lookId !== undefined) return lookingCaller(engine, verified, lookId);
  const [session, account] = await Promise.all([
    engine.model.get(sessionDocs, sessionId),
    engine.model.get(accountDocs, accountId),
  ]);
  if (!session || !account || !isOpen(session, account)) throw new Problem('UNAUTHORIZED');
  if (!account.isActive) throw new Problem('ACCOUNT_DISABLED');
  const end = endOfToken(verified, session);
  if (end <= engine.now().getTime() / 1000 && !renews) throw new Problem('TOKEN_EXPIRED');
  engine.usage.seen(sessionId);
  return {
    actor: accountId,
    accountId,
    isAdmin: account.isAdmin,
    sessionId,
    token: end === verified.end ? verified : { ...verified, end },
    key: undefined,
  };
}

/** An administrator who looks as a person: as long as both may be here, and nobody has ended it. */
async function lookingCaller({ model }: Engine, token: Verified, lookId: string): Promise<Caller> {
  const { accountId, sessionId } = token;
  const look = await model.get(lookDocs, lookId);
  if (look?.accountId !== accountId || look.lookerSession !== sessionId || look.endedAt !== null)
    throw new Problem('UNAUTHORIZED');
  const [session, looker, account] = await Promise.all([
    model.get(sessionDocs, sessionId),
    model.get(accountDocs, look.lookerId),
    model.get(accountDocs, accountId),
  ]);
  if (
    !session ||
    !looker?.isAdmin ||
    !looker.isActive ||
    !isOpen(session, looker) ||
    !account?.isActive
  )
    throw new Problem('UNAUTHORIZED');
  return {
    actor: accountId,
    accountId: looker.id,
    isAdmin: account.isAdmin,
    sessionId: lookId,
    token,
    key: undefined,
    looker: { id: looker.id, sessionId, lookId },
  };
}

/** The same for every text that opens nothing, so that none tells what exists. */
const wrongKey = (): Problem => new Problem('UNAUTHORIZED', { text: 'api-key-wrong' });

/** Requests a minute: its own limit, but no more than the project's. */
const limitOf = ({ isMain, rateLimit }: KeyDoc, { settings }: ProjectDoc): number =>
  isMain ? settings.maxRequestsPerMinute : Math.min(rateLimit, settings.maxRequestsPerMinute);

async function apiKeyCaller(
  engine: Engine,
  text: string,
  email: string | undefined,
  password: string | undefined,
): Promise<Caller> {
  const found = isApiKey(text) ? await engine.model.get(keyTextDocs, text) : undefined;
  const key = found && (await engine.model.get(keyDocs, found.keyId));
  const project = key && (await engine.model.get(projectDocs, key.projectId));
  const owner = project && (await engine.model.get(accountDocs, project.ownerId));
  if (!owner) throw wrongKey();
  const wrong = (problem: Problem): Problem => {
    engine.usage.wrong(key.id);
    return problem;
  };
  const now = engine.now().getTime();
  const formerEnd = found.until === null ? undefined : Date.parse(found.until);
  if (formerEnd !== undefined && formerEnd <= now) throw wrong(wrongKey());
  const end = key.expiresAt === null ? undefined : Date.parse(key.expiresAt);
  if (!key.isActive) throw wrong(new Problem('UNAUTHORIZED', { text: 'api-key-inactive' }));
  if (end !== undefined && end <= now)
    throw wrong(new Problem('UNAUTHORIZED', { text: 'api-key-expired' }));
  if (!owner.isActive) throw new Problem('ACCOUNT_DISABLED');
  if (!project.settings.allowApiAccess) throw new Problem('API_ACCESS_DISABLED');
  const complete = email !== undefined && password !== undefined;
  if (!complete && (email !== undefined || password !== undefined))
    throw new Problem('MISSING_HEADERS');
  if (
    complete &&
    !(
      sameSecret(email.trim().toLowerCase(), owner.email) &&
      sameSecret(password, project.apiKeyPassword)
    )
  )
    throw wrong(new Problem('INVALID_CREDENTIALS'));
  return {
    actor: key.id,
    accountId: owner.id,
    isAdmin: false,
    sessionId: undefined,
    key: {
      id: key.id,
      projectId: project.id,
      scope: key.scope,
      permissions: key.permissions,
      complete,
      end: formerEnd === undefined ? end : Math.min(formerEnd, end ?? Infinity),
      ...(formerEnd !== undefined && { isFormer: true as const }),
      requestsPerMinute: limitOf(key, project),
    },
  };
}

/** The master key suffices with its e-mail and password only. */
async function masterCaller(
  { model }: Engine,
  text: string,
  email: string | undefined,
  password: string | undefined,
): Promise<Caller> {
  const master = await model.get(masterDocs, MASTER);
  if (!master || !sameSecret(text, master.apiKey)) throw wrongKey();
  if (email === undefined || password === undefined) throw new Problem('MISSING_HEADERS');
  if (
    !(sameSecret(email.trim().toLowerCase(), master.email) && sameSecret(password, master.password))
  )
    throw new Problem('INVALID_CREDENTIALS');
  return {
    actor: MASTER_ACTOR,
    accountId: MASTER_ACTOR,
    isAdmin: true,
    sessionId: undefined,
    key: undefined,
    master: { madeBy: master.madeBy },
  };
}
