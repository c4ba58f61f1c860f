import type { Session } from '../state/session-sharing.ts';

/** Characters that a header can carry unchanged. */
const PLAIN = /^[\x20-\x7e]+$/;

/**
 * Returns the headers of a call: the session's token and the three credential headers. All three
 * are omitted if one has other characters, since the token identifies the caller.
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
