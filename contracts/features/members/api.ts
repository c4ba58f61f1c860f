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
    'Where somebody loses the sight of secrets, those to renew: `password` (default) the API key password; `keys` also the main key, and all other keys are off until the owner switches them on; `nothing`. For somebody who leaves it is always `password`.',
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
  summary:
    'Who may open a project, the owner first. `invitations`: those that are open, for those who may invite; none for others.',
});

export const invite = command({
  name: 'invite',
  call: 'POST /projects/:projectId/invitations',
  access: 'people:write',
  status: 201,
  params: OfProject,
  body: z.strictObject({ email: Email, role: MemberRole }),
  answer: z.object({ invitation: InvitationLink }),
  summary:
    'Invite somebody by e-mail address, for 7 days. `url`: the link, a path of this server where `HZM_PUBLIC_URL` is not set. `mailed`: whether it was mailed. At most 100 people and 50 open invitations in a project, and 30 invitations in an hour.',
});

export const withdrawInvitation = command({
  name: 'withdraw-invitation',
  call: 'DELETE /projects/:projectId/invitations/:invitationId',
  access: 'people:write',
  params: OneInvitation,
  answer: nothing,
  summary: 'Withdraw an invitation: its link stops working.',
});

export const linkInvitation = command({
  name: 'link-invitation',
  call: 'POST /projects/:projectId/invitations/:invitationId/link',
  access: 'people:write',
  params: OneInvitation,
  answer: z.object({ invitation: InvitationLink }),
  summary:
    "The link of an open invitation of a role below one's own once more, and the mail with it. Links that were given before keep working.",
});

export const getInvitation = query({
  name: 'get-invitation',
  call: 'GET /invitations/:token',
  access: 'public',
  params: OfToken,
  answer: z.object({ invitation: InvitationOffer }),
  summary: "What an invitation's link is about.",
});

export const acceptInvitation = command({
  name: 'accept-invitation',
  call: 'POST /invitations/:token/accept',
  access: 'session',
  params: OfToken,
  answer: z.object({ project: Project }),
  summary: 'Join the project, as the person whose e-mail address was invited.',
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
  summary:
    'Open invitations to my e-mail address, the newest 100. `isProven`: the address is known to be mine, since I used a link that was mailed to it, so that I may accept here; otherwise I accept by the link. `sendsMail`: whether this server sends mails.',
});

export const acceptOwnInvitation = command({
  name: 'accept-own-invitation',
  call: 'POST /auth/invitations/:invitationId/accept',
  access: 'session',
  params: OwnInvitation,
  answer: z.object({ project: Project }),
  summary:
    'Join the project without the link of the invitation: for a person whose e-mail address is proven (see the list), 403 for others.',
});

export const declineInvitation = command({
  name: 'decline-invitation',
  call: 'POST /auth/invitations/:invitationId/decline',
  access: 'session',
  params: OwnInvitation,
  answer: nothing,
  summary: 'Decline an invitation to my e-mail address: it ends, and whoever invited is told.',
});

export const mailInvitation = command({
  name: 'mail-invitation',
  call: 'POST /auth/invitations/:invitationId/mail',
  access: 'session',
  params: OwnInvitation,
  answer: z.object({ mailed: z.boolean() }),
  summary:
    'Have the link of an invitation mailed to my e-mail address, at most five mails a day. `mailed`: whether the mail server took it.',
});

export const changeMember = command({
  name: 'change-member',
  call: 'PUT /projects/:projectId/members/:userId',
  access: 'people:write',
  params: OneMember,
  body: z.strictObject({ role: MemberRole, renew }),
  answer: z.object({ member: Member }),
  summary:
    "Give somebody another role: from a role below one's own to one below one's own. Where it takes the sight of secrets from a manager, the API key password of the project and of its test environment is renewed, and whatever else `renew` says.",
});

export const removeMember = command({
  name: 'remove-member',
  call: 'DELETE /projects/:projectId/members/:userId',
  access: 'people:leave',
  params: OneMember,
  body: z.strictObject({ renew }).optional(),
  answer: nothing,
  summary:
    "Take somebody of a role below one's own out of the project; oneself: leave. Where they could see secrets, as managers do, the API key password of the project and of its test environment is renewed, and whatever else `renew` says.",
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
  summary:
    'Hand the project over to one of its members, within their plan; the owner until now stays as a manager. The main key and the API key password are renewed, and all other keys are off until the new owner switches them on: `suspendedKeys`.',
});
