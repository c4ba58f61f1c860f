import { Problem } from '@hzm/contracts/core/problem';
import { Handshake } from '@hzm/contracts/core/realtime';
import type { Caller, Engine } from '@hzm/services/core/engine';
import type { Trust } from '@hzm/services/core/proxies';
import { authenticate } from '@hzm/services/domain/access/authenticate';

/**
 * Counts a wrong password of a key from an address (`isWrong`), or only looks; resolves to whether
 * there were too many.
 */
export type Guessing = (address: string, apiKey: string, isWrong: boolean) => Promise<boolean>;

/**
 * Who connects, by the `auth` of the handshake. Nothing secret is in the answer. @throws Problem
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
  if (caller.key) engine.usage.used(caller.key.id, 'connect', 101);
  return caller;
}

/** The same person with another token. @throws Problem: it is wrong, or another's */
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
 * Where a connection comes from. A proxy that is trusted tells for whom it asks; where that is
 * another one that is trusted, what it told counts, as for requests.
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

/**
 * Browsers say where a page came from: only the server's own pages may connect. `host`: as the
 * browser addressed this server.
 */
export function isOwnOrigin(
  origin: string | undefined,
  ...hosts: readonly (string | string[] | undefined)[]
): boolean {
  if (origin === undefined) return true;
  return URL.canParse(origin) && hosts.includes(new URL(origin).host);
}
