import type { AnswerOf } from '@hzm/contracts/core/call';
import type { login } from '@hzm/contracts/features/accounts/api';
import type { User } from '@hzm/contracts/features/accounts/account';
import { atom, store } from './jotai.ts';

export interface Session {
  readonly token: string;
  readonly user: User;
  readonly credentials: AnswerOf<typeof login>['credentials'];
}

/** Kept for this tab only. */
const KEY = 'hzm-session';

function kept(): Session | null {
  try {
    const session = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Session | null;
    return session !== null && typeof session.token === 'string' && typeof session.user.id === 'string' && typeof session.credentials.email === 'string' ? session : null;
  } catch {
    return null;
  }
}

const held = atom<Session | null>(kept());

/** Who is signed in; synchronous, since route guards ask it. */
export const sessionAtom = atom(get => get(held));

function hold(session: Session | null): void {
  if (session === null) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, JSON.stringify(session));
  store.set(held, session);
}

export const signIn = ({ token, user, credentials }: Session): void => hold({ token, user, credentials });
/** Puts the session away; the guards then lead to the sign-in page. */
export const signOut = (): void => hold(null);

/** A fresh token for the session that is held, if it still is. */
export function renew(token: string): void {
  const session = store.get(held);
  if (session !== null) hold({ ...session, token });
}
