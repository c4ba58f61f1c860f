import { isEventOf } from '@hzm/contracts/core/event';
import { projectDeleted } from '@hzm/contracts/features/projects/events';
import {
  rowImportEnded,
  rowImportStarted,
  rowImportUndoStarted,
} from '@hzm/contracts/features/row-files/events';
import {
  ROW_FILE_KEPT_MS,
  type RowImportOutcome,
} from '@hzm/contracts/features/row-files/row-import';
import { rowImportDocs, type RowImportDoc } from '@hzm/projections/features/row-files/row-files';
import type { Decision } from '@hzm/services/core/commands/decider';
import { rest } from '@hzm/services/core/concurrency/next-turn';
import { isTransient } from '@hzm/services/core/concurrency/retry';
import type { Engine } from '@hzm/services/core/engine';
import { Gate } from '@hzm/services/core/limits/gate';
import { wholeSource } from '@hzm/services/core/limits/source';
import type { ProjectedEvent } from '@hzm/services/core/projecting/projector-parts';
import {
  end,
  endUndo,
  importStream,
  isStarted,
  rowImport,
  type ImportState,
  type Started,
} from './import.ts';
import { Importing } from './importing.ts';
import { arrivingIn, fileKey } from './kept-file.ts';
import { undoRows } from './undoing.ts';

/** Wait for an unreachable store before an import resumes, in milliseconds. */
const PAUSE_MS = 2_000;
/** Imports that run at once in this process, each with a thread; of an account one. */
const RUNNING = {
  together: 2,
  each: 1,
  waiting: 1_000,
  waitingEach: 10,
  timeoutMs: 2_147_483_647,
};
const gates = new WeakMap<Engine, Gate>();
const gateOf = (engine: Engine): Gate => {
  const gate = gates.get(engine) ?? new Gate(RUNNING);
  gates.set(engine, gate);
  return gate;
};

const nameOf = (importId: string): string => `row import ${importId}`;

const record = (
  { executor }: Engine,
  { by, importId }: { readonly by: string; readonly importId: string },
  decide: (s: ImportState) => Decision,
) =>
  executor.execute(
    { actor: by, id: importId, repeatable: false, digest: '' },
    { stream: importStream(importId), decider: rowImport, decide },
  );

/** Runs an import or its undoing until it is over; a permanent failure ends it. */
async function run(
  engine: Engine,
  importId: string,
  signal: AbortSignal,
  work: (engine: Engine, state: ImportState, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    const state = await engine.executor.load(importStream(importId), rowImport);
    try {
      return await work(engine, state, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (isTransient(error)) await rest(PAUSE_MS, signal);
      else {
        if (isStarted(state)) await record(engine, state, end('failed')).catch(() => undefined);
        throw error;
      }
    }
  }
}

async function undo(engine: Engine, state: ImportState, signal: AbortSignal): Promise<void> {
  if (state.kind !== 'undoing') return;
  const undone = await undoRows(engine, state, signal);
  if (undone) await record(engine, state, endUndo(undone));
}

type Running = Extract<ImportState, Started> & { readonly kind: 'running' };

const isRunning = (state: ImportState): state is Running => state.kind === 'running';

async function runRows(engine: Engine, state: ImportState, signal: AbortSignal): Promise<void> {
  if (!isRunning(state)) return;
  const { importId } = state;
  const claim = engine.rowFiles.uploads.claim(importId);
  // Another process runs it, or has the file.
  if (!claim) return;
  try {
    const key = await fileKey(engine, state);
    const doc = await engine.model.get(rowImportDocs, importId);
    if (!key || !doc) return;
    const file = { id: importId, key, size: doc.size };
    const outcome = await new Importing(engine, state, file, signal).run();
    if (outcome) await record(engine, state, end(outcome));
  } finally {
    claim.release();
    await removeOrphan(engine, importId).catch(() => undefined);
  }
}

/** Removes a file whose project was deleted while it was read. */
async function removeOrphan({ model, rowFiles }: Engine, importId: string): Promise<void> {
  if (!(await model.get(rowImportDocs, importId))) await rowFiles.uploads.remove(importId);
}

/** Starts background work, in the turn of the account that pays for it. */
const inBackground = (
  engine: Engine,
  name: string,
  payer: string,
  work: (signal: AbortSignal) => Promise<void>,
): void =>
  engine.background.start(name, signal =>
    gateOf(engine)
      .run(wholeSource(payer), () => work(signal), signal)
      .catch((error: unknown) => {
        if (!signal.aborted) throw error;
      }),
  );

const begin = (engine: Engine, { id, payer }: RowImportDoc): void =>
  inBackground(engine, nameOf(id), payer, signal => run(engine, id, signal, runRows));

/** Undoes an import after stopping its run in this process. */
const beginToUndo = (engine: Engine, { id, payer }: RowImportDoc): void =>
  inBackground(engine, `undoing of ${nameOf(id)}`, payer, async signal => {
    await engine.background.stop(nameOf(id));
    await run(engine, id, signal, undo);
  });

/** Whether the file of an ended import is of no use: it has no refused rows to tell. */
const isNeedless = (outcome: RowImportOutcome, refused: number): boolean =>
  outcome === 'stopped' || refused === 0;

/** Starts requested imports whose file is on this machine, and removes files of ended ones. */
export const handleRowImports =
  (engine: Engine) =>
  (batch: readonly ProjectedEvent[]): void => {
    for (const { event } of batch) {
      if (event.erased) continue;
      if (isEventOf(rowImportStarted, event)) {
        const { importId } = event.data;
        void engine.model
          .get(rowImportDocs, importId)
          .then(doc => doc && begin(engine, doc))
          .catch(() => undefined);
      }
      // Files without an import count for nobody, so that they must not stay.
      if (isEventOf(projectDeleted, event)) void tidyRowFiles(engine).catch(() => undefined);
      if (isEventOf(rowImportEnded, event)) {
        const { importId, outcome, refused } = event.data;
        if (outcome === 'stopped') void engine.background.stop(nameOf(importId));
        if (isNeedless(outcome, refused))
          void engine.rowFiles.uploads.remove(importId).catch(() => undefined);
      }
    }
  };

const inState = async ({ model }: Engine, state: 'running' | 'undoing') =>
  (
    await model.find({
      collection: rowImportDocs,
      where: [{ path: 'state', op: 'eq', value: state }],
      limit: 1_000,
    })
  ).docs;

/** Resumes imports of an earlier process, and removes files that are no longer needed. */
export async function resumeRowImports(engine: Engine, signal: AbortSignal): Promise<void> {
  for (const doc of await inState(engine, 'running')) {
    if (signal.aborted) return;
    begin(engine, doc);
  }
  await tidyRowFiles(engine);
}

/** Resumes all pending undoings, including those of processes that have ended. */
export async function resumeUndoings(engine: Engine): Promise<void> {
  for (const doc of await inState(engine, 'undoing')) beginToUndo(engine, doc);
}

/** Starts requested undoings in the process that writes the views, so that no two do the same. */
export const handleUndoings =
  (engine: Engine, isWriter: () => boolean) =>
  (batch: readonly ProjectedEvent[]): void => {
    if (isWriter() && batch.some(({ event }) => isEventOf(rowImportUndoStarted, event)))
      void resumeUndoings(engine).catch(() => undefined);
  };

/** Removes a file, and ends its import if nobody has started it. Returns whether it did. */
export async function putAway(
  engine: Engine,
  importId: string,
  doc: RowImportDoc | undefined,
): Promise<boolean> {
  const claim = engine.rowFiles.uploads.claim(importId);
  // Another process is receiving it.
  if (!claim) return false;
  if (doc?.state === 'ready') await record(engine, { ...doc, importId }, end('stopped'));
  claim.release();
  await engine.rowFiles.uploads.remove(importId);
  return true;
}

/** Ends uploads that nobody started for a day, and removes files that nobody needs any more. */
export async function tidyRowFiles(engine: Engine): Promise<void> {
  for (const importId of await engine.rowFiles.uploads.ids()) {
    if (arrivingIn(engine).has(importId)) continue;
    const doc = await engine.model.get(rowImportDocs, importId);
    const since = Date.parse(doc?.endedAt ?? doc?.preparedAt ?? '');
    const isOld = !(engine.now().getTime() - since < ROW_FILE_KEPT_MS);
    if (doc && (doc.state === 'running' || doc.state === 'undoing' || !isOld)) continue;
    await putAway(engine, importId, doc);
  }
}
