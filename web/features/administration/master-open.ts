/**
 * Storage key of the session that may see the master credentials in this tab. The credentials
 * themselves are not stored.
 */
const KEY = 'hzm-master-open';

/** Returns the session id of a token; each sign-in has another. */
function sessionOf(token: string): string {
  try {
    const { sid } = JSON.parse(
      atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')),
    ) as { sid?: string };
    return sid ?? '';
  } catch {
    return '';
  }
}

export const isMasterOpen = (token: string): boolean =>
  sessionOf(token) !== '' && sessionStorage.getItem(KEY) === sessionOf(token);
export const openMaster = (token: string): void => sessionStorage.setItem(KEY, sessionOf(token));
