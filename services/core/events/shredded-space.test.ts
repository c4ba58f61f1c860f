import { createSecretKey, randomBytes } from 'node:crypto';
import type { Event } from '@hzm/contracts/core/event';
import { newId } from '@hzm/contracts/core/ids';
import { positionOf } from '@hzm/contracts/core/position';
import { projectDeleted } from '@hzm/contracts/features/projects/events';
import { events } from '@hzm/contracts/registry';
import { expect, it } from 'vitest';
import { ShreddedSpace } from './shredded-space.ts';

const key = createSecretKey(randomBytes(32));
const deletionOf = (projectId: string): Event => ({
  ...projectDeleted({ projectId, tableIds: [], memberIds: [], leaves: 0 } as never),
  id: newId(),
  stream: 's',
  revision: 0,
  position: positionOf(1),
  meta: { at: '2026-01-01T00:00:00.000Z', actor: 'a', request: 'r' },
  erased: false,
  bytes: 100,
});

it('ShreddedSpace empties scopes deleted before and since, none with a key, and retries failures', async () => {
  const keys = new Map<string, typeof key | null>([
    ['project:earlier', null],
    ['project:there', key],
    ['project:a', null],
    ['project:late', key],
  ]);
  const vault = {
    destroyed: async function* () {
      yield 'project:earlier';
    },
    isDestroyed: async (scope: string) => keys.get(scope) === null,
  };
  const emptied: string[][] = [];
  let isDown = true;
  const store = {
    empty: async (scopes: readonly string[]) => {
      if (isDown) throw new Error('down');
      emptied.push(scopes.toSorted());
    },
  };
  const space = new ShreddedSpace({ store, vault, definitions: events });
  space.note(['a', 'late'].map(id => ({ event: deletionOf(id), changes: [] })));
  await expect(space.round()).rejects.toThrow('down');
  isDown = false;
  await space.round();
  expect(emptied).toEqual([['project:a', 'project:earlier']]);
  await space.round();
  keys.set('project:late', null);
  await space.round();
  await space.round();
  expect(emptied.slice(1)).toEqual([['project:late']]);
});

it('ShreddedSpace does nothing for a store that cannot change its events', async () => {
  const vault = {
    destroyed: () => {
      throw new Error('not asked');
    },
    isDestroyed: async () => true,
  };
  const space = new ShreddedSpace({ store: {}, vault, definitions: events });
  space.note([{ event: deletionOf('a'), changes: [] }]);
  await expect(space.round()).resolves.toBeUndefined();
});
