import { createHash } from 'node:crypto';
import { newId } from '@hzm/contracts/core/ids';
import { isPosition, type Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import * as accounts from '@hzm/contracts/features/accounts/api';
import type { Caller, Context, Engine, Handler, Result } from '@hzm/services/core/engine';
import { authenticate, type Credentials } from '@hzm/services/domain/access/authenticate';
import { authorize } from '@hzm/services/domain/access/authorize';
import type { Request, Response } from 'express';
import type { ZodSafeParseResult } from 'zod';
import { problemOf } from './envelope.ts';
import { checkOrigin } from './origin.ts';
import { answered } from './request-log.ts';
import type { Standing, Throttle } from './throttle.ts';

const WAIT_MS = 5_000;

export const languageOf = (request: Request): 'tr' | 'en' => (request.acceptsLanguages('tr', 'en') === 'en' ? 'en' : 'tr');

const malformed = (path: string, key: string) => new Problem('VALIDATION_ERROR', { details: [{ path, message: { key } }] });

/** The client's own name for the request, or a new one. @throws Problem VALIDATION_ERROR */
function identified(request: Request): { id: string; repeatable: boolean } {
  const given = request.get('x-request-id') ?? request.get('idempotency-key');
  if (given === undefined) return { id: newId(), repeatable: false };
  if (given.length === 0 || given.length > 100) throw malformed('X-Request-ID', 'issue-too_big');
  return { id: given, repeatable: true };
}

/** The version in `If-Match`; `*` matches any. @throws Problem VALIDATION_ERROR */
function expectedVersion(request: Request): number | undefined {
  const given = request.get('if-match');
  if (given === undefined || given === '*') return undefined;
  const version = /^(?:W\/)?"?(\d{1,15})"?$/.exec(given)?.[1];
  if (version === undefined) throw malformed('If-Match', 'issue-invalid_format');
  return Number(version);
}

/** @throws Problem VALIDATION_ERROR */
function positionToWaitFor(request: Request): Position | undefined {
  const given = request.get('x-wait-for-position');
  if (given === undefined || isPosition(given)) return given;
  throw malformed('X-Wait-For-Position', 'issue-invalid_format');
}

const credentialsOf = (request: Request): Credentials =>
  ({ authorization: request.get('authorization'), apiKey: request.get('x-api-key'), email: request.get('x-user-email'), projectPassword: request.get('x-project-password') });

/** What is asked, checked by the call's own definition. @throws Problem VALIDATION_ERROR */
function inputOf({ call }: Handler, request: Request, params: ZodSafeParseResult<unknown>): { params: unknown; query: unknown; body: unknown } {
  const parsed = { params, query: call.query.safeParse(request.query), body: call.body.safeParse((call.method === 'GET' ? undefined : request.body as unknown) ?? {}) };
  const issues = Object.values(parsed).flatMap(({ error }) => error?.issues ?? []);
  if (issues.length > 0) throw problemOf(issues);
  return { params: parsed.params.data, query: parsed.query.data, body: parsed.body.data };
}

function tellStanding(response: Response, { limit, remaining, reset }: Standing): void {
  response.set({ 'RateLimit-Limit': String(limit), 'RateLimit-Remaining': String(remaining), 'RateLimit-Reset': String(reset) });
}

/** @throws Problem RATE_LIMIT_EXCEEDED, ORIGIN_NOT_ALLOWED */
async function admit(throttle: Throttle, { key }: Caller, request: Request, response: Response): Promise<void> {
  checkOrigin(request, key !== undefined);
  if (!key) return;
  try {
    tellStanding(response, await throttle.key(key.text, key.requestsPerMinute));
  } catch (error) {
    if (error instanceof Problem && error.code === 'RATE_LIMIT_EXCEEDED') tellStanding(response, error.data as Standing);
    throw error;
  }
}

/** Signing in and up are what strangers may try only so often. */
async function limited(throttle: Throttle, { call }: Handler, request: Request, input: { body: unknown }, run: () => Promise<Result<unknown>>): Promise<Result<unknown>> {
  const address = request.ip ?? '';
  if (call === accounts.login) return throttle.login(address, (input.body as { email: string }).email, run);
  if (call === accounts.register) await throttle.register(address);
  return run();
}

/** One call as a route: who, what, may they, do it, answer. */
export const route = (engine: Engine, throttle: Throttle, handler: Handler) => async (request: Request, response: Response): Promise<void> => {
  const { call } = handler;
  const about = answered(response);
  about.call = call.name;
  const { id, repeatable } = identified(request);
  const caller = await authenticate(engine, credentialsOf(request));
  about.actor = caller.actor;
  await admit(throttle, caller, request, response);
  // A caller who may not ask learns nothing of what would have been right.
  const params = call.params.safeParse(request.params);
  await authorize(engine, caller, call, params.success ? (params.data as object) : {});
  const input = inputOf(handler, request, params);
  const after = positionToWaitFor(request);
  if (after !== undefined) await engine.projector.reached(after, WAIT_MS);

  const digest = call.kind === 'query' ? '' : createHash('sha256').update(`${call.name} ${JSON.stringify(input)}`).digest('base64url');
  const context: Context = { engine, caller, request: { actor: caller.actor, id, repeatable, digest }, language: languageOf(request), expected: expectedVersion(request) };
  const { data, position, version } = await limited(throttle, handler, request, input, () => handler.run(context, input as never));
  if (position !== undefined) response.set('X-Position', position);
  if (version !== undefined) response.set('ETag', `"${version}"`);
  response.status(call.status).json({ success: true, data });
};
