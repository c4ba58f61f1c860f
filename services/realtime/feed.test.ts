import { MASTER_ACTOR, type Event } from '@hzm/contracts/core/event';
import { positionOf, START } from '@hzm/contracts/core/position';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import type { Engine } from '@hzm/services/core/engine';
import type { Projector } from '@hzm/services/core/projecting/projector';
import type { ProjectedEvent } from '@hzm/services/core/projecting/projector-parts';
import { expect, it } from 'vitest';
import { Feed } from './feed.ts';
import { topicKinds } from './topics/registry.ts';
import type { TopicKind } from './topics/topic.ts';

const EVENTS = 40;

/** An event about one table. */
const told = (n: number): ProjectedEvent => ({
  event: {
    type: 'told',
    stream: 'told',
    data: { projectId: 'p' },
    position: positionOf(n),
    meta: { at: '', actor: MASTER_ACTOR, request: 'r' },
  } as unknown as Event,
  changes: [{ op: 'put', collection: tableDocs.name, id: 't', doc: { id: 't', projectId: 'p' } }],
});

/**
 * Returns the number of messages made in each turn of the event loop for a batch with this many
 * watchers.
 */
async function turnsOf(
  watchers: number,
): Promise<{ readonly turns: readonly number[]; readonly positions: readonly string[] }> {
  let hear: Parameters<Projector['listen']>[0] = () => undefined;
  const projector = {
    position: START,
    listen: (listener: typeof hear) => {
      hear = listener;
      return () => undefined;
    },
  };
  const turns = [0];
  const positions: string[] = [];
  const feed = new Feed({ projector } as unknown as Engine, {
    changes: (_, { position }) => {
      turns[turns.length - 1]! += watchers;
      positions.push(position);
      return watchers;
    },
    failed: () => {
      throw new Error('failed');
    },
    told: () => Promise.resolve(),
    log: error => {
      throw error as Error;
    },
  });
  const keys = topicKinds.find(({ name }) => name === 'project')!.keysTo('p');
  const kind = {
    toChanges: () => Promise.resolve([{ op: 'put', kind: 'table', id: 't', version: 1 }]),
  } as unknown as TopicKind;
  feed.retain({ name: 'project:p', channel: 'project:p', fieldKey: 'name', kind, id: 'p', keys });
  hear(Array.from({ length: EVENTS }, (_, n) => told(n + 1)));
  while (positions.length < EVENTS) {
    await new Promise(setImmediate);
    turns.push(0);
  }
  feed.close();
  return { turns: turns.filter(count => count > 0), positions };
}

it('the feed spreads a batch of many messages over several turns in order, and sends few in one', async () => {
  const [crowd, few] = [await turnsOf(60), await turnsOf(1)];
  // As many events as yield a hundred messages.
  expect(crowd.turns).toEqual(Array.from({ length: EVENTS / 2 }, () => 120));
  expect(few.turns).toEqual([EVENTS]);
  for (const { positions } of [crowd, few])
    expect(positions).toEqual(Array.from({ length: EVENTS }, (_, n) => positionOf(n + 1)));
});
