import { Problem } from '@hzm/contracts/core/problem';
import { errors, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';

/** How long a token lasts, in seconds. */
export const LIFETIME_S = 12 * 60 * 60;

export interface Session {
  readonly accountId: string;
  readonly sessionId: string;
  /**
   * The number of renewals of the session before the token was made. Tokens of versions up to 0.2.0
   * say nothing: 0.
   */
  readonly generation?: number | undefined;
  /** There when an administrator looks as the account: the session is theirs. */
  readonly lookId?: string | undefined;
}

/** A token whose signature was found right. */
export interface Verified extends Session {
  readonly generation: number;
  /** In seconds since 1970. */
  readonly end: number;
  /** What it is signed with. */
  readonly key: Uint8Array;
}

/** Signed tokens for sessions. Whether a session still lives is the read model's to say. */
export class SessionTokens {
  readonly #keys: () => readonly Uint8Array[];
  /** Checking one costs more than all else that reading a row does. */
  readonly #verified = new LRUCache<string, Verified>({ max: 10_000 });

  /** @param keys the newest first; tokens that none of them has signed are invalid */
  constructor(keys: () => readonly Uint8Array[]) {
    this.#keys = keys;
  }

  /** @param lifetime in seconds */
  sign(
    { accountId, sessionId, generation = 0, lookId }: Session,
    lifetime = LIFETIME_S,
  ): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({
      sid: sessionId,
      gen: generation,
      ...(lookId !== undefined && { look: lookId }),
    })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(accountId)
      .setIssuedAt(now)
      .setExpirationTime(now + lifetime)
      .sign(this.#keys()[0]!);
  }

  /** @throws Problem TOKEN_EXPIRED, UNAUTHORIZED */
  async read(token: string): Promise<Verified> {
    const known = this.#verified.get(token);
    if (known && this.isValid(known)) return known;
    for (const key of this.#keys()) {
      const found = await verify(token, key);
      if (found) {
        this.#verified.set(token, found);
        return found;
      }
    }
    throw new Problem('UNAUTHORIZED');
  }

  /** Whether it has not ended, and what it is signed with still counts. */
  isValid({ end, key }: Pick<Verified, 'end' | 'key'>): boolean {
    return end > Date.now() / 1000 && this.#keys().includes(key);
  }
}

/**
 * Undefined when another key has signed it, or none. @throws Problem TOKEN_EXPIRED, UNAUTHORIZED
 */
async function verify(token: string, key: Uint8Array): Promise<Verified | undefined> {
  try {
    const { payload } = await jwtVerify<{ sid: string; gen?: number; look?: string }>(token, key, {
      algorithms: ['HS256'],
    });
    return {
      accountId: payload.sub!,
      sessionId: payload.sid,
      generation: payload.gen ?? 0,
      lookId: payload.look,
      end: payload.exp!,
      key,
    };
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) return undefined;
    throw new Problem(error instanceof errors.JWTExpired ? 'TOKEN_EXPIRED' : 'UNAUTHORIZED');
  }
}
