import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@hzm/contracts/core/problem';

const PAUSE_FROM_MS = 5;
const PAUSE_UP_TO_MS = 200;

/**
 * Waits a random moment, longer on each attempt, so that conflicting writers spread out.
 * @throws Problem NOT_READY when `signal` aborts
 */
export async function pause(
  attempt: number,
  signal: AbortSignal | undefined,
  upTo = PAUSE_UP_TO_MS,
): Promise<void> {
  const longest = Math.min(PAUSE_FROM_MS * 2 ** attempt, upTo);
  await sleep(Math.random() * longest, undefined, { ...(signal && { signal }) }).catch(() => {
    throw new Problem('NOT_READY', { retryAfter: 1 });
  });
}
