import type { Clearing } from '@hzm/contracts/features/portable/portable';
import type { ClearingDoc } from '@hzm/projections/features/portable/portable';

/** A clearing on the wire. */
export const clearingOf = ({ id, accountId, state, begunAt, endedAt }: ClearingDoc): Clearing => ({
  id,
  accountId,
  state,
  begunAt,
  endedAt,
});
