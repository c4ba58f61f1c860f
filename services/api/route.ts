import { createHash } from 'node:crypto';
import { newId } from '@hzm/contracts/core/ids';
import { isPosition, type Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import type { Context, Engine, Handler } from '@hzm/services/core/engine';
import { authorize } from '@hzm/services/domain/access/authorize';
import type { Request, Response } from 'express';
import type { ZodSafeParseResult } from 'zod';
import { admit, limited } from './admission.ts';
import { problemOf } from './envelope.ts';
import { headerOf } from './header.ts';
import { answered } from './request-log.ts';
import type { Throttle } from './throttle.ts';

const LONGEST_ID = 100;

/** Turkish, unless English is asked for; who does not say (most programs) costs nothing. */
export const languageOf = (request: Request): 'tr' | 'en' => (request.headers['accept-language'] !== undefined && request.acceptsLanguages('tr', 'en') === 'en' ? 'en' : 'tr');

const malformed = (path: string, key: string) => new Problem('VALIDATION_ERROR', { details: [{ path, message: { key } }] });

/** The client's own name for the request. */
const givenName = (request: Request): string | undefined => headerOf(request, 'x-request-id') ?? headerOf(request, 'idempotency-key');

/** The request's name on every answer: the client's own, or a new one. */
export const nameOf = (request: Request): string => (givenName(request) ?? newId()).slice(0, LONGEST_ID);

/** @throws Problem VALIDATION_ERROR */
function identified(request: Request, response: Response): { id: string; repeatable: boolean } {
  const given = givenName(request);
  if ((given?.length ?? 0) > LONGEST_ID) throw malformed('X-Request-ID', 'issue-too_big');
  return { id: String(response.get('x-request-id')), repeatable: given !== undefined };
}

/** The version in `If-Match`; `*` matches any. @throws Problem VALIDATION_ERROR */
function expectedVersion(request: Request): number | undefined {
  const given = headerOf(request, 'if-match');
  if (given === undefined || given === '*') return undefined;
  const version = /^(?:W\/)?"?(\d{1,15})"?$/.exec(given)?.[1];
  if (version === undefined) throw malformed('If-Match', 'issue-invalid_format');
  return Number(version);
}

/** @throws Problem VALIDATION_ERROR */
function positionToWaitFor(request: Request): Position | undefined {
  const given = headerOf(request, 'x-wait-for-position');
  if (given === undefined || isPosition(given)) return given;
  throw malformed('X-Wait-For-Position', 'issue-invalid_format');
}

/** The query parser leaves out what is named `__proto__`; a filter that does nothing would answer too much. @throws Problem VALIDATION_ERROR */
function checkNames({ url }: Request): void {
  const at = url.indexOf('?');
  if (at >= 0 && [...new URLSearchParams(url.slice(at)).keys()].some(name => name.includes('__proto__'))) throw malformed('__proto__', 'field-unknown');
}

/** What is asked, checked by the call's own definition. @throws Problem VALIDATION_ERROR */
function inputOf({ call }: Handler, request: Request, params: ZodSafeParseResult<unknown>): { params: unknown; query: unknown; body: unknown } {
  checkNames(request);
  const parsed = { params, query: call.query.safeParse(request.query), body: call.body.safeParse((call.method === 'GET' ? undefined : request.body as unknown) ?? {}) };
  const issues = Object.values(parsed).flatMap(({ error }) => error?.issues ?? []);
  if (issues.length > 0) throw problemOf(issues);
  return { params: parsed.params.data, query: parsed.query.data, body: parsed.body.data };
}

/** As `response.json` does it, without what that finds out anew each time. */
function send(response: Response, status: number, json: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(json));
  response.end(json);
}

const READABLE_MS = 1_000;

/** One call as a route: who, what, may they, do it, answer. */
export const route = (engine: Engine, throttle: Throttle, handler: Handler) => async (request: Request, response: Response): Promise<void> => {
  const { call } = handler;
  const about = answered(response);
  about.call = call.name;
  const { id, repeatable } = identified(request, response);
  const caller = await admit(engine, throttle, call, request, response);
  about.actor = caller.actor;
  // A caller who may not ask learns nothing of what would have been right.
  const params = call.params.safeParse(request.params);
  await authorize(engine, caller, call, params.success ? (params.data as object) : {});
  const input = inputOf(handler, request, params);
  const after = positionToWaitFor(request);
  await engine.projector.reached(after);

  const digest = call.kind === 'query' ? '' : createHash('sha256').update(`${call.name} ${JSON.stringify(input)}`).digest('base64url');
  const context: Context = { engine, caller, request: { actor: caller.actor, id, repeatable, digest }, language: languageOf(request), expected: expectedVersion(request) };
  if (call.kind === 'command') engine.vitals.commands.add(1);
  const { data, position, version } = await limited(throttle, call, request, response, input.body, () => handler.run(context, input as never));
  // Whoever has the answer can read what it says was written. A read model that rests is not waited for: the write itself is done.
  await engine.projector.reached(position, READABLE_MS).catch(() => undefined);
  if (position !== undefined) response.set('X-Position', position);
  if (version !== undefined) response.set('ETag', `"${version}"`);
  if (request.headers['if-none-match'] !== undefined && request.fresh) return void response.status(304).end();
  send(response, call.status, JSON.stringify({ success: true, data }));
};
