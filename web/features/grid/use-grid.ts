import type { Table } from '@hzm/contracts/features/tables/table';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { useAtomValue } from '../../state/jotai.ts';
import { noteOpened } from '../../state/opened-tables.ts';
import { useSession } from '../../state/use-session.ts';
import { keptTables } from './model/outbox-storage.ts';
import { shownBy, type View } from './model/view.ts';
import { openSession, type GridSession } from './sync/session.ts';
import type { Grid } from './sync/state.ts';

const open = new Map<string, { readonly session: GridSession; users: number }>();

function sessionOf(
  owner: string,
  tableId: string,
): { readonly session: GridSession; users: number } {
  const key = `${owner}/${tableId}`;
  const known = open.get(key) ?? { session: openSession(owner, tableId), users: 0 };
  open.set(key, known);
  return known;
}

/** Closes what nobody looks at and nothing waits in; the rest goes on until it is sent. */
function closeIdle(): void {
  for (const [key, { session, users }] of open) {
    if (users > 0 || session.isBusy()) continue;
    session.close();
    open.delete(key);
  }
}

/**
 * The rows of a table for a view, live, with what can be done to them. What earlier visits left
 * unsent, in any table, is sent, too.
 */
export function useGrid({ id: tableId, fields }: Table, view: View): readonly [Grid, GridSession] {
  const { user } = useSession();
  const { session } = useMemo(() => sessionOf(user.id, tableId), [user.id, tableId]);
  useEffect(() => {
    const used = sessionOf(user.id, tableId);
    used.users += 1;
    return () => {
      used.users -= 1;
      setTimeout(closeIdle);
    };
  }, [user.id, tableId]);
  useEffect(() => noteOpened(user.id, tableId), [user.id, tableId]);
  useEffect(() => {
    for (const table of keptTables(localStorage, user.id)) sessionOf(user.id, table);
  }, [user.id]);
  const shown = shownBy({ ...view, table: tableId });
  const show = useEffectEvent(() => session.show(view));
  useEffect(() => {
    show();
  }, [session, shown]);
  useEffect(() => {
    session.know(fields);
  }, [session, fields]);
  useEffect(() => {
    session.hold(view.row);
  }, [session, view.row]);
  return [useAtomValue(session.atom), session];
}
