import { clientError } from '../../lib/api-error.ts';
import { endsSession, timeoutOf } from '../../lib/retry-policy.ts';
import { expire } from '../../state/session.ts';
import type { RawRequest } from './request.ts';

/** Bounds the characters of a shown answer; exports are as large as their project. */
const MAX_SHOWN = 256 * 1024;

export interface RawAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** At most `MAX_SHOWN` characters. */
  readonly text: string;
  readonly isCut: boolean;
  /** Time until the answer was read, in milliseconds. */
  readonly ms: number;
}

/** Reads the first characters of an answer, and cancels the rest. */
async function readText(response: Response): Promise<{ text: string; isCut: boolean }> {
  if (response.body === null) return { text: '', isCut: false };
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { text, isCut: false };
    text += value;
    if (text.length <= MAX_SHOWN) continue;
    await reader.cancel();
    return { text: text.slice(0, MAX_SHOWN), isCut: true };
  }
}

/**
 * Sends a request once, as it is, and returns whatever is answered.
 * @throws ApiError without an answer, or the signal's reason
 */
export async function sendRaw(
  { method, address, headers, body }: RawRequest,
  signal: AbortSignal,
): Promise<RawAnswer> {
  if (!navigator.onLine) throw clientError('OFFLINE_ERROR');
  const timeout = AbortSignal.timeout(timeoutOf(address));
  const begun = performance.now();
  try {
    const response = await fetch(address, {
      method,
      headers,
      cache: 'no-store',
      signal: AbortSignal.any([signal, timeout]),
      ...(body !== undefined && { body }),
    });
    return {
      status: response.status,
      statusText: response.statusText,
      headers: [...response.headers],
      ...(await readText(response)),
      ms: Math.round(performance.now() - begun),
    };
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.aborted) throw clientError('TIMEOUT_ERROR');
    throw clientError(error instanceof TypeError ? 'CONNECTION_ERROR' : 'NETWORK_ERROR');
  }
}

/** The members of an envelope that the console reads. */
interface Envelope {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly code?: unknown;
}

/** Parses an answer; null if it is no JSON object. */
export function envelopeOf({ text, isCut }: RawAnswer): Envelope | null {
  if (isCut) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}

/** Drops the session whose token an answer refuses. */
export function heedRefusal(answer: RawAnswer, address: string, token: string): void {
  const code = envelopeOf(answer)?.code;
  if (typeof code === 'string' && endsSession(address, answer.status, code)) expire(token, code);
}
