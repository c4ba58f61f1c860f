import { endLook } from '@hzm/contracts/features/looks/api';
import { send } from '../lib/http.ts';
import { store } from './jotai.ts';
import { holdHere, sessionAtom } from './session.ts';

/**
 * Comes back to one's own session, then says that the look is over. @param leave goes where the own
 * session is at home, before the screens change
 */
export async function stopLooking(leave: () => Promise<void>): Promise<void> {
  const look = store.get(sessionAtom)?.look;
  if (!look) return;
  await leave();
  holdHere(look.own);
  await send(endLook, { params: { lookId: look.id } });
}
