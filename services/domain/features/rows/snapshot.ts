import { rowDocs, type RowDoc } from '@hzm/projections/features/rows/rows';
import type { Snapshot, StreamCommand } from '@hzm/services/core/commands/command-executor';
import type { Request } from '@hzm/services/core/commands/request';
import type { Engine } from '../../../core/engine.ts';
import { NO_STREAM } from '../../../core/ports/event-store.ts';
import { waitForHead } from '../../../core/projecting/wait-for-head.ts';
import { settling } from './hold.ts';
import { numbering } from './numbering.ts';
import { rowAt, type RowPast } from './past.ts';
import { row, rowStream, type LastingRow, type OfRow, type RowState } from './row.ts';
import { stateOf } from './view.ts';

/** The services that decisions about rows need. */
export type RowSources = Pick<Engine, 'store' | 'codec' | 'model' | 'executor' | 'projector'>;

export const rowDoc = (
  { model }: Pick<Engine, 'model'>,
  tableId: string,
  rowId: string,
): Promise<RowDoc | undefined> => model.get(rowDocs, rowId, tableId);

/** A decision about one row starts from its document. */
export const snapshotOfDoc = (
  engine: RowSources,
  of: Pick<OfRow, 'tableId' | 'rowId'>,
  doc: RowDoc,
): Snapshot<RowState> => ({
  state: stateOf(doc),
  position: doc.position,
  revision: doc.revision,
  at: (position, side) => rowAt(engine, of, position, side),
});

/** Also of a row that was removed: what everything that happened to it made of it. */
export const snapshotOfPast = (
  engine: RowSources,
  of: OfRow,
  now: Omit<Snapshot<RowState>, 'at'>,
): Snapshot<RowState> => ({ ...now, at: (position, side) => rowAt(engine, of, position, side) });

/** The same with what the row held last. */
export const lastingPast = (
  engine: RowSources,
  of: OfRow,
  { wanted, now }: RowPast,
): Snapshot<LastingRow> => {
  const last = wanted?.kind === 'kept' ? wanted.values : undefined;
  return {
    ...now,
    state: { state: now.state, last },
    at: async (position, side) => ({ state: await rowAt(engine, of, position, side), last }),
  };
};

/**
 * Loads the snapshot of a row. Batches add and remove rows in streams of their own, so a row
 * without a document is gone only once all written events have been read.
 */
async function loadSnapshot(engine: RowSources, of: OfRow): Promise<Snapshot<RowState>> {
  const known = await rowDoc(engine, of.tableId, of.rowId);
  if (known) return snapshotOfDoc(engine, of, known);
  const position = await waitForHead(engine);
  const doc = await rowDoc(engine, of.tableId, of.rowId);
  return doc
    ? snapshotOfDoc(engine, of, doc)
    : {
        state: row.initial,
        position,
        revision: NO_STREAM,
        at: (then, side) => rowAt(engine, of, then, side),
      };
}

/** A command on a row that may be there: all but the decision. */
export const rowCommand = (
  engine: RowSources,
  { signal }: Request,
  of: OfRow,
): Omit<StreamCommand<RowState>, 'decide'> => ({
  stream: rowStream(of),
  about: { projectId: of.projectId },
  decider: row,
  snapshot: () => loadSnapshot(engine, of),
  settle: settling(engine, signal)(of.rowId),
  complete: numbering(engine, of),
});
