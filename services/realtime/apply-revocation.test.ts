import { positionOf } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import { expect, it } from 'vitest';
import type { Caller, Engine } from '../core/engine.ts';
import { countingTurns } from '../core/testing/turns.ts';
import { RevocationLog, type AccessRevocation } from './access-revocation.ts';
import { applyRevocation } from './apply-revocation.ts';
import type { Client, Clients, Watch } from './client.ts';
import { LiveClients } from './live-clients.ts';
import type { Watching } from './watching.ts';

const [CONNECTIONS, TOPICS] = [30, 40];

/** Clients of one person on topics of one project; `allow` is counted. */
function crowd(allow: () => Promise<unknown>) {
  const ended: string[] = [];
  let asked = 0;
  const topics = Array.from({ length: TOPICS }, (_, n) => ({
    name: `table:${n}`,
    id: `${n}`,
    kind: {
      allow: () => {
        asked++;
        return allow();
      },
    },
  }));
  const clients = Array.from({ length: CONNECTIONS }, (_, n) => {
    const watches = topics.map(topic => [
      topic.name,
      { topic, live: true, projectId: 'p', peopleProjectId: 'p', sight: 'whole' },
    ]);
    const caller: Partial<Caller> = { actor: 'a', accountId: 'a', isAdmin: false, sessionId: 's' };
    return {
      id: `${n}`,
      data: { caller, watches: new Map(watches as [string, Watch][]) },
      emit: () => undefined,
      removeAllListeners: () => undefined,
      conn: { close: () => ended.push(`connection ${n}`) },
    } as unknown as Client;
  });
  const end = (client: Client, topic: string): void => {
    client.data.watches.delete(topic);
    ended.push(topic);
  };
  const watching = {
    end,
    endAll: (client: Client) => client.data.watches.clear(),
  } as unknown as Watching;
  const io = { sockets: { sockets: new Map(clients.map(one => [one.id, one])) } };
  return {
    ended,
    asked: () => asked,
    /** Applies a revocation; returns the turns of the event loop that it took. */
    async apply(revocation: AccessRevocation): Promise<number> {
      const parts = {
        engine: {} as Engine,
        revocations: new RevocationLog(),
        clients: new LiveClients(io as unknown as Clients, watching),
      };
      return countingTurns(async turn => {
        await applyRevocation(parts, revocation, positionOf(5));
        return turn();
      });
    },
  };
}
const recheck = { kind: 'recheck', projectId: 'p' } as const;

it('many connections of one person are judged once for each topic, and others get turns between', async () => {
  const same = crowd(async () => ({ projectId: 'p', role: null, since: positionOf(1) }));
  expect(await same.apply(recheck)).toBeGreaterThanOrEqual(10);
  expect([same.asked(), same.ended]).toEqual([TOPICS, []]);
  const gone = crowd(() => Promise.reject(new Problem('NOT_FOUND')));
  await gone.apply(recheck);
  expect([gone.asked(), gone.ended.length]).toEqual([TOPICS, CONNECTIONS * TOPICS]);
});

it('watches and connections of many clients end over several turns', async () => {
  const deleted = crowd(() => Promise.resolve());
  expect(await deleted.apply({ kind: 'deleted', what: () => true })).toBeGreaterThanOrEqual(10);
  expect(deleted.ended).toHaveLength(CONNECTIONS * TOPICS);
  const off = crowd(() => Promise.resolve());
  expect(await off.apply({ kind: 'disconnect', of: () => true })).toBeGreaterThanOrEqual(10);
  expect(off.ended).toHaveLength(CONNECTIONS);
});
