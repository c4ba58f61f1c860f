import type { DataOf } from '@hzm/contracts/core/event';
import {
  personalLinkAdded,
  personalLinkChanged,
  personalLinkRemoved,
} from '@hzm/contracts/features/widgets/events';
import { decider, reject, type Decision } from '@hzm/services/core/commands/decider';

type Added = DataOf<typeof personalLinkAdded>;
type Token = Pick<Added, 'ownerId' | 'tokenId' | 'expiresAt'>;

/** A personal link; undefined before it is created. */
export type LinkState = (Added & { readonly isRevoked?: true }) | undefined;

export const personalLink = decider<LinkState>(undefined, when => [
  when(personalLinkAdded, (_, data) => data),
  when(
    personalLinkChanged,
    (s, { ownerId, tokenId, expiresAt }) => s && { ...s, ownerId, tokenId, expiresAt },
  ),
  when(personalLinkRemoved, s => s && { ...s, isRevoked: true }),
]);

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
