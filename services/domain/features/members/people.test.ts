import { Problem } from '@hzm/contracts/core/problem';
import {
  handOverAbandoned,
  invitationWithdrawn,
  memberInvited,
  memberJoined,
  memberRemoved,
  memberRoleChanged,
  projectHandedOver,
} from '@hzm/contracts/features/members/events';
import { expiryOf, MAX_INVITATIONS, MAX_MEMBERS } from '@hzm/contracts/features/members/member';
import { MemberRole, rolesBelow } from '@hzm/contracts/features/members/role';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { given } from '../../testing/given.ts';
import {
  abandonHandOver,
  accept,
  changeRole,
  completeHandOver,
  forgetPerson,
  inviteMember,
  ownerOf,
  people,
  removeMember,
  withdrawInvitation,
  type Deciding,
  type People,
} from './people.ts';

const now = new Date('2026-01-01T00:00:00.000Z');
const projectId = 'p';
const as = (actor: string, isAdmin = false): Deciding => ({
  projectId,
  ownerId: 'o',
  actor,
  isAdmin,
});
const [owner, manager, stranger, admin] = [as('o'), as('m'), as('s'), as('a', true)];
const invited = (
  invitationId: string,
  role: MemberRole,
  invitedBy = 'o',
  email = `${invitationId}@example.com`,
) =>
  memberInvited({
    projectId,
    invitationId,
    email,
    role,
    tokenHash: 'h',
    invitedBy,
    expiresAt: expiryOf(now),
  });
const joined = (userId: string, role: MemberRole) =>
  memberJoined({ projectId, invitationId: `i-${userId}`, userId, role, invitedBy: 'o' });
const asked = (role: MemberRole, email = 'new@example.com') => ({
  invitationId: 'new',
  email,
  role,
  tokenHash: 'h',
  expiresAt: expiryOf(now),
  invitee: undefined,
  now,
});
const withdrawn = (invitationId: string) =>
  invitationWithdrawn({ projectId, invitationId, email: `${invitationId}@example.com` });

describe('who may open a project', () => {
  it('is invited by those above the role', () => {
    given(people)
      .when(inviteMember(owner, asked('manager')))
      .leadsTo(invited('new', 'manager'));
    given(people)
      .when(inviteMember(admin, asked('manager')))
      .leadsTo(invited('new', 'manager', 'a'));
    given(people, joined('m', 'manager'))
      .when(inviteMember(manager, asked('editor')))
      .leadsTo(invited('new', 'editor', 'm'));
    given(people, joined('m', 'manager'))
      .when(inviteMember(manager, asked('manager')))
      .refused('FORBIDDEN');
    given(people, joined('m', 'editor'))
      .when(inviteMember(manager, asked('viewer')))
      .refused('FORBIDDEN');
    given(people)
      .when(inviteMember(stranger, asked('viewer')))
      .refused('NOT_FOUND');
  });

  it('is invited once, within bounds', () => {
    given(people, invited('i', 'viewer'))
      .when(inviteMember(owner, asked('editor', 'i@example.com')))
      .refused('CONFLICT');
    given(people, joined('m', 'viewer'))
      .when(inviteMember(owner, { ...asked('editor'), invitee: 'm' }))
      .refused('CONFLICT');
    given(people)
      .when(inviteMember(owner, { ...asked('editor'), invitee: 'o' }))
      .refused('CONFLICT');
    const hourAgo = new Date(now.getTime() + 2 * 60 * 60 * 1000);
    const many = Array.from({ length: MAX_INVITATIONS }, (_, at) => invited(`i${at}`, 'viewer'));
    given(people, ...many)
      .when(inviteMember(owner, asked('viewer')))
      .refused('CONFLICT');
    given(people, ...many.slice(0, 30))
      .when(inviteMember(owner, asked('viewer')))
      .refused('RATE_LIMIT_EXCEEDED');
    given(people, ...many.slice(0, 30))
      .when(inviteMember(owner, { ...asked('viewer'), now: hourAgo }))
      .leadsTo(invited('new', 'viewer'));
    given(people, ...Array.from({ length: MAX_MEMBERS - 1 }, (_, at) => joined(`u${at}`, 'viewer')))
      .when(inviteMember(owner, asked('viewer')))
      .refused('CONFLICT');
  });

  it('joins by an open invitation to their address, once', () => {
    const guest = { userId: 'g', email: 'i@example.com' };
    given(people, invited('i', 'editor'))
      .when(accept(owner, 'i', guest, now))
      .leadsTo(
        memberJoined({ projectId, invitationId: 'i', userId: 'g', role: 'editor', invitedBy: 'o' }),
      );
    given(people, invited('i', 'editor'))
      .when(accept(owner, 'i', { ...guest, email: 'other@example.com' }, now))
      .refused('FORBIDDEN');
    given(people, invited('i', 'editor'))
      .when(accept(owner, 'i', guest, new Date(expiryOf(now))))
      .refused('NOT_FOUND');
    given(people, invited('i', 'editor'), withdrawn('i'))
      .when(accept(owner, 'i', guest, now))
      .refused('NOT_FOUND');
    given(people, invited('i', 'editor'), joined('g', 'viewer'))
      .when(accept(owner, 'i', guest, now))
      .refused('CONFLICT');
  });

  it('keeps an invitation from being withdrawn once somebody joined by it', () => {
    const byInvitation = memberJoined({
      projectId,
      invitationId: 'i',
      userId: 'g',
      role: 'editor',
      invitedBy: 'o',
    });
    given(people, invited('i', 'editor'), byInvitation)
      .when(withdrawInvitation(owner, 'i'))
      .refused('NOT_FOUND');
  });

  it('leaves with the invitations that they could not make any more', () => {
    const life = [
      joined('m', 'manager'),
      invited('i', 'editor', 'm'),
      invited('j', 'viewer'),
    ] as const;
    given(people, ...life)
      .when(removeMember(owner, 'm'))
      .leadsTo(memberRemoved({ projectId, userId: 'm' }), withdrawn('i'));
    given(people, ...life)
      .when(changeRole(owner, 'm', 'viewer'))
      .leadsTo(memberRoleChanged({ projectId, userId: 'm', role: 'viewer' }), withdrawn('i'));
    given(people, ...life)
      .when(forgetPerson(owner, 'm'))
      .leadsTo(memberRemoved({ projectId, userId: 'm' }), withdrawn('i'));
    given(people, invited('k', 'manager'), joined('n', 'viewer'))
      .when(completeHandOver(owner, 'h', 'o', 'n'))
      .leadsTo(
        projectHandedOver({ projectId, handOverId: 'h', fromId: 'o', ownerId: 'n' }),
        withdrawn('k'),
      );
  });

  it('is handed over once or never', () => {
    given(people, joined('n', 'viewer'), handOverAbandoned({ projectId, handOverId: 'h' }))
      .when(completeHandOver(owner, 'h', 'o', 'n'))
      .refused('CONFLICT');
    given(people, joined('n', 'viewer'))
      .when(completeHandOver(owner, 'h', 'x', 'n'))
      .refused('CONFLICT');
    given(people)
      .when(completeHandOver(owner, 'h', 'o', 'n'))
      .refused('CONFLICT');
    given(
      people,
      joined('n', 'viewer'),
      projectHandedOver({ projectId, handOverId: 'h', fromId: 'o', ownerId: 'n' }),
    )
      .when(abandonHandOver(projectId, 'h'))
      .leadsTo();
    given(people)
      .when(abandonHandOver(projectId, 'h'))
      .leadsTo(handOverAbandoned({ projectId, handOverId: 'h' }));
  });
});

/** Attempts of any person on any person, in any order and with any role. */
const names = ['o', 'b', 'c', 'd'];
const step = fc.record({
  kind: fc.constantFrom(
    'invite',
    'withdraw',
    'accept',
    'role',
    'remove',
    'hand-over',
    'abandon',
    'forget',
  ),
  by: fc.constantFrom(...names),
  on: fc.constantFrom(...names),
  role: fc.constantFrom(...MemberRole.options),
  id: fc.nat(5),
});

it('whatever people do, a project has one owner, and nobody has more than somebody above them gave', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), steps => {
      let state: People = people.initial;
      const deleted = new Set<string>();
      for (const { kind, by, on, role, id } of steps) {
        if (deleted.has(by) && kind !== 'forget') continue;
        const actor = as(by);
        const roleOf = (who: string) =>
          ownerOf(state, owner) === who ? ('owner' as const) : state.members.get(who)?.role;
        const before = {
          actor: roleOf(by),
          on: roleOf(on),
          members: state.members,
          invitations: state.invitations,
          owner: ownerOf(state, owner),
        };
        const invitationId = `i${id}`;
        const decision =
          kind === 'invite'
            ? inviteMember(actor, {
                invitationId,
                email: `${on}@example.com`,
                role,
                tokenHash: 'h',
                expiresAt: expiryOf(now),
                invitee: on,
                now,
              })(state)
            : kind === 'withdraw'
              ? withdrawInvitation(actor, invitationId)(state)
              : kind === 'accept'
                ? accept(
                    owner,
                    invitationId,
                    { userId: by, email: `${by}@example.com` },
                    now,
                  )(state)
                : kind === 'role'
                  ? changeRole(actor, on, role)(state)
                  : kind === 'remove'
                    ? removeMember(actor, on)(state)
                    : kind === 'hand-over'
                      ? completeHandOver(actor, `h${id}`, ownerOf(state, owner), on)(state)
                      : kind === 'abandon'
                        ? abandonHandOver(projectId, `h${id}`)(state)
                        : forgetPerson(owner, on)(state);
        if (kind === 'forget' && on !== before.owner) deleted.add(on);
        if (decision instanceof Problem) continue;
        for (const { type, data } of decision)
          state = people.evolve(state, {
            type,
            data,
            meta: { at: now.toISOString(), actor: by, request: 'r' },
          });

        // One owner, who is no member beside that, and is not deleted.
        const holder = ownerOf(state, owner);
        expect(state.members.has(holder)).toBe(false);
        expect(deleted.has(holder)).toBe(false);
        for (const gone of deleted) expect(state.members.has(gone)).toBe(false);
        expect(
          holder === before.owner ||
            (kind === 'hand-over' && before.actor === 'owner' && before.on !== undefined),
        ).toBe(true);
        // Rights grow only by an invitation to that person, or by somebody who may give them.
        for (const [who, { role: has }] of state.members) {
          const had = before.members.get(who)?.role;
          if (had === has || who === before.owner) continue;
          const invitation =
            kind === 'accept' && who === by ? before.invitations.get(invitationId) : undefined;
          const isGiven =
            kind === 'role' &&
            before.actor !== undefined &&
            had !== undefined &&
            [had, has].every(one => rolesBelow(before.actor!).includes(one));
          expect(
            isGiven || (invitation?.role === has && invitation.email === `${who}@example.com`),
          ).toBe(true);
        }
        // No open invitation is one that its inviter could not make now.
        for (const { invitedBy, role: offered } of state.invitations.values()) {
          const standing =
            holder === invitedBy ? ('owner' as const) : state.members.get(invitedBy)?.role;
          expect(standing !== undefined && rolesBelow(standing).includes(offered)).toBe(true);
        }
      }
    }),
    { numRuns: 500 },
  );
});
