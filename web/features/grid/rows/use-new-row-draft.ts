import { useState } from 'react';
import { useSession } from '../../../state/use-session.ts';

/** The texts of a new row that is not added yet, by field id. */
export type NewRowDraft = { readonly [field: string]: string };

function read(key: string): NewRowDraft {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return Object.fromEntries(
      Object.entries({ ...(kept as object) }).flatMap(([field, text]) =>
        typeof text === 'string' ? [[field, text]] : [],
      ),
    );
  } catch {
    return {};
  }
}

/** A draft that stays in this browser, per person and table, until it is added or discarded. */
export function useNewRowDraft(
  tableId: string,
): readonly [NewRowDraft, (next: NewRowDraft) => void] {
  const { user } = useSession();
  const key = `hzm-draft/${user.id}/new-row/${tableId}`;
  const [draft, setDraft] = useState(() => read(key));
  const keep = (next: NewRowDraft): void => {
    setDraft(next);
    try {
      if (Object.values(next).every(text => text === '')) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // A full storage costs only the reload.
    }
  };
  return [draft, keep];
}
