/** The members of a token that the application reads; `gen` counts the renewals of its session. */
export interface Claims {
  readonly sid?: unknown;
  readonly gen?: unknown;
  readonly iat?: unknown;
  readonly exp?: unknown;
}

/** Returns the claims of a token; undefined for an invalid one. */
export function claimsOf(token: string): Claims | undefined {
  try {
    const [, claims = ''] = token.split('.');
    const said: unknown = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof said === 'object' && said !== null ? said : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the number of renewals between two tokens; undefined if they belong to different
 * sessions.
 */
function renewalsBehind(token: string, other: string): number | undefined {
  const [one, two] = [claimsOf(token), claimsOf(other)];
  if (typeof one?.sid !== 'string' || one.sid !== two?.sid) return undefined;
  return Number(two.gen ?? 0) - Number(one.gen ?? 0);
}

/** Whether a token precedes another one of the same session. */
export const isSuperseded = (token: string, by: string): boolean =>
  (renewalsBehind(token, by) ?? 0) > 0;

/** Whether two tokens come from the same renewal of one session. */
export const isSibling = (one: string, other: string): boolean => renewalsBehind(one, other) === 0;
