import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { because, event } from '../../core/event.ts';
import { Id } from '../../core/ids.ts';
import { MemberRole } from './role.ts';

const ofProject = { projectId: because.key };
const ofInvitation = { ...ofProject, invitationId: because.id };
const ofMember = { ...ofProject, userId: because.id };
const ofHandOver = { ...ofProject, handOverId: because.id, ownerId: because.id };

/** Stream `project-<id>`: who may open it. Of the link's token only the SHA-256 is kept. */
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
/** By the person whom it was for. */
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
/** By somebody else, or by themselves: then they left. */
export const memberRemoved = event('member-removed', {
  version: 1,
  shape: { projectId: Id, userId: Id },
  open: ofMember,
});
/** The project is `ownerId`'s from now on; who it was stays as a manager. */
export const projectHandedOver = event('project-handed-over', {
  version: 1,
  shape: { projectId: Id, handOverId: Id, fromId: Id, ownerId: Id },
  open: { ...ofHandOver, fromId: because.id },
});
/** This hand-over never comes about. */
export const handOverAbandoned = event('hand-over-abandoned', {
  version: 1,
  shape: { projectId: Id, handOverId: Id },
  open: { ...ofProject, handOverId: because.id },
});

/**
 * Stream `portfolio-<ownerId>`: until it is decided in `project-<id>`, the project is kept as it is
 * in one portfolio, and has a place in the other.
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
/** It is in this portfolio no more: it was handed over, or did not come. */
export const projectReleased = event('project-released', {
  version: 1,
  shape: { projectId: Id, handOverId: Id },
  open: { ...ofProject, handOverId: because.id },
});
