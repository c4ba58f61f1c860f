import { refresh } from '@hzm/contracts/features/accounts/api';
import { addressOf } from '../lib/address.ts';
import { headersOf } from '../lib/headers.ts';
import type { Session } from './session-sharing.ts';

/** Timeout of a renewal, in milliseconds. */
const ANSWER_MS = 30_000;

/**
 * Requests the next token of a session. Null if the session is over, undefined without an answer.
 */
export async function nextToken(session: Session): Promise<string | null | undefined> {
  const { renewal } = session;
  const response = await fetch(addressOf(refresh, undefined, undefined), {
    method: refresh.method,
    cache: 'no-store',
    signal: AbortSignal.timeout(ANSWER_MS),
    headers: headersOf(session, renewal === undefined ? {} : { requestId: renewal }, false),
  }).catch(() => undefined);
  if (response?.status === 401) return null;
  if (!response?.ok) return undefined;
  const answer = (await response.json().catch(() => undefined)) as
    | { data: { token: string } }
    | undefined;
  return answer?.data.token;
}
