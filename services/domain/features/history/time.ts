import { END } from '@hzm/contracts/core/position';
import type { IndexEntry } from '@hzm/projections/features/history/history';
import type { Engine } from '@hzm/services/core/engine';
import { entriesOf, eventsAt, type IndexCondition } from './log-index.ts';

const written = (position: bigint): string => String(position).padStart(20, '0');

/**
 * The position of the first event about something that happened at or after a time (ISO); behind
 * all when there is none. Found by halving,
 * since the log is in the order of time, but for the few milliseconds by which clocks differ.
 */
export async function firstFrom(
  engine: Pick<Engine, 'model' | 'store' | 'codec'>,
  subject: IndexCondition,
  time: string,
): Promise<string> {
  /** A damaged event may not say when it happened: then the next one does. */
  const isBefore = async (entry: IndexEntry): Promise<boolean> => {
    for (
      let next: IndexEntry | undefined = entry;
      next;
      [next] = await entriesOf(
        engine,
        [subject, { path: 'position', op: 'gt', value: next.position }],
        1,
      )
    ) {
      for await (const { meta } of eventsAt(engine, [next]))
        if (meta.at !== undefined) return Date.parse(meta.at) < Date.parse(time);
    }
    return false;
  };
  const [last] = await entriesOf(engine, [subject], 1, true);
  if (!last || (await isBefore(last))) return END;
  // What stands below `low` happened before the time; what stands at `high` or behind did not.
  let low = 0n;
  let high = BigInt(last.position);
  while (low < high) {
    const middle = (low + high) / 2n;
    const [entry] = await entriesOf(
      engine,
      [subject, { path: 'position', op: 'gte', value: written(middle) }],
      1,
    );
    if (await isBefore(entry!)) low = BigInt(entry!.position) + 1n;
    else high = middle;
  }
  const [first] = await entriesOf(
    engine,
    [subject, { path: 'position', op: 'gte', value: written(low) }],
    1,
  );
  return first!.position;
}
