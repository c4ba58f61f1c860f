import { endLook } from '@hzm/contracts/features/looks/api';
import { send } from '../lib/http.ts';
import { store } from './jotai.ts';
import { holdHere, sessionAtom } from './session.ts';

/**
 * Ends an impersonation: returns to one's own session, then tells the server. @param leave
 * navigates to a page of the own session before the screens change
 */
export async function stopLooking(leave: () => Promise<void>): Promise<void> {
  const look = store.get(sessionAtom)?.look;
  if (!look) return;
  await leave();
  holdHere(look.own);
  await send(endLook, { params: { lookId: look.id } });
}
