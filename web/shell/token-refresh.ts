import { claimsOf } from '../state/token-claims.ts';

/** Upper bound of a browser's timer, in milliseconds. */
const TIMER_MAX = 2 ** 31 - 1;

/**
 * Returns the delay until a token's renewal, in milliseconds from `now`: a part of its life.
 * Undefined if the token has no end.
 */
export function refreshDelay(token: string, part: number, now: number): number | undefined {
  const { iat, exp } = claimsOf(token) ?? {};
  if (typeof iat !== 'number' || typeof exp !== 'number') return undefined;
  return Math.min(TIMER_MAX, Math.max(0, (iat + (exp - iat) * part) * 1000 - now));
}
