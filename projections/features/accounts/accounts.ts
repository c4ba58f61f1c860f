import { collection } from '@hzm/contracts/core/collection';
import type { Position } from '@hzm/contracts/core/position';
import type { User } from '@hzm/contracts/features/accounts/account';
import { accountDeleted, accountRegistered, passwordChanged, sessionClosed, sessionOpened } from '@hzm/contracts/features/accounts/events';
import { accountDescribed, accountDisabled, accountEnabled, accountPlanChanged, adminAppointed, adminDismissed } from '@hzm/contracts/features/administration/events';
import { drop, dropWhere, patch, put } from '../../core/changes.ts';
import { on, projection } from '../../core/projection.ts';

/** `sessionsFrom`: the position of the last change of the password; sessions opened before it do not count, but for `keptSession`. */
export type AccountDoc = Readonly<User> & { readonly passwordHash: string; readonly sessionsFrom: Position | null; readonly keptSession: string | null };
/** `position`: of its opening. `device`: what the program called itself, empty when it said nothing. */
export type SessionDoc = { readonly id: string; readonly accountId: string; readonly openedAt: string; readonly device: string; readonly position: Position };

export const accountDocs = collection<AccountDoc>({ name: 'accounts' });
export const sessionDocs = collection<SessionDoc>({ name: 'sessions', indexes: [['accountId']] });

/** One document per account, and one per session that is open. */
export const accounts = projection({
  name: 'accounts',
  version: 4,
  collections: [accountDocs, sessionDocs],
  on: [
    on(accountRegistered, ({ data: { accountId, ...account }, meta }) => [put(accountDocs, { id: accountId, ...account, isActive: true, sessionsFrom: null, keptSession: null, createdAt: meta.at })]),
    on(passwordChanged, ({ data: { accountId, passwordHash, keptSessionId }, position }) => [patch(accountDocs, { id: accountId, set: { passwordHash, sessionsFrom: position, keptSession: keptSessionId } })]),
    on(accountDescribed, ({ data: { accountId, name, email } }) => [patch(accountDocs, { id: accountId, set: { name, email } })]),
    on(accountPlanChanged, ({ data: { accountId, ...plan } }) => [patch(accountDocs, { id: accountId, set: plan })]),
    on(accountDisabled, ({ data }) => [patch(accountDocs, { id: data.accountId, set: { isActive: false } })]),
    on(accountEnabled, ({ data }) => [patch(accountDocs, { id: data.accountId, set: { isActive: true } })]),
    on(adminAppointed, ({ data }) => [patch(accountDocs, { id: data.accountId, set: { isAdmin: true } })]),
    on(adminDismissed, ({ data }) => [patch(accountDocs, { id: data.accountId, set: { isAdmin: false } })]),
    on(sessionOpened, ({ data: { sessionId, accountId, device = '' }, meta, position }) => [put(sessionDocs, { id: sessionId, accountId, openedAt: meta.at, device, position })]),
    on(sessionClosed, ({ data }) => [drop(sessionDocs, data.sessionId)]),
    on(accountDeleted, ({ data: { accountId } }) => [drop(accountDocs, accountId), dropWhere(sessionDocs, { accountId })]),
  ],
});
