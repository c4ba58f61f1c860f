import type { Change } from '@hzm/contracts/core/change';
import { collection } from '@hzm/contracts/core/collection';
import { START, type Position } from '@hzm/contracts/core/position';
import { accountDeleted } from '@hzm/contracts/features/accounts/events';
import {
  invitationDeclined,
  invitationWithdrawn,
  memberInvited,
  memberJoined,
  memberRemoved,
  memberRoleChanged,
  projectHandedOver,
} from '@hzm/contracts/features/members/events';
import { INVITATION_DAYS, madeAt, type Member } from '@hzm/contracts/features/members/member';
import type { MemberRole } from '@hzm/contracts/features/members/role';
import { projectCreated, projectDeleted } from '@hzm/contracts/features/projects/events';
import { drop, dropWhere, patch, put } from '../../core/changes.ts';
import { on, projection } from '../../core/projection.ts';

/**
 * A person with access to a project, including the owner. `id` is `memberId`. `roleSince` is the
 * position of the event that gave the role, `START` for the project's creator.
 */
export type MemberDoc = {
  readonly id: string;
  readonly projectId: string;
  readonly userId: string;
  readonly role: Member['role'];
  readonly since: string;
  readonly roleSince: Position;
};

/** `acceptedBy` has joined by it, which closes it for others. `day` is its date in UTC. */
export type InvitationDoc = {
  readonly id: string;
  readonly projectId: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly tokenHash: string;
  readonly invitedBy: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly day: string;
  readonly acceptedBy: string | null;
};

export const memberDocs = collection<MemberDoc>({
  name: 'memberships',
  owner: 'projectId',
  indexes: [
    ['userId', 'since'],
    ['projectId', 'since'],
  ],
});
/** Kept two days longer than they are open, because clocks differ and days end. */
export const invitationDocs = collection<InvitationDoc>({
  name: 'invitations',
  owner: 'projectId',
  indexes: [['projectId', 'createdAt'], ['invitedBy'], ['acceptedBy'], ['email', 'createdAt']],
  expires: { by: 'day', days: INVITATION_DAYS + 2 },
});

export const memberId = (projectId: string, userId: string): string => `${projectId}/${userId}`;

/** Parses a member's id. */
export function placeOf(id: string): { readonly projectId: string; readonly userId: string } {
  const [projectId = '', userId = ''] = id.split('/');
  return { projectId, userId };
}

const member = (doc: Omit<MemberDoc, 'id'>): Change =>
  put(memberDocs, { id: memberId(doc.projectId, doc.userId), ...doc });

/**
 * One document per person and project, but none for a test environment, which shares the people of
 * its project; and one per open invitation.
 */
export const members = projection({
  name: 'members',
  version: 4,
  collections: [memberDocs, invitationDocs],
  isPointInTime: true,
  on: [
    on(projectCreated, ({ data: { projectId, ownerId, parentProjectId }, meta }) =>
      parentProjectId === null
        ? [member({ projectId, userId: ownerId, role: 'owner', since: meta.at, roleSince: START })]
        : [],
    ),
    on(memberInvited, ({ data: { invitationId, ...invitation }, meta }) => [
      put(invitationDocs, {
        id: invitationId,
        ...invitation,
        createdAt: madeAt(invitation.expiresAt),
        day: meta.at.slice(0, 10),
        acceptedBy: null,
      }),
    ]),
    on(invitationWithdrawn, ({ data }) => [drop(invitationDocs, data.invitationId)]),
    on(invitationDeclined, ({ data }) => [drop(invitationDocs, data.invitationId)]),
    on(memberJoined, ({ data: { projectId, userId, role, invitationId }, meta, position }) => [
      member({ projectId, userId, role, since: meta.at, roleSince: position }),
      patch(invitationDocs, { id: invitationId, set: { acceptedBy: userId } }),
    ]),
    on(memberRoleChanged, ({ data: { projectId, userId, role }, position }) => [
      patch(memberDocs, { id: memberId(projectId, userId), set: { role, roleSince: position } }),
    ]),
    on(memberRemoved, ({ data: { projectId, userId } }) => [
      drop(memberDocs, memberId(projectId, userId)),
    ]),
    on(
      projectHandedOver,
      ({ data: { projectId, fromId, ownerId }, meta: { at: since }, position: roleSince }) => [
        member({ projectId, userId: ownerId, role: 'owner', since, roleSince }),
        member({ projectId, userId: fromId, role: 'manager', since, roleSince }),
      ],
    ),
    on(accountDeleted, ({ data: { accountId } }) => [
      dropWhere(invitationDocs, { acceptedBy: accountId }),
    ]),
    on(projectDeleted, ({ data: { projectId } }) => [
      dropWhere(memberDocs, { projectId }),
      dropWhere(invitationDocs, { projectId }),
    ]),
  ],
});
