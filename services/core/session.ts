import { Problem } from '@hzm/contracts/core/problem';
import { errors, jwtVerify, SignJWT } from 'jose';

const LIFETIME = '12h';

export interface Session {
  readonly accountId: string;
  readonly sessionId: string;
}

/** A signed token for a session. Whether the session still lives is the read model's to say. */
export const signToken = ({ accountId, sessionId }: Session, secret: Uint8Array): Promise<string> =>
  new SignJWT({ sid: sessionId }).setProtectedHeader({ alg: 'HS256' }).setSubject(accountId).setIssuedAt().setExpirationTime(LIFETIME).sign(secret);

/** @throws Problem TOKEN_EXPIRED, UNAUTHORIZED */
export async function readToken(token: string, secret: Uint8Array): Promise<Session> {
  try {
    const { payload } = await jwtVerify<{ sid: string }>(token, secret, { algorithms: ['HS256'] });
    return { accountId: payload.sub!, sessionId: payload.sid };
  } catch (error) {
    throw new Problem(error instanceof errors.JWTExpired ? 'TOKEN_EXPIRED' : 'UNAUTHORIZED');
  }
}
