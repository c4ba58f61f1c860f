import { Problem } from '@hzm/contracts/core/problem';
import { Handshake } from '@hzm/contracts/core/realtime';
import type { Caller, Engine } from '@hzm/services/core/engine';
import type { Trust } from '@hzm/services/core/limits/proxies';
import { authenticate } from '@hzm/services/domain/access/authenticate';
import { subjectsOf } from '@hzm/services/domain/access/key-access';
import { openWidget } from '@hzm/services/domain/features/widgets/embed/embed';

/**
 * Counts a failed password of a key from an IP (`isWrong`), or only reads; resolves to whether
 * there were too many.
 */
export type Guessing = (address: string, apiKey: string, isWrong: boolean) => Promise<boolean>;

/**
 * Authenticates a client by the handshake's `auth`. The result contains no secrets.
 * @throws Problem
 */
export async function authenticateHandshake(
  engine: Engine,
  auth: unknown,
  address: string,
  guesses: Guessing,
): Promise<Caller> {
  if (!engine.projector.isReady) throw new Problem('NOT_READY');
  const { success, data } = Handshake.safeParse(auth);
  if (!success)
    throw new Problem(
      typeof auth === 'object' && auth !== null && 'apiKey' in auth
        ? 'MISSING_HEADERS'
        : 'UNAUTHORIZED',
    );
  if ('widget' in data) {
    await openWidget(engine, data.widget);
    return { ...(await authenticate(engine, {})), widget: data.widget };
  }
  if (!('token' in data) && (await guesses(address, data.apiKey, false)))
    throw new Problem('RATE_LIMIT_EXCEEDED');
  const caller = await authenticate(
    engine,
    'token' in data ? { authorization: `Bearer ${data.token}` } : data,
  ).catch(async (error: unknown) => {
    if (!('token' in data) && error instanceof Problem && error.code === 'INVALID_CREDENTIALS')
      await guesses(address, data.apiKey, true);
    throw error;
  });
  if (caller.actor === 'anonymous') throw new Problem('UNAUTHORIZED');
  for (const subject of caller.key ? subjectsOf(caller.key) : [])
    engine.usage.used(subject, 'connect', 101);
  return caller;
}

/**
 * Authenticates the same person with another token.
 * @throws Problem if the token is wrong or another person's
 */
export async function renewed(engine: Engine, caller: Caller, token: string): Promise<Caller> {
  const next = await authenticate(engine, { authorization: `Bearer ${token}` });
  if (
    caller.key ||
    caller.master ||
    caller.looker ||
    next.looker ||
    next.key ||
    next.actor !== caller.actor
  )
    throw new Problem('FORBIDDEN');
  return next;
}

/**
 * Returns a connection's IP: the last forwarded one that is not a trusted proxy, as for requests.
 */
export function addressOf(
  peer: string,
  forwardedFor: string | string[] | undefined,
  trusts: Trust,
): string {
  const told = [forwardedFor ?? []]
    .flat()
    .join(',')
    .split(',')
    .map(address => address.trim())
    .filter(Boolean);
  let address = peer;
  while (told.length > 0 && trusts(address)) address = told.pop()!;
  return address;
}
