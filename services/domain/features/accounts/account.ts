import { accountDeleted, accountRegistered, adminClaimed, emailReleased, emailReserved, sessionClosed, sessionOpened } from '@hzm/contracts/features/accounts/events';
import type { DataOf } from '@hzm/contracts/core/event';
import { decider, reject, type Decision } from '@hzm/services/core/decider';

export type Account =
  | { readonly kind: 'none' }
  | { readonly kind: 'active'; readonly passwordHash: string; readonly sessions: ReadonlySet<string> }
  | { readonly kind: 'deleted' };

const sessions = (account: Account, change: (ids: Set<string>) => void): Account => {
  if (account.kind !== 'active') return account;
  const ids = new Set(account.sessions);
  change(ids);
  return { ...account, sessions: ids };
};

export const account = decider<Account>({ kind: 'none' }, when => [
  when(accountRegistered, (_, { passwordHash }) => ({ kind: 'active', passwordHash, sessions: new Set() })),
  when(sessionOpened, (s, { sessionId }) => sessions(s, ids => ids.add(sessionId))),
  when(sessionClosed, (s, { sessionId }) => sessions(s, ids => ids.delete(sessionId))),
  when(accountDeleted, () => ({ kind: 'deleted' })),
]);

export const registerAccount = (data: DataOf<typeof accountRegistered>) => (s: Account): Decision =>
  s.kind === 'none' ? [accountRegistered(data)] : [];

export const openSession = (accountId: string, sessionId: string) => (s: Account): Decision =>
  s.kind !== 'active' ? reject('INVALID_CREDENTIALS') : s.sessions.has(sessionId) ? [] : [sessionOpened({ accountId, sessionId })];

export const closeSession = (accountId: string, sessionId: string) => (s: Account): Decision =>
  s.kind === 'active' && s.sessions.has(sessionId) ? [sessionClosed({ accountId, sessionId })] : [];

export const deleteAccount = (accountId: string) => (s: Account): Decision =>
  s.kind === 'none' ? reject('NOT_FOUND') : s.kind === 'deleted' ? [] : [accountDeleted({ accountId })];

/** Who holds an address; the holder may have died before the account was made. */
export interface Reservation {
  readonly holder: string | undefined;
  readonly since: string | undefined;
}

export const reservation = decider<Reservation>({ holder: undefined, since: undefined }, when => [
  when(emailReserved, (_, { accountId }, { meta }) => ({ holder: accountId, since: meta?.at })),
  when(emailReleased, () => ({ holder: undefined, since: undefined })),
]);

/** After this long a reservation whose account was never made counts no more. */
export const RESERVATION_MS = 60_000;

/** `holderExists`: whether the account that holds the address now was ever made. */
export const reserveEmail = (accountId: string, now: Date, holderExists: boolean) => (s: Reservation): Decision => {
  if (s.holder === accountId) return [];
  const stale = !holderExists && s.since !== undefined && now.getTime() - Date.parse(s.since) > RESERVATION_MS;
  return s.holder === undefined || stale ? [emailReserved({ accountId })] : reject('EMAIL_TAKEN');
};

export const releaseEmail = (accountId: string) => (s: Reservation): Decision =>
  s.holder === accountId ? [emailReleased({ accountId })] : [];

export const administrator = decider<string | undefined>(undefined, when => [when(adminClaimed, (_, { accountId }) => accountId)]);

/** The first to claim it is the administrator; everybody later is not, which is no refusal. */
export const claimAdministration = (accountId: string) => (s: string | undefined): Decision =>
  s === undefined ? [adminClaimed({ accountId })] : [];
