import type { Access, Call } from '../../core/call.ts';
import type { KeyPermission } from '../keys/key.ts';
import type { KeyType } from '../projects/project.ts';
import { ProjectRole } from './role.ts';

/** The kinds of access to one project. */
export type ProjectAccess = Exclude<
  Access,
  'public' | 'session' | 'projects' | 'admin' | 'admin:session'
>;

export interface KeyRight {
  /** The narrowest sufficient scope. */
  readonly scope: KeyType;
  /** Permissions of which one suffices. */
  readonly permissions: readonly KeyPermission[];
  /**
   * Whether the key suffices without its e-mail and password; `unless-required` means while the
   * project's `requireAuth` is off.
   */
  readonly alone: 'always' | 'unless-required' | 'never';
}

export interface Right {
  readonly roles: readonly ProjectRole[];
  /** Null requires a session: the effect outlives a key, so that not even a master key suffices. */
  readonly key: KeyRight | null;
  /**
   * Access of strangers to a public project: `open` grants it, `known` answers 403 instead of
   * hiding the project. Otherwise the project is hidden.
   */
  readonly stranger?: 'open' | 'known';
}

const everybody = ProjectRole.options;
const auditing: readonly ProjectRole[] = ['auditor', 'manager', 'owner', 'admin'];
const writing: readonly ProjectRole[] = ['editor', 'manager', 'owner', 'admin'];
const managing: readonly ProjectRole[] = ['manager', 'owner', 'admin'];
const owning: readonly ProjectRole[] = ['owner', 'admin'];

const reading: KeyRight = { scope: 'project', permissions: ['read'], alone: 'never' };
const readingAlone: KeyRight = { ...reading, alone: 'always' };
const writingWith = (...permissions: readonly KeyPermission[]): KeyRight => ({
  scope: 'project',
  permissions,
  alone: 'unless-required',
});
const administering: KeyRight = { scope: 'admin_project', permissions: ['admin'], alone: 'never' };

/**
 * The rights of roles and keys in a project. The server's checks, the sockets' topics, the table in
 * docs/rights.md and its tests derive from this.
 */
export const rights: Readonly<Record<ProjectAccess, Right>> = {
  'project:read': { roles: everybody, key: reading },
  'key:read': { roles: everybody, key: readingAlone },
  'people:read': { roles: everybody, key: administering },
  'people:leave': { roles: everybody, key: null },
  'people:write': { roles: managing, key: null },
  'rows:read': { roles: everybody, key: readingAlone, stranger: 'open' },
  'row:history': { roles: everybody, key: readingAlone, stranger: 'known' },
  presence: { roles: everybody, key: reading, stranger: 'known' },
  'key:past': { roles: auditing, key: readingAlone, stranger: 'known' },
  'past:read': { roles: auditing, key: reading },
  'rows:write': { roles: writing, key: writingWith('write') },
  'rows:delete': { roles: writing, key: writingWith('delete') },
  'rows:change': { roles: writing, key: writingWith('write', 'delete') },
  'rows:share': { roles: writing, key: administering },
  'requests:read': { roles: everybody, key: reading },
  'requests:write': { roles: writing, key: { ...reading, permissions: ['write'] } },
  'threads:read': { roles: everybody, key: reading },
  'threads:write': { roles: writing, key: { ...reading, permissions: ['write'] } },
  'project:write': { roles: managing, key: administering },
  'project:erase': { roles: managing, key: null },
  'project:webhook': { roles: managing, key: null },
  'project:transfer': { roles: owning, key: administering },
  'project:own': { roles: owning, key: null },
};

export const isOfProject = (access: Access): access is ProjectAccess =>
  Object.hasOwn(rights, access);

/** Whether a role grants this access; a caller without a role has none. */
export const mayAs = (role: ProjectRole | null | undefined, access: ProjectAccess): boolean =>
  role !== null && role !== undefined && rights[access].roles.includes(role);

/** The access that watching a topic requires; `user` is for that person and administrators. */
export const topicAccess = {
  project: 'project:read',
  table: 'rows:read',
  requests: 'requests:read',
  threads: 'threads:read',
  thread: 'threads:read',
  widget: 'project:read',
  admin: 'admin',
  pricing: 'session',
} as const satisfies Readonly<Record<string, Call['access']>>;
