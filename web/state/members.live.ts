import { listMembers } from '@hzm/contracts/features/members/api';
import type { Invitation, Member } from '@hzm/contracts/features/members/member';
import { liveResource, resources, useLive, type Loaded } from './live-resource.ts';
import { applyChange, knownFrom, type Known } from './live.ts';

type MemberWithId = Member & { readonly id: string };

export interface People {
  readonly members: Known<MemberWithId>;
  readonly invitations: Known<Invitation>;
}

export const peopleOf = resources<People>(projectId =>
  liveResource({
    topic: `project:${projectId}`,
    load: async ask => {
      const { members, invitations } = await ask(listMembers, { params: { projectId } });
      return {
        members: knownFrom(members.map(member => ({ ...member, id: member.userId }))),
        invitations: knownFrom(invitations),
      };
    },
    apply: (people, change) => {
      if (change.kind === 'member') {
        const members = applyChange(
          people.members,
          change.op === 'put' ? { ...change, doc: { ...change.doc, id: change.id } } : change,
          'last',
        );
        // A change of one's own role changes what is visible.
        return members === 'refetch' ||
          (change.id === people.members.docs.find(({ id }) => id === change.id)?.id &&
            change.op === 'put')
          ? 'refetch'
          : { ...people, members };
      }
      if (change.kind !== 'invitation') return people;
      const invitations = applyChange(people.invitations, change, 'last');
      return invitations === 'refetch' ? invitations : { ...people, invitations };
    },
    stays: () => true,
  }),
);

export const usePeople = (projectId: string): Loaded<People> => useLive(peopleOf(projectId));
