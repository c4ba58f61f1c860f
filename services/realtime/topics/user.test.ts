import type { Event } from '@hzm/contracts/core/event';
import { positionOf } from '@hzm/contracts/core/position';
import { drop, dropWhere, patch, put } from '@hzm/projections/core/changes';
import { accountDocs } from '@hzm/projections/features/accounts/accounts';
import { notificationDocs } from '@hzm/projections/features/notifications/documents';
import { projectDocs } from '@hzm/projections/features/projects/projects';
import { readMarkDocs } from '@hzm/projections/features/read-marks/read-marks';
import { threadStarDocs } from '@hzm/projections/features/threads/documents';
import { expect, it } from 'vitest';
import { entryOf } from '../buffered-event.ts';
import { user } from './user.ts';

const by = (data: object): Event => ({ data, position: positionOf(1) }) as Event;
const mark = put(readMarkDocs, {
  id: 'a/thread:t',
  accountId: 'a',
  topic: 'thread:t',
  scope: 'threads:p',
  part: 'a/threads:p',
  upTo: positionOf(1),
  at: '',
});

it('user.keysOf buffers personal changes for their person, and all others for everybody', () => {
  expect(user.keysOf(by({ accountId: 'a' }), [mark])).toEqual(['user:a']);
  expect(user.keysOf(by({ accountId: 'a', threadId: 't' }), [drop(threadStarDocs, 's')])).toEqual([
    'user:a',
  ]);
  expect(
    user.keysOf(by({ accountId: 'a' }), [mark, patch(projectDocs, { id: 'p', set: {} })]),
  ).toEqual(['user']);
  expect(user.keysOf(by({}), [dropWhere(readMarkDocs, { accountId: 'a' })])).toEqual(['user']);
  expect(user.keysOf(by({ projectId: 'p' }), [])).toEqual([]);
  expect(user.keysTo('a')).toEqual(['user', 'user:a']);
});

it('user.concerned finds the people of a changed project and administrators, and nobody else', async () => {
  const ids = Array.from({ length: 1_000 }, (_, n) => `person-${n}`);
  const context = {
    engine: {
      model: {
        get: () => Promise.resolve({ id: 'p', ownerId: 'person-1', parentProjectId: null }),
        find: () => Promise.resolve({ docs: [{ userId: 'person-2' }, { userId: 'elsewhere' }] }),
      },
    },
    people: {
      get: (id: string) => Promise.resolve({ id, email: '', isAdmin: id === 'person-3' }),
    },
  } as never;
  const concerned = async (data: object, ...changes: Parameters<typeof entryOf>[1]) =>
    [
      ...(await user.concerned!(entryOf({ ...by(data), type: 't' }, changes), ids, context)),
    ].toSorted();
  const changed = patch(projectDocs, { id: 'p', set: { description: '' } });
  expect(await concerned({ projectId: 'p' }, changed)).toEqual([
    'person-1',
    'person-2',
    'person-3',
  ]);
  expect(
    await concerned(
      { projectId: 'p', ownerId: 'person-4', memberIds: ['person-5'] },
      drop(projectDocs, 'p'),
    ),
  ).toEqual(['person-3', 'person-4', 'person-5']);
  expect(await concerned({ accountId: 'a' }, mark)).toEqual([]);
  expect(
    await concerned(
      { accountId: 'person-6' },
      patch(accountDocs, { id: 'person-6', set: { name: '' } }),
    ),
  ).toEqual(['person-6']);
  const told = put(notificationDocs, { id: 'n', recipient: 'person-7' } as never);
  expect(await concerned({}, told)).toEqual(['person-7']);
});
