import { nothing, type Call } from '@hzm/contracts/core/call';
import { Problem } from '@hzm/contracts/core/problem';
import type { Caller, Context, Engine, Handler, Result } from '@hzm/services/core/engine';
import { waitForHead } from '@hzm/services/core/wait-for-head';
import { authorize } from '@hzm/services/domain/access/authorize';
import { readsAnswers } from '@hzm/services/domain/access/key-access';
import type { Request, Response } from 'express';
import type { ZodSafeParseResult } from 'zod';
import { admit, enforceCallLimits, meterOf, passwordsOf, sourceOf } from './admission.ts';
import { readBody } from './body.ts';
import type { Exchange } from './exchange.ts';
import { limitBodyTime, sendMade, sentFile } from './files.ts';
import { digestOf, inputOf, isProjectInBody, projectOf, sentOf, type Input } from './input.ts';
import { sendKept } from './kept-file.ts';
import { isLocal } from './local.ts';
import { parseQuery } from './query.ts';
import {
  expectedVersion,
  identified,
  languageOf,
  positionToWaitFor,
  userAgentOf,
} from './request-headers.ts';
import { answered } from './request-log.ts';
import { leavingOf, pauseOf, timeOf } from './request-time.ts';
import { sendResult } from './send-result.ts';
import type { Throttle } from './throttle.ts';
import { namesIn, withoutContent } from './without-read.ts';

const mayBeGone = (call: Call, repeatable: boolean, refusal: unknown): boolean =>
  call.answer === nothing &&
  repeatable &&
  refusal instanceof Problem &&
  refusal.code === 'NOT_FOUND';

/**
 * What is not there, because this very request removed it the first time, is answered as it was
 * then. @throws the refusal, when it was another one
 */
async function alreadyGone(
  { finish }: Handler,
  context: Context,
  input: Input,
  refusal: unknown,
): Promise<Result<object>> {
  const { engine, request } = context;
  await waitForHead(engine);
  const earlier = await engine.executor.repeats.last(request);
  if (!earlier) throw refusal;
  await finish?.(context, input as never);
  return { data: {}, position: earlier.position };
}

/**
 * Authorizes the caller. The refusal is kept where this very request may have removed what is not
 * there. @throws Problem: any other refusal
 */
const authorizeCall = async (
  { engine, call, request, repeatable }: Exchange,
  caller: Caller,
  params: ZodSafeParseResult<unknown>,
): Promise<unknown> => {
  const access = request.query['asOf'] === undefined ? call.access : (call.past ?? call.access);
  const { method, kind, mainKey, acrossProjects } = call;
  const about = {
    ...(params.success && (params.data as object)),
    ...projectOf(call, request.body),
  };
  try {
    await authorize(engine, caller, { access, method, kind, mainKey, acrossProjects }, about);
    if (call.showsRows)
      await authorize(engine, caller, { access: 'rows:read', method, kind }, about);
    return undefined;
  } catch (refusal) {
    if (!mayBeGone(call, repeatable, refusal)) throw refusal;
    return refusal;
  }
};

/**
 * The actor whose name space a request's id belongs to: the caller. A version before 0.3.0 answered
 * a key's requests
 * under the account of its owner: such a request that comes again is one of then.
 */
async function nameSpaceOf(
  { engine, call, id, repeatable }: Exchange,
  { actor, accountId, key }: Caller,
): Promise<string> {
  if (!key || accountId === undefined || !repeatable || call.kind === 'query') return actor;
  return (await engine.executor.repeats.isFormer({ actor: accountId, id }, key.projectId))
    ? accountId
    : actor;
}

/**
 * Builds the handler's context: everything besides its input. @param bytes of the body, inflated
 * @throws Problem VALIDATION_ERROR, PAYLOAD_TOO_LARGE
 */
function contextOf(
  exchange: Exchange,
  caller: Caller,
  actor: string,
  input: Input,
  bytes: number,
): Context {
  const { engine, call, request, response, id, repeatable } = exchange;
  const digest = call.kind === 'command' && repeatable ? digestOf(call, input) : '';
  const source = sourceOf(caller, request);
  const waiting =
    call.kind === 'command'
      ? {
          ...(call.file === undefined && { signal: timeOf(response) }),
          bytes,
          account: source.account,
        }
      : {};
  // One signal for all pages of a request, made for the first that takes long.
  let left: AbortSignal | undefined;
  return {
    engine,
    caller,
    source,
    pause: pauseOf(response),
    left: () => (left ??= leavingOf(response)),
    request: { actor, id, repeatable, digest, ...waiting },
    language: languageOf(request),
    expected: expectedVersion(request),
    passwords: passwordsOf(exchange, source),
    meter: meterOf(exchange, source),
    agent: userAgentOf(request),
    isLocal: isLocal(request),
    ...(call.file?.way === 'sent' && { file: sentFile(request, call.file.maxBytes) }),
  };
}

const runOrAlreadyGone = (
  handler: Handler,
  context: Context,
  input: Input,
): Promise<Result<unknown>> =>
  handler.run(context, input as never).catch((refusal: unknown) => {
    if (mayBeGone(handler.call, context.request.repeatable, refusal))
      return alreadyGone(handler, context, input, refusal);
    throw refusal;
  });

/**
 * Runs a call. A key that may not read learns no more of what it wrote than ids and versions,
 * whatever becomes of it.
 */
async function runFor(
  { caller }: Context,
  { kind }: Call,
  run: () => Promise<Result<unknown>>,
): Promise<Result<unknown>> {
  if (kind === 'query' || readsAnswers(caller)) return run();
  const result = await run().catch((error: unknown) => {
    throw error instanceof Problem ? withoutContent(error) : error;
  });
  return { ...result, data: namesIn(result.data) };
}

const notReached = (): Problem => new Problem('NOT_READY', { retryAfter: 1 });

/** The codes of refusals that a later state of the views may take back. */
const REFUSED_BY_STATE: ReadonlySet<string> = new Set(['NOT_FOUND', 'FORBIDDEN', 'KEY_SCOPE']);

/** Whether what gives a known caller the right may be among what is not read yet. */
const mayBeAllowedLater = ({ actor }: Caller, refusal: unknown): boolean =>
  actor !== 'anonymous' && refusal instanceof Problem && REFUSED_BY_STATE.has(refusal.code);

/** When to ask again while the views are not there yet. */
const NOT_READABLE_S = 2;

/** One call as a route: who, what, may they, do it, answer. */
export const route = (engine: Engine, throttle: Throttle, handler: Handler) => {
  const answer = answering(engine, throttle, handler);
  // How long a file takes is a matter of its size and of who reads it.
  if (handler.call.file !== undefined) return answer;
  return async (request: Request, response: Response): Promise<void> => {
    const began = performance.now();
    await answer(request, response).finally(() =>
      engine.metrics.hour.answer(handler.call.name, performance.now() - began),
    );
  };
};

const answering =
  (engine: Engine, throttle: Throttle, handler: Handler) =>
  async (request: Request, response: Response): Promise<void> => {
    const { call } = handler;
    const about = answered(response);
    about.call = call.name;
    limitBodyTime(request, call.file?.way === 'sent' ? call.file.maxBytes : 0);
    const exchange: Exchange = {
      engine,
      throttle,
      call,
      request,
      response,
      ...identified(request, response),
    };
    if (!handler.always && !engine.projector.isReady)
      throw new Problem('NOT_READY', { retryAfter: NOT_READABLE_S });
    const caller = await admit(exchange);
    about.actor = caller.looker?.id ?? caller.actor;
    // Before anything is looked at: what another process wrote may be the right to ask. Strangers
    // have been given none.
    const reached = await engine.positions.reach(positionToWaitFor(request), caller.accountId);
    parseQuery(request);
    const inBody = isProjectInBody(handler, request);
    let bytes = inBody ? await readBody(call, caller, request) : 0;
    // An unauthorized caller learns nothing about valid input, and what they send is not read.
    const params = call.params.safeParse(sentOf(handler, request).params);
    const refusal = await authorizeCall(exchange, caller, params).catch((error: unknown) => {
      throw reached === 'late' && mayBeAllowedLater(caller, error) ? notReached() : error;
    });
    if (reached !== 'reached') throw notReached();
    if (!inBody) bytes = await readBody(call, caller, request);
    const input = inputOf(handler, request, sentOf(handler, request), params);
    const context = contextOf(exchange, caller, await nameSpaceOf(exchange, caller), input, bytes);
    enforceCallLimits(exchange, context.source);
    if (call.kind === 'command') engine.metrics.command();
    // What is read from now on has seen it.
    const seen =
      call.kind === 'query' && engine.projector.isReady ? engine.projector.position : undefined;
    const result = await runFor(context, call, () =>
      refusal === undefined
        ? runOrAlreadyGone(handler, context, input)
        : alreadyGone(handler, context, input, refusal),
    );
    const { file, position } = result;
    if (file)
      return 'chunks' in file ? sendMade(response, file) : sendKept(request, response, file);
    // Whoever has the answer can read what it says was written.
    await engine.projector.readable(position);
    await sendResult(exchange, result, position ?? seen, context.pause);
  };
