import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { MemberRole, ProjectRole } from './role.ts';

/** Maximum people and open invitations of a project, and invitations per hour. */
export const MAX_MEMBERS = 100;
export const MAX_INVITATIONS = 50;
export const MAX_INVITATIONS_PER_HOUR = 30;
/** Maximum own invitations listed for a person. */
export const MAX_OWN_INVITATIONS = 100;
/** Days for which an invitation can be accepted. */
export const INVITATION_DAYS = 7;

/** A person with access to a project. */
export const Member = z
  .object({
    userId: Id,
    name: z.string(),
    email: z.string(),
    role: ProjectRole.extract(['owner', ...MemberRole.options]),
    since: Instant,
  })
  .meta({ id: 'Member' });
export type Member = z.output<typeof Member>;

/** The secrets to renew when a person loses access to them; `keys` includes the password. */
export const Renewal = z.enum(['password', 'keys', 'nothing']);
export type Renewal = z.output<typeof Renewal>;

/** An open invitation. */
export const Invitation = z
  .object({
    id: Id,
    email: z.string(),
    role: MemberRole,
    invitedBy: z.object({ id: Id, name: z.string() }),
    createdAt: Instant,
    expiresAt: Instant,
  })
  .meta({ id: 'Invitation' });
export type Invitation = z.output<typeof Invitation>;

/** An invitation with its link. `mailed`: whether the link was mailed to the invited address. */
export const InvitationLink = Invitation.extend({ url: z.string(), mailed: z.boolean() });
export type InvitationLink = z.output<typeof InvitationLink>;

/** An invitation as the invited person sees it. */
export const InvitationOffer = z
  .object({
    id: Id,
    projectName: z.string(),
    inviterName: z.string(),
    role: MemberRole,
    email: z.string(),
    expiresAt: Instant,
  })
  .meta({ id: 'InvitationOffer' });
export type InvitationOffer = z.output<typeof InvitationOffer>;

const LIFETIME_MS = INVITATION_DAYS * 24 * 60 * 60 * 1000;
/** Returns the expiry of an invitation made now. */
export const expiryOf = (now: Date): string => new Date(now.getTime() + LIFETIME_MS).toISOString();
/** Returns when an invitation was made. */
export const madeAt = (expiresAt: string): string =>
  new Date(Date.parse(expiresAt) - LIFETIME_MS).toISOString();
