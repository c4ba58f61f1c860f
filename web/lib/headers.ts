import type { Session } from '../state/session-sharing.ts';

/** What a header can carry unharmed. */
const PLAIN = /^[\x20-\x7e]+$/;

/**
 * The headers of one call: the session's token with the three headers beside it. A header carries
 * only plain
 * characters; where one of the three has others, all three stay away, since the token says who
 * calls.
 */
export function headersOf(
  session: Session | null,
  options: { ifMatch?: number; requestId?: string; waitFor?: string },
  hasBody: boolean,
): Record<string, string> {
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'Accept-Language': document.documentElement.lang,
  };
  if (hasBody) headers['Content-Type'] = 'application/json';
  if (options.requestId !== undefined) headers['X-Request-ID'] = options.requestId;
  if (options.ifMatch !== undefined) headers['If-Match'] = `"${options.ifMatch}"`;
  if (options.waitFor !== undefined) headers['X-Wait-For-Position'] = options.waitFor;
  if (session === null) return headers;
  headers['Authorization'] = `Bearer ${session.token}`;
  const { apiKey, email, projectPassword } = session.credentials;
  if (
    apiKey !== null &&
    projectPassword !== null &&
    [apiKey, email, projectPassword].every(value => PLAIN.test(value))
  ) {
    headers['X-API-Key'] = apiKey;
    headers['X-User-Email'] = email;
    headers['X-Project-Password'] = projectPassword;
  }
  return headers;
}
