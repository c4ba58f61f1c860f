import type { Call } from '@hzm/contracts/core/call';
import { Problem } from '@hzm/contracts/core/problem';
import * as accounts from '@hzm/contracts/features/accounts/api';
import * as health from '@hzm/contracts/features/health/api';
import * as threads from '@hzm/contracts/features/threads/api';
import type { Caller, Context, Passwords } from '@hzm/services/core/engine';
import { authenticate, shownKey, type Credentials } from '@hzm/services/domain/access/authenticate';
import type { Request, Response } from 'express';
import { ipRateLimitKey } from '../core/ip-rate-limit-key.ts';
import type { Source } from '../core/source.ts';
import type { RateLimitStatus } from './counter.ts';
import type { Exchange } from './exchange.ts';
import { headerOf } from './header.ts';
import { enforceOrigin } from './origin.ts';
import { passwordsFrom } from './passwords.ts';
import type { Throttle } from './throttle.ts';

/** Calls that strangers make as a matter of course; they have limits of their own. */
const unmetered: ReadonlySet<Call> = new Set<Call>([
  accounts.login,
  accounts.register,
  health.health,
  health.databaseHealth,
]);

/** Requests with the master key in a minute. */
const MASTER_PER_MINUTE = 1000;

const addressOf = (request: Request): string => ipRateLimitKey(request.ip ?? '');

const credentialsOf = (request: Request): Credentials => ({
  authorization: headerOf(request, 'authorization'),
  apiKey: headerOf(request, 'x-api-key'),
  email: headerOf(request, 'x-user-email'),
  projectPassword: headerOf(request, 'x-project-password'),
});

/** Answers to requests that count for somebody. */
const counted = new WeakSet<Response>();

const isRefused = (error: unknown, ...codes: Problem['code'][]): boolean =>
  error instanceof Problem && codes.includes(error.code);

/** @param text instead of the one about signing in. @throws Problem RATE_LIMIT_EXCEEDED */
function enforceLimit(
  response: Response,
  status: RateLimitStatus | undefined,
  text?: string,
): void {
  if (!status) return;
  const { limit, remaining, reset, isOver } = status;
  response.set({
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(reset),
  });
  if (isOver)
    throw new Problem('RATE_LIMIT_EXCEEDED', {
      retryAfter: reset,
      ...(text !== undefined && { text }),
    });
}

/**
 * Counts a request for somebody, within their limit; undefined: they have none. @throws Problem
 * RATE_LIMIT_EXCEEDED
 */
function count(response: Response, status: RateLimitStatus | undefined, text?: string): void {
  counted.add(response);
  enforceLimit(response, status, text);
}

/**
 * Counts a request that is refused for its address, unless it counts for somebody already: no
 * refusal is free, however early.
 * A refusal because the server is not ready counts for nobody: the caller is not at fault.
 * @throws Problem RATE_LIMIT_EXCEEDED
 */
export function countRefusal(
  throttle: Throttle,
  request: Request,
  response: Response,
  { code }: Problem,
): void {
  if (code !== 'NOT_READY' && !counted.has(response))
    count(response, throttle.unauthenticated(addressOf(request)), 'too-many-requests');
}

/** Aborts when the connection is closed, or the answer sent. */
function closing(response: Response): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return gone.signal;
}

/**
 * Authenticates the caller and enforces its rate limit and origin. @throws Problem if its
 * credentials are wrong; RATE_LIMIT_EXCEEDED, ORIGIN_NOT_ALLOWED
 */
export async function admit({
  engine,
  throttle,
  call,
  request,
  response,
}: Exchange): Promise<Caller> {
  const credentials = credentialsOf(request);
  const limitHeaders = async (isWrong: boolean): Promise<void> => {
    const { guesses } = throttle;
    // The key that was looked at: what else is sent beside it makes no other guess of it.
    const key = shownKey(credentials) ?? '';
    const address = addressOf(request);
    const status = await guesses.reached(guesses.headers(key, address, isWrong), () =>
      closing(response),
    );
    if (isWrong) counted.add(response);
    if (status) enforceLimit(response, status);
    if (!isWrong) guesses.remember(`key ${key}`, address);
  };

  try {
    const caller = await authenticate(engine, credentials, call === accounts.refresh);
    const { key, accountId } = caller;
    const limitAccount = (): void => {
      const status =
        accountId === undefined ? undefined : throttle.account(accountId, key !== undefined);
      counted.add(response);
      if (status?.isOver === true) enforceLimit(response, status, 'too-many-requests');
    };
    if (key) {
      response.once('finish', () => engine.usage.used(key.id, call.name, response.statusCode));
      await enforceOrigin(engine, request, response, key.projectId);
      if (key.complete) await limitHeaders(false);
      // Others may hold a key, so its refusals do not count for its owner.
      count(response, throttle.key(key.id, key.requestsPerMinute), 'too-many-requests');
      limitAccount();
    } else if (caller.master) {
      await enforceOrigin(engine, request, response, undefined);
      await limitHeaders(false);
      count(response, throttle.key(caller.actor, MASTER_PER_MINUTE), 'too-many-requests');
    } else if (accountId !== undefined) limitAccount();
    else if (!unmetered.has(call))
      count(response, throttle.unauthenticated(addressOf(request)), 'too-many-requests');
    if (call === health.health || call === health.databaseHealth)
      count(response, throttle.health(addressOf(request)), 'too-many-requests');
    if (call === accounts.login)
      count(response, throttle.signIn(addressOf(request)), 'too-many-requests');
    if (call === accounts.register) count(response, throttle.registration(addressOf(request)));
    return caller;
  } catch (error) {
    if (isRefused(error, 'INVALID_CREDENTIALS')) await limitHeaders(true);
    throw error;
  }
}

/**
 * The account that is counted and takes turns with others, or a stranger's address; and its key
 * that asks.
 */
export function sourceOf({ accountId, key }: Caller, request: Request): Source {
  const account = accountId ?? addressOf(request);
  return { account, member: key?.id ?? account };
}

/** Counts what one request uses of what is counted by itself. */
export const meterOf =
  ({ engine, throttle, call, response }: Exchange, { member }: Source): Context['meter'] =>
  (subject, perMinute) => {
    response.once('finish', () => engine.usage.used(subject, call.method, response.statusCode));
    if (perMinute !== undefined)
      enforceLimit(response, throttle.endpoint(subject, member, perMinute), 'too-many-requests');
  };

/** The passwords of one request: wrong ones count, and hashing them takes its turn. */
export const passwordsOf = (
  { engine, throttle, request, response }: Exchange,
  { account, member }: Source,
): Passwords => {
  const address = addressOf(request);
  // A key, which others may have, spends none of its owner's tries.
  const by = member === account ? account : address;
  return passwordsFrom(
    { address, account: by, gone: () => closing(response) },
    engine,
    throttle.guesses,
    status => enforceLimit(response, status),
  );
};

/** Calls that write in threads. */
const messages: ReadonlySet<Call> = new Set<Call>([
  threads.openThread,
  threads.changeThread,
  threads.moveThread,
  threads.writeMessage,
  threads.changeMessage,
  threads.reactToMessage,
]);

/**
 * Enforces the limits of single calls: links to a new password of an address, files and messages of
 * a source. @throws Problem RATE_LIMIT_EXCEEDED
 */
export function enforceCallLimits(
  { throttle, call, request, response }: Exchange,
  source: Source,
): void {
  if (call === accounts.forgotPassword)
    enforceLimit(response, throttle.passwordLink(addressOf(request)));
  if (call.file?.way === 'sent')
    enforceLimit(response, throttle.upload(source), 'too-many-requests');
  if (messages.has(call)) enforceLimit(response, throttle.message(source), 'too-many-messages');
}
