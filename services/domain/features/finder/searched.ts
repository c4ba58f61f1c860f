import { MAX_FINDER_PROJECTS } from '@hzm/contracts/features/finder/api';
import { projectDocs, type ProjectDoc } from '@hzm/projections/features/projects/projects';
import type { Context } from '@hzm/services/core/engine';
import { reachable } from '../../access/reachable.ts';
import { roleOf } from '../../access/role-of.ts';

/** Returns the open project of the caller, and those of theirs that changed last. */
export async function searchedProjects(
  { engine, caller }: Pick<Context, 'engine' | 'caller'>,
  openId: string | undefined,
): Promise<readonly ProjectDoc[]> {
  const { docs } = await engine.model.find({
    collection: projectDocs,
    where: await reachable({ engine, caller: { ...caller, isAdmin: false } }),
    sort: { by: { path: 'updatedAt' }, descending: true },
    limit: MAX_FINDER_PROJECTS,
  });
  const open = openId === undefined ? undefined : await engine.model.get(projectDocs, openId);
  if (!open || (await roleOf(engine, caller, open)) === null) return docs;
  return [open, ...docs.filter(({ id }) => id !== open.id)].slice(0, MAX_FINDER_PROJECTS);
}
