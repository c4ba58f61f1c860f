import type { Call } from '@hzm/contracts/core/call';
import { Problem } from '@hzm/contracts/core/problem';
import * as accounts from '@hzm/contracts/features/accounts/api';
import * as health from '@hzm/contracts/features/health/api';
import * as threads from '@hzm/contracts/features/threads/api';
import type { Caller, Context, Passwords } from '@hzm/services/core/engine';
import {
  authenticate,
  guessedKey,
  shownKey,
  type Credentials,
} from '@hzm/services/domain/access/authenticate';
import { subjectsOf } from '@hzm/services/domain/access/key-access';
import type { Request, Response } from 'express';
import { ipRateLimitKey } from '../core/limits/ip-rate-limit-key.ts';
import type { Source } from '../core/limits/source.ts';
import { answered, type Answered } from './answered.ts';
import type { RateLimitStatus } from './counter.ts';
import type { Exchange } from './exchange.ts';
import { headerOf } from './header.ts';
import { enforceOrigin } from './origin.ts';
import { passwordsFrom } from './passwords.ts';
import type { Throttle } from './throttle.ts';

/** Calls for anonymous callers, which have separate limits. */
const unmetered: ReadonlySet<Call> = new Set<Call>([
  accounts.login,
  accounts.register,
  health.health,
  health.databaseHealth,
]);

/** Maximum requests per minute with the master key. */
const MASTER_PER_MINUTE = 1000;

export const addressOf = (request: Request): string => ipRateLimitKey(request.ip ?? '');

const credentialsOf = (request: Request): Credentials => ({
  authorization: headerOf(request, 'authorization'),
  apiKey: headerOf(request, 'x-api-key'),
  email: headerOf(request, 'x-user-email'),
  projectPassword: headerOf(request, 'x-project-password'),
});

/** Returns the facts about a caller for the logs; a key's project is its own whatever it asks for. */
const whoAsked = ({ actor, accountId, looker, key }: Caller): Answered => ({
  actor: looker?.id ?? actor,
  account: looker?.id ?? accountId ?? actor,
  ...(key && { projectId: key.projectId }),
});

/** Responses whose request has been counted. */
const counted = new WeakSet<Response>();

const isRefused = (error: unknown, ...codes: Problem['code'][]): boolean =>
  error instanceof Problem && codes.includes(error.code);

/**
 * @param text overrides the text about signing in
 * @throws Problem RATE_LIMIT_EXCEEDED
 */
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
 * Counts a request within the caller's limit; undefined means no limit.
 * @throws Problem RATE_LIMIT_EXCEEDED
 */
function count(response: Response, status: RateLimitStatus | undefined, text?: string): void {
  counted.add(response);
  enforceLimit(response, status, text);
}

/**
 * Counts a refused request for its IP, unless it is already counted, so that no refusal is free. A
 * refusal because the server is not ready counts for nobody.
 * @throws Problem RATE_LIMIT_EXCEEDED
 */
export async function countRefusal(
  throttle: Throttle,
  request: Request,
  response: Response,
  { code }: Problem,
): Promise<void> {
  if (code !== 'NOT_READY' && !counted.has(response))
    count(response, await throttle.unauthenticated(addressOf(request)), 'too-many-requests');
}

/** Aborts when the connection closes or the answer is sent. */
function closing(response: Response): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return gone.signal;
}

/**
 * Authenticates the caller and enforces its rate limit and origin.
 * @throws Problem if the credentials are wrong; RATE_LIMIT_EXCEEDED, ORIGIN_NOT_ALLOWED
 */
export async function admit({
  engine,
  throttle,
  call,
  request,
  response,
}: Exchange): Promise<Caller> {
  const credentials = credentialsOf(request);
  const limitHeaders = async (isWrong: boolean, keyId?: string): Promise<void> => {
    const { guesses } = throttle;
    // Counts by the key that was checked: other credentials sent with it are no further guess.
    const subject = await guessedKey(engine, keyId ?? shownKey(credentials) ?? '');
    const address = addressOf(request);
    const status = await guesses.reached(await guesses.headers(subject, address, isWrong), () =>
      closing(response),
    );
    if (isWrong) counted.add(response);
    if (status) enforceLimit(response, status);
    if (!isWrong) guesses.remember(subject, address);
  };

  try {
    const caller = await authenticate(engine, credentials, call === accounts.refresh);
    const { key, accountId } = caller;
    Object.assign(answered(response), whoAsked(caller));
    const limitAccount = async (): Promise<void> => {
      const status =
        accountId === undefined ? undefined : await throttle.account(accountId, key !== undefined);
      counted.add(response);
      if (!status) return;
      // A key is told of its own limit, unless less is left of its account's.
      const left = Number(response.get('ratelimit-remaining') ?? Infinity);
      if (status.isOver || status.remaining < left)
        enforceLimit(response, status, 'too-many-requests');
    };
    if (key) {
      response.once('finish', () =>
        subjectsOf(key).forEach(one => engine.usage.used(one, call.name, response.statusCode)),
      );
      await enforceOrigin(engine, request, response, key.projectId);
      if (key.complete) await limitHeaders(false, key.id);
      // Others may hold a key, so its refusals do not count for its owner.
      count(response, await throttle.key(key.id, key.requestsPerMinute), 'too-many-requests');
      await limitAccount();
    } else if (caller.master) {
      await enforceOrigin(engine, request, response, undefined);
      await limitHeaders(false);
      count(response, await throttle.key(caller.actor, MASTER_PER_MINUTE), 'too-many-requests');
    } else if (accountId !== undefined) await limitAccount();
    else if (!unmetered.has(call))
      count(response, await throttle.unauthenticated(addressOf(request)), 'too-many-requests');
    if (call === health.health || call === health.databaseHealth)
      count(response, throttle.health(addressOf(request)), 'too-many-requests');
    if (call === accounts.login)
      count(response, await throttle.signIn(addressOf(request)), 'too-many-requests');
    if (call === accounts.register)
      count(response, await throttle.registration(addressOf(request)));
    return caller;
  } catch (error) {
    if (isRefused(error, 'INVALID_CREDENTIALS')) await limitHeaders(true);
    throw error;
  }
}

/**
 * Authenticates the caller of an admitted request once more, without counting it again. A token
 * that was renewed meanwhile still stands for its session.
 * @throws Problem if the right has ended
 */
export const readmit = ({ engine, request }: Exchange): Promise<Caller> =>
  authenticate(engine, credentialsOf(request), true);

/**
 * Returns the counter of a request's metered uses, and the limit by itself. Each counts a subject
 * once, because a handler may begin again.
 */
export function metersOf(
  { engine, throttle, call, request, response }: Exchange,
  { member }: Source,
): Pick<Context, 'meter' | 'limit'> {
  const [limited, metered] = [new Set<string>(), new Set<string>()];
  const limit: Context['limit'] = async (subject, perMinute) => {
    if (limited.has(subject)) return;
    limited.add(subject);
    const status = await throttle.endpoint(subject, member, perMinute);
    enforceLimit(response, status, 'too-many-requests');
  };
  return {
    limit,
    meter: async (subject, perMinute) => {
      if (metered.has(subject)) return;
      metered.add(subject);
      const { projectId } = request.params;
      if (typeof projectId === 'string') answered(response).projectId ??= projectId;
      response.once('finish', () => engine.usage.used(subject, call.method, response.statusCode));
      if (perMinute !== undefined) await limit(subject, perMinute);
    },
  };
}

/** Returns the password operations of a request: failed attempts count, and hashing is queued. */
export const passwordsOf = (
  { engine, throttle, request, response }: Exchange,
  { account, member }: Source,
): Passwords => {
  const address = addressOf(request);
  // A key, which others may hold, uses none of its owner's attempts.
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
 * Enforces the limits of single calls: reset links per IP, files and messages per source.
 * @throws Problem RATE_LIMIT_EXCEEDED
 */
export async function enforceCallLimits(
  { throttle, call, request, response }: Exchange,
  source: Source,
): Promise<void> {
  if (call === accounts.forgotPassword)
    enforceLimit(response, await throttle.passwordLink(addressOf(request)));
  if (call.file?.way === 'sent')
    enforceLimit(response, await throttle.upload(source), 'too-many-requests');
  if (messages.has(call))
    enforceLimit(response, await throttle.message(source), 'too-many-messages');
}
