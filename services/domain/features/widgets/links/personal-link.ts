import type { DataOf } from '@hzm/contracts/core/event';
import type { Position } from '@hzm/contracts/core/position';
import {
  personalLinkAdded,
  personalLinkChanged,
  personalLinkRemoved,
} from '@hzm/contracts/features/widgets/events';
import type { ProjectDoc } from '@hzm/projections/features/projects/projects';
import { decider, reject, type Decision } from '@hzm/services/core/commands/decider';

type Added = DataOf<typeof personalLinkAdded>;
type Token = Pick<Added, 'ownerId' | 'tokenId' | 'expiresAt'>;

/** A personal link; undefined before it is created. */
export type LinkState =
  | (Added & {
      /** Position of the creation or last renewal; undefined while it is being appended. */
      readonly tokenSince?: Position | undefined;
      readonly isRevoked?: true;
    })
  | undefined;

export const personalLink = decider<LinkState>(undefined, when => [
  when(personalLinkAdded, (_, data, { position }) => ({ ...data, tokenSince: position })),
  when(
    personalLinkChanged,
    (s, { ownerId, tokenId, expiresAt }, { position }) =>
      s && { ...s, ownerId, tokenId, expiresAt, tokenSince: position },
  ),
  when(personalLinkRemoved, s => s && { ...s, isRevoked: true }),
]);

/**
 * Whether no hand-over came after the creation or last renewal, nor between its decision and its
 * append. A project that is handed back is not as it was.
 */
export const isOfOwner = (
  { ownerId, tokenSince }: Pick<NonNullable<LinkState>, 'ownerId' | 'tokenSince'>,
  project: Pick<ProjectDoc, 'ownerId' | 'ownerSince'>,
): boolean =>
  ownerId === project.ownerId && tokenSince !== undefined && tokenSince > project.ownerSince;

type Decide = (s: LinkState) => Decision;

export const addLink =
  (data: Added): Decide =>
  s =>
    s === undefined ? [personalLinkAdded(data)] : [];

const ofLink = ({ projectId, widgetId, name, linkId }: Added) => ({
  projectId,
  widgetId,
  name,
  linkId,
});

/** Gives a link of this widget another token; the earlier one opens nothing then. */
export const renewLink =
  (widgetId: string, token: Token): Decide =>
  s => {
    if (s?.widgetId !== widgetId || s.isRevoked) return reject('NOT_FOUND');
    return s.tokenId === token.tokenId ? [] : [personalLinkChanged({ ...ofLink(s), ...token })];
  };

export const removeLink =
  (widgetId: string): Decide =>
  s => {
    if (s?.widgetId !== widgetId) return reject('NOT_FOUND');
    return s.isRevoked ? [] : [personalLinkRemoved(ofLink(s))];
  };
