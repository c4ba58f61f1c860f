import { newId } from '@hzm/contracts/core/ids';
import { Problem } from '@hzm/contracts/core/problem';
import { binnedProjectDocs } from '@hzm/projections/features/projects/projects';
import { systemRequest } from '@hzm/services/core/commands/request';
import type { Engine } from '@hzm/services/core/engine';
import { pages } from '@hzm/services/core/read-model/pages';
import { ifBinned } from '../../portfolio/portfolio.ts';
import { dropProject } from './delete.ts';

/** Projects that are looked up at once. */
const PAGE_PROJECTS = 100;

/**
 * Erases the projects whose stay in the bin has ended, as the system. Each owner's portfolio
 * decides, so that several processes do no harm.
 * @throws the first failure, after all others were tried
 */
export async function emptyProjectBins(engine: Engine): Promise<void> {
  let failure: { readonly error: unknown } | undefined;
  const now = engine.now();
  for await (const docs of pages(engine.model, {
    collection: binnedProjectDocs,
    where: [
      { path: 'binnedUntil', op: 'lte', value: now.toISOString() },
      { path: 'parentProjectId', op: 'eq', value: null },
    ],
    limit: PAGE_PROJECTS,
  }))
    for (const { id: projectId, ownerId } of docs)
      await dropProject(engine, systemRequest(`bin ${newId()}`), {
        projectId,
        ownerId,
        when: decide => ifBinned(projectId, decide, now),
      }).catch((error: unknown) => {
        // It came back, or was erased by another process.
        if (!(error instanceof Problem)) failure ??= { error };
      });
  if (failure) throw failure.error;
}
