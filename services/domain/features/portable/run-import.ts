import { isEventOf } from '@hzm/contracts/core/event';
import { importEnded, importStarted } from '@hzm/contracts/features/portable/events';
import type { ImportOutcome } from '@hzm/contracts/features/portable/portable';
import { importDocs } from '@hzm/projections/features/portable/portable';
import { rest } from '@hzm/services/core/concurrency/next-turn';
import { isTransient } from '@hzm/services/core/concurrency/retry';
import type { Engine } from '@hzm/services/core/engine';
import { keyFor } from '@hzm/services/core/files/draw';
import type { ProjectedEvent } from '@hzm/services/core/projecting/projector-parts';
import { endImport, imports, importStream } from './import.ts';
import { Importing, type OfImport, type ReadFile } from './importing.ts';
import { ExportFileReader } from './read-export.ts';
import { MAX_IMPORTED_PROJECTS, type ProjectRange } from './scan.ts';

/** Wait for an unreachable store before the import resumes, in milliseconds. */
const PAUSE_MS = 5_000;
/** Lifetime of a preview's file, in milliseconds. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * Derives a file's encryption key from the account's, so that both are destroyed together;
 * undefined if the account is deleted.
 */
export async function fileKey(
  { vault }: Engine,
  { accountId, importId }: OfImport,
): Promise<Uint8Array | undefined> {
  const key = await vault.obtain(`account:${accountId}`);
  return key && keyFor(key, `import ${importId}`);
}

/** Returns the byte ranges of a file's projects. */
async function rangesIn(
  chunks: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<ProjectRange[]> {
  const [reader, ranges] = [new ExportFileReader(), [] as ProjectRange[]];
  for await (const chunk of chunks) {
    for await (const given of reader.feed(chunk))
      if (given.kind === 'project' && ranges.length < MAX_IMPORTED_PROJECTS)
        ranges.push({ from: given.from, to: given.to });
    if (signal.aborted) break;
  }
  return ranges;
}

const end = ({ executor }: Engine, of: OfImport, outcome: ImportOutcome) =>
  executor.execute(
    { actor: of.accountId, id: of.importId, repeatable: false, digest: '' },
    { stream: importStream(of.importId), decider: imports, decide: endImport(of, outcome) },
  );

/**
 * Runs an import from its last state until complete or aborted; a permanent failure ends it.
 * @throws unexpected errors
 */
async function runImport(engine: Engine, of: OfImport, signal: AbortSignal): Promise<void> {
  const claim = engine.uploads.claim(of.importId);
  if (!claim) return;
  try {
    const key = await fileKey(engine, of);
    if (!key) return;
    const read: ReadFile = (from, to) => engine.uploads.read(of.importId, key, from, to);
    const ranges = await rangesIn(read(), signal);
    while (!signal.aborted) {
      const state = await engine.executor.load(importStream(of.importId), imports);
      if (state.kind !== 'running') return;
      try {
        const isThrough = await new Importing(engine, of, read, signal, state).run(ranges);
        // A closing process leaves the import to the next one.
        if (!signal.aborted) await end(engine, of, isThrough ? 'done' : 'stopped');
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (!isTransient(error)) throw error;
        await rest(PAUSE_MS, signal);
      }
    }
  } catch (error) {
    await end(engine, of, 'failed').catch(() => undefined);
    throw error;
  } finally {
    claim.release();
  }
}

const begin = (engine: Engine, of: OfImport): void =>
  engine.background.start(`import ${of.importId}`, signal => runImport(engine, of, signal));

/** Starts requested imports whose file is on this machine, and removes files of ended ones. */
export const handleImports =
  (engine: Engine) =>
  (batch: readonly ProjectedEvent[]): void => {
    for (const { event } of batch) {
      if (isEventOf(importStarted, event) && !event.erased) begin(engine, event.data);
      if (isEventOf(importEnded, event))
        void engine.background
          .stop(`import ${event.data.importId}`)
          .then(() => engine.uploads.remove(event.data.importId))
          .catch(() => undefined);
    }
  };

/** Resumes imports of an earlier process, and removes files that are no longer needed. */
export async function resumeImports(engine: Engine, signal: AbortSignal): Promise<void> {
  for (const importId of await engine.uploads.ids()) {
    if (signal.aborted) return;
    const [doc, state] = [
      await engine.model.get(importDocs, importId),
      await engine.executor.load(importStream(importId), imports),
    ];
    if (doc && state.kind === 'running') begin(engine, { importId, accountId: doc.accountId });
    else if (
      !doc ||
      state.kind !== 'ready' ||
      engine.now().getTime() - Date.parse(doc.preparedAt) > KEPT_MS
    )
      await putAway(engine, importId, doc?.accountId);
  }
}

/** Removes a file, unless another process is receiving it. */
async function putAway(
  engine: Engine,
  importId: string,
  accountId: string | undefined,
): Promise<void> {
  const claim = engine.uploads.claim(importId);
  if (!claim) return;
  if (accountId !== undefined) await end(engine, { importId, accountId }, 'stopped');
  claim.release();
  await engine.uploads.remove(importId);
}
