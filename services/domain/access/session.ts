import type { AccountDoc, SessionDoc } from '@hzm/projections/features/accounts/accounts';
import type { Verified } from '@hzm/services/core/security/session';

/**
 * The time for which a renewed token stays valid: requests and other tabs are on their way with it.
 */
export const GRACE_MS = 60_000;

/**
 * Whether a session counts: a change of the password ends those that were open then, but for the
 * one that it came from.
 */
export const isOpen = (
  { id, position }: SessionDoc,
  { sessionsFrom, keptSession }: AccountDoc,
): boolean => sessionsFrom === null || position > sessionsFrom || id === keptSession;

/** Returns the end of a token in seconds since 1970, with the grace if its session was renewed. */
export function endOfToken(
  { generation, end }: Pick<Verified, 'generation' | 'end'>,
  doc: Pick<SessionDoc, 'generation' | 'renewedAt'>,
): number {
  // One that is newer than the document was signed by a process that is ahead of this one.
  if (generation >= doc.generation || doc.renewedAt === null) return end;
  return generation === doc.generation - 1
    ? Math.min(end, (Date.parse(doc.renewedAt) + GRACE_MS) / 1000)
    : 0;
}
