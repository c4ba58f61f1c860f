/**
 * The tab remembers that its session was let see the master credentials, not what they are: those
 * are asked of the server.
 */
const KEY = 'hzm-master-open';

/** The session that a token is of; another sign-in has another. */
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
