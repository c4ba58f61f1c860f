import { UNLIMITED } from '@hzm/contracts/features/accounts/account';
import type { ProjectUsage } from '@hzm/contracts/features/storage/storage';
import { accountDocs } from '@hzm/projections/features/accounts/accounts';
import type { ProjectDoc } from '@hzm/projections/features/projects/projects';
import { storageDocs } from '@hzm/projections/features/storage/storage';
import type { Engine } from '@hzm/services/core/engine';
import { pages } from '@hzm/services/core/pages';

type Model = Pick<Engine, 'model'>;

/** Documents read at once: one for each table, and one for the project. */
const PAGE_DOCUMENTS = 1_000;

/** Returns the storage that the plan of a project's owner allows, in bytes; Infinity without a limit. */
export async function storageLimitOf({ model }: Model, { ownerId }: Pick<ProjectDoc, 'ownerId'>): Promise<number> {
  // A view that is being rebuilt after an upgrade still serves accounts without this limit.
  const { maxStorage = UNLIMITED } = (await model.get(accountDocs, ownerId)) ?? {};
  return maxStorage === UNLIMITED ? Infinity : maxStorage;
}

/** Returns what a project keeps. */
export async function usageOf({ model }: Model, projectId: string): Promise<Omit<ProjectUsage, 'maxStorage'>> {
  let [rows, rowBytes, historyBytes] = [0, 0, 0];
  const where = [{ path: 'projectId', op: 'eq', value: projectId }] as const;
  for await (const docs of pages(model, { collection: storageDocs, where, limit: PAGE_DOCUMENTS })) {
    for (const doc of docs) {
      rows += doc.rows;
      rowBytes += doc.rowBytes;
      historyBytes += doc.historyBytes;
    }
  }
  return { rows, rowBytes, historyBytes, bytes: rowBytes + historyBytes };
}

/** The usage of a project on the wire. */
export async function presentUsage(engine: Model, project: Pick<ProjectDoc, 'id' | 'ownerId'>): Promise<ProjectUsage> {
  const limit = await storageLimitOf(engine, project);
  return { ...(await usageOf(engine, project.id)), maxStorage: Number.isFinite(limit) ? limit : UNLIMITED };
}
