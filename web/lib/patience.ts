import type { Call } from '@hzm/contracts/core/call';

const HEALTH = /\/health(?:\/|$)/;
const SLOW = /\/(?:data|reports)(?:\/|$)/;
const ANALYTICS = /\/analytics(?:\/|$)/;

/** How long an answer from this path may take, in milliseconds. */
export function timeoutOf(path: string): number {
  if (HEALTH.test(path)) return 8_000;
  if (SLOW.test(path)) return 60_000;
  return ANALYTICS.test(path) ? 45_000 : 30_000;
}

/** How often a call is tried again. Signing in never is: every try counts against the account. */
export function retriesOf(call: Pick<Call, 'name' | 'path'>): number {
  if (call.name === 'login') return 0;
  return HEALTH.test(call.path) ? 1 : 3;
}

/** The pause before a retry, in milliseconds; retries count from 0. */
export const pauseBefore = (retry: number): number => 1_000 * 2 ** retry;

/** Whether trying again can help: no answer, or a server that could not. */
export const isPassing = (status: number, code: string): boolean =>
  status >= 500 || (status === 0 && (code === 'NETWORK_ERROR' || code === 'CONNECTION_ERROR' || code === 'TIMEOUT_ERROR'));
