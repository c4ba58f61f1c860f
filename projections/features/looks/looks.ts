import { collection } from '@hzm/contracts/core/collection';
import { accountDeleted } from '@hzm/contracts/features/accounts/events';
import { lookBegun, lookEnded } from '@hzm/contracts/features/looks/events';
import { dropWhere, patch, put } from '../../core/changes.ts';
import { on, projection } from '../../core/projection.ts';

/** `accountId`: as whom; `lookerSession`: while which lasts. */
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

/** Who looked as whom, from when to when. */
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
