import type { DataOf } from '@hzm/contracts/core/event';
import {
  accountDeleted,
  accountRegistered,
  emailProven,
  passwordChanged,
} from '@hzm/contracts/features/accounts/events';
import { accountDescribed } from '@hzm/contracts/features/administration/events';
import { emailChangeRequested } from '@hzm/contracts/features/own-account/events';
import { MAX_EMAIL_LINKS } from '@hzm/contracts/features/own-account/own-account';
import { decider, reject, type Decision } from '@hzm/services/core/commands/decider';
import { sameSecret } from '@hzm/services/core/security/same-secret';
import { isFlooded, withMailed } from '../accounts/mailed-links.ts';

type Requested = Pick<DataOf<typeof emailChangeRequested>, 'email' | 'tokenHash' | 'expiresAt'>;

/**
 * The address of an account and the change that waits to be confirmed. `usedHash`: of the token
 * that the address was confirmed with. `mailedAt`: times of the newest links.
 */
type EmailChange =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'active';
      readonly name: string;
      readonly email: string;
      readonly requested: Requested | undefined;
      readonly usedHash: string | undefined;
      readonly mailedAt: readonly string[];
    };

export const emailChange = decider<EmailChange>({ kind: 'none' }, when => [
  when(accountRegistered, (_, { name, email }) => ({
    kind: 'active',
    name,
    email,
    requested: undefined,
    usedHash: undefined,
    mailedAt: [],
  })),
  // A link for an address that an administrator chose meanwhile must not undo their choice.
  when(accountDescribed, (s, { name, email }) =>
    s.kind === 'none'
      ? s
      : {
          ...s,
          name,
          email,
          requested: s.email === email ? s.requested : undefined,
          usedHash:
            s.email === email
              ? s.usedHash
              : s.requested?.email === email
                ? s.requested.tokenHash
                : undefined,
        },
  ),
  when(emailChangeRequested, (s, { email, tokenHash, expiresAt }, { meta }) =>
    s.kind === 'none'
      ? s
      : {
          ...s,
          requested: { email, tokenHash, expiresAt },
          mailedAt: meta ? withMailed(s.mailedAt, meta.at, MAX_EMAIL_LINKS) : s.mailedAt,
        },
  ),
  // A link that somebody asked for who knew the password before would let them back in.
  when(passwordChanged, s => (s.kind === 'none' ? s : { ...s, requested: undefined })),
  when(accountDeleted, () => ({ kind: 'none' })),
]);

/** Refused beyond `MAX_EMAIL_LINKS` within an hour, since anybody's address can be named. */
export const requestEmail =
  (data: DataOf<typeof emailChangeRequested>, now: Date) =>
  (s: EmailChange): Decision => {
    if (s.kind === 'none') return reject('NOT_FOUND');
    return isFlooded(s.mailedAt, MAX_EMAIL_LINKS, now)
      ? reject('RATE_LIMIT_EXCEEDED')
      : [emailChangeRequested(data)];
  };

/** Returns the address that a link confirms; undefined once it was used, replaced or has ended. */
export const confirmedBy = (s: EmailChange, tokenHash: string, now: Date): string | undefined =>
  s.kind === 'active' &&
  s.requested &&
  sameSecret(s.requested.tokenHash, tokenHash) &&
  Date.parse(s.requested.expiresAt) > now.getTime()
    ? s.requested.email
    : undefined;

/** Whether the address of now was confirmed with this link. */
export const wasConfirmedBy = (s: EmailChange, tokenHash: string): boolean =>
  s.kind === 'active' && s.usedHash !== undefined && sameSecret(s.usedHash, tokenHash);

export const confirmEmail =
  (accountId: string, tokenHash: string, now: Date) =>
  (s: EmailChange): Decision => {
    const email = confirmedBy(s, tokenHash, now);
    return s.kind === 'none' || email === undefined
      ? reject('NOT_FOUND', { text: 'email-link-gone' })
      : [accountDescribed({ accountId, name: s.name, email }), emailProven({ accountId, email })];
  };
