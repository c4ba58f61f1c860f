import { boundsIn } from '@hzm/contracts/features/rows/span';
import { readOperand } from '@hzm/contracts/features/tables/canonical';
import type { RowDoc } from '@hzm/projections/features/rows/rows';
import type { Condition, Path } from '@hzm/services/core/ports/read-model';
import type { ValueClock } from '../tables/value-clock.ts';

type RowCondition = Condition<Path<RowDoc>>;
type Member = 'created_at' | 'updated_at';

/** A condition that no row satisfies. */
export const never = (path: Member): RowCondition => ({ path, op: 'in', values: [] });

/**
 * Returns the conditions that a time of rows lies in the year, month or day of a text; undefined if
 * it names none. Other parts of times would be searched without an index.
 */
export function spanConditions(
  path: Member,
  text: string,
  { timeZone }: ValueClock,
): RowCondition[] | undefined {
  const bounds = boundsIn(text);
  return (
    bounds &&
    Object.entries(bounds).map(([op, day]) => ({
      path,
      op: op as 'gte' | 'lt' | 'lte',
      value: readOperand('datetime', day, timeZone) as string,
    }))
  );
}
