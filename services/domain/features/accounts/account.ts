import type { DataOf } from '@hzm/contracts/core/event';
import { MAX_RESET_MAILS } from '@hzm/contracts/features/accounts/account';
import {
  accountDeleted,
  accountRegistered,
  adminClaimed,
  emailProven,
  emailReleased,
  emailReserved,
  passwordChanged,
  passwordResetRequested,
} from '@hzm/contracts/features/accounts/events';
import { accountDescribed } from '@hzm/contracts/features/administration/events';
import { decider, reject, type Decision } from '@hzm/services/core/commands/decider';
import { sameSecret } from '@hzm/services/core/security/same-secret';
import { isFlooded, withMailed } from './mailed-links.ts';

/** A link by which the password can be set anew. */
export interface PasswordLink {
  readonly tokenHash: string;
  readonly expiresAt: string;
  readonly byMail: boolean;
  /** The administrator who made it; undefined: it was mailed. */
  readonly madeBy: string | undefined;
}

/** `mailedAt`: when the latest links were mailed. */
export type Account =
  | { readonly kind: 'none' | 'deleted' }
  | {
      readonly kind: 'active';
      readonly email: string;
      readonly passwordHash: string;
      readonly links: readonly PasswordLink[];
      readonly mailedAt: readonly string[];
    };

export const account = decider<Account>({ kind: 'none' }, when => [
  when(accountRegistered, (_, { email, passwordHash }) => ({
    kind: 'active',
    email,
    passwordHash,
    links: [],
    mailedAt: [],
  })),
  when(passwordChanged, (s, { passwordHash }) =>
    s.kind === 'active' ? { ...s, passwordHash, links: [] } : s,
  ),
  when(passwordResetRequested, (s, { tokenHash, expiresAt, byMail }, { meta }) => {
    if (s.kind !== 'active') return s;
    // A newer link ends the older; but what a stranger can ask for does not end what an
    // administrator has made.
    const links = [
      ...s.links.filter(link => byMail && !link.byMail),
      { tokenHash, expiresAt, byMail, madeBy: byMail ? undefined : meta?.actor },
    ];
    return {
      ...s,
      links,
      mailedAt: byMail && meta ? withMailed(s.mailedAt, meta.at, MAX_RESET_MAILS) : s.mailedAt,
    };
  }),
  // A link that was mailed to the address before must not open the account.
  when(accountDescribed, (s, { email }) =>
    s.kind === 'active' && s.email !== email
      ? { ...s, email, links: s.links.filter(link => !link.byMail) }
      : s,
  ),
  when(accountDeleted, () => ({ kind: 'deleted' })),
]);

export const registerAccount =
  (data: DataOf<typeof accountRegistered>) =>
  (s: Account): Decision =>
    s.kind === 'none' ? [accountRegistered(data)] : [];

/** @param verified the hash that the current password was found to fit */
export const changePassword =
  (data: DataOf<typeof passwordChanged>, verified: string) =>
  (s: Account): Decision =>
    s.kind !== 'active'
      ? reject('NOT_FOUND')
      : s.passwordHash === verified
        ? [passwordChanged(data)]
        : reject('CONFLICT');

/** Limits the mails to a person in an hour, no matter which caller asks for them. */
export const requestReset =
  (data: DataOf<typeof passwordResetRequested>, now: Date) =>
  (s: Account): Decision => {
    if (s.kind !== 'active') return reject('NOT_FOUND');
    const isRefused = data.byMail && isFlooded(s.mailedAt, MAX_RESET_MAILS, now);
    return isRefused ? reject('RATE_LIMIT_EXCEEDED') : [passwordResetRequested(data)];
  };

/** The link of a token, unless it has expired. */
export const validLink = (s: Account, tokenHash: string, now: Date): PasswordLink | undefined =>
  s.kind === 'active'
    ? s.links.find(
        link => sameSecret(link.tokenHash, tokenHash) && Date.parse(link.expiresAt) > now.getTime(),
      )
    : undefined;

/** Resets the password by a link, which works once: the change ends all links. */
export const resetPassword =
  (data: DataOf<typeof passwordChanged>, tokenHash: string, now: Date) =>
  (s: Account): Decision => {
    const link = validLink(s, tokenHash, now);
    if (!link || s.kind !== 'active') return reject('NOT_FOUND', { text: 'password-link-gone' });
    const { accountId } = data;
    return [
      passwordChanged(data),
      ...(link.byMail ? [emailProven({ accountId, email: s.email })] : []),
    ];
  };

/** The account used a link that was mailed to this address, if it still has the address. */
export const proveEmail =
  (data: DataOf<typeof emailProven>) =>
  (s: Account): Decision =>
    s.kind === 'active' && s.email === data.email ? [emailProven(data)] : [];

export const deleteAccount =
  (accountId: string) =>
  (s: Account): Decision =>
    s.kind === 'none'
      ? reject('NOT_FOUND')
      : s.kind === 'deleted'
        ? []
        : [accountDeleted({ accountId })];

/**
 * The holder of something that only one account can have. The process may have died before it made
 * the holder's account.
 */
export interface Reservation {
  readonly holder: string | undefined;
  /** The number of reservations in the stream. */
  readonly no: number;
}

const nobody: Reservation = { holder: undefined, no: 0 };

/** The account that holds an address. */
export const reservation = decider<Reservation>(nobody, when => [
  when(emailReserved, (s, { accountId }) => ({ holder: accountId, no: s.no + 1 })),
  when(emailReleased, s => ({ ...s, holder: undefined })),
]);

/** The first who registers runs the place. */
export const administrator = decider<Reservation>(nobody, when => [
  when(adminClaimed, (s, { accountId }) => ({ holder: accountId, no: s.no + 1 })),
]);

/** @param abandoned the number of a reservation that its holder does not use */
const isFree = ({ holder, no }: Reservation, abandoned: number | undefined): boolean =>
  holder === undefined || no === abandoned;

/** The holder reserves it anew for each change, so that an earlier change cannot release it. */
export const reserveEmail =
  (accountId: string, abandoned: number | undefined) =>
  (s: Reservation): Decision =>
    s.holder === accountId || isFree(s, abandoned)
      ? [emailReserved({ accountId })]
      : reject('EMAIL_TAKEN');

/** @param no the reservation to release; any by default */
export const releaseEmail =
  (accountId: string, no?: number) =>
  (s: Reservation): Decision =>
    s.holder === accountId && (no ?? s.no) === s.no ? [emailReleased({ accountId })] : [];

/** Coming second is no refusal. */
export const claimAdministration =
  (accountId: string, abandoned: number | undefined) =>
  (s: Reservation): Decision =>
    s.holder !== accountId && isFree(s, abandoned) ? [adminClaimed({ accountId })] : [];
