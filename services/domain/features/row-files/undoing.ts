import { Problem } from '@hzm/contracts/core/problem';
import { rowsRemoved } from '@hzm/contracts/features/rows/events';
import { binnedProjectDocs } from '@hzm/projections/features/projects/projects';
import { rowDocs } from '@hzm/projections/features/rows/rows';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import { nextTurn } from '@hzm/services/core/concurrency/next-turn';
import { retry } from '@hzm/services/core/concurrency/retry';
import type { Engine } from '@hzm/services/core/engine';
import { opened } from '@hzm/services/core/events/codec';
import { waitForHead } from '@hzm/services/core/projecting/wait-for-head';
import { mayStill } from '../../access/may-still.ts';
import { allEntriesOf, eventsAt } from '../../past/log-index.ts';
import { rowsOf } from '../../past/row-events.ts';
import { writeBatch } from '../rows/batch.ts';
import { removeRows } from '../rows/bulk.ts';
import { withoutPointing } from '../rows/pointing.ts';
import { advanceUndo, importStream, rowImport, type Started } from './import.ts';
import { ROWS_AHEAD, rowIdAt } from './importing.ts';

/** Rows that are removed together. */
const TOGETHER = 250;
/** Interval of recording progress, in milliseconds. */
const TOLD_MS = 1_000;

type Undo = Started['undo'];

/** Counts the rows that earlier, interrupted runs of this undoing removed. */
async function removedBefore(
  engine: Engine,
  { importId, tableId }: Started,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const removed = new Set<string>();
  for await (const entries of allEntriesOf(engine, [{ path: 'rowId', op: 'in', values: ids }])) {
    const removals = entries.filter(
      ({ type, position }, i) => type === rowsRemoved.type && position !== entries[i - 1]?.position,
    );
    for await (const event of eventsAt(engine, removals))
      if (event.meta.request === importId && event.data['tableId'] === tableId)
        for (const { id } of rowsOf(opened(event))) removed.add(id);
  }
  return ids.filter(id => removed.has(id)).length;
}

/** Removes rows that nobody has changed and no other row points to, and counts the others. */
async function removeUnchanged(
  engine: Engine,
  started: Started,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Pick<Undo, 'removed' | 'changed'>> {
  const { importId, tableId, projectId, by, payer } = started;
  await waitForHead(engine);
  const { docs } = await engine.model.find({
    collection: rowDocs,
    partition: tableId,
    ids,
    limit: ids.length,
    by: payer,
  });
  const there = new Set(docs.map(({ id }) => id));
  const before = await removedBefore(
    engine,
    started,
    ids.filter(id => !there.has(id)),
  );
  const own = docs.filter(({ version }) => version === 1).map(({ id }) => id);
  let removed = 0;
  await withoutPointing(engine, { by: payer, signal, tableId, ids: own }, async going => {
    if (going.length === 0) return;
    const of = { projectId, tableId };
    // A later run recognizes the rows that this undoing removed by this id.
    const request = { actor: by, id: importId, repeatable: false, digest: '' };
    await writeBatch(engine, request, of, { are: 'there', ids: going }, () => found => {
      const unchanged = found.filter(({ state }) => state.kind === 'kept' && state.version === 1);
      removed = unchanged.length;
      return removeRows(of)(unchanged);
    });
  });
  return { removed: before + removed, changed: docs.length - removed };
}

/** The same in smaller parts where rows are too large to be removed together. */
async function removeInParts(
  engine: Engine,
  started: Started,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Pick<Undo, 'removed' | 'changed'>> {
  try {
    return await retry(signal, () =>
      engine.documents.part(started.payer, signal, () =>
        removeUnchanged(engine, started, ids, signal),
      ),
    );
  } catch (error) {
    const isTooLarge = error instanceof Problem && error.code === 'PAYLOAD_TOO_LARGE';
    if (!isTooLarge || ids.length === 1) throw error;
    const middle = Math.ceil(ids.length / 2);
    const first = await removeInParts(engine, started, ids.slice(0, middle), signal);
    const second = await removeInParts(engine, started, ids.slice(middle), signal);
    return { removed: first.removed + second.removed, changed: first.changed + second.changed };
  }
}

/**
 * Undoes an import from where the last run ended.
 * @returns what became of its rows; undefined if it must stop
 */
export async function undoRows(
  engine: Engine,
  started: Started,
  signal: AbortSignal,
): Promise<Undo | undefined> {
  const { importId, tableId, projectId, by } = started;
  let undo = started.undo;
  let toldAt = performance.now();
  const request = { actor: by, id: importId, repeatable: false, digest: '', signal };
  const end = started.read + ROWS_AHEAD;
  while (undo.read < end) {
    if (signal.aborted) return undefined;
    const may = () => mayStill(engine, by, 'rows:delete', projectId);
    if (!(await may())) {
      // While the project is in the bin, it waits; the project may have come back just now.
      const waits = (await engine.model.get(binnedProjectDocs, projectId)) || (await may());
      return waits ? undefined : undo;
    }
    if (!(await engine.model.get(tableDocs, tableId))) return undo;
    const to = Math.min(undo.read + TOGETHER, end);
    const ids = Array.from({ length: to - undo.read }, (_, i) => rowIdAt(importId, undo.read + i));
    const { removed, changed } = await removeInParts(engine, started, ids, signal);
    undo = { read: to, removed: undo.removed + removed, changed: undo.changed + changed };
    if (performance.now() - toldAt > TOLD_MS) {
      toldAt = performance.now();
      const now = undo;
      await retry(signal, () =>
        engine.executor.execute(request, {
          stream: importStream(importId),
          decider: rowImport,
          decide: advanceUndo(now),
        }),
      );
    }
    await nextTurn();
  }
  return undo;
}
