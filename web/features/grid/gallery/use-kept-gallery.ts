import { useEffect, useEffectEvent, useRef } from 'react';
import { useSession } from '../../../state/use-session.ts';
import { isBare, type View } from '../model/view.ts';

/**
 * Keeps in this browser whether a person looks at a table's rows as cards. A table that is opened
 * without a view is shown so again. @returns how to choose
 */
export function useKeptGallery(
  tableId: string,
  view: View,
  onView: (view: View) => void,
): (isGallery: boolean) => void {
  const { user } = useSession();
  const key = `hzm-cards/${user.id}/${tableId}`;
  const begun = useRef<string>(undefined);
  const begin = useEffectEvent(() => {
    if (isBare(view) && view.saved === undefined && localStorage.getItem(key) !== null)
      onView({ ...view, gallery: true });
  });
  useEffect(() => {
    if (begun.current === key) return;
    begun.current = key;
    begin();
  }, [key]);
  return isGallery => {
    try {
      if (isGallery) localStorage.setItem(key, '1');
      else localStorage.removeItem(key);
    } catch {
      // A full storage costs only the next visit.
    }
    onView({ ...view, gallery: isGallery || undefined });
  };
}
