import { memberOf } from '@hzm/contracts/core/json';

/** The members of `next` that differ from those of `now`: what others change meanwhile stays. */
export const changedMembers = <Next extends object>(
  now: Readonly<Record<string, unknown>>,
  next: Next,
): Partial<Next> =>
  Object.fromEntries(
    Object.entries(next).filter(
      ([member, value]) => JSON.stringify(memberOf(now, member)) !== JSON.stringify(value),
    ),
  ) as Partial<Next>;
