import type { Access } from '@hzm/contracts/core/call';
import type { KeyPermission, Reach } from '@hzm/contracts/features/keys/key';
import type { KeyType, ProjectSettings } from '@hzm/contracts/features/projects/project';

/** What of a key a kind of access needs: one of these. */
const permissionsOf: Partial<Record<Access, readonly KeyPermission[]>> = {
  'key:read': ['read'], 'project:read': ['read'], 'project:write': ['admin'], 'rows:read': ['read'], 'rows:write': ['write'], 'rows:delete': ['delete'],
  'rows:change': ['write', 'delete'], 'row:history': ['read'], 'key:past': ['read'], 'past:read': ['read'], 'presence': ['read'],
};

/** What the key alone suffices for: reading rows, their past and its own schema, and, where the project says so, writing rows. All else needs the other two headers. */
const readsAlone: ReadonlySet<Access> = new Set<Access>(['key:read', 'rows:read', 'row:history', 'key:past']);
const writesAlone: ReadonlySet<Access> = new Set<Access>(['rows:write', 'rows:delete', 'rows:change']);

/** Whether a key can do something without the other two headers, as far as the kind of access goes. */
export const sufficesAlone = (access: Access, { requireAuth }: Pick<ProjectSettings, 'requireAuth'>): boolean => readsAlone.has(access) || (writesAlone.has(access) && !requireAuth);

/** Whether a key of the project may do something at all. */
export function isPermitted(access: Access, { scope, permissions }: { readonly scope: KeyType; readonly permissions: readonly string[] }): boolean {
  const needed = permissionsOf[access];
  return (!needed || needed.some(permission => permissions.includes(permission))) && !(access === 'project:write' && scope === 'project');
}

/** What an access asks of a key. */
export const reachOf = (access: Access, key: Parameters<typeof isPermitted>[1], settings: Pick<ProjectSettings, 'requireAuth'>): Reach =>
  (!isPermitted(access, key) ? 'no' : sufficesAlone(access, settings) ? 'alone' : 'complete');
