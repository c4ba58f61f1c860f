import { useState } from 'react';
import { useSession } from '../../../state/use-session.ts';

/** Whether rows are one scroll instead of pages, and a function that chooses. */
export type OneScroll = readonly [boolean, (isOneScroll: boolean) => void];

/** Keeps a person's choice for all tables in this browser. */
export function useOneScroll(): OneScroll {
  const { user } = useSession();
  const key = `hzm-one-scroll/${user.id}`;
  const [isOneScroll, setOneScroll] = useState(() => localStorage.getItem(key) !== null);
  return [
    isOneScroll,
    chosen => {
      try {
        if (chosen) localStorage.setItem(key, '1');
        else localStorage.removeItem(key);
      } catch {
        // A full storage costs only the next visit.
      }
      setOneScroll(chosen);
    },
  ];
}
