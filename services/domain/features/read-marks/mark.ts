import type { Position } from '@hzm/contracts/core/position';
import type { ReadTopic } from '@hzm/contracts/features/read-marks/read-mark';
import type { Context } from '@hzm/services/core/engine';
import { read, readMark } from './read-mark.ts';

/** Says that a person has read a thing up to a position: no further than what there is. */
export function mark(
  { engine, request }: Context,
  of: { readonly accountId: string; readonly topic: ReadTopic; readonly scope: ReadTopic },
  upTo: Position,
) {
  const reached = engine.projector.position;
  return engine.executor.execute(request, {
    stream: `read-mark-${of.accountId}-${of.topic.replace(':', '-')}`,
    decider: readMark,
    decide: read(of, upTo < reached ? upTo : reached),
  });
}
