import { collection } from '@hzm/contracts/core/collection';
import type { Position } from '@hzm/contracts/core/position';
import { accountDeleted } from '@hzm/contracts/features/accounts/events';
import { projectDeleted } from '@hzm/contracts/features/projects/events';
import {
  savedViewAdded,
  savedViewChanged,
  savedViewRemoved,
} from '@hzm/contracts/features/saved-views/events';
import type { ViewSettings } from '@hzm/contracts/features/saved-views/saved-view';
import { tableErased } from '@hzm/contracts/features/tables/events';
import { drop, dropWhere, patch, put } from '../../core/changes.ts';
import { on, projection } from '../../core/projection.ts';

export type SavedViewDoc = {
  readonly id: string;
  readonly projectId: string;
  readonly tableId: string;
  /** The account that alone sees the view; '' shows it to everybody. */
  readonly ownerId: string;
  readonly name: string;
  readonly settings: ViewSettings;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Position of its last change. */
  readonly position: Position;
};

export const savedViewDocs = collection<SavedViewDoc>({
  name: 'saved-views',
  owner: 'projectId',
  namedBy: 'viewId',
  indexes: [['tableId', 'ownerId'], ['projectId'], ['ownerId']],
});

/** One document per saved view. Those of a deleted table stay, because the table may come back. */
export const savedViews = projection({
  name: 'saved-views',
  version: 1,
  collections: [savedViewDocs],
  isPointInTime: true,
  on: [
    on(savedViewAdded, ({ data: { viewId: id, ownerId, ...view }, meta: { at }, position }) => [
      put(savedViewDocs, {
        id,
        ...view,
        ownerId: ownerId ?? '',
        createdAt: at,
        updatedAt: at,
        position,
      }),
    ]),
    on(savedViewChanged, ({ data: { viewId: id, name, settings }, meta: { at }, position }) => [
      patch(savedViewDocs, { id, set: { name, settings, updatedAt: at, position } }),
    ]),
    on(savedViewRemoved, ({ data: { viewId } }) => [drop(savedViewDocs, viewId)]),
    on(tableErased, ({ data: { tableId } }) => [dropWhere(savedViewDocs, { tableId })]),
    on(accountDeleted, ({ data: { accountId } }) => [
      dropWhere(savedViewDocs, { ownerId: accountId }),
    ]),
    on(projectDeleted, ({ data: { projectId } }) => [dropWhere(savedViewDocs, { projectId })]),
  ],
});
