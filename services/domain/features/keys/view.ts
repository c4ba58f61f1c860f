import { Problem } from '@hzm/contracts/core/problem';
import { type ApiKey } from '@hzm/contracts/features/keys/key';
import type { ProjectSettings } from '@hzm/contracts/features/projects/project';
import { keyDocs, type KeyDoc } from '@hzm/projections/features/keys/keys';
import type { Engine } from '@hzm/services/core/engine';
import type { Usage, Use } from '@hzm/services/core/ports/usage-store';
import { maskKey } from '@hzm/services/core/security/api-key';

/** @throws Problem NOT_FOUND */
export async function keyDoc({ model }: Pick<Engine, 'model'>, id: string): Promise<KeyDoc> {
  const doc = await model.get(keyDocs, id);
  if (!doc) throw new Problem('NOT_FOUND');
  return doc;
}

/** The usage of a key and of its former text, when it is asked for, and whether it is shown whole. */
interface Seen {
  readonly usage: Usage;
  readonly former: Usage;
  readonly now: Date;
  readonly isWhole: boolean;
}

/** The former text of a key; null once it has ended. */
function formerOf(
  { since, until }: NonNullable<KeyDoc['former']>,
  { used, lastUsed }: Usage,
  now: Date,
): ApiKey['former'] {
  if (Date.parse(until) <= now.getTime()) return null;
  // Counts from before were flushed late by another process.
  const isUsed = lastUsed !== null && lastUsed >= since;
  return { since, until, usageCount: isUsed ? used : 0, lastUsed: isUsed ? lastUsed : null };
}

/** The last uses of a key's former text while it is valid, ordered by time. */
export const formerUses = ({ former }: KeyDoc, { uses }: Usage, now: Date): Use[] =>
  former === null || Date.parse(former.until) <= now.getTime()
    ? []
    : uses.filter(({ at }) => at >= former.since).map(use => ({ ...use }));

/** A key on the wire, whole or masked. */
export function keyOf(
  doc: KeyDoc,
  { maxRequestsPerMinute }: ProjectSettings,
  { usage, former, now, isWhole }: Seen,
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
    former: doc.former && formerOf(doc.former, former, now),
  };
}
