import type { GridSession } from './session.ts';

/**
 * The same rows for somebody who only reads them: whatever would change one is told to be refused.
 */
export const reading = (session: GridSession, refuse: () => void): GridSession => ({
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
