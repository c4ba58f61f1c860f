import { ordinal } from '@hzm/contracts/core/position';
import { MASTER, masterDocs } from '@hzm/projections/features/master/master';
import type { Publication } from './publication.ts';

/** A change of the master credentials, without content. */
export const master: Publication = {
  collection: masterDocs,
  topic: 'admin',
  idsOf: () => [''],
  toChanges: async ({ event: { position } }) => [
    { op: 'patch', kind: 'master', id: MASTER, version: ordinal(position), patch: {} },
  ],
};
