import type { Engine } from '@hzm/services/core/engine';
import { bin } from '../tables/bin.ts';
import { isFull, MANY_VIEWS, savedViews, type View } from './saved-views.ts';

/**
 * Returns the erased tables that views of a project belong to; none if the project has few views
 * and the new one finds room. Reads the log, because a stale read model lacks new tables, whose
 * views would be removed.
 */
export async function erasedTables(
  { executor }: Pick<Engine, 'executor'>,
  projectId: string,
  view: Pick<View, 'tableId' | 'ownerId'>,
): Promise<ReadonlySet<string>> {
  const views = await executor.load(`saved-views-${projectId}`, savedViews);
  const needsRoom = view.ownerId !== null && isFull(views, view);
  if (views.size < MANY_VIEWS && !needsRoom) return new Set();
  const { schema, tables } = await executor.load(`schema-${projectId}`, bin);
  const ids = views.values().map(({ tableId }) => tableId);
  return new Set(ids.filter(id => !schema.has(id) && !tables.has(id)));
}
