import { collection } from '@hzm/contracts/core/collection';
import { accountDeleted } from '@hzm/contracts/features/accounts/events';
import { lookBegun, lookEnded } from '@hzm/contracts/features/looks/events';
import { dropWhere, patch, put } from '../../core/changes.ts';
import { on, projection } from '../../core/projection.ts';

/**
 * `accountId` is the person looked at; `lookerSession` is the administrator's session, which bounds
 * it.
 */
export type LookDoc = {
  readonly id: string;
  readonly accountId: string;
  readonly lookerId: string;
  readonly lookerSession: string;
  readonly begunAt: string;
  readonly expiresAt: string;
  readonly endedAt: string | null;
};

export const lookDocs = collection<LookDoc>({
  name: 'looks',
  owner: 'accountId',
  indexes: [['accountId'], ['lookerId'], ['lookerSession']],
});

/** Impersonations by administrators. */
export const looks = projection({
  name: 'looks',
  version: 1,
  collections: [lookDocs],
  on: [
    on(lookBegun, ({ data: { lookId, ...look }, meta }) => [
      put(lookDocs, { id: lookId, ...look, begunAt: meta.at, endedAt: null }),
    ]),
    on(lookEnded, ({ data, meta }) => [
      patch(lookDocs, { id: data.lookId, set: { endedAt: meta.at } }),
    ]),
    on(accountDeleted, ({ data: { accountId } }) => [dropWhere(lookDocs, { accountId })]),
  ],
});
