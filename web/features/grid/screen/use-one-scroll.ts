import { useState } from 'react';
import { useSession } from '../../../state/use-session.ts';

/** Whether a person moves through rows by one scroll instead of pages; and how to choose. */
export type OneScroll = readonly [boolean, (isOneScroll: boolean) => void];

/** The choice belongs to a person in this browser, for all tables. */
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
