import type { Changes } from '@hzm/contracts/core/realtime';
import { expect, it } from 'vitest';
import { countingTurns } from '../core/testing/turns.ts';
import type { Clients } from './client.ts';
import { sendInTurns } from './send-in-turns.ts';

/** Sends to a room of so many; returns the lists of rooms that were sent to, each with its turn. */
async function sentTo(size: number, left: (turn: number) => readonly string[] = () => []) {
  const room = new Set(Array.from({ length: size }, (_, n) => `s${n}`));
  const sent: { readonly to: string | readonly string[]; readonly turn: number }[] = [];
  await countingTurns(
    turn => {
      const io = {
        sockets: { adapter: { rooms: new Map([['room', room]]) } },
        to: (to: string | readonly string[]) => ({ emit: () => sent.push({ to, turn: turn() }) }),
      } as unknown as Clients;
      return sendInTurns(io, 'room', {} as Changes);
    },
    turn => {
      for (const id of left(turn)) room.delete(id);
    },
  );
  return sent;
}

it('a message to few is sent at once', async () => {
  expect(await sentTo(100)).toEqual([{ to: 'room', turn: 0 }]);
});

it('a message to many is sent to a hundred a turn', async () => {
  const sent = await sentTo(250);
  expect(sent.map(({ to, turn }) => [to.length, turn])).toEqual([
    [100, 0],
    [100, 1],
    [50, 2],
  ]);
  expect(new Set(sent.flatMap(({ to }) => to)).size).toBe(250);
});

it('a socket that leaves in between is told no more, and an empty list is not sent to', async () => {
  const last = Array.from({ length: 50 }, (_, n) => `s${200 + n}`);
  const sent = await sentTo(250, turn => (turn === 1 ? ['s150', ...last] : []));
  expect(sent.map(({ to }) => to.length)).toEqual([100, 99]);
});
