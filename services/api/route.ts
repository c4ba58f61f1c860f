import { nothing, type Call } from '@hzm/contracts/core/call';
import type { Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import { status } from '@hzm/contracts/features/status/api';
import type { Caller, Context, Engine, Handler, Result } from '@hzm/services/core/engine';
import type { ClientShare } from '@hzm/services/core/limits/client-memory';
import type { MemoryShare } from '@hzm/services/core/limits/memory-pool';
import { sourceOf, type Source } from '@hzm/services/core/limits/source';
import { slice } from '@hzm/services/core/ports/slices';
import { waitForHead } from '@hzm/services/core/projecting/wait-for-head';
import { authorize } from '@hzm/services/domain/access/authorize';
import { readsAnswers } from '@hzm/services/domain/access/key-access';
import type { Request, Response } from 'express';
import type { ZodSafeParseResult } from 'zod';
import {
  addressOf,
  admit,
  enforceCallLimits,
  metersOf,
  passwordsOf,
  readmit,
} from './admission.ts';
import { answered } from './answered.ts';
import { LARGE_BYTES, readBody } from './body.ts';
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
import { leavingOf, pauseOf, timeOf } from './request-time.ts';
import { RequestRight } from './right.ts';
import { sendPage } from './send-page.ts';
import { sendDocument, sendResult } from './send-result.ts';
import type { Throttle } from './throttle.ts';
import { namesIn, withoutContent } from './without-read.ts';

const mayBeGone = (
  { call, gone }: Pick<Handler, 'call' | 'gone'>,
  repeatable: boolean,
  refusal: unknown,
): boolean =>
  (call.answer === nothing || gone !== undefined) &&
  repeatable &&
  refusal instanceof Problem &&
  refusal.code === 'NOT_FOUND';

/**
 * Answers a repeated deletion as the first time, if this request deleted the missing resource.
 * @throws the refusal if another request did
 */
async function alreadyGone(
  { finish, gone }: Handler,
  context: Context,
  input: Input,
  refusal: unknown,
): Promise<Result<unknown>> {
  const { engine, request } = context;
  await waitForHead(engine);
  const earlier = await engine.executor.repeats.last(request);
  if (!earlier) throw refusal;
  await finish?.(context, input as never);
  const [event] = gone ? await engine.codec.open([earlier]) : [];
  return { data: event ? gone!(event) : {}, position: earlier.position };
}

/**
 * Authorizes the caller. Returns the refusal instead of throwing if this request may have deleted
 * the missing resource before.
 * @throws Problem: any other refusal
 */
const authorizeCall = async (
  handler: Handler,
  { engine, call, request, response, repeatable }: Exchange,
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
    const asked = { access, method, kind, mainKey, acrossProjects };
    const { projectId } = await authorize(engine, caller, asked, about);
    if (projectId !== undefined) answered(response).projectId = projectId;
    if (call.showsRows)
      await authorize(engine, caller, { access: 'rows:read', method, kind }, about);
    return undefined;
  } catch (refusal) {
    if (!mayBeGone(handler, repeatable, refusal)) throw refusal;
    return refusal;
  }
};

/**
 * Returns the actor that scopes the request id: the caller. Before 0.3.0 that was the account of a
 * key's owner, which stays the scope when such a request is repeated.
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
 * Builds the handler's context.
 * @param bytes decompressed size of the body
 * @throws Problem VALIDATION_ERROR, PAYLOAD_TOO_LARGE
 */
function contextOf(
  exchange: Exchange,
  { caller, source }: Pick<Admitted, 'caller' | 'source'>,
  { actor, right }: { readonly actor: string; readonly right: RequestRight | undefined },
  input: Input,
  bytes: number,
): Context {
  const { engine, call, request, response, id, repeatable } = exchange;
  const digest = call.kind === 'command' && repeatable ? digestOf(call, input) : '';
  const waiting =
    call.kind === 'command'
      ? {
          ...(call.file === undefined && { signal: timeOf(response) }),
          bytes,
          account: source.account,
        }
      : {};
  // All pages of a request share one signal, created for the first slow page.
  let left: AbortSignal | undefined;
  return {
    engine,
    caller,
    source,
    pause: pauseOf(response),
    left: () => (left ??= leavingOf(response)),
    request: { actor, id, repeatable, digest, ...waiting, ...(right && { right }) },
    language: languageOf(request),
    expected: expectedVersion(request),
    passwords: passwordsOf(exchange, source),
    ...metersOf(exchange, source),
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
    if (mayBeGone(handler, context.request.repeatable, refusal))
      return alreadyGone(handler, context, input, refusal);
    throw refusal;
  });

/**
 * Runs a call. A key without the right to read receives only ids and versions, even in refusals.
 * @param callerNow returns the caller as last judged
 */
async function runFor(
  callerNow: () => Caller,
  { kind }: Call,
  run: () => Promise<Result<unknown>>,
): Promise<Result<unknown>> {
  if (kind === 'query') return run();
  const result = await run().catch((error: unknown) => {
    const isTold = readsAnswers(callerNow()) || !(error instanceof Problem);
    throw isTold ? error : withoutContent(error);
  });
  return readsAnswers(callerNow()) ? result : { ...result, data: namesIn(result.data) };
}

/** Runs a call whose answer or refusal shows nothing to a caller whose right has ended meanwhile. */
async function judgedAfter<T>(right: RequestRight | undefined, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } finally {
    await right?.mayAnswer();
  }
}

const notReached = (): Problem => new Problem('NOT_READY', { retryAfter: 1 });

/** Codes of refusals that a later state of the views may revoke. */
const REFUSED_BY_STATE: ReadonlySet<string> = new Set(['NOT_FOUND', 'FORBIDDEN', 'KEY_SCOPE']);

/** Whether a known caller's right may depend on events not yet read. */
const mayBeAllowedLater = ({ actor }: Caller, refusal: unknown): boolean =>
  actor !== 'anonymous' && refusal instanceof Problem && REFUSED_BY_STATE.has(refusal.code);

/**
 * Whether the views may be read. While no process writes them, rights that have ended are still in
 * them, so that administrators are told the status only.
 */
const isReadable = ({ isReady, isUnwritten }: Engine['projector'], call: Call): boolean =>
  isReady && (!isUnwritten || call === status);

/** Retry-After, in seconds, while the views are not ready. */
const NOT_READABLE_S = 2;

/** An authenticated caller, and the memory that the request's body and documents may take. */
interface Admitted {
  readonly caller: Caller;
  readonly source: Source;
  readonly reached: Awaited<ReturnType<Engine['positions']['reach']>>;
  readonly body: MemoryShare;
  readonly documents: MemoryShare;
}

interface Sending {
  readonly exchange: Exchange;
  readonly context: Context & Required<Pick<Context, 'authorizedStill'>>;
  /** The position that the read model had before the call ran. */
  readonly seen: Position | undefined;
}

/** Sends the result of a call as a page, a file or JSON. */
async function sendAnswer(
  result: Result<unknown>,
  { exchange, context, seen }: Sending,
): Promise<void> {
  const { engine, call, request, response } = exchange;
  const { file, page, document, position } = result;
  const { account } = context.source;
  if (page) return sendPage({ ...exchange, account }, page, result.status ?? call.status);
  if (document !== undefined) return sendDocument({ ...exchange, account }, document);
  const count = (bytes: number, cut: () => void): ClientShare =>
    engine.unread.count(account, bytes, cut, true);
  if (file)
    return 'chunks' in file
      ? sendMade(
          response,
          file,
          context.authorizedStill,
          () => engine.documents.share(context.source),
          count,
        )
      : sendKept(request, response, file, count);
  // A client with the answer can read what it wrote.
  if (call.kind === 'command' && position !== undefined) answered(response).position = position;
  await engine.projector.readable(position);
  // The log's position would tell strangers, who ask for nothing, how much is written.
  const told = position ?? (context.caller.actor === 'anonymous' ? undefined : seen);
  await sendResult({ ...exchange, account }, result, told, context.pause);
}

/** Express handler for one call: authenticate, validate, authorize, run, respond. */
export const route = (engine: Engine, throttle: Throttle, handler: Handler) => {
  const answer = answering(engine, throttle, handler);
  // Durations of file transfers depend on their size and the client, so they are not measured.
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
    about.route = call.path;
    about.isUnrecorded = call.isUnrecorded;
    limitBodyTime(request, call.file?.way === 'sent' ? call.file.maxBytes : 0);
    const exchange: Exchange = {
      engine,
      throttle,
      call,
      request,
      response,
      ...identified(request, response),
    };
    if (!handler.always && !isReadable(engine.projector, call))
      throw new Problem('NOT_READY', { retryAfter: NOT_READABLE_S });
    const caller = await admit(exchange);
    // Waits before authorization, because another process may have written the caller's right.
    // Anonymous callers have no such rights.
    const reached = await engine.positions.reach(positionToWaitFor(request), caller.accountId);
    const source = sourceOf(caller, addressOf(request));
    const [body, documents] = [engine.bodies.share(source), engine.documents.share(source)];
    try {
      await answerAdmitted(handler, exchange, { caller, source, reached, body, documents });
    } finally {
      body.end();
      documents.end();
    }
  };

async function answerAdmitted(
  handler: Handler,
  exchange: Exchange,
  admitted: Admitted,
): Promise<void> {
  const { engine, call, request } = exchange;
  const { reached, body, documents } = admitted;
  let { caller } = admitted;
  parseQuery(request);
  const isOnItsWay = !request.complete;
  const inBody = isProjectInBody(handler, request);
  let bytes = inBody ? await readBody(exchange, caller, body) : 0;
  // An unauthorized caller learns nothing about valid input, and their body stays unread.
  const params = call.params.safeParse(sentOf(handler, request).params);
  const authorized = (): Promise<unknown> =>
    authorizeCall(handler, exchange, caller, params).catch((error: unknown) => {
      throw reached === 'late' && mayBeAllowedLater(caller, error) ? notReached() : error;
    });
  const authorizedAgain = async (): Promise<unknown> => {
    caller = await readmit(exchange);
    return authorized();
  };
  const authorizedStill = async (): Promise<Caller> => {
    const ended = await authorizedAgain();
    if (ended !== undefined) throw ended;
    return caller;
  };
  let refusal = await authorized();
  const judgedAt = performance.now();
  if (reached !== 'reached') throw notReached();
  if (!inBody) bytes = await readBody(exchange, caller, body);
  // A right may end while a client holds its body back.
  if (isOnItsWay) refusal = await authorizedAgain();
  if (bytes > LARGE_BYTES) await slice();
  const input = inputOf(handler, request, sentOf(handler, request), params);
  const actor = await nameSpaceOf(exchange, caller);
  const by = { ...admitted, caller };
  const right = refusal === undefined ? new RequestRight(authorizedAgain, judgedAt) : undefined;
  const context = { ...contextOf(exchange, by, { actor, right }, input, bytes), authorizedStill };
  await enforceCallLimits(exchange, context.source);
  if (call.kind === 'command') engine.metrics.command();
  // All later reads include this position.
  const seen =
    call.kind === 'query' && engine.projector.isReady ? engine.projector.position : undefined;
  // The bytes of a file come once, so that its handler cannot begin again.
  if (call.file?.way === 'sent') documents.written();
  const run = (): Promise<Result<unknown>> =>
    documents.run(
      () =>
        refusal === undefined
          ? runOrAlreadyGone(handler, context, input)
          : alreadyGone(handler, context, input, refusal),
      () => context.request.signal ?? context.left?.(),
    );
  const result = await judgedAfter(right, () => runFor(() => caller, call, run));
  // Sending a file takes as long as the client likes.
  if (result.file) [body, documents].forEach(share => share.end());
  await sendAnswer(result, { exchange, context, seen });
}
