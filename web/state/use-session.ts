import { useAtomValue } from './jotai.ts';
import type { Session } from './session-sharing.ts';
import { sessionAtom } from './session.ts';

let last: Session | undefined;

/**
 * Who is signed in, for screens behind the guard. Between signing out and the guard's redirect a
 * screen may be drawn once
 * more: it is told what it knew.
 */
export function useSession(): Session {
  const session = useAtomValue(sessionAtom) ?? last;
  if (session === undefined)
    throw new Error('Nobody is signed in: this screen stands behind no guard');
  last = session;
  return session;
}
