import { collection } from '@hzm/contracts/core/collection';
import type { Position } from '@hzm/contracts/core/position';
import { addressErased } from '@hzm/contracts/features/erasure/events';
import { put } from '../../core/changes.ts';
import { on, projection } from '../../core/projection.ts';

/** `id` is the keyed hash of an e-mail address. Mentions in events up to `position` are hidden. */
export type ErasedAddressDoc = { readonly id: string; readonly position: Position };

export const erasedAddressDocs = collection<ErasedAddressDoc>({ name: 'erased-addresses' });

/** The addresses of erased people. */
export const erasure = projection({
  name: 'erasure',
  version: 1,
  collections: [erasedAddressDocs],
  on: [
    on(addressErased, ({ data: { address }, position }) => [
      put(erasedAddressDocs, { id: address, position }),
    ]),
  ],
});
