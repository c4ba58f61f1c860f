import { collection } from '@hzm/contracts/core/collection';
import type { Position } from '@hzm/contracts/core/position';
import { projectDeleted } from '@hzm/contracts/features/projects/events';
import {
  personalLinkAdded,
  personalLinkChanged,
  personalLinkRemoved,
  widgetRemoved,
} from '@hzm/contracts/features/widgets/events';
import { drop, dropWhere, patch, put } from '../../core/changes.ts';
import { on, projection } from '../../core/projection.ts';

export type PersonalLinkDoc = {
  readonly id: string;
  readonly projectId: string;
  readonly widgetId: string;
  readonly tableId: string;
  readonly rowId: string;
  /** The owner of the project when the link was created or renewed. */
  readonly ownerId: string;
  /** Position of the creation or last renewal. */
  readonly tokenSince: Position;
  readonly by: string;
  /** The actor of the last renewal, who was shown the present token. */
  readonly renewedBy?: string;
  readonly createdAt: string;
  readonly expiresAt: string;
};

export const personalLinkDocs = collection<PersonalLinkDoc>({
  name: 'personal-links',
  owner: 'projectId',
  indexes: [['widgetId']],
});

/** One document per personal link, for the list; a link is opened by its stream. */
export const personalLinks = projection({
  name: 'personal-links',
  version: 3,
  collections: [personalLinkDocs],
  isPointInTime: true,
  on: [
    on(
      personalLinkAdded,
      ({
        data: { projectId, widgetId, linkId: id, tableId, rowId, ownerId, expiresAt },
        meta: { at, actor },
        position: tokenSince,
      }) => [
        put(personalLinkDocs, {
          id,
          projectId,
          widgetId,
          tableId,
          rowId,
          ownerId,
          tokenSince,
          by: actor,
          createdAt: at,
          expiresAt,
        }),
      ],
    ),
    on(
      personalLinkChanged,
      ({ data: { linkId: id, ownerId, expiresAt }, meta, position: tokenSince }) => [
        patch(personalLinkDocs, {
          id,
          set: { ownerId, tokenSince, renewedBy: meta.actor, expiresAt },
        }),
      ],
    ),
    on(personalLinkRemoved, ({ data: { linkId } }) => [drop(personalLinkDocs, linkId)]),
    on(widgetRemoved, ({ data: { widgetId } }) => [dropWhere(personalLinkDocs, { widgetId })]),
    on(projectDeleted, ({ data: { projectId } }) => [dropWhere(personalLinkDocs, { projectId })]),
  ],
});
