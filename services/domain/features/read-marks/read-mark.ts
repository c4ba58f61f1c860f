import { laterOf, START, type Position } from '@hzm/contracts/core/position';
import { thingRead } from '@hzm/contracts/features/read-marks/events';
import { decider, type Decision } from '@hzm/services/core/commands/decider';

/** The position up to which one person has read one thing. */
export const readMark = decider<Position>(START, when => [
  when(thingRead, (s, { upTo }) => laterOf(s, upTo as Position)),
]);

/** A mark never goes back. */
export const read =
  (
    of: { readonly accountId: string; readonly topic: string; readonly scope: string },
    upTo: Position,
  ) =>
  (s: Position): Decision =>
    upTo <= s ? [] : [thingRead({ ...of, upTo })];
