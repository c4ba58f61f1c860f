import { positionOf } from '@hzm/contracts/core/position';
import { thingRead } from '@hzm/contracts/features/read-marks/events';
import { expect, it } from 'vitest';
import { given } from '../../testing/given.ts';
import { read, readMark } from './read-mark.ts';
import { unreadBy } from './unread.ts';

const of = { accountId: 'a', topic: 'request:r', scope: 'requests:p' };
const at = (n: number) => ({ ...of, upTo: positionOf(n) });

it('a mark goes on and never back', () => {
  given(readMark)
    .when(read(of, positionOf(5)))
    .leadsTo(thingRead(at(5)));
  given(readMark, thingRead(at(5)))
    .when(read(of, positionOf(7)))
    .leadsTo(thingRead(at(7)));
  given(readMark, thingRead(at(7)))
    .when(read(of, positionOf(5)))
    .leadsTo();
});

it('unread is what somebody else changed behind the mark of the thing, and behind that of the whole', async () => {
  const docs = [
    { topic: 'requests:p', upTo: positionOf(10) },
    { topic: 'request:r', upTo: positionOf(20) },
  ];
  const model = { find: () => Promise.resolve({ docs }) };
  const isUnread = await unreadBy(
    { model: model as never },
    { actor: 'a', key: undefined },
    'requests:p',
  );
  const thing = (topic: string, n: number, changedBy = 'b') =>
    isUnread({ topic, position: positionOf(n), changedBy });
  expect([
    thing('request:r', 20),
    thing('request:r', 21),
    thing('request:r', 21, 'a'),
    thing('request:s', 10),
    thing('request:s', 11),
  ]).toEqual([false, true, false, false, true]);
});
