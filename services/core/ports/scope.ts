import type { JsonObject } from '@hzm/contracts/core/json';

/**
 * The scope whose key seals an event: its project's, or else its person's, or else the
 * installation's; undefined for an event without any.
 */
export function scopeOf({ projectId, accountId, installation }: JsonObject): string | undefined {
  if (typeof projectId === 'string') return `project:${projectId}`;
  if (typeof accountId === 'string') return `account:${accountId}`;
  return typeof installation === 'string' ? `installation:${installation}` : undefined;
}
