import type { DomainEvent } from '@hzm/contracts/core/event';
import { Problem } from '@hzm/contracts/core/problem';
import {
  handOverAbandoned,
  invitationDeclined,
  invitationWithdrawn,
  memberInvited,
  memberJoined,
  memberRemoved,
  memberRoleChanged,
  projectHandedOver,
} from '@hzm/contracts/features/members/events';
import {
  MAX_INVITATIONS,
  MAX_INVITATIONS_PER_HOUR,
  MAX_MEMBERS,
} from '@hzm/contracts/features/members/member';
import { mayAs, type ProjectAccess } from '@hzm/contracts/features/members/rights';
import {
  rolesBelow,
  type MemberRole,
  type ProjectRole,
} from '@hzm/contracts/features/members/role';
import { decider, reject, type Decision } from '@hzm/services/core/commands/decider';
import { PartedMap } from '@hzm/services/core/commands/parted-map';

interface InvitationState {
  readonly email: string;
  readonly role: MemberRole;
  readonly invitedBy: string;
  readonly expiresAt: string;
}

/** The people of a project: its owner, members and invitations. */
export interface People {
  /** Undefined until the project is handed over: then it is still who made it. */
  readonly ownerId: string | undefined;
  readonly members: ReadonlyMap<
    string,
    { readonly role: MemberRole; readonly invitationId: string | undefined }
  >;
  readonly invitations: ReadonlyMap<string, InvitationState>;
  /** When the invitations of the last hour were made. */
  readonly invitedAt: readonly string[];
  /** The outcome of each hand-over. */
  readonly handOvers: PartedMap<'done' | 'abandoned'>;
}

const HOUR_MS = 60 * 60 * 1000;
const nobody: People = {
  ownerId: undefined,
  members: new Map(),
  invitations: new Map(),
  invitedAt: [],
  handOvers: new PartedMap(),
};
const without = <V>(map: ReadonlyMap<string, V>, key: string): ReadonlyMap<string, V> =>
  new Map([...map].filter(([one]) => one !== key));

export const people = decider<People>(nobody, when => [
  when(memberInvited, (s, { invitationId, email, role, invitedBy, expiresAt }, { meta }) => {
    const at = meta?.at ?? '';
    return {
      ...s,
      invitations: new Map([...s.invitations].filter(([, one]) => one.expiresAt > at)).set(
        invitationId,
        { email, role, invitedBy, expiresAt },
      ),
      invitedAt: [...s.invitedAt.filter(one => Date.parse(one) > Date.parse(at) - HOUR_MS), at],
    };
  }),
  when(invitationWithdrawn, (s, { invitationId }) => ({
    ...s,
    invitations: without(s.invitations, invitationId),
  })),
  when(invitationDeclined, (s, { invitationId }) => ({
    ...s,
    invitations: without(s.invitations, invitationId),
  })),
  when(memberJoined, (s, { userId, role, invitationId }) => ({
    ...s,
    members: new Map(s.members).set(userId, { role, invitationId }),
    invitations: without(s.invitations, invitationId),
  })),
  when(memberRoleChanged, (s, { userId, role }) => ({
    ...s,
    members: new Map(s.members).set(userId, {
      invitationId: s.members.get(userId)?.invitationId,
      role,
    }),
  })),
  when(memberRemoved, (s, { userId }) => ({ ...s, members: without(s.members, userId) })),
  when(projectHandedOver, (s, { handOverId, fromId, ownerId }) => ({
    ...s,
    ownerId,
    members: new Map(without(s.members, ownerId)).set(fromId, {
      role: 'manager',
      invitationId: undefined,
    }),
    handOvers: s.handOvers.with(handOverId, 'done'),
  })),
  when(handOverAbandoned, (s, { handOverId }) => ({
    ...s,
    handOvers: s.handOvers.with(handOverId, 'abandoned'),
  })),
]);

/**
 * The person who decides in a project. `ownerId` is the owner by the views; the stream knows better
 * once it was handed over.
 */
export interface Deciding {
  readonly projectId: string;
  readonly ownerId: string;
  readonly actor: string;
  readonly isAdmin: boolean;
}

export const ownerOf = (s: People, { ownerId }: Pick<Deciding, 'ownerId'>): string =>
  s.ownerId ?? ownerId;

const roleOf = (s: People, by: Deciding): ProjectRole | undefined =>
  by.actor === ownerOf(s, by) ? 'owner' : by.isAdmin ? 'admin' : s.members.get(by.actor)?.role;

/** The refusal of a caller without a role, and of one whose role is too low. */
const refusal = (role: ProjectRole | undefined): Problem =>
  reject(role === undefined ? 'NOT_FOUND' : 'FORBIDDEN');

/**
 * The actor's role, if it has the right now: it may have been lost since the request was let in.
 */
function standing(s: People, by: Deciding, access: ProjectAccess): ProjectRole | Problem {
  const role = roleOf(s, by);
  return role !== undefined && mayAs(role, access) ? role : refusal(role);
}

const tooHigh = (): Problem => reject('FORBIDDEN', { text: 'role-too-high' });

/** The open invitations of a person that somebody of their role could not give any more. */
const withdrawn = (
  s: People,
  projectId: string,
  inviter: string,
  role: ProjectRole | undefined,
): DomainEvent[] =>
  [...s.invitations]
    .filter(
      ([, one]) => one.invitedBy === inviter && !(role && rolesBelow(role).includes(one.role)),
    )
    .map(([invitationId, { email }]) => invitationWithdrawn({ projectId, invitationId, email }));

interface NewInvitation {
  readonly invitationId: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly tokenHash: string;
  readonly expiresAt: string;
  /** The account of the invitation's e-mail, if there is one. */
  readonly invitee: string | undefined;
  readonly now: Date;
}

export const inviteMember =
  (by: Deciding, { invitee, now, ...invitation }: NewInvitation) =>
  (s: People): Decision => {
    const role = standing(s, by, 'people:write');
    if (role instanceof Problem) return role;
    if (!rolesBelow(role).includes(invitation.role)) return tooHigh();
    if (s.invitations.has(invitation.invitationId)) return [];
    if (invitee !== undefined && (invitee === ownerOf(s, by) || s.members.has(invitee)))
      return reject('CONFLICT', { text: 'already-member' });
    const open = [...s.invitations.values()].filter(
      ({ expiresAt }) => Date.parse(expiresAt) > now.getTime(),
    );
    if (open.some(({ email }) => email === invitation.email))
      return reject('CONFLICT', { text: 'already-invited' });
    if (open.length >= MAX_INVITATIONS)
      return reject('CONFLICT', {
        text: { key: 'invitation-limit', values: { limit: MAX_INVITATIONS } },
      });
    if (s.members.size + 1 >= MAX_MEMBERS) return fullHouse();
    const recent = s.invitedAt.map(at => Date.parse(at)).filter(at => at > now.getTime() - HOUR_MS);
    if (recent.length >= MAX_INVITATIONS_PER_HOUR)
      return reject('RATE_LIMIT_EXCEEDED', {
        text: { key: 'invitation-rate', values: { limit: MAX_INVITATIONS_PER_HOUR } },
        retryAfter: Math.ceil((Math.min(...recent) + HOUR_MS - now.getTime()) / 1000),
      });
    return [memberInvited({ projectId: by.projectId, ...invitation, invitedBy: by.actor })];
  };

/** Forgets an invitation that is still stored in some state, without repeating its e-mail. */
export const forgetInvitation = (projectId: string, invitationId: string) => (): Decision => [
  invitationWithdrawn({ projectId, invitationId, email: '' }),
];

const fullHouse = (): Problem =>
  reject('CONFLICT', { text: { key: 'member-limit', values: { limit: MAX_MEMBERS } } });

export const withdrawInvitation =
  (by: Deciding, invitationId: string) =>
  (s: People): Decision => {
    const role = standing(s, by, 'people:write');
    if (role instanceof Problem) return role;
    const invitation = s.invitations.get(invitationId);
    if (!invitation) {
      // Somebody joined by it meanwhile, so it cannot be said to be withdrawn.
      const isUsed = s.members.values().some(member => member.invitationId === invitationId);
      return isUsed ? reject('NOT_FOUND', { text: 'invitation-gone' }) : [];
    }
    return rolesBelow(role).includes(invitation.role)
      ? [invitationWithdrawn({ projectId: by.projectId, invitationId, email: invitation.email })]
      : tooHigh();
  };

/** Refuses whoever may not see the link of an invitation: it was theirs to make. */
export const seeLink =
  (by: Deciding, invitationId: string, now: Date) =>
  (s: People): Decision => {
    const role = standing(s, by, 'people:write');
    if (role instanceof Problem) return role;
    const invitation = openInvitation(s, invitationId, now);
    if (invitation instanceof Problem) return invitation;
    return rolesBelow(role).includes(invitation.role) ? [] : tooHigh();
  };

/** An invitation that can be accepted now. */
function openInvitation(s: People, invitationId: string, now: Date): InvitationState | Problem {
  const invitation = s.invitations.get(invitationId);
  return invitation && Date.parse(invitation.expiresAt) > now.getTime()
    ? invitation
    : reject('NOT_FOUND', { text: 'invitation-gone' });
}

/** Returns the invitation that the holder of this address can accept now, or a refusal. */
function invitationFor(
  s: People,
  invitationId: string,
  email: string,
  now: Date,
): InvitationState | Problem {
  const invitation = openInvitation(s, invitationId, now);
  return invitation instanceof Problem || invitation.email === email
    ? invitation
    : reject('FORBIDDEN', {
        text: { key: 'invitation-for-other', values: { email: invitation.email } },
      });
}

/** Refuses callers who may not have the link of an invitation mailed. */
export const receiveLink =
  (invitationId: string, email: string, now: Date) =>
  (s: People): Decision => {
    const invitation = invitationFor(s, invitationId, email, now);
    return invitation instanceof Problem ? invitation : [];
  };

export const decline =
  (projectId: string, invitationId: string, email: string, now: Date) =>
  (s: People): Decision => {
    const invitation = invitationFor(s, invitationId, email, now);
    if (invitation instanceof Problem) return invitation;
    const { role, invitedBy } = invitation;
    return [invitationDeclined({ projectId, invitationId, role, invitedBy })];
  };

/** Somebody whom an invitation lets in, with the address of their account. */
interface Invitee {
  readonly userId: string;
  readonly email: string;
}

export const accept =
  (
    { projectId, ownerId }: Pick<Deciding, 'projectId' | 'ownerId'>,
    invitationId: string,
    { userId, email }: Invitee,
    now: Date,
  ) =>
  (s: People): Decision => {
    if (s.members.get(userId)?.invitationId === invitationId) return [];
    const invitation = invitationFor(s, invitationId, email, now);
    if (invitation instanceof Problem) return invitation;
    if (userId === ownerOf(s, { ownerId }) || s.members.has(userId))
      return reject('CONFLICT', { text: 'already-member' });
    if (s.members.size + 1 >= MAX_MEMBERS) return fullHouse();
    return [
      memberJoined({
        projectId,
        invitationId,
        userId,
        role: invitation.role,
        invitedBy: invitation.invitedBy,
      }),
    ];
  };

export const changeRole =
  (by: Deciding, userId: string, role: MemberRole) =>
  (s: People): Decision => {
    const own = standing(s, by, 'people:write');
    if (own instanceof Problem) return own;
    if (userId === ownerOf(s, by)) return reject('CONFLICT', { text: 'owner-stays' });
    const member = s.members.get(userId);
    if (!member) return reject('NOT_FOUND');
    if (!rolesBelow(own).includes(member.role) || !rolesBelow(own).includes(role)) return tooHigh();
    return member.role === role
      ? []
      : [
          memberRoleChanged({ projectId: by.projectId, userId, role }),
          ...withdrawn(s, by.projectId, userId, role),
        ];
  };

export const removeMember =
  (by: Deciding, userId: string) =>
  (s: People): Decision => {
    const own = roleOf(s, by);
    if (userId === ownerOf(s, by))
      return own === undefined ? refusal(own) : reject('CONFLICT', { text: 'owner-stays' });
    const member = s.members.get(userId);
    // A member who has left may repeat the request.
    if (!member)
      return userId === by.actor || (own && mayAs(own, 'people:write')) ? [] : refusal(own);
    if (userId !== by.actor && !(own && rolesBelow(own).includes(member.role)))
      return own && mayAs(own, 'people:write') ? tooHigh() : refusal(own);
    return gone(s, by.projectId, userId);
  };

const gone = (s: People, projectId: string, userId: string): DomainEvent[] => [
  ...(s.members.has(userId) ? [memberRemoved({ projectId, userId })] : []),
  ...withdrawn(s, projectId, userId, undefined),
];

/**
 * The account is deleted: nobody of that name is in the project any more, and nobody comes by their
 * invitations.
 */
export const forgetPerson =
  ({ projectId, ownerId }: Pick<Deciding, 'projectId' | 'ownerId'>, userId: string) =>
  (s: People): Decision =>
    userId === ownerOf(s, { ownerId }) ? [] : gone(s, projectId, userId);

/** Decides a hand-over that both portfolios are ready for. */
export const completeHandOver =
  (by: Deciding, handOverId: string, fromId: string, toId: string) =>
  (s: People): Decision => {
    if (s.handOvers.get(handOverId) === 'done') return [];
    const role = standing(s, by, 'project:own');
    if (role instanceof Problem) return role;
    if (s.handOvers.has(handOverId) || fromId !== ownerOf(s, by)) return reject('CONFLICT');
    if (!s.members.has(toId)) return reject('CONFLICT', { text: 'not-a-member' });
    return [
      projectHandedOver({ projectId: by.projectId, handOverId, fromId, ownerId: toId }),
      ...withdrawn(s, by.projectId, fromId, 'manager'),
    ];
  };

/** After this a hand-over that is not done never will be. */
export const abandonHandOver =
  (projectId: string, handOverId: string) =>
  (s: People): Decision =>
    s.handOvers.has(handOverId) ? [] : [handOverAbandoned({ projectId, handOverId })];
