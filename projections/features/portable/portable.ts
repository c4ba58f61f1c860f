import { collection } from '@hzm/contracts/core/collection';
import { accountDeleted } from '@hzm/contracts/features/accounts/events';
import {
  clearingBegun,
  clearingEnded,
  importAdvanced,
  importEnded,
  importPrepared,
  importStarted,
} from '@hzm/contracts/features/portable/events';
import { noCounts, type Clearing, type Import } from '@hzm/contracts/features/portable/portable';
import { dropWhere, patch, put } from '../../core/changes.ts';
import { on, projection } from '../../core/projection.ts';

export type ImportDoc = Import;
/** `sessionId` is the session that survives. */
export type ClearingDoc = Clearing & { readonly sessionId: string | null };

export const importDocs = collection<ImportDoc>({
  name: 'imports',
  owner: 'accountId',
  indexes: [['state'], ['accountId']],
});
export const clearingDocs = collection<ClearingDoc>({
  name: 'clearings',
  owner: 'accountId',
  indexes: [['state'], ['accountId']],
});

/** Imports and total deletions by administrators. */
export const portable = projection({
  name: 'portable',
  version: 2,
  collections: [importDocs, clearingDocs],
  on: [
    on(
      importPrepared,
      ({ data: { importId, accountId, size, found, refused, changed }, meta: { at } }) => [
        put(importDocs, {
          id: importId,
          accountId,
          state: 'ready',
          size,
          preparedAt: at,
          endedAt: null,
          found,
          added: noCounts,
          refused,
          changed,
        }),
      ],
    ),
    on(importStarted, ({ data }) => [
      patch(importDocs, { id: data.importId, set: { state: 'running' } }),
    ]),
    on(importAdvanced, ({ data: { importId, added, refused, changed } }) => [
      patch(importDocs, { id: importId, set: { added, refused, changed } }),
    ]),
    on(importEnded, ({ data: { importId, outcome }, meta: { at } }) => [
      patch(importDocs, { id: importId, set: { state: outcome, endedAt: at } }),
    ]),
    on(clearingBegun, ({ data: { clearingId, accountId, sessionId }, meta: { at } }) => [
      put(clearingDocs, {
        id: clearingId,
        accountId,
        sessionId,
        state: 'running',
        begunAt: at,
        endedAt: null,
      }),
    ]),
    on(clearingEnded, ({ data: { clearingId, outcome }, meta: { at } }) => [
      patch(clearingDocs, { id: clearingId, set: { state: outcome, endedAt: at } }),
    ]),
    on(accountDeleted, ({ data: { accountId } }) => [
      dropWhere(importDocs, { accountId }),
      dropWhere(clearingDocs, { accountId }),
    ]),
  ],
});
