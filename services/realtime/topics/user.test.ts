import type { Event } from '@hzm/contracts/core/event';
import { positionOf } from '@hzm/contracts/core/position';
import { drop, dropWhere, patch, put } from '@hzm/projections/core/changes';
import { projectDocs } from '@hzm/projections/features/projects/projects';
import { readMarkDocs } from '@hzm/projections/features/read-marks/read-marks';
import { threadStarDocs } from '@hzm/projections/features/threads/documents';
import { expect, it } from 'vitest';
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
