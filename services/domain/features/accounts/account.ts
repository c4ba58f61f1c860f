import { accountDeleted, accountRegistered, adminClaimed, emailReleased, emailReserved, passwordChanged } from '@hzm/contracts/features/accounts/events';
import type { DataOf } from '@hzm/contracts/core/event';
import { decider, reject, type Decision } from '@hzm/services/core/decider';

export type Account = { readonly kind: 'none' | 'deleted' } | { readonly kind: 'active'; readonly passwordHash: string };

export const account = decider<Account>({ kind: 'none' }, when => [
  when(accountRegistered, (_, { passwordHash }) => ({ kind: 'active', passwordHash })),
  when(passwordChanged, (s, { passwordHash }) => (s.kind === 'active' ? { ...s, passwordHash } : s)),
  when(accountDeleted, () => ({ kind: 'deleted' })),
]);

export const registerAccount = (data: DataOf<typeof accountRegistered>) => (s: Account): Decision =>
  s.kind === 'none' ? [accountRegistered(data)] : [];

/** @param verified the hash that the current password was found to fit */
export const changePassword = (data: DataOf<typeof passwordChanged>, verified: string) => (s: Account): Decision =>
  s.kind !== 'active' ? reject('NOT_FOUND') : s.passwordHash === verified ? [passwordChanged(data)] : reject('CONFLICT');

export const deleteAccount = (accountId: string) => (s: Account): Decision =>
  s.kind === 'none' ? reject('NOT_FOUND') : s.kind === 'deleted' ? [] : [accountDeleted({ accountId })];

/** Who holds something that only one can have; the holder may have died before the account was made. */
export interface Reservation {
  readonly holder: string | undefined;
  readonly since: string | undefined;
}

const nobody: Reservation = { holder: undefined, since: undefined };

/** The account that holds an address. */
export const reservation = decider<Reservation>(nobody, when => [
  when(emailReserved, (_, { accountId }, { meta }) => ({ holder: accountId, since: meta?.at })),
  when(emailReleased, () => nobody),
]);

/** The first who registers runs the place. */
export const administrator = decider<Reservation>(nobody, when => [when(adminClaimed, (_, { accountId }, { meta }) => ({ holder: accountId, since: meta?.at }))]);

/** After this long a reservation whose account was never made counts no more. */
export const RESERVATION_MS = 60_000;

/** `holderExists`: whether the account that holds it now was ever made. */
const isFree = ({ holder, since }: Reservation, now: Date, holderExists: boolean): boolean =>
  holder === undefined || (!holderExists && since !== undefined && now.getTime() - Date.parse(since) > RESERVATION_MS);

export const reserveEmail = (accountId: string, now: Date, holderExists: boolean) => (s: Reservation): Decision =>
  s.holder === accountId ? [] : isFree(s, now, holderExists) ? [emailReserved({ accountId })] : reject('EMAIL_TAKEN');

export const releaseEmail = (accountId: string) => (s: Reservation): Decision =>
  s.holder === accountId ? [emailReleased({ accountId })] : [];

/** Coming second is no refusal. */
export const claimAdministration = (accountId: string, now: Date, holderExists: boolean) => (s: Reservation): Decision =>
  s.holder !== accountId && isFree(s, now, holderExists) ? [adminClaimed({ accountId })] : [];
