import * as z from 'zod';

/** What a person may be let into a project as. */
export const MemberRole = z.enum(['viewer', 'auditor', 'editor', 'manager']);
export type MemberRole = z.output<typeof MemberRole>;

/**
 * What somebody is in a project; `owner` and `admin` are never given, they follow from whose it is
 * and who runs the place.
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

/** The roles that somebody of this role gives and takes: those below their own. */
export const rolesBelow = (role: ProjectRole): readonly MemberRole[] => givable[role];

/** What somebody of a role may who only looks. */
export const readingRole = (role: ProjectRole): ProjectRole =>
  role === 'viewer' || role === 'editor' ? 'viewer' : 'auditor';
