import { END } from '@hzm/contracts/core/position';
import type { IndexEntry } from '@hzm/projections/features/history/history';
import type { Engine } from '@hzm/services/core/engine';
import { entriesOf, eventsAt, type IndexCondition } from '../../past/log-index.ts';

const written = (position: bigint): string => String(position).padStart(20, '0');

/**
 * Returns the position of the first event of a subject at or after an ISO time; behind all if there
 * is none. A binary search, because the log is ordered by time except for clock differences of
 * milliseconds.
 */
export async function firstFrom(
  engine: Pick<Engine, 'model' | 'store' | 'codec'>,
  subject: IndexCondition,
  time: string,
): Promise<string> {
  /**
   * Whether an entry is before the time; a damaged event without a time is judged by the next one.
   */
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
  // Entries below `low` are before the time, those from `high` on are not.
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
