/** The members of a token that the application reads; `gen` counts the renewals of its session. */
export interface Claims {
  readonly sid?: unknown;
  readonly gen?: unknown;
  readonly iat?: unknown;
  readonly exp?: unknown;
}

/** Returns the claims of a token; undefined for a text that is none. */
export function claimsOf(token: string): Claims | undefined {
  try {
    const [, claims = ''] = token.split('.');
    const said: unknown = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof said === 'object' && said !== null ? said : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a token was renewed by the other one, or in the same session before it. */
export function isSuperseded(token: string, by: string): boolean {
  const [one, other] = [claimsOf(token), claimsOf(by)];
  if (typeof one?.sid !== 'string' || one.sid !== other?.sid) return false;
  return Number(one.gen ?? 0) < Number(other.gen ?? 0);
}
