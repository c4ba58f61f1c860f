import { collection } from '@hzm/contracts/core/collection';
import type { Position } from '@hzm/contracts/core/position';
import {
  REUSED_DAYS,
  type ReusedSession,
  type User,
} from '@hzm/contracts/features/accounts/account';
import {
  accountDeleted,
  accountRegistered,
  emailProven,
  passwordChanged,
  sessionClosed,
  sessionOpened,
  sessionRenewed,
  sessionReused,
} from '@hzm/contracts/features/accounts/events';
import {
  accountDescribed,
  accountDisabled,
  accountEnabled,
  accountPlanChanged,
  adminAppointed,
  adminDismissed,
} from '@hzm/contracts/features/administration/events';
import { accountSubscribed, accountUnsubscribed } from '@hzm/contracts/features/pricing/events';
import { drop, dropWhere, patch, put } from '../../core/changes.ts';
import { on, projection } from '../../core/projection.ts';

/**
 * `provenEmail` is the address whose mailbox the account last proved to read; it may differ from the
 * current one. `sessionsFrom` is the position of the last password change, which ends all earlier
 * sessions except `keptSession`.
 */
export type AccountDoc = Readonly<User> & {
  readonly passwordHash: string;
  readonly provenEmail: string | null;
  readonly sessionsFrom: Position | null;
  readonly keptSession: string | null;
};
/**
 * `position` is that of its opening. `device` is the user agent, or empty. `generation` counts the
 * renewals of its token, the last at `renewedAt`.
 */
export type SessionDoc = {
  readonly id: string;
  readonly accountId: string;
  readonly openedAt: string;
  readonly device: string;
  readonly position: Position;
  readonly generation: number;
  readonly renewedAt: string | null;
};
/** `day` is the date on which it ended. */
export type ReusedSessionDoc = Readonly<ReusedSession> & {
  readonly accountId: string;
  readonly day: string;
};

export const accountDocs = collection<AccountDoc>({ name: 'accounts' });
export const sessionDocs = collection<SessionDoc>({
  name: 'sessions',
  owner: 'accountId',
  indexes: [['accountId']],
});
export const reusedSessionDocs = collection<ReusedSessionDoc>({
  name: 'reused-sessions',
  owner: 'accountId',
  indexes: [['accountId']],
  expires: { by: 'day', days: REUSED_DAYS },
});

/** One document per account, per open session, and per session that ended by token reuse. */
export const accounts = projection({
  name: 'accounts',
  version: 6,
  collections: [accountDocs, sessionDocs, reusedSessionDocs],
  on: [
    on(accountRegistered, ({ data: { accountId, ...account }, meta }) => [
      put(accountDocs, {
        id: accountId,
        ...account,
        planName: null,
        isActive: true,
        provenEmail: null,
        sessionsFrom: null,
        keptSession: null,
        createdAt: meta.at,
      }),
    ]),
    on(passwordChanged, ({ data: { accountId, passwordHash, keptSessionId }, position }) => [
      patch(accountDocs, {
        id: accountId,
        set: { passwordHash, sessionsFrom: position, keptSession: keptSessionId },
      }),
    ]),
    on(emailProven, ({ data: { accountId, email: provenEmail } }) => [
      patch(accountDocs, { id: accountId, set: { provenEmail } }),
    ]),
    on(accountDescribed, ({ data: { accountId, name, email } }) => [
      patch(accountDocs, { id: accountId, set: { name, email } }),
    ]),
    on(accountPlanChanged, ({ data: { accountId, ...plan } }) => [
      patch(accountDocs, { id: accountId, set: plan }),
    ]),
    on(accountSubscribed, ({ data: { accountId, planName } }) => [
      patch(accountDocs, { id: accountId, set: { planName } }),
    ]),
    on(accountUnsubscribed, ({ data: { accountId } }) => [
      patch(accountDocs, { id: accountId, set: { planName: null } }),
    ]),
    on(accountDisabled, ({ data }) => [
      patch(accountDocs, { id: data.accountId, set: { isActive: false } }),
    ]),
    on(accountEnabled, ({ data }) => [
      patch(accountDocs, { id: data.accountId, set: { isActive: true } }),
    ]),
    on(adminAppointed, ({ data }) => [
      patch(accountDocs, { id: data.accountId, set: { isAdmin: true } }),
    ]),
    on(adminDismissed, ({ data }) => [
      patch(accountDocs, { id: data.accountId, set: { isAdmin: false } }),
    ]),
    on(sessionOpened, ({ data: { sessionId, accountId, device = '' }, meta, position }) => [
      put(sessionDocs, {
        id: sessionId,
        accountId,
        openedAt: meta.at,
        device,
        position,
        generation: 0,
        renewedAt: null,
      }),
    ]),
    on(sessionRenewed, ({ data: { sessionId, generation }, meta }) => [
      patch(sessionDocs, { id: sessionId, set: { generation, renewedAt: meta.at } }),
    ]),
    on(sessionReused, ({ data: { sessionId, accountId, device, openedAt }, meta }) => [
      drop(sessionDocs, sessionId),
      put(reusedSessionDocs, {
        id: sessionId,
        accountId,
        createdAt: openedAt,
        endedAt: meta.at,
        device,
        day: meta.at.slice(0, 10),
      }),
    ]),
    on(sessionClosed, ({ data }) => [drop(sessionDocs, data.sessionId)]),
    on(accountDeleted, ({ data: { accountId } }) => [
      drop(accountDocs, accountId),
      dropWhere(sessionDocs, { accountId }),
      dropWhere(reusedSessionDocs, { accountId }),
    ]),
  ],
});
