import type { Engine } from '@hzm/services/core/engine';
import { bin } from '../tables/bin.ts';
import { MANY_VIEWS, savedViews } from './saved-views.ts';

/**
 * Returns the erased tables of a project that has many views. Reads the log, because a stale read
 * model lacks new tables, whose views would be removed.
 */
export async function erasedTables(
  { executor }: Pick<Engine, 'executor'>,
  projectId: string,
): Promise<ReadonlySet<string>> {
  const views = await executor.load(`saved-views-${projectId}`, savedViews);
  if (views.size < MANY_VIEWS) return new Set();
  const { schema, tables } = await executor.load(`schema-${projectId}`, bin);
  const ids = views.values().map(({ tableId }) => tableId);
  return new Set(ids.filter(id => !schema.has(id) && !tables.has(id)));
}
