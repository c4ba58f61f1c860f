import { newId } from '@hzm/contracts/core/ids';
import type { Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import { safeFileName } from '@hzm/contracts/features/attachments/file-name';
import { MAX_KEPT_IMPORTS } from '@hzm/contracts/features/row-files/row-import';
import { rowImportDocs, type RowImportDoc } from '@hzm/projections/features/row-files/row-files';
import type { Context, Engine } from '@hzm/services/core/engine';
import { atFairSpeed } from '@hzm/services/core/limits/fair-speed';
import { importStream, prepare, rowImport } from './import.ts';
import { arrivingIn, fileKey } from './kept-file.ts';
import { putAway } from './run-import.ts';

/** Maximum files that are kept at once, of all accounts. */
const MAX_FILES = 100;

type Kept = RowImportDoc | undefined;

/** Whether a file is neither being received nor read; an undoing reads none. */
const isIdle = (doc: Kept): doc is RowImportDoc => doc !== undefined && doc.state !== 'running';

/**
 * Returns the oldest idle file of the account that keeps the most, if it keeps more than the
 * newcomer will.
 */
export function oneTooMany(kept: readonly Kept[], own: number): RowImportDoc | undefined {
  const known = kept.filter(doc => doc !== undefined);
  const largest = [...Map.groupBy(known, ({ payer }) => payer).values()]
    .filter(files => files.length > own + 1 && files.some(isIdle))
    .reduce<readonly RowImportDoc[]>((a, b) => (b.length > a.length ? b : a), []);
  return largest.filter(isIdle).toSorted((a, b) => (a.preparedAt < b.preparedAt ? -1 : 1))[0];
}

/**
 * Makes room for a file: if all places are taken, one of the account that keeps the most gives way.
 * @throws Problem CONFLICT if the account keeps too many files, or no other keeps more
 */
async function checkRoom(engine: Engine, payer: string): Promise<void> {
  const { model, rowFiles } = engine;
  const ids = await rowFiles.uploads.ids();
  const kept = await Promise.all(ids.map(id => model.get(rowImportDocs, id)));
  const own = kept.filter(doc => doc?.payer === payer).length;
  if (own < MAX_KEPT_IMPORTS) {
    if (ids.length < MAX_FILES) return;
    const oldest = oneTooMany(kept, own);
    if (oldest && (await putAway(engine, oldest.id, oldest))) return;
  }
  throw new Problem('CONFLICT', {
    text: { key: 'row-imports-too-many', values: { limit: MAX_KEPT_IMPORTS } },
  });
}

interface Received {
  readonly importId: string;
  readonly position: Position | undefined;
}

/**
 * Stores an uploaded file encrypted. Repeating the request returns the same import.
 * @throws Problem PAYLOAD_TOO_LARGE; CONFLICT if it is another file than before, or too many are
 * kept
 */
export async function receive(
  context: Context,
  projectId: string,
  givenName: string,
): Promise<Received> {
  const { engine, source, request, file } = context;
  if (!file) throw new Problem('VALIDATION_ERROR');
  const importId = await engine.executor.idWithStream(
    request,
    `project:${projectId}`,
    'row-import',
    importStream,
  );
  // Concurrent repetitions would write the same file; uploads of an account would pass its bound.
  return engine.executor.queue.run([`row-upload ${source.account}`, `row-upload ${importId}`], () =>
    engine.files.uploads.run(source, place =>
      store(context, { projectId, importId }, givenName, atFairSpeed(file, place)),
    ),
  );
}

async function store(
  { engine, caller, source, request, authorizedStill }: Context,
  of: { readonly projectId: string; readonly importId: string },
  givenName: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<Received> {
  const { executor, projector, rowFiles } = engine;
  const { importId } = of;
  const stream = importStream(importId);
  const isNew = (await executor.load(stream, rowImport)).kind === 'none';
  await checkRoom(engine, source.account);
  const kept = isNew ? importId : newId();
  const key = await fileKey(engine, { ...of, importId: kept });
  if (!key) throw new Problem('NOT_FOUND');
  arrivingIn(engine).add(kept);
  try {
    const { size, digest } = await rowFiles.uploads.write(kept, key, chunks);
    // A right may end while a client sends its file.
    await authorizedStill?.();
    const data = {
      ...of,
      by: caller.actor,
      payer: source.account,
      name: safeFileName(givenName),
      size,
      digest,
    };
    const { position } = await executor.execute(
      { ...request, repeatable: false },
      { stream, about: of, decider: rowImport, decide: prepare(data) },
    );
    await projector.waitForPosition(position);
    return { importId, position };
  } catch (error) {
    // A repetition finds the file if the import was written, whatever failed behind it.
    const isWritten = async (): Promise<boolean> =>
      (await executor.load(stream, rowImport)).kind !== 'none';
    if (isNew && !(await isWritten().catch(() => false))) await rowFiles.uploads.remove(kept);
    throw error;
  } finally {
    arrivingIn(engine).delete(kept);
    if (!isNew) await rowFiles.uploads.remove(kept);
  }
}
