import { newId } from '@hzm/contracts/core/ids';
import type { Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import { importDocs } from '@hzm/projections/features/portable/portable';
import type { Context, Engine } from '@hzm/services/core/engine';
import { endImport, imports, importStream, prepareImport } from './import.ts';
import { invalidExport } from './read-export.ts';
import { fileKey } from './run-import.ts';
import { Scan } from './scan.ts';

/** Maximum files on the disk. */
const MAX_KEPT_FILES = 4;

/** Scans the file while it is received; an interrupted file is no export. */
async function* scanned(chunks: AsyncIterable<Uint8Array>, scan: Scan): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    await scan.feed(chunk);
    yield chunk;
  }
  scan.end();
}

/** Removes the person's previews, which a new file replaces. */
async function dropPreviews({
  engine,
  caller,
  request,
}: Pick<Context, 'engine' | 'caller' | 'request'>): Promise<void> {
  const { docs } = await engine.model.find({
    collection: importDocs,
    where: [
      { path: 'accountId', op: 'eq', value: caller.actor },
      { path: 'state', op: 'eq', value: 'ready' },
    ],
    limit: MAX_KEPT_FILES,
  });
  for (const { id, accountId } of docs) {
    await engine.executor.execute(
      { ...request, repeatable: false },
      {
        stream: importStream(id),
        decider: imports,
        decide: endImport({ importId: id, accountId }, 'stopped'),
      },
    );
    await engine.uploads.remove(id);
  }
}

async function checkRoom({ uploads }: Engine): Promise<void> {
  if ((await uploads.ids()).length >= MAX_KEPT_FILES)
    throw new Problem('CONFLICT', {
      text: { key: 'imports-too-many', values: { limit: MAX_KEPT_FILES } },
    });
}

interface Received {
  readonly importId: string;
  readonly position: Position | undefined;
}

/**
 * Stores the uploaded file encrypted and scans it meanwhile. Repeating the request returns the same
 * import.
 * @throws Problem VALIDATION_ERROR if it is no export; PAYLOAD_TOO_LARGE; CONFLICT if it is another
 * file than before, or too many are stored
 */
export async function receive(context: Context): Promise<Received> {
  const {
    engine: { executor },
    caller,
    request,
  } = context;
  const importId = await executor.idWithStream(
    request,
    `account:${caller.actor}`,
    'import',
    importStream,
  );
  // Concurrent repetitions would write and remove the same file.
  return executor.queue.run([`upload ${importId}`], () => receiveAs(context, importId), request);
}

async function receiveAs(
  { engine, caller, request, ...context }: Context,
  importId: string,
): Promise<Received> {
  const { executor, projector, uploads } = engine;
  const stream = importStream(importId);
  const isNew = (await executor.load(stream, imports)).kind === 'none';
  if (isNew) await dropPreviews({ engine, caller, request });
  await checkRoom(engine);
  const kept = isNew ? importId : newId();
  const of = { importId, accountId: caller.actor };
  // A repetition may send other bytes, which must not share a key with the file that is kept.
  const key = await fileKey(engine, { ...of, importId: kept });
  if (!key || !context.file) throw invalidExport();
  const scan = new Scan();
  try {
    const { size, digest } = await uploads.write(kept, key, scanned(context.file, scan));
    // A right may end while a client sends its file.
    await context.authorizedStill?.();
    const data = {
      ...of,
      size,
      digest,
      found: scan.end(),
      refused: scan.report.refused.list,
      changed: scan.report.changed.list,
    };
    const { position } = await executor.execute(
      { ...request, repeatable: false },
      { stream, decider: imports, decide: prepareImport(data) },
    );
    await projector.waitForPosition(position);
    return { importId, position };
  } catch (error) {
    if (isNew) await uploads.remove(kept);
    throw error;
  } finally {
    if (!isNew) await uploads.remove(kept);
  }
}
