import { createHash } from 'node:crypto';
import { nothing, type Call } from '@hzm/contracts/core/call';
import { Id, newId } from '@hzm/contracts/core/ids';
import { memberOf, type JsonObject } from '@hzm/contracts/core/json';
import { withoutSecrets } from '@hzm/contracts/core/marks';
import { isPosition, type Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import type { Context, Engine, Handler, Result } from '@hzm/services/core/engine';
import { waitForHead } from '@hzm/services/core/wait-for-head';
import { authorize } from '@hzm/services/domain/access/authorize';
import type { Request, Response } from 'express';
import type { ZodSafeParseResult } from 'zod';
import { admit, admitMessage, admitNewcomer, admitUpload, meterOf, passwordsOf, sourceOf } from './admission.ts';
import { problemOf } from './envelope.ts';
import { sendMade, sentFile } from './files.ts';
import { headerOf } from './header.ts';
import { sendKept } from './kept-file.ts';
import { answered } from './request-log.ts';
import { timeOf } from './request-time.ts';
import type { Throttle } from './throttle.ts';

const LONGEST_ID = 100;
/** So much of what a program calls itself is kept. */
const LONGEST_AGENT = 300;

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
  // Mostly there is neither the name nor anything that could write it in another way.
  if (at < 0 || !/__proto__|%/.test(url)) return;
  if ([...new URLSearchParams(url.slice(at)).keys()].some(name => name.includes('__proto__'))) throw malformed('__proto__', 'field-unknown');
}

/** A path that names no project may be told it as `project_id`, in the query or the body. */
function sentOf({ call }: Handler, request: Request): Input {
  const { params, query, body } = request as { params: object; query: object; body?: unknown };
  const sent = { params, query, body: (call.method === 'GET' ? undefined : body) ?? {} };
  if ('projectId' in params || !('def' in call.params && 'shape' in call.params.def && 'projectId' in (call.params.def.shape as object))) return sent;
  const { project_id: asked, ...restOfQuery } = query as Readonly<Record<string, unknown>>;
  if (asked !== undefined) return { ...sent, params: { ...params, projectId: asked }, query: restOfQuery };
  const { project_id: told, ...restOfBody } = (typeof sent.body === 'object' && sent.body !== null ? sent.body : {}) as Readonly<Record<string, unknown>>;
  return told === undefined ? sent : { ...sent, params: { ...params, projectId: told }, body: restOfBody };
}

interface Input {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** What is asked, checked by the call's own definition. @throws Problem VALIDATION_ERROR */
function inputOf({ call }: Handler, request: Request, sent: Input, params: ZodSafeParseResult<unknown>): Input {
  checkNames(request);
  const parsed = { params, query: call.query.safeParse(sent.query), body: call.body.safeParse(sent.body) };
  const issues = Object.values(parsed).flatMap(({ error }) => error?.issues ?? []);
  if (issues.length > 0) throw problemOf(issues);
  return { params: parsed.params.data, query: parsed.query.data, body: parsed.body.data };
}

/** The project that a body names, of a call whose path names none. */
function projectOf({ about }: Call, body: unknown): { readonly projectId?: string } {
  const named = about === undefined || typeof body !== 'object' || body === null ? undefined : Id.safeParse(memberOf(body as JsonObject, about));
  return named?.success ? { projectId: named.data } : {};
}

/** Of what is asked, so that the same request is known again; what is secret is left out, and may differ. */
function digestOf(call: Call, { params, query, body }: Input): string {
  const input = { params: withoutSecrets(call.params, params), query: withoutSecrets(call.query, query), body: withoutSecrets(call.body, body) };
  return createHash('sha256').update(`${call.name} ${JSON.stringify(input)}`).digest('base64url');
}

/** Letters of an answer that goes as a text. */
const SHORT = 4_096;

/** As `response.json` does it, without what that finds out anew each time. */
function send(response: Response, status: number, json: string, encoding: 'utf8' | 'latin1'): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  // A text goes with the headers as one; but it is encoded by the socket, several times slower where a letter is not Latin.
  const body = json.length <= SHORT ? json : Buffer.from(json, encoding);
  response.setHeader('Content-Length', Buffer.byteLength(body, encoding));
  response.end(body, encoding);
}

const mayBeGone = (call: Call, repeatable: boolean, refusal: unknown): boolean => call.answer === nothing && repeatable && refusal instanceof Problem && refusal.code === 'NOT_FOUND';

/** What is not there, because this very request removed it the first time, is answered as it was then. @throws the refusal, when it was another one */
async function alreadyGone(engine: Engine, request: Context['request'], refusal: unknown): Promise<Result<object>> {
  await waitForHead(engine);
  const earlier = await engine.executor.repeats.last(request);
  if (!earlier) throw refusal;
  return { data: {}, position: earlier.position };
}

/** When to ask again while the views are not there yet. */
const NOT_READABLE_S = 2;

/** One call as a route: who, what, may they, do it, answer. */
export const route = (engine: Engine, throttle: Throttle, handler: Handler) => {
  const answer = answering(engine, throttle, handler);
  // How long a file takes is a matter of its size and of who reads it.
  if (handler.call.file !== undefined) return answer;
  return async (request: Request, response: Response): Promise<void> => {
    const began = performance.now();
    await answer(request, response).finally(() => engine.metrics.hour.answer(handler.call.name, performance.now() - began));
  };
};

const answering = (engine: Engine, throttle: Throttle, handler: Handler) => async (request: Request, response: Response): Promise<void> => {
  const { call } = handler;
  const about = answered(response);
  about.call = call.name;
  const { id, repeatable } = identified(request, response);
  if (!handler.always && !engine.projector.isReady) throw new Problem('NOT_READY', { retryAfter: NOT_READABLE_S });
  const caller = await admit(engine, throttle, call, request, response);
  about.actor = caller.looker?.id ?? caller.actor;
  // Before anything is looked at: what another process wrote may be the right to ask.
  await engine.projector.waitForPosition(positionToWaitFor(request));
  // An unauthorized caller learns nothing about valid input.
  const sent = sentOf(handler, request);
  const params = call.params.safeParse(sent.params);
  const access = request.query['asOf'] === undefined ? call.access : (call.past ?? call.access);
  const unseen = await authorize(engine, caller, { access, method: call.method, kind: call.kind }, { ...(params.success && (params.data as object)), ...projectOf(call, request.body) }).then(() => undefined, (refusal: unknown) => refusal);
  if (unseen !== undefined && !mayBeGone(call, repeatable, unseen)) throw unseen;
  const input = inputOf(handler, request, sent, params);
  const digest = call.kind === 'command' && repeatable ? digestOf(call, input) : '';
  const waiting = call.kind === 'command' ? { ...(call.file === undefined && { signal: timeOf(response) }), bytes: Number(request.get('content-length') ?? 0) } : {};
  const source = sourceOf(caller, request);
  const context: Context = {
    engine, caller, source, request: { actor: caller.actor, id, repeatable, digest, ...waiting }, language: languageOf(request), expected: expectedVersion(request),
    passwords: passwordsOf(engine, throttle, request, response), meter: meterOf(engine, throttle, call, source, response), agent: (headerOf(request, 'user-agent') ?? '').slice(0, LONGEST_AGENT), ...(call.file?.way === 'sent' && { file: sentFile(request, call.file.maxBytes) }),
  };
  admitNewcomer(throttle, call, request, response);
  admitUpload(throttle, call, source, response);
  admitMessage(throttle, call, source, response);
  if (call.kind === 'command') engine.metrics.command();
  // What is read from now on has seen it.
  const seen = call.kind === 'query' && engine.projector.isReady ? engine.projector.position : undefined;
  const { data, isBytewise, file, position, version, status, afterwards }: Result<unknown> = unseen === undefined
    ? await handler.run(context, input as never).catch((refusal: unknown) => { if (mayBeGone(call, repeatable, refusal)) return alreadyGone(engine, context.request, refusal); throw refusal; })
    : await alreadyGone(engine, context.request, unseen);
  if (file) return 'chunks' in file ? sendMade(response, file) : sendKept(request, response, file);
  // Whoever has the answer can read what it says was written.
  await engine.projector.readable(position);
  const told = position ?? seen;
  if (told !== undefined) response.set('X-Position', told);
  if (version !== undefined) response.set('ETag', `"${version}"`);
  if (request.headers['if-none-match'] !== undefined && request.fresh) return void response.status(304).end();
  send(response, status ?? call.status, JSON.stringify(call.isFlat ? { success: true, ...(data as object) } : { success: true, data }), isBytewise ? 'latin1' : 'utf8');
  afterwards?.().catch(() => undefined);
};
