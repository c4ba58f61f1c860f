import type { Call } from '@hzm/contracts/core/call';
import type { ApiError } from './api-error.ts';

const HEALTH = /\/health(?:\/|$)/;
/** A login may wait up to half a minute while an attacker guesses passwords of the account. */
const SLOW = /\/data(?:\/|$)|\/auth\/login$/;

/** Returns the timeout of a path, in milliseconds. */
export function timeoutOf(path: string): number {
  if (HEALTH.test(path)) return 8_000;
  return SLOW.test(path) ? 60_000 : 30_000;
}

/**
 * Returns the number of retries. A login has none, because each attempt counts against the account.
 */
function retriesOf(call: Pick<Call, 'name' | 'path'>): number {
  if (call.name === 'login') return 0;
  return HEALTH.test(call.path) ? 1 : 3;
}

/** Returns the pause before a retry, in milliseconds; retries count from 0. */
const pauseBefore = (retry: number): number => 1_000 * 2 ** retry;

/** Wait after a rate limit without Retry-After, in milliseconds. */
const EXHAUSTED_MS = 300_000;

/**
 * Returns the wait that the server requests, in milliseconds. @param retryAfter seconds, or a date
 */
export function waitOf(status: number, retryAfter: string | null, now = Date.now()): number {
  const said =
    retryAfter === null || retryAfter.trim() === ''
      ? NaN
      : /^\s*\d+\s*$/.test(retryAfter)
        ? Number(retryAfter) * 1_000
        : Date.parse(retryAfter) - now;
  if (Number.isNaN(said)) return status === 429 ? EXHAUSTED_MS : 0;
  return Math.max(0, said);
}

/** Bounds the wait before a retry, in milliseconds; a longer one fails at once. */
const LONGEST_WAIT_MS = 10_000;

/**
 * Returns the pause before a retry, in milliseconds; undefined for no retry. @param retry from 0
 */
export function retryIn(
  call: Pick<Call, 'name' | 'path'>,
  retry: number,
  { status, code, waitMs }: Pick<ApiError, 'status' | 'code' | 'waitMs'>,
): number | undefined {
  if (retry >= retriesOf(call) || !isTransient(status, code) || waitMs > LONGEST_WAIT_MS)
    return undefined;
  return Math.max(pauseBefore(retry), waitMs);
}

/** Codes of an ended session. */
const ENDED: ReadonlySet<string> = new Set([
  'UNAUTHORIZED',
  'TOKEN_EXPIRED',
  'INVALID_CREDENTIALS',
  'MISSING_HEADERS',
  'HTTP_401',
]);

/**
 * Whether a refusal ends the session: on 401, or from a sign-in path. Protection of a project never
 * does.
 */
export const endsSession = (path: string, status: number, code: string): boolean =>
  ENDED.has(code) && (status === 401 || /\/auth\//.test(path));

/** Whether a retry can help: no answer, or a server failure. */
const isTransient = (status: number, code: string): boolean =>
  status >= 500 ||
  (status === 0 &&
    (code === 'NETWORK_ERROR' || code === 'CONNECTION_ERROR' || code === 'TIMEOUT_ERROR'));
