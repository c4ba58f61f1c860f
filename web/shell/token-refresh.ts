import { claimsOf } from '../state/token-claims.ts';

/** The longest that a browser's timer can wait, in milliseconds. */
const TIMER_MAX = 2 ** 31 - 1;

/**
 * When to renew a token, in milliseconds from `now`: after this part of its life. Undefined for a
 * token that does not say when it ends.
 */
export function refreshDelay(token: string, part: number, now: number): number | undefined {
  const { iat, exp } = claimsOf(token) ?? {};
  if (typeof iat !== 'number' || typeof exp !== 'number') return undefined;
  return Math.min(TIMER_MAX, Math.max(0, (iat + (exp - iat) * part) * 1000 - now));
}
