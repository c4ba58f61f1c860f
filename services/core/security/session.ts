import { Problem } from '@hzm/contracts/core/problem';
import { errors, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';

/** Lifetime of a token, in seconds. */
export const LIFETIME_S = 12 * 60 * 60;

export interface Session {
  readonly accountId: string;
  readonly sessionId: string;
  /**
   * The number of renewals before the token was made; 0 for tokens of versions up to 0.2.0, which
   * lack it.
   */
  readonly generation?: number | undefined;
  /** Present if an administrator impersonates the account; the session is the administrator's. */
  readonly lookId?: string | undefined;
}

/** A token with a verified signature. */
export interface Verified extends Session {
  readonly generation: number;
  /** Expiry in seconds since 1970. */
  readonly end: number;
  /** The key of its signature. */
  readonly key: Uint8Array;
}

/**
 * Signs and verifies tokens of sessions. Whether a session is still open is decided by the read
 * model.
 */
export class SessionTokens {
  readonly #keys: () => readonly Uint8Array[];
  /** Cached, because verifying a token costs more than the rest of reading a row. */
  readonly #verified = new LRUCache<string, Verified>({ max: 10_000 });

  /** @param keys newest first; tokens signed by none of them are invalid */
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

  /** Whether a token has not expired and its key is still accepted. */
  isValid({ end, key }: Pick<Verified, 'end' | 'key'>): boolean {
    return end > Date.now() / 1000 && this.#keys().includes(key);
  }
}

/**
 * Verifies a token with one key; undefined if the signature differs.
 * @throws Problem TOKEN_EXPIRED, UNAUTHORIZED
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
