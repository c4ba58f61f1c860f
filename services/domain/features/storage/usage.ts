import { UNLIMITED } from '@hzm/contracts/features/accounts/account';
import type { ProjectUsage } from '@hzm/contracts/features/storage/storage';
import { accountDocs } from '@hzm/projections/features/accounts/accounts';
import { attachmentDocs } from '@hzm/projections/features/attachments/attachments';
import { binnedProjectDocs, type ProjectDoc } from '@hzm/projections/features/projects/projects';
import { deletedStorageDocs, storageDocs } from '@hzm/projections/features/storage/storage';
import type { Caller, Engine } from '@hzm/services/core/engine';
import type { Condition } from '@hzm/services/core/ports/read-model';
import { pages } from '@hzm/services/core/read-model/pages';

type Model = Pick<Engine, 'model'>;

/** Maximum documents read at once: one per table, and one for the project. */
const PAGE_DOCUMENTS = 1_000;
/** Bytes that a file in the bin counts for at least, which bounds how many are read. */
const FILE_BYTES = 65_536;

/** Returns the maximum storage by the owner's plan, in bytes; Infinity without a limit. */
export async function storageLimitOf(
  { model }: Model,
  { ownerId }: Pick<ProjectDoc, 'ownerId'>,
): Promise<number> {
  // A view being rebuilt after an upgrade still serves accounts without this limit.
  const { maxStorage = UNLIMITED } = (await model.get(accountDocs, ownerId)) ?? {};
  return maxStorage === UNLIMITED ? Infinity : maxStorage;
}

/**
 * The usage of a project. `events` counts its events in the log, including locks of rows by
 * batches.
 */
export interface Kept extends Omit<ProjectUsage, 'maxStorage' | 'deletedBytes'> {
  readonly events: number;
}

async function usageWhere({ model }: Model, of: Condition<'projectId'>): Promise<Kept> {
  let [rows, rowBytes, historyBytes, events] = [0, 0, 0, 0];
  for await (const docs of pages(model, {
    collection: storageDocs,
    where: [of],
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

export const usageOf = (engine: Model, projectId: string): Promise<Kept> =>
  usageWhere(engine, { path: 'projectId', op: 'eq', value: projectId });

/** The ids of an account's projects in the bin. */
async function* binnedOf({ model }: Model, ownerId: string): AsyncGenerator<readonly string[]> {
  for await (const docs of pages(model, {
    collection: binnedProjectDocs,
    where: [
      { path: 'ownerId', op: 'eq', value: ownerId },
      // The storage meter reads documents that no definition hides.
      { path: 'binnedUntil', op: 'ne', value: null },
    ],
    limit: PAGE_DOCUMENTS,
  }))
    yield docs.map(({ id }) => id);
}

/**
 * Returns the bytes that an account's deleted projects take: those in the bin, and what erased ones
 * left in the log.
 */
async function deletedBytesOf(engine: Model, accountId: string): Promise<number> {
  let bytes = (await engine.model.get(deletedStorageDocs, accountId))?.bytes ?? 0;
  for await (const binned of binnedOf(engine, accountId))
    bytes += (await usageWhere(engine, { path: 'projectId', op: 'in', values: binned })).bytes;
  return bytes;
}

/**
 * Whether an account's deleted projects, with the files of those in the bin, take the storage of
 * its plan, so that it gets no further project.
 */
export async function isDeletedFull(engine: Model, accountId: string): Promise<boolean> {
  const limit = await storageLimitOf(engine, { ownerId: accountId });
  if (!Number.isFinite(limit)) return false;
  let bytes = await deletedBytesOf(engine, accountId);
  for await (const binned of binnedOf(engine, accountId))
    for await (const files of pages(engine.model, {
      collection: attachmentDocs,
      where: [{ path: 'projectId', op: 'in', values: binned }],
      limit: PAGE_DOCUMENTS,
    })) {
      bytes += files.reduce((sum, { size }) => sum + Math.max(size, FILE_BYTES), 0);
      if (bytes >= limit) return true;
    }
  return bytes >= limit;
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
