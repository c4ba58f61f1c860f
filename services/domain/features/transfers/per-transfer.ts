import type { Decider } from '@hzm/services/core/commands/decider';
import { LRUCache } from 'lru-cache';

/** Maximum deciders kept, so that concurrent undoings find their cached states again. */
const MAX_UNDOINGS = 100;

/** Returns the deciders by transfer; each is made once, unless it was evicted. */
export function perTransfer<State>(
  newDecider: (transferId: string) => Decider<State>,
): (transferId: string) => Decider<State> {
  const deciders = new LRUCache<string, Decider<State>>({
    max: MAX_UNDOINGS,
    memoMethod: newDecider,
  });
  return transferId => deciders.memo(transferId);
}
