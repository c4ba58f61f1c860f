import { SESSION_DAYS } from '@hzm/contracts/features/accounts/account';
import {
  sessionClosed,
  sessionOpened,
  sessionRenewed,
  sessionReused,
} from '@hzm/contracts/features/accounts/events';
import { decider, reject, type Decision } from '@hzm/services/core/commands/decider';
import { GRACE_MS } from '../../access/session.ts';

const SESSION_MS = SESSION_DAYS * 86_400_000;

/** `generation` counts the renewals. Times are in milliseconds since 1970. */
export interface SessionState {
  readonly kind: 'none' | 'open' | 'closed';
  readonly openedAt: number;
  readonly device: string;
  readonly generation: number;
  readonly renewedAt: number;
}

const timeOf = (meta: { readonly at: string } | undefined): number =>
  meta ? Date.parse(meta.at) : 0;

/**
 * One sign-in, in a stream of its own: an account's stream stays short however often its person
 * signs in.
 */
export const session = decider<SessionState>(
  { kind: 'none', openedAt: 0, device: '', generation: 0, renewedAt: 0 },
  when => [
    when(sessionOpened, (s, { device = '' }, { meta }) => ({
      ...s,
      kind: 'open',
      device,
      openedAt: timeOf(meta),
    })),
    when(sessionRenewed, (s, { generation }, { meta }) => ({
      ...s,
      generation,
      renewedAt: timeOf(meta),
    })),
    when(sessionReused, s => ({ ...s, kind: 'closed' })),
    when(sessionClosed, s => ({ ...s, kind: 'closed' })),
  ],
);

/**
 * When a session ends, however often it is renewed, in milliseconds since 1970. @param openedAt
 * likewise
 */
export const endOfSession = (openedAt: number): number => openedAt + SESSION_MS;

export const openSession =
  (accountId: string, sessionId: string, device: string) =>
  (s: SessionState): Decision =>
    s.kind === 'none' ? [sessionOpened({ accountId, sessionId, device })] : [];

export const closeSession =
  (accountId: string, sessionId: string) =>
  (s: SessionState): Decision =>
    s.kind === 'open' ? [sessionClosed({ accountId, sessionId })] : [];

/**
 * Lets the next generation of tokens follow the one that is presented. Within the grace after a
 * renewal there is nothing to do: tabs of one browser renew at the same moment. An older token is a
 * copy that somebody kept, or its successor was stolen: the session ends.
 * @param now in milliseconds since 1970
 */
export const renewSession =
  (accountId: string, sessionId: string, generation: number, now: number) =>
  (s: SessionState): Decision => {
    if (s.kind !== 'open') return reject('UNAUTHORIZED');
    if (now >= endOfSession(s.openedAt)) return reject('TOKEN_EXPIRED');
    const isFresh = now < s.renewedAt + GRACE_MS;
    if (generation === s.generation)
      return isFresh ? [] : [sessionRenewed({ accountId, sessionId, generation: generation + 1 })];
    if (generation === s.generation - 1 && isFresh) return [];
    return [
      sessionReused({
        accountId,
        sessionId,
        device: s.device,
        openedAt: new Date(s.openedAt).toISOString(),
      }),
    ];
  };
