import { Handshake } from '@hzm/contracts/core/realtime';
import { Problem } from '@hzm/contracts/core/problem';
import type { Caller, Engine } from '@hzm/services/core/engine';
import { authenticate } from '@hzm/services/domain/access/authenticate';

/** Who connects, by the `auth` of the handshake. Nothing secret is in the answer. @throws Problem */
export async function welcome(engine: Engine, auth: unknown): Promise<Caller> {
  const { success, data } = Handshake.safeParse(auth);
  if (!success) throw new Problem(typeof auth === 'object' && auth !== null && 'apiKey' in auth ? 'MISSING_HEADERS' : 'UNAUTHORIZED');
  const caller = await authenticate(engine, 'token' in data ? { authorization: `Bearer ${data.token}` } : data);
  if (caller.actor === 'anonymous') throw new Problem('UNAUTHORIZED');
  return caller.key ? { ...caller, key: { ...caller.key, text: '' } } : caller;
}

/** Browsers say where a page came from: only the server's own pages may connect. `host`: as the browser addressed this server. */
export function isOwnOrigin(origin: string | undefined, ...hosts: readonly (string | string[] | undefined)[]): boolean {
  if (origin === undefined) return true;
  return URL.canParse(origin) && hosts.includes(new URL(origin).host);
}
