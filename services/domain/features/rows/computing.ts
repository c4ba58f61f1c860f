import { Problem } from '@hzm/contracts/core/problem';
import { slice, type Pause } from '@hzm/services/core/ports/slices';

/** Rows that are computed over at once, and bytes of them. */
export const COMPUTED_PAGE = { limit: 200, bytes: { most: 262_144 } };
/** Rows computed before others may have their turn. */
export const ROWS_AT_ONCE = 16;
/** Maximum time to compute one answer, in milliseconds. */
const COMPUTING_MS = 5_000;

/** Returns a pause that throws a Problem NOT_READY once the time to compute an answer is over. */
export function inComputingTime(pause: Pause = slice): Pause {
  const end = performance.now() + COMPUTING_MS;
  return async () => {
    await pause();
    if (performance.now() > end)
      throw new Problem('NOT_READY', {
        text: 'endpoint-too-long',
        retryAfter: COMPUTING_MS / 1000,
      });
  };
}

export const tooMany = (key: string, limit: number): Problem =>
  new Problem('PAYLOAD_TOO_LARGE', { text: { key, values: { limit } } });
