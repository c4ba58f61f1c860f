import { useAtomValue } from './jotai.ts';
import type { Session } from './session-sharing.ts';
import { sessionAtom } from './session.ts';

let last: Session | undefined;

/**
 * The session, for guarded screens. A screen may render once more between sign-out and the guard's
 * redirect; it gets the last session.
 */
export function useSession(): Session {
  const session = useAtomValue(sessionAtom) ?? last;
  if (session === undefined)
    throw new Error('Nobody is signed in: this screen stands behind no guard');
  last = session;
  return session;
}
