import * as z from 'zod';
import { command, nothing, query } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { LinkToken } from '../../core/link-token.ts';
import { Email } from '../accounts/account.ts';
import { Project } from '../projects/project.ts';
import { Invitation, InvitationLink, Member, InvitationOffer, Renewal } from './member.ts';
import { MemberRole } from './role.ts';

const renew = Renewal.optional().meta({
  description:
    'Where somebody loses the sight of secrets, those to renew: `password` (default) the API key password; `keys` also the main key, with all other keys off; `nothing`. Who leaves renews `password`.',
});
const OfProject = z.strictObject({ projectId: Id });
const OneMember = z.strictObject({ projectId: Id, userId: Id });
const OneInvitation = z.strictObject({ projectId: Id, invitationId: Id });
const OwnInvitation = z.strictObject({ invitationId: Id });
const OfToken = z.strictObject({ token: LinkToken });

export const listMembers = query({
  name: 'list-members',
  call: 'GET /projects/:projectId/members',
  access: 'people:read',
  params: OfProject,
  answer: z.object({ members: z.array(Member), invitations: z.array(Invitation) }),
  summary: 'List the people of a project',
  description:
    'The owner comes first. `invitations` lists the open ones for callers who may invite, and is empty for others.',
});

export const invite = command({
  name: 'invite',
  call: 'POST /projects/:projectId/invitations',
  access: 'people:write',
  status: 201,
  params: OfProject,
  body: z.strictObject({ email: Email, role: MemberRole }),
  answer: z.object({ invitation: InvitationLink }),
  summary: 'Invite a person by e-mail',
  description:
    'Valid for 7 days. `url` is the link, a path of this server if `HZM_PUBLIC_URL` is not set; `mailed` says whether it was mailed. At most 100 people and 50 open invitations in a project, and 30 invitations an hour.',
});

export const withdrawInvitation = command({
  name: 'withdraw-invitation',
  call: 'DELETE /projects/:projectId/invitations/:invitationId',
  access: 'people:write',
  params: OneInvitation,
  answer: nothing,
  summary: 'Withdraw an invitation',
  description: 'Its link stops working.',
});

export const linkInvitation = command({
  name: 'link-invitation',
  call: 'POST /projects/:projectId/invitations/:invitationId/link',
  access: 'people:write',
  params: OneInvitation,
  answer: z.object({ invitation: InvitationLink }),
  summary: 'Issue another link for an open invitation',
  description:
    "Also mails it. The invitation's role must be below the caller's own; earlier links keep working.",
});

export const getInvitation = query({
  name: 'get-invitation',
  call: 'GET /invitations/:token',
  access: 'public',
  params: OfToken,
  answer: z.object({ invitation: InvitationOffer }),
  summary: 'Retrieve an invitation by its token',
});

export const acceptInvitation = command({
  name: 'accept-invitation',
  call: 'POST /invitations/:token/accept',
  access: 'session',
  params: OfToken,
  answer: z.object({ project: Project }),
  summary: 'Accept an invitation',
  description: 'Requires the account with the invited e-mail address.',
});

export const listOwnInvitations = query({
  name: 'list-own-invitations',
  call: 'GET /auth/invitations',
  access: 'session',
  answer: z.object({
    invitations: z.array(InvitationOffer),
    isProven: z.boolean(),
    sendsMail: z.boolean(),
  }),
  summary: 'List own invitations',
  description:
    'The newest 100 open invitations to the own e-mail address. `isProven` means that a mailed link proved the address, so that they can be accepted here; otherwise only by their links. `sendsMail` says whether this server sends mails.',
});

export const acceptOwnInvitation = command({
  name: 'accept-own-invitation',
  call: 'POST /auth/invitations/:invitationId/accept',
  access: 'session',
  params: OwnInvitation,
  answer: z.object({ project: Project }),
  summary: 'Accept an own invitation without its link',
  description: 'Requires a proven e-mail address (see the list); otherwise 403.',
});

export const declineInvitation = command({
  name: 'decline-invitation',
  call: 'POST /auth/invitations/:invitationId/decline',
  access: 'session',
  params: OwnInvitation,
  answer: nothing,
  summary: 'Decline an own invitation',
  description: 'The invitation ends, and the inviter is notified.',
});

export const mailInvitation = command({
  name: 'mail-invitation',
  call: 'POST /auth/invitations/:invitationId/mail',
  access: 'session',
  params: OwnInvitation,
  answer: z.object({ mailed: z.boolean() }),
  summary: 'Mail the link of an own invitation',
  description:
    'Goes to the own e-mail address, at most five mails a day. `mailed` says whether the mail server accepted it.',
});

export const changeMember = command({
  name: 'change-member',
  call: 'PUT /projects/:projectId/members/:userId',
  access: 'people:write',
  params: OneMember,
  body: z.strictObject({ role: MemberRole, renew }),
  answer: z.object({ member: Member }),
  summary: "Change a member's role",
  description:
    "Both roles must be below the caller's own. If a manager loses access to secrets, the API key password of the project and of its test environment is renewed, and so is what `renew` names.",
});

export const removeMember = command({
  name: 'remove-member',
  call: 'DELETE /projects/:projectId/members/:userId',
  access: 'people:leave',
  params: OneMember,
  body: z.strictObject({ renew }).optional(),
  answer: nothing,
  summary: 'Remove a member or leave a project',
  description:
    "The member's role must be below the caller's own. If the person could see secrets, as managers do, the API key password of the project and of its test environment is renewed, and so is what `renew` names.",
});

export const handOver = command({
  name: 'hand-over',
  call: 'POST /projects/:projectId/owner',
  access: 'project:own',
  params: OfProject,
  body: z.strictObject({ userId: Id }),
  answer: z.object({
    project: Project,
    suspendedKeys: z.array(z.object({ id: Id, name: z.string() })),
  }),
  summary: 'Hand a project over to a member',
  description:
    "The new owner's plan must have room; the old owner stays as a manager. The main key and the API key password are renewed, and all other keys (`suspendedKeys`) are off until the new owner switches them on.",
});
