import { MASTER_ACTOR, MASTER_NAME } from '@hzm/contracts/core/event';
import { Problem } from '@hzm/contracts/core/problem';
import type { Invitation, Member } from '@hzm/contracts/features/members/member';
import { accountDocs, type AccountDoc } from '@hzm/projections/features/accounts/accounts';
import type { InvitationDoc, MemberDoc } from '@hzm/projections/features/members/members';
import type { ProjectDoc } from '@hzm/projections/features/projects/projects';
import type { Caller, Engine } from '@hzm/services/core/engine';
import { projectDoc } from '../../access/project.ts';
import type { Deciding } from './people.ts';

/** Names the person who decides about the people of a project: somebody signed in, no key. */
export const decidingOn = ({ actor, isAdmin }: Caller, { id, ownerId }: ProjectDoc): Deciding => ({
  projectId: id,
  ownerId,
  actor,
  isAdmin,
});

/**
 * A project whose people are to be changed. @throws Problem NOT_FOUND; CONFLICT for a test
 * environment, which has none of its own
 */
export async function projectWithPeople(
  engine: Pick<Engine, 'model'>,
  projectId: string,
): Promise<ProjectDoc> {
  const project = await projectDoc(engine, projectId);
  if (project.parentProjectId !== null)
    throw new Problem('CONFLICT', { text: 'test-environment-people' });
  return project;
}

/** A member on the wire. */
export const memberOf = (
  { userId, role, since }: MemberDoc,
  { name, email }: AccountDoc,
): Member => ({ userId, name, email, role, since });

/** Returns the name of the inviter; empty if the account is gone. */
export const inviterName = (id: string, account: AccountDoc | undefined): string =>
  id === MASTER_ACTOR ? MASTER_NAME : (account?.name ?? '');

/** An open invitation on the wire. */
export const invitationOf = (
  {
    id,
    email,
    role,
    invitedBy,
    createdAt,
    expiresAt,
  }: Omit<Invitation, 'invitedBy'> & {
    readonly invitedBy: string;
  },
  inviter: AccountDoc | undefined,
): Invitation => ({
  id,
  email,
  role,
  invitedBy: { id: invitedBy, name: inviterName(invitedBy, inviter) },
  createdAt,
  expiresAt,
});

/** Whether it can still be accepted. */
export const isOpen = ({ acceptedBy, expiresAt }: InvitationDoc, now: Date): boolean =>
  acceptedBy === null && Date.parse(expiresAt) > now.getTime();

export const accountOf = (
  { model }: Pick<Engine, 'model'>,
  id: string,
): Promise<AccountDoc | undefined> => model.get(accountDocs, id);
