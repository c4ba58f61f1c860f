import type { Call } from '@hzm/contracts/core/call';
import type { ApiError } from './api-error.ts';

const HEALTH = /\/health(?:\/|$)/;
/** Signing in waits up to half a minute where somebody guesses at the account. */
const SLOW = /\/data(?:\/|$)|\/auth\/login$/;

/** How long an answer from this path may take, in milliseconds. */
export function timeoutOf(path: string): number {
  if (HEALTH.test(path)) return 8_000;
  return SLOW.test(path) ? 60_000 : 30_000;
}

/** How often a call is tried again. Signing in never is: every try counts against the account. */
function retriesOf(call: Pick<Call, 'name' | 'path'>): number {
  if (call.name === 'login') return 0;
  return HEALTH.test(call.path) ? 1 : 3;
}

/** The pause before a retry, in milliseconds; retries count from 0. */
const pauseBefore = (retry: number): number => 1_000 * 2 ** retry;

/**
 * Left alone for so long, a server whose limit is reached and that does not say when it will answer
 * again, in milliseconds.
 */
const EXHAUSTED_MS = 300_000;

/**
 * How long a server asks to be left alone, in milliseconds; it knows better than we do. @param
 * retryAfter seconds, or a date
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

/** Longer than this nobody is kept waiting for a retry: they are told at once, in milliseconds. */
const LONGEST_WAIT_MS = 10_000;

/**
 * The pause before a call is tried again, in milliseconds; undefined when it is not. @param retry
 * from 0
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

/** The codes that say that nobody is signed in any more. */
const ENDED: ReadonlySet<string> = new Set([
  'UNAUTHORIZED',
  'TOKEN_EXPIRED',
  'INVALID_CREDENTIALS',
  'MISSING_HEADERS',
  'HTTP_401',
]);

/**
 * Whether a refusal ends the session: on 401, or by what signs people in. What guards a project
 * never does.
 */
export const endsSession = (path: string, status: number, code: string): boolean =>
  ENDED.has(code) && (status === 401 || /\/auth\//.test(path));

/** Whether trying again can help: no answer, or a server that could not. */
const isTransient = (status: number, code: string): boolean =>
  status >= 500 ||
  (status === 0 &&
    (code === 'NETWORK_ERROR' || code === 'CONNECTION_ERROR' || code === 'TIMEOUT_ERROR'));
