import type { JsonObject } from '@hzm/contracts/core/json';

/**
 * Returns the scope whose key seals an event: its project, else its account, else the installation;
 * undefined without any.
 */
export function scopeOf({ projectId, accountId, installation }: JsonObject): string | undefined {
  if (typeof projectId === 'string') return `project:${projectId}`;
  if (typeof accountId === 'string') return `account:${accountId}`;
  return typeof installation === 'string' ? `installation:${installation}` : undefined;
}
