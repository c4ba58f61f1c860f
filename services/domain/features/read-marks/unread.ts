import { laterOf, type Position } from '@hzm/contracts/core/position';
import { partOf, readMarkDocs } from '@hzm/projections/features/read-marks/read-marks';
import type { Caller, Engine } from '@hzm/services/core/engine';

/** Marks of one person within one scope that are read together. */
const MAX_MARKS = 5_000;

/** A thing that can be read: how it is called, when it changed last and who did that. */
interface Readable {
  readonly topic: string;
  readonly position: Position;
  readonly changedBy: string;
}

/** Tells how far a person has read each thing of a scope; undefined: nothing of it. */
export async function marksOf(
  { model }: Pick<Engine, 'model'>,
  { actor }: Pick<Caller, 'actor'>,
  scope: string,
): Promise<(topic: string) => Position | undefined> {
  const { docs } = await model.find({
    collection: readMarkDocs,
    where: [{ path: 'part', op: 'eq', value: partOf(actor, scope) }],
    limit: MAX_MARKS,
  });
  const marks = new Map(docs.map(({ topic, upTo }) => [topic, upTo]));
  const all = marks.get(scope);
  return topic => {
    const own = marks.get(topic);
    return own === undefined || all === undefined ? (own ?? all) : laterOf(own, all);
  };
}

/** Whether something is news to somebody who has read so far. */
export const isUnread = (
  { position, changedBy }: Omit<Readable, 'topic'>,
  actor: string,
  upTo: Position | undefined,
): boolean => changedBy !== actor && (upTo === undefined || position > upTo);

/**
 * Tells what of a scope a person has not read: what somebody else has changed since. To a key
 * nothing is new.
 */
export async function unreadBy(
  engine: Pick<Engine, 'model'>,
  caller: Pick<Caller, 'actor' | 'key'>,
  scope: string,
): Promise<(thing: Readable) => boolean> {
  if (caller.key) return () => false;
  const upTo = await marksOf(engine, caller, scope);
  return thing => isUnread(thing, caller.actor, upTo(thing.topic));
}
