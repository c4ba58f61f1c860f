import { START, type Position } from '@hzm/contracts/core/position';
import type { Base } from '@hzm/services/core/command-loop';
import type { Engine } from '@hzm/services/core/engine';
import { caughtUp } from '@hzm/services/core/log-index';
import { NO_STREAM } from '@hzm/services/core/ports/event-store';
import { rowAt } from './past.ts';
import { row, type OfRow, type RowState } from './row.ts';
import { stateOf, type RowDoc } from './view.ts';

export const rowDoc = ({ model }: Pick<Engine, 'model'>, tableId: string, rowId: string): Promise<RowDoc | undefined> => model.get<RowDoc>('rows', rowId, tableId);

/**
 * Where a decision about one row starts: its document. Events about many rows are in no row's stream, so a row without
 * a document is one that is gone only when everything written by now has been looked at.
 */
export async function baseOf(engine: Engine, of: OfRow): Promise<Base<RowState>> {
  const at = (position: Position) => rowAt(engine, of, position);
  let doc = await rowDoc(engine, of.tableId, of.rowId);
  let looked: Position = START;
  if (!doc) {
    looked = await caughtUp(engine);
    doc = await rowDoc(engine, of.tableId, of.rowId);
  }
  return doc ? { state: stateOf(doc), position: doc.position, revision: doc.revision, at } : { state: row.initial, position: looked, revision: NO_STREAM, at };
}
