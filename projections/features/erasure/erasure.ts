import { collection } from '@hzm/contracts/core/collection';
import type { Position } from '@hzm/contracts/core/position';
import { addressErased } from '@hzm/contracts/features/erasure/events';
import { put } from '../../core/changes.ts';
import { on, projection } from '../../core/projection.ts';

/** `id`: the keyed name of an address. What events up to `position` say of it is not told. */
export type ErasedAddressDoc = { readonly id: string; readonly position: Position };

export const erasedAddressDocs = collection<ErasedAddressDoc>({ name: 'erased-addresses' });

/** The addresses of people who were erased. */
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
