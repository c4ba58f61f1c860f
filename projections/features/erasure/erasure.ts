import { collection } from '@hzm/contracts/core/collection';
import type { Position } from '@hzm/contracts/core/position';
import { accountDeleted } from '@hzm/contracts/features/accounts/events';
import { addressErased } from '@hzm/contracts/features/erasure/events';
import { put } from '../../core/changes.ts';
import { on, projection } from '../../core/projection.ts';

/** `id` is the keyed hash of an e-mail address. Mentions in events up to `position` are hidden. */
export type ErasedAddressDoc = { readonly id: string; readonly position: Position };

/** An account that was deleted, or whose erasure has begun. `day` is that date in UTC. */
export type ClosingDoc = { readonly id: string; readonly day: string };

/** Days for which the view keeps a deletion, so that an interrupted one is found. */
const CLOSING_DAYS = 7;
const expires = { by: 'day', days: CLOSING_DAYS } as const;

export const erasedAddressDocs = collection<ErasedAddressDoc>({ name: 'erased-addresses' });
export const closingDocs = collection<ClosingDoc>({ name: 'closings', expires });
export const erasureDocs = collection<ClosingDoc>({ name: 'erasures', expires });

/** The addresses of erased people, and the accounts that were lately deleted or erased. */
export const erasure = projection({
  name: 'erasure',
  version: 2,
  collections: [erasedAddressDocs, closingDocs, erasureDocs],
  on: [
    on(addressErased, ({ data: { address, accountId }, position, meta: { at } }) => [
      put(erasedAddressDocs, { id: address, position }),
      put(erasureDocs, { id: accountId, day: at.slice(0, 10) }),
    ]),
    on(accountDeleted, ({ data: { accountId }, meta: { at } }) => [
      put(closingDocs, { id: accountId, day: at.slice(0, 10) }),
    ]),
  ],
});
