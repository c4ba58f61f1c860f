import { refresh } from '@hzm/contracts/features/accounts/api';
import { addressOf } from '../lib/address.ts';
import { headersOf } from '../lib/headers.ts';
import type { Session } from './session-sharing.ts';

/** How long a renewal waits for its answer, in milliseconds. */
const ANSWER_MS = 30_000;

/**
 * Asks the server for the token after the session's. Null: the session is over; undefined: no
 * answer.
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
