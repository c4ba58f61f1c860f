import type { Base, Request, Step } from '@hzm/services/core/command-loop';
import type { Engine } from '@hzm/services/core/engine';
import { caughtUp } from '@hzm/services/core/log-index';
import { NO_STREAM } from '@hzm/services/core/ports/event-store';
import { settling } from './hold.ts';
import { rowAt } from './past.ts';
import { row, rowStream, type OfRow, type RowState } from './row.ts';
import { stateOf, type RowDoc } from './view.ts';

/** What of the engine deciding about rows takes. */
export type RowSources = Pick<Engine, 'store' | 'codec' | 'model' | 'loop' | 'projector'>;

export const rowDoc = ({ model }: Pick<Engine, 'model'>, tableId: string, rowId: string): Promise<RowDoc | undefined> => model.get<RowDoc>('rows', rowId, tableId);

/** A decision about one row starts from its document. */
export const baseOfDoc = (engine: RowSources, of: Pick<OfRow, 'tableId' | 'rowId'>, doc: RowDoc): Base<RowState> =>
  ({ state: stateOf(doc), position: doc.position, revision: doc.revision, at: (position, side) => rowAt(engine, of, position, side) });

/** Also of a row that was removed: what everything that happened to it made of it. */
export const baseOfPast = (engine: RowSources, of: OfRow, now: Omit<Base<RowState>, 'at'>): Base<RowState> => ({ ...now, at: (position, side) => rowAt(engine, of, position, side) });

/** What a batch adds or removes stands in its own stream, so a row without a document is gone only when everything written by now has been looked at. */
async function baseOf(engine: RowSources, of: OfRow): Promise<Base<RowState>> {
  const known = await rowDoc(engine, of.tableId, of.rowId);
  if (known) return baseOfDoc(engine, of, known);
  const position = await caughtUp(engine);
  const doc = await rowDoc(engine, of.tableId, of.rowId);
  return doc ? baseOfDoc(engine, of, doc) : { state: row.initial, position, revision: NO_STREAM, at: (then, side) => rowAt(engine, of, then, side) };
}

/** A command's step on a row that may be there: all but the decision. */
export const rowStep = (engine: RowSources, { signal }: Request, of: OfRow): Omit<Step<RowState>, 'decide'> =>
  ({ stream: rowStream(of), about: { projectId: of.projectId }, decider: row, base: () => baseOf(engine, of), settle: settling(engine, signal)(of.rowId) });
