import { KeyPermission, type Reach } from '@hzm/contracts/features/keys/key';
import { rights, type ProjectAccess } from '@hzm/contracts/features/members/rights';
import type { KeyType, ProjectSettings } from '@hzm/contracts/features/projects/project';
import type { ApiKeyCredential, Caller } from '@hzm/services/core/engine';

/**
 * Whether a key can do something without the other two headers, as far as the kind of access goes.
 */
export function sufficesAlone(
  access: ProjectAccess,
  { requireAuth }: Pick<ProjectSettings, 'requireAuth'>,
): boolean {
  const alone = rights[access].key?.alone;
  return alone === 'always' || (alone === 'unless-required' && !requireAuth);
}

/** Whether a key of the project may do something at all. */
export function isPermitted(
  access: ProjectAccess,
  { scope, permissions }: { readonly scope: KeyType; readonly permissions: readonly string[] },
): boolean {
  const needed = rights[access].key;
  if (needed === null || !needed.permissions.some(permission => permissions.includes(permission)))
    return false;
  return needed.scope === 'project' || scope === 'admin_project';
}

/** Whether a key is the main key of its project, which has the project's id. */
export const isMainKey = ({
  id,
  projectId,
}: Pick<NonNullable<Caller['key']>, 'id' | 'projectId'>): boolean => id === projectId;

/** The permission that a key needs for an access. */
export const reachOf = (
  access: ProjectAccess,
  key: Parameters<typeof isPermitted>[1],
  settings: Pick<ProjectSettings, 'requireAuth'>,
): Reach =>
  !isPermitted(access, key) ? 'no' : sufficesAlone(access, settings) ? 'alone' : 'complete';

/**
 * Whether a caller may read what a write answers: everybody but a key without the permission
 * `read`.
 */
export const readsAnswers = ({ key }: Pick<Caller, 'key'>): boolean =>
  key === undefined || key.permissions.includes('read');

/**
 * Whether a key came in the right hands and has all permissions: only then it is shown others. Each
 * has its own end and limit.
 */
export const isWholeKey = ({ scope, complete, permissions }: ApiKeyCredential): boolean =>
  scope === 'admin_project' &&
  complete &&
  KeyPermission.options.every(permission => permissions.includes(permission));
