import { accountDeleted, accountRegistered, sessionClosed, sessionOpened } from '@hzm/contracts/features/accounts/events';
import { on, projection } from '../../core/projection.ts';

/** Who there is, and which of their sessions live. */
export const accounts = projection({
  name: 'accounts',
  version: 1,
  collections: [{ name: 'accounts' }, { name: 'sessions', indexes: [['accountId']] }],
  on: [
    on(accountRegistered, ({ data: { accountId, ...account }, meta }) =>
      [{ op: 'put', collection: 'accounts', id: accountId, doc: { id: accountId, ...account, isActive: true, createdAt: meta.at } }]),
    on(sessionOpened, ({ data: { sessionId, accountId }, meta }) =>
      [{ op: 'put', collection: 'sessions', id: sessionId, doc: { id: sessionId, accountId, openedAt: meta.at } }]),
    on(sessionClosed, ({ data }) => [{ op: 'drop', collection: 'sessions', id: data.sessionId }]),
    on(accountDeleted, ({ data: { accountId } }) => [
      { op: 'drop', collection: 'accounts', id: accountId },
      { op: 'drop-where', collection: 'sessions', where: { accountId } },
    ]),
  ],
});
