import { memberOf } from '@hzm/contracts/core/json';

/** Returns the members of `next` that differ from `now`, so that remote changes of others stay. */
export const changedMembers = <Next extends object>(
  now: Readonly<Record<string, unknown>>,
  next: Next,
): Partial<Next> =>
  Object.fromEntries(
    Object.entries(next).filter(
      ([member, value]) => JSON.stringify(memberOf(now, member)) !== JSON.stringify(value),
    ),
  ) as Partial<Next>;
