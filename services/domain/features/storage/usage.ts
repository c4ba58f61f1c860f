import { UNLIMITED } from '@hzm/contracts/features/accounts/account';
import type { ProjectUsage } from '@hzm/contracts/features/storage/storage';
import { accountDocs } from '@hzm/projections/features/accounts/accounts';
import type { ProjectDoc } from '@hzm/projections/features/projects/projects';
import { deletedStorageDocs, storageDocs } from '@hzm/projections/features/storage/storage';
import type { Caller, Engine } from '@hzm/services/core/engine';
import { pages } from '@hzm/services/core/read-model/pages';

type Model = Pick<Engine, 'model'>;

/** Maximum documents read at once: one per table, and one for the project. */
const PAGE_DOCUMENTS = 1_000;

/** Returns the maximum storage by the owner's plan, in bytes; Infinity without a limit. */
export async function storageLimitOf(
  { model }: Model,
  { ownerId }: Pick<ProjectDoc, 'ownerId'>,
): Promise<number> {
  // A view being rebuilt after an upgrade still serves accounts without this limit.
  const { maxStorage = UNLIMITED } = (await model.get(accountDocs, ownerId)) ?? {};
  return maxStorage === UNLIMITED ? Infinity : maxStorage;
}

/** Returns the bytes that an account's deleted projects left in the log. */
export const deletedBytesOf = async ({ model }: Model, accountId: string): Promise<number> =>
  (await model.get(deletedStorageDocs, accountId))?.bytes ?? 0;

/**
 * The usage of a project. `events` counts its events in the log, including locks of rows by
 * batches.
 */
export interface Kept extends Omit<ProjectUsage, 'maxStorage' | 'deletedBytes'> {
  readonly events: number;
}

export async function usageOf({ model }: Model, projectId: string): Promise<Kept> {
  let [rows, rowBytes, historyBytes, events] = [0, 0, 0, 0];
  const where = [{ path: 'projectId', op: 'eq', value: projectId }] as const;
  for await (const docs of pages(model, {
    collection: storageDocs,
    where,
    limit: PAGE_DOCUMENTS,
  })) {
    for (const doc of docs) {
      rows += doc.rows;
      rowBytes += doc.rowBytes;
      historyBytes += doc.historyBytes;
      // A view being rebuilt after an upgrade still serves documents without this count.
      events += doc.events ?? 0;
    }
  }
  return { rows, rowBytes, historyBytes, bytes: rowBytes + historyBytes, events };
}

/** The usage of a project on the wire. */
export async function presentUsage(
  engine: Model,
  caller: Caller,
  project: Pick<ProjectDoc, 'id' | 'ownerId'>,
): Promise<ProjectUsage> {
  const limit = await storageLimitOf(engine, project);
  const { events: _, ...usage } = await usageOf(engine, project.id);
  const isTold = caller.actor === project.ownerId || caller.isAdmin;
  const deletedBytes = isTold ? await deletedBytesOf(engine, project.ownerId) : null;
  return { ...usage, maxStorage: Number.isFinite(limit) ? limit : UNLIMITED, deletedBytes };
}
