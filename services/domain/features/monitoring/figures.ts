import type { LogFigures } from '@hzm/contracts/features/monitoring/log';
import type { LogEntry } from '@hzm/services/core/ports/request-log-store';

/** Status from which an answer is a failure. */
export const FAILED = 400;
/** Status from which the failure is the server's. */
export const SERVER_FAILED = 500;

type Measured = Pick<LogEntry, 'ms' | 'status'>;

/** Returns the value that this share of the sorted values does not exceed. */
const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;

/** Computes response times; undefined without requests. */
export function figuresOf(entries: readonly Measured[]): LogFigures | undefined {
  if (entries.length === 0) return undefined;
  const times = entries.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return {
    requests: entries.length,
    failed: entries.filter(({ status }) => status >= FAILED).length,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
  };
}

export interface CallFigures {
  /** The newest of the requests. */
  readonly newest: LogEntry;
  readonly figures: LogFigures;
}

/**
 * Groups requests, newest first, by call and actor, slowest first. `isApart` says whose requests
 * are apart from the others.
 */
export function figuresByCall(
  entries: readonly LogEntry[],
  isApart: (entry: LogEntry) => boolean,
): CallFigures[] {
  const groups = Map.groupBy(
    entries.filter(({ name }) => name !== ''),
    entry => `${entry.name} ${isApart(entry) ? entry.actor : ''}`,
  );
  return [...groups.values()]
    .map(own => ({ newest: own[0]!, figures: figuresOf(own)! }))
    .toSorted((a, b) => b.figures.p95 - a.figures.p95);
}
