import { newId } from '@hzm/contracts/core/ids';
import { expect, it } from 'vitest';
import type { Engine } from '../core/engine.ts';
import { countingTurns } from '../core/testing/turns.ts';
import { SendBuffers } from './backpressure.ts';
import type { Client } from './client.ts';
import type { Feed } from './feed.ts';
import { Watching } from './watching.ts';

/** Subscribes an account to so many projects at one moment; returns the answers in each turn. */
async function answersInTurns(count: number): Promise<readonly number[]> {
  const engine = {
    projector: { isDeaf: false },
    positions: { reach: () => Promise.resolve('reached') },
    model: { get: () => Promise.resolve(undefined) },
  } as unknown as Engine;
  const feed = { retain: () => () => undefined } as unknown as Feed;
  const client = {
    conn: { writeBuffer: [], transport: {} },
    data: {
      caller: { actor: 'a', accountId: 'a', isAdmin: false, sessionId: 's', key: undefined },
      watches: new Map(),
    },
    leave: () => undefined,
  } as unknown as Client;
  const watching = new Watching(engine, feed, new SendBuffers(), () => undefined);
  const turns: number[] = [];
  await countingTurns(turn =>
    Promise.all(
      Array.from({ length: count }, () =>
        watching.begin(client, { topic: `project:${newId()}` }, ({ code }) => {
          expect(code).toBe('NOT_FOUND');
          turns[turn()] = (turns[turn()] ?? 0) + 1;
        }),
      ),
    ),
  );
  return turns.filter(answers => answers > 0);
}

it('subscriptions that an account asks for at one moment are judged ten a turn', async () => {
  expect(await answersInTurns(8)).toEqual([8]);
  expect(await answersInTurns(100)).toEqual(Array.from({ length: 10 }, () => 10));
});
