import type { Changes } from '@hzm/contracts/core/realtime';
import { nextTurn } from '@hzm/services/core/concurrency/next-turn';
import type { Clients } from './client.ts';

/** Sockets that one message is written for before others get their turn. */
const SOCKETS_PER_TURN = 100;

/** Sends a message to everybody in a room, whom nobody joins before this resolves. */
export async function sendInTurns(io: Clients, room: string, message: Changes): Promise<void> {
  const { rooms } = io.sockets.adapter;
  const ids = [...(rooms.get(room) ?? [])];
  if (ids.length <= SOCKETS_PER_TURN) {
    io.to(room).emit('changes', message);
    return;
  }
  for (let from = 0; from < ids.length; from += SOCKETS_PER_TURN) {
    if (from > 0) await nextTurn();
    // A socket that has left meanwhile may have lost its right.
    const present = ids.slice(from, from + SOCKETS_PER_TURN).filter(id => rooms.get(room)?.has(id));
    // A message to a list without rooms goes to everybody.
    if (present.length > 0) io.to(present).emit('changes', message);
  }
}
