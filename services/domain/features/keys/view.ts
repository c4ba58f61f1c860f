import { Problem } from '@hzm/contracts/core/problem';
import { type ApiKey } from '@hzm/contracts/features/keys/key';
import type { ProjectSettings } from '@hzm/contracts/features/projects/project';
import { keyDocs, type KeyDoc } from '@hzm/projections/features/keys/keys';
import type { Engine } from '@hzm/services/core/engine';
import type { Usage } from '@hzm/services/core/ports/usage-store';
import { maskKey } from '@hzm/services/core/security/api-key';

/** @throws Problem NOT_FOUND */
export async function keyDoc({ model }: Pick<Engine, 'model'>, id: string): Promise<KeyDoc> {
  const doc = await model.get(keyDocs, id);
  if (!doc) throw new Problem('NOT_FOUND');
  return doc;
}

/** A key on the wire, whole or masked. */
export function keyOf(
  doc: KeyDoc,
  { maxRequestsPerMinute }: ProjectSettings,
  usage: Usage,
  isWhole: boolean,
): ApiKey {
  const {
    id,
    projectId,
    name,
    apiKey,
    isMain,
    scope,
    permissions,
    isActive,
    isSuspended,
    expiresAt,
    rateLimit,
    createdAt,
    updatedAt,
  } = doc;
  return {
    id,
    projectId,
    name,
    key: isWhole ? apiKey : null,
    maskedKey: maskKey(apiKey),
    isMain,
    scope,
    permissions: [...permissions],
    isActive,
    isSuspended,
    expiresAt,
    rateLimit: isMain ? maxRequestsPerMinute : rateLimit,
    createdAt,
    updatedAt,
    usageCount: usage.used,
    lastUsed: usage.lastUsed,
    wrongCount: usage.wrong,
    lastWrong: usage.lastWrong,
  };
}
