import type { ClientShare } from '@hzm/services/core/limits/client-memory';
import type { Exchange } from './exchange.ts';

/** Bytes of an answer that the system takes whether or not the client reads. */
const UNCOUNTED_BYTES = 16_384;
/** Maximum time in which a client takes nothing of an answer, in milliseconds. */
export const STALLED_MS = 60_000;

/** An exchange with the account, or the address, that its answer counts for. */
export type Sending = Exchange & { readonly account: string };

/**
 * Counts an answer until its client has taken it, or takes nothing of it for too long.
 * @returns undefined for an answer that is not counted: a small one, or one whose client has left
 * @throws Problem NOT_READY if other answers to the account are not taken
 */
export function countUnread(
  { engine, call, response, account }: Sending,
  bytes: number,
): ClientShare | undefined {
  if (bytes <= UNCOUNTED_BYTES || response.destroyed) return undefined;
  const cut = (): void => void response.destroy();
  const unread = engine.unread.count(account, bytes, cut, call.kind === 'command');
  response.setTimeout(STALLED_MS, cut);
  response.once('close', () => unread.end());
  return unread;
}
