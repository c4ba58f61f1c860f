import { collection } from '@hzm/contracts/core/collection';
import type { User } from '@hzm/contracts/features/accounts/account';
import { accountDeleted, accountRegistered, sessionClosed, sessionOpened } from '@hzm/contracts/features/accounts/events';
import { drop, dropWhere, put } from '../../core/changes.ts';
import { on, projection } from '../../core/projection.ts';

export type AccountDoc = Readonly<User> & { readonly passwordHash: string };
export type SessionDoc = { readonly id: string; readonly accountId: string; readonly openedAt: string };

export const accountDocs = collection<AccountDoc>({ name: 'accounts' });
export const sessionDocs = collection<SessionDoc>({ name: 'sessions', indexes: [['accountId']] });

/** One document per account, and one per session that is open. */
export const accounts = projection({
  name: 'accounts',
  version: 1,
  collections: [accountDocs, sessionDocs],
  on: [
    on(accountRegistered, ({ data: { accountId, ...account }, meta }) => [put(accountDocs, { id: accountId, ...account, isActive: true, createdAt: meta.at })]),
    on(sessionOpened, ({ data: { sessionId, accountId }, meta }) => [put(sessionDocs, { id: sessionId, accountId, openedAt: meta.at })]),
    on(sessionClosed, ({ data }) => [drop(sessionDocs, data.sessionId)]),
    on(accountDeleted, ({ data: { accountId } }) => [drop(accountDocs, accountId), dropWhere(sessionDocs, { accountId })]),
  ],
});
