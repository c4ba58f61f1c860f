import type { AnswerOf, Call, RequestOf } from '@hzm/contracts/core/call';
import { store } from '../state/jotai.ts';
import { expire, isReplaced, sessionAtom } from '../state/session.ts';
import { addressOf } from './address.ts';
import { ApiError, clientError, type ErrorDetail } from './api-error.ts';
import { headersOf } from './headers.ts';
import { ownRequest } from './own-requests.ts';
import { Pace } from './pace.ts';
import { endsSession, retryIn, timeoutOf, waitOf } from './retry-policy.ts';

export { ApiError } from './api-error.ts';

export interface SendOptions {
  /** Expected version of the resource; another one is refused with 412. */
  readonly ifMatch?: number;
  /** Idempotency key of a write; generated if absent. */
  readonly requestId?: string;
  readonly signal?: AbortSignal;
  /** A position that the answer must include. */
  readonly waitFor?: string | undefined;
  /** Continues although the page is left. */
  readonly keepalive?: boolean;
}

export interface Answer<Data> {
  readonly data: Data;
  /** Version of a single resource, without quotes. */
  readonly etag: string | null;
  /** Position of the last event of a write. */
  readonly position: string | null;
}

const pace = new Pace();
/**
 * Whether repeated queries are slowed down. Rows are not: the grid loads them in viewing order at
 * its own pace (features/grid/sync/loader.ts). Calculations differ by their body.
 */
const isPaced = ({ kind, path }: Call): boolean =>
  kind === 'query' && !/^\/(?:data|math)\//.test(path);

/**
 * Sends a call. Retries transient failures under the same request id, and drops an ended session.
 * @throws ApiError, or the signal's reason
 */
export async function send<C extends Call>(
  call: C,
  request: Partial<RequestOf<C>> = {},
  options: SendOptions = {},
): Promise<Answer<AnswerOf<C>>> {
  const requestId = ownRequest(options.requestId);
  for (let retry = 0; ; retry++) {
    const token = store.get(sessionAtom)?.token;
    try {
      return await once(call, request, { ...options, requestId });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      error.call = call.name;
      if (
        error.code === 'TOKEN_EXPIRED' &&
        retry === 0 &&
        token !== undefined &&
        (await isReplaced(token))
      )
        continue;
      const wait = retryIn(call, retry, error);
      if (wait === undefined) throw error;
      await pause(wait, options.signal);
    }
  }
}

async function once<C extends Call>(
  call: C,
  request: { params?: unknown; query?: unknown; body?: unknown },
  options: SendOptions,
): Promise<Answer<AnswerOf<C>>> {
  if (!navigator.onLine) throw clientError('OFFLINE_ERROR');
  const session = store.get(sessionAtom);
  const address = addressOf(call, request.params, request.query);
  const wait = isPaced(call) ? pace.wait(address) : 0;
  if (wait > 0) await pause(wait, options.signal);
  const timeout = AbortSignal.timeout(timeoutOf(address));
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  try {
    const response = await fetch(address, {
      method: call.method,
      signal,
      cache: 'no-store',
      keepalive: options.keepalive ?? false,
      headers: headersOf(session, options, request.body !== undefined),
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    });
    const answer = await read(response);
    if (response.ok)
      return {
        data: (call.isFlat ? answer : answer.data) as AnswerOf<C>,
        etag: tagOf(response),
        position: response.headers.get('X-Position'),
      };
    throw refusal(
      answer,
      response.status,
      response.headers.get('Retry-After'),
      session?.token,
      address,
    );
  } catch (error) {
    if (error instanceof ApiError) throw error;
    options.signal?.throwIfAborted();
    if (timeout.aborted) throw clientError('TIMEOUT_ERROR');
    throw clientError(error instanceof TypeError ? 'CONNECTION_ERROR' : 'NETWORK_ERROR');
  }
}

export interface Envelope {
  readonly data?: unknown;
  readonly error?: string;
  readonly code?: string;
  readonly details?: readonly ErrorDetail[];
}

/** Converts a refusal to an error, and drops a session that it ends. */
export function refusal(
  { code = '', error, details, data }: Envelope,
  status: number,
  retryAfter: string | null,
  token: string | undefined,
  address: string,
): ApiError {
  const said = code || `HTTP_${status}`;
  if (token !== undefined && endsSession(address, status, said)) expire(token, said);
  return new ApiError(status, said, error ?? said, details, data, waitOf(status, retryAfter));
}

/** Parses the envelope of an answer. A proxy may fail without one. */
export async function read(response: Response): Promise<Envelope> {
  const text = await response.text();
  try {
    const envelope: unknown = JSON.parse(text);
    if (typeof envelope === 'object' && envelope !== null) return envelope;
  } catch {
    if (!response.ok) return {};
  }
  throw clientError('PARSE_ERROR');
}

const tagOf = (response: Response): string | null =>
  response.headers.get('ETag')?.replace(/^(?:W\/)?"|"$/g, '') ?? null;

const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const give = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', give);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', give, { once: true });
  });
