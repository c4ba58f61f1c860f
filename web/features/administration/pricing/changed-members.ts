import { memberOf, sameJson } from '@hzm/contracts/core/json';

/** Returns the members of `next` that differ from `now`, so that remote changes of others stay. */
export const changedMembers = <Next extends object>(
  now: Readonly<Record<string, unknown>>,
  next: Next,
): Partial<Next> =>
  Object.fromEntries(
    Object.entries(next).filter(([member, value]) => !sameJson(memberOf(now, member), value)),
  ) as Partial<Next>;
