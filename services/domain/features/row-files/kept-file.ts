import { Problem } from '@hzm/contracts/core/problem';
import type { Engine } from '@hzm/services/core/engine';
import { keyFor } from '@hzm/services/core/files/draw';
import type { SealedFile } from '@hzm/services/core/ports/row-files';

/** Derives the key of an uploaded file from the project's, so that both are destroyed together. */
export async function fileKey(
  { vault }: Engine,
  { projectId, importId }: { readonly projectId: string; readonly importId: string },
): Promise<Uint8Array | undefined> {
  const key = await vault.obtain(`project:${projectId}`);
  return key && keyFor(key, `row import ${importId}`);
}

export const isKept = async ({ rowFiles }: Engine, importId: string): Promise<boolean> =>
  (await rowFiles.uploads.ids()).includes(importId);

/**
 * Returns the file of an import.
 * @throws Problem CONFLICT if it is not kept here any more
 */
export async function keptFile(
  engine: Engine,
  of: { readonly id: string; readonly projectId: string; readonly size: number },
): Promise<SealedFile> {
  const key = await fileKey(engine, { projectId: of.projectId, importId: of.id });
  if (!key) throw new Problem('NOT_FOUND');
  if (!(await isKept(engine, of.id))) throw new Problem('CONFLICT', { text: 'row-file-gone' });
  return { id: of.id, key, size: of.size };
}

const arriving = new WeakMap<Engine, Set<string>>();
/** Files whose imports are not readable yet: these must not pass for those of deleted projects. */
export function arrivingIn(engine: Engine): Set<string> {
  const ids = arriving.get(engine) ?? new Set();
  arriving.set(engine, ids);
  return ids;
}
