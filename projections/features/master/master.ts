import { collection } from '@hzm/contracts/core/collection';
import {
  masterCredentialsCreated,
  masterCredentialsRenewed,
  masterKeyRefreshed,
  masterPasswordRefreshed,
} from '@hzm/contracts/features/master/events';
import { patch, put } from '../../core/changes.ts';
import { on, projection } from '../../core/projection.ts';

/** The only document. `madeBy` is the administrator who owns projects made with the key. */
export type MasterDoc = {
  readonly id: string;
  readonly email: string;
  readonly apiKey: string;
  readonly password: string;
  readonly madeBy: string;
  readonly updatedAt: string;
};

export const masterDocs = collection<MasterDoc>({ name: 'master-credentials' });
export const MASTER = 'master';

/** The master credentials. */
export const master = projection({
  name: 'master',
  version: 1,
  collections: [masterDocs],
  on: [
    on(masterCredentialsCreated, ({ data: { email, apiKey, password }, meta: { actor, at } }) => [
      put(masterDocs, { id: MASTER, email, apiKey, password, madeBy: actor, updatedAt: at }),
    ]),
    on(masterKeyRefreshed, ({ data: { apiKey }, meta: { at } }) => [
      patch(masterDocs, { id: MASTER, set: { apiKey, updatedAt: at } }),
    ]),
    on(masterPasswordRefreshed, ({ data: { password }, meta: { at } }) => [
      patch(masterDocs, { id: MASTER, set: { password, updatedAt: at } }),
    ]),
    on(masterCredentialsRenewed, ({ data: { apiKey, password }, meta: { at } }) => [
      patch(masterDocs, { id: MASTER, set: { apiKey, password, updatedAt: at } }),
    ]),
  ],
});
