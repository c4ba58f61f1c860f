import type { AnswerOf } from '@hzm/contracts/core/call';
import { listApiKeys } from '@hzm/contracts/features/keys/api';
import type { getProject } from '@hzm/contracts/features/projects/api';
import type { Context, Engine } from '@hzm/services/core/engine';
import { authorize } from '../../access/authorize.ts';
import { tablesOf } from '../../access/table.ts';
import { answered, keysOf } from '../keys/answered.ts';
import { shownTables } from '../tables/shown-tables.ts';

type Parts = Pick<AnswerOf<typeof getProject>['project'], 'tables' | 'apiKeys'>;

/**
 * Returns the parts of a project that its reader asked for. Whoever may not list the keys is
 * refused.
 * @param seen the project as it is or was @throws Problem FORBIDDEN, KEY_SCOPE, PAYLOAD_TOO_LARGE
 */
export async function included(
  context: Context,
  projectId: string,
  include: readonly (keyof Parts)[],
  seen: Pick<Engine, 'model'>,
): Promise<Parts> {
  const parts: Parts = {};
  if (include.includes('apiKeys')) {
    await authorize(context.engine, context.caller, listApiKeys, { projectId });
    const keys = await answered(context, projectId, await keysOf(seen, projectId));
    parts.apiKeys = keys.map(key => ({ ...key, key: null }));
  }
  if (include.includes('tables'))
    parts.tables = await shownTables(context, projectId, await tablesOf(seen, projectId));
  return parts;
}
