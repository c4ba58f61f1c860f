import { useState } from 'react';
import { useSession } from '../../../state/use-session.ts';

/** The groups that are closed while all others are open. */
export interface ClosedGroups {
  readonly has: (group: string) => boolean;
  readonly set: (group: string, isClosed: boolean) => void;
  readonly clear: () => void;
}

const noGroups: ReadonlySet<string> = new Set();

function read(key: string): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    return new Set(Array.isArray(kept) ? kept.filter(one => typeof one === 'string') : []);
  } catch {
    return noGroups;
  }
}

/**
 * Keeps the closed groups of a field for the session of this tab: their names are values of rows,
 * which do not stay in the browser.
 */
export function useClosedGroups(tableId: string, fieldId: string): ClosedGroups {
  const { user } = useSession();
  const key = `hzm-closed-groups/${user.id}/${tableId}/${fieldId}`;
  const [state, setState] = useState(() => ({ key, closed: read(key) }));
  const { closed } = state.key === key ? state : { closed: read(key) };
  if (state.key !== key) setState({ key, closed });
  const keep = (next: ReadonlySet<string>): void => {
    setState({ key, closed: next });
    try {
      if (next.size > 0) sessionStorage.setItem(key, JSON.stringify([...next]));
      else sessionStorage.removeItem(key);
    } catch {
      // A full storage costs only the next visit.
    }
  };
  return {
    has: group => closed.has(group),
    set: (group, isClosed) => {
      const others = [...closed].filter(one => one !== group);
      keep(new Set(isClosed ? [...others, group] : others));
    },
    clear: () => keep(noGroups),
  };
}
