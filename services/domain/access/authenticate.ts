import { Problem } from '@hzm/contracts/core/problem';
import { accountDocs, sessionDocs } from '@hzm/projections/features/accounts/accounts';
import { keyDocs, projectDocs } from '@hzm/projections/features/projects/projects';
import { isApiKey } from '@hzm/services/core/api-key';
import type { Caller, Engine } from '@hzm/services/core/engine';
import { sameSecret } from '@hzm/services/core/same-secret';

/** What a caller shows of themselves, as the headers carry it. */
export interface Credentials {
  /** `Bearer <token or key>`. */
  readonly authorization?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly email?: string | undefined;
  readonly projectPassword?: string | undefined;
}

const anonymous: Caller = { actor: 'anonymous', isAdmin: false, sessionId: undefined, key: undefined };

/** Authenticates the caller by its credentials. @throws Problem if they are wrong */
export async function authenticate(engine: Engine, { authorization, apiKey, email, projectPassword }: Credentials): Promise<Caller> {
  const bearer = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1];
  // A signed-in person's application sends its project's headers, too; the session speaks for the person.
  if (bearer && !bearer.startsWith('hzm_')) return sessionCaller(engine, bearer);
  const key = bearer ?? apiKey;
  if (key !== undefined) return apiKeyCaller(engine, key, email, projectPassword);
  if (email !== undefined || projectPassword !== undefined) throw new Problem('MISSING_HEADERS');
  return anonymous;
}

async function sessionCaller(engine: Engine, token: string): Promise<Caller> {
  const verified = await engine.tokens.read(token);
  const { accountId, sessionId } = verified;
  const [session, account] = await Promise.all([engine.model.get(sessionDocs, sessionId), engine.model.get(accountDocs, accountId)]);
  if (!session || !account) throw new Problem('UNAUTHORIZED');
  if (!account.isActive) throw new Problem('ACCOUNT_DISABLED');
  return { actor: accountId, isAdmin: account.isAdmin, sessionId, token: verified, key: undefined };
}

async function apiKeyCaller(engine: Engine, text: string, email: string | undefined, password: string | undefined): Promise<Caller> {
  const key = isApiKey(text) ? await engine.model.get(keyDocs, text) : undefined;
  const project = key && (await engine.model.get(projectDocs, key.projectId));
  const owner = project && (await engine.model.get(accountDocs, project.ownerId));
  if (!owner) throw new Problem('UNAUTHORIZED');
  if (!owner.isActive) throw new Problem('ACCOUNT_DISABLED');
  if (!project.settings.allowApiAccess) throw new Problem('API_ACCESS_DISABLED');
  const complete = email !== undefined && password !== undefined;
  if (!complete && (email !== undefined || password !== undefined)) throw new Problem('MISSING_HEADERS');
  if (complete && !(sameSecret(email.trim().toLowerCase(), owner.email) && sameSecret(password, project.apiKeyPassword))) throw new Problem('INVALID_CREDENTIALS');
  return { actor: owner.id, isAdmin: false, sessionId: undefined, key: { projectId: project.id, text, scope: key.scope, permissions: key.permissions, complete, requestsPerMinute: project.settings.maxRequestsPerMinute } };
}
