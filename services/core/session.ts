import { Problem } from '@hzm/contracts/core/problem';
import { errors, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';

const LIFETIME = '12h';

export interface Session {
  readonly accountId: string;
  readonly sessionId: string;
}

/** A signed token for a session. Whether the session still lives is the read model's to say. */
export const signToken = ({ accountId, sessionId }: Session, secret: Uint8Array): Promise<string> =>
  new SignJWT({ sid: sessionId }).setProtectedHeader({ alg: 'HS256' }).setSubject(accountId).setIssuedAt().setExpirationTime(LIFETIME).sign(secret);

/** Tokens whose signature was found right, with their end in seconds since 1970: checking one costs more than all else that reading a row does. */
const verified = new LRUCache<string, Session & { readonly secret: Uint8Array; readonly end: number }>({ max: 10_000 });

/** @throws Problem TOKEN_EXPIRED, UNAUTHORIZED */
export async function readToken(token: string, secret: Uint8Array): Promise<Session> {
  const known = verified.get(token);
  if (known && known.secret === secret && known.end > Date.now() / 1000) return known;
  try {
    const { payload } = await jwtVerify<{ sid: string }>(token, secret, { algorithms: ['HS256'] });
    const session = { accountId: payload.sub!, sessionId: payload.sid, secret, end: payload.exp! };
    verified.set(token, session);
    return session;
  } catch (error) {
    throw new Problem(error instanceof errors.JWTExpired ? 'TOKEN_EXPIRED' : 'UNAUTHORIZED');
  }
}
