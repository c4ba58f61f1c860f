import * as z from 'zod';

/** The roles that can be given to a member. */
export const MemberRole = z.enum(['viewer', 'auditor', 'editor', 'manager']);
export type MemberRole = z.output<typeof MemberRole>;

/**
 * The role of a person in a project. `owner` and `admin` are not given: they follow from ownership
 * and administration.
 */
export const ProjectRole = z.enum([...MemberRole.options, 'owner', 'admin']);
export type ProjectRole = z.output<typeof ProjectRole>;

const givable: Readonly<Record<ProjectRole, readonly MemberRole[]>> = {
  viewer: [],
  auditor: [],
  editor: [],
  manager: ['viewer', 'auditor', 'editor'],
  owner: MemberRole.options,
  admin: MemberRole.options,
};

/** Returns the roles that this role may give and take: those below it. */
export const rolesBelow = (role: ProjectRole): readonly MemberRole[] => givable[role];

/** Returns the role with the same reading rights and no others. */
export const readingRole = (role: ProjectRole): ProjectRole =>
  role === 'viewer' || role === 'editor' ? 'viewer' : 'auditor';
