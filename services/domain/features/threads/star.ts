import { threadStarred, threadUnstarred } from '@hzm/contracts/features/threads/events';
import { decider, type Decision } from '@hzm/services/core/commands/decider';

/** Whether one person has starred one thread. */
export const star = decider<boolean>(false, when => [
  when(threadStarred, () => true),
  when(threadUnstarred, () => false),
]);

export const starStream = (accountId: string, threadId: string): string =>
  `star-${accountId}-${threadId}`;

/** @param starred what it is to be; undefined: what it is not */
export const setStar =
  (
    of: { readonly accountId: string; readonly threadId: string; readonly scope: string },
    starred: boolean | undefined,
  ) =>
  (s: boolean): Decision =>
    s === (starred ?? !s) ? [] : [s ? threadUnstarred(of) : threadStarred(of)];
