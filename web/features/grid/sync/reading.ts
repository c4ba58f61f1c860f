import { useMemo } from 'react';
import type { GridSession } from './session.ts';

/**
 * The same rows for somebody who only reads them: whatever would change one is told to be refused.
 */
const reading = (session: GridSession, refuse: () => void): GridSession => ({
  ...session,
  edit: changes => {
    if (changes.length > 0) refuse();
  },
  add: () => {
    refuse();
    return [];
  },
  refused: () => {},
  remove: refuse,
  restore: refuse,
  turn: () => {
    refuse();
    return undefined;
  },
});

/** Returns the session; for somebody who only reads the rows one that refuses every change. */
export const useActing = (session: GridSession, refuse: (() => void) | undefined): GridSession =>
  useMemo(() => (refuse ? reading(session, refuse) : session), [session, refuse]);
