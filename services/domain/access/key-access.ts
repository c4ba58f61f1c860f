import { Problem } from '@hzm/contracts/core/problem';
import { KeyPermission, type Reach } from '@hzm/contracts/features/keys/key';
import { rights, type ProjectAccess } from '@hzm/contracts/features/members/rights';
import type { KeyType, ProjectSettings } from '@hzm/contracts/features/projects/project';
import type { ApiKeyCredential, Caller } from '@hzm/services/core/engine';

/** Whether an access lets a key act without the other two headers. */
export function sufficesAlone(
  access: ProjectAccess,
  { requireAuth }: Pick<ProjectSettings, 'requireAuth'>,
): boolean {
  const alone = rights[access].key?.alone;
  return alone === 'always' || (alone === 'unless-required' && !requireAuth);
}

/** Whether a key's permissions and scope allow an access. */
export function isPermitted(
  access: ProjectAccess,
  { scope, permissions }: { readonly scope: KeyType; readonly permissions: readonly string[] },
): boolean {
  const needed = rights[access].key;
  if (needed === null || !needed.permissions.some(permission => permissions.includes(permission)))
    return false;
  return needed.scope === 'project' || scope === 'admin_project';
}

/**
 * Returns the one permission that a key lacks for an access; undefined if it lacks none, several, or
 * the scope as well.
 */
export function lackedBy(
  access: ProjectAccess,
  key: Parameters<typeof isPermitted>[1],
): KeyPermission | undefined {
  const [permission, ...others] = rights[access].key?.permissions ?? [];
  if (permission === undefined || others.length > 0) return undefined;
  const isEnough = isPermitted(access, { ...key, permissions: [permission] });
  return isEnough && !key.permissions.includes(permission) ? permission : undefined;
}

/** Whether a key is the main key of its project, which has the project's id. */
export const isMainKey = ({
  id,
  projectId,
}: Pick<NonNullable<Caller['key']>, 'id' | 'projectId'>): boolean => id === projectId;

/** Returns whether a key serves for an access: not at all, alone, or with the other two headers. */
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
 * Whether a key has all permissions and came with the other two headers; only then it is shown other
 * keys. A former text is not shown the one that replaced it.
 */
export const isWholeKey = ({ scope, complete, permissions, isFormer }: ApiKeyCredential): boolean =>
  scope === 'admin_project' &&
  complete &&
  !isFormer &&
  KeyPermission.options.every(permission => permissions.includes(permission));

/** The subject under which uses of a key's former text are counted. */
export const formerSubject = (keyId: string): string => `${keyId}/former`;

/** The subjects under which a use of a key is counted. */
export const subjectsOf = ({
  id,
  isFormer,
}: Pick<ApiKeyCredential, 'id' | 'isFormer'>): readonly string[] =>
  isFormer ? [id, formerSubject(id)] : [id];

/**
 * Refuses a former text, which is on its way out: it gives and changes no key and no password.
 * @throws Problem KEY_SCOPE
 */
export function refuseFormer({ key }: Pick<Caller, 'key'>): void {
  if (key?.isFormer) throw new Problem('KEY_SCOPE', { text: 'api-key-former' });
}
