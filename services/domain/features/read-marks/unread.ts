import type { Position } from '@hzm/contracts/core/position';
import { partOf, readMarkDocs } from '@hzm/projections/features/read-marks/read-marks';
import type { Caller, Engine } from '@hzm/services/core/engine';

/** Marks of one person within one scope that are read together. */
const MAX_MARKS = 2_000;

/** A thing that can be read: how it is called, when it changed last and who did that. */
interface Readable {
  readonly topic: string;
  readonly position: Position;
  readonly changedBy: string;
}

/** Tells what of a scope a person has not read: what somebody else has changed since. To a key nothing is new. */
export async function unreadBy({ model }: Pick<Engine, 'model'>, { actor, key }: Pick<Caller, 'actor' | 'key'>, scope: string): Promise<(thing: Readable) => boolean> {
  if (key) return () => false;
  const { docs } = await model.find({ collection: readMarkDocs, where: [{ path: 'part', op: 'eq', value: partOf(actor, scope) }], limit: MAX_MARKS });
  const marks = new Map(docs.map(({ topic, upTo }) => [topic, upTo]));
  const all = marks.get(scope);
  return ({ topic, position, changedBy }) => {
    const own = marks.get(topic);
    return changedBy !== actor && !(all !== undefined && position <= all) && !(own !== undefined && position <= own);
  };
}
