import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { because, event } from '../../core/event.ts';
import { Id } from '../../core/ids.ts';
import { MemberRole } from './role.ts';

const ofProject = { projectId: because.key };
const ofInvitation = { ...ofProject, invitationId: because.id };
const ofMember = { ...ofProject, userId: because.id };
const ofHandOver = { ...ofProject, handOverId: because.id, ownerId: because.id };

/** Stream `project-<id>`. Only the SHA-256 of the link's token is stored. */
export const memberInvited = event('member-invited', {
  version: 1,
  needsRoom: true,
  shape: {
    projectId: Id,
    invitationId: Id,
    email: z.string(),
    role: MemberRole,
    tokenHash: z.string(),
    invitedBy: Id,
    expiresAt: Instant,
  },
  open: ofInvitation,
});
export const invitationWithdrawn = event('invitation-withdrawn', {
  version: 1,
  shape: { projectId: Id, invitationId: Id, email: z.string() },
  open: ofInvitation,
});
/** Declined by the invited person. */
export const invitationDeclined = event('invitation-declined', {
  version: 1,
  shape: { projectId: Id, invitationId: Id, role: MemberRole, invitedBy: Id },
  open: ofInvitation,
});
export const memberJoined = event('member-joined', {
  version: 1,
  shape: { projectId: Id, invitationId: Id, userId: Id, role: MemberRole, invitedBy: Id },
  open: { ...ofInvitation, userId: because.id },
});
export const memberRoleChanged = event('member-role-changed', {
  version: 1,
  needsRoom: ({ role }) => role !== 'viewer',
  shape: { projectId: Id, userId: Id, role: MemberRole },
  open: ofMember,
});
/** Removed by another person, or left. */
export const memberRemoved = event('member-removed', {
  version: 1,
  shape: { projectId: Id, userId: Id },
  open: ofMember,
});
/** Makes `ownerId` the owner; the old owner stays as a manager. */
export const projectHandedOver = event('project-handed-over', {
  version: 1,
  shape: { projectId: Id, handOverId: Id, fromId: Id, ownerId: Id },
  open: { ...ofHandOver, fromId: because.id },
});
/** Cancels a hand-over permanently. */
export const handOverAbandoned = event('hand-over-abandoned', {
  version: 1,
  shape: { projectId: Id, handOverId: Id },
  open: { ...ofProject, handOverId: because.id },
});

/**
 * Stream `portfolio-<ownerId>`. Reserves a place in the new portfolio and freezes the project in
 * the old one, until `project-<id>` decides.
 */
export const projectOffered = event('project-offered', {
  version: 1,
  shape: { projectId: Id, handOverId: Id, ownerId: Id },
  open: ofHandOver,
});
export const offerEnded = event('offer-ended', {
  version: 1,
  shape: { projectId: Id, handOverId: Id },
  open: { ...ofProject, handOverId: because.id },
});
export const projectReceived = event('project-received', {
  version: 1,
  shape: { projectId: Id, handOverId: Id, ownerId: Id, name: z.string(), description: z.string() },
  open: ofHandOver,
});
/** Removes the project from this portfolio: it was handed over, or the hand-over was cancelled. */
export const projectReleased = event('project-released', {
  version: 1,
  shape: { projectId: Id, handOverId: Id },
  open: { ...ofProject, handOverId: because.id },
});
