import { sessionClosed, sessionOpened } from '@hzm/contracts/features/accounts/events';
import { decider, type Decision } from '@hzm/services/core/decider';

/** One sign-in, in a stream of its own: an account's stream stays short however often its person signs in. */
export const session = decider<'none' | 'open' | 'closed'>('none', when => [
  when(sessionOpened, () => 'open'),
  when(sessionClosed, () => 'closed'),
]);

export const openSession = (accountId: string, sessionId: string, device: string) => (s: typeof session.initial): Decision =>
  s === 'none' ? [sessionOpened({ accountId, sessionId, device })] : [];

export const closeSession = (accountId: string, sessionId: string) => (s: typeof session.initial): Decision =>
  s === 'open' ? [sessionClosed({ accountId, sessionId })] : [];
