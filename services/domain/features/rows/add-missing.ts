import { newId } from '@hzm/contracts/core/ids';
import { Problem } from '@hzm/contracts/core/problem';
import type { Cells } from '@hzm/contracts/features/rows/row';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import type { Request } from '@hzm/services/core/commands/request';
import type { Engine } from '@hzm/services/core/engine';
import { readInSlices } from '@hzm/services/core/ports/slices';
import { wholeSource } from '../../../core/limits/source.ts';
import { writeBatch } from './batch.ts';
import { addRows, restoreRows, type RowTimes } from './bulk.ts';
import { numbersIn } from './numbering.ts';
import { rowPasts } from './past.ts';
import { rowStream } from './row.ts';
import { rowDoc } from './snapshot.ts';

/** The number of rows that are looked up at once. */
const ROWS_AT_ONCE = 20;

export interface NewRow extends RowTimes {
  readonly id: string;
  readonly values: Cells;
}

/** Into which table, and who does it. */
export interface Adding {
  readonly actor: string;
  readonly projectId: string;
  readonly tableId: string;
}

/** Those of the ids that are not there, and whether each was there once. */
export async function missingRows(
  engine: Engine,
  tableId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly wasThere: boolean }>> {
  const found = new Map<string, { readonly wasThere: boolean }>();
  for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
    await readInSlices(ids.slice(from, from + ROWS_AT_ONCE), async rowId => {
      if (await rowDoc(engine, tableId, rowId)) return;
      // Events in a row's own stream happened after it was added.
      found.set(rowId, {
        wasThere:
          (await engine.store.readStream(rowStream({ tableId, rowId }), { limit: 1 })).length > 0,
      });
    });
  }
  return found;
}

/**
 * Adds rows that are not there, or brings removed ones back, in as many batches as they take. Every
 * call is a request of its own.
 * @returns those that were not taken: too large, or gone for good @throws Problem
 */
export async function addMissing(
  engine: Engine,
  { actor, ...of }: Adding,
  rows: readonly NewRow[],
  areNew: boolean,
): Promise<readonly NewRow[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const request: Request = { actor, id: newId(), repeatable: false, digest: '' };
  try {
    if (areNew)
      await writeBatch(engine, request, of, { are: 'new', ids }, () => () => addRows(of, rows));
    else {
      const values = new Map(rows.map(row => [row.id, row.values]));
      const pasts = (rowIds: readonly string[], signal: AbortSignal) =>
        engine.histories.run(wholeSource(actor), () =>
          rowPasts(engine, { tableId: of.tableId, rowIds }, { signal }),
        );
      const table = await engine.model.get(tableDocs, of.tableId);
      const fields = Object.values(table?.fields ?? {});
      await writeBatch(engine, request, of, { are: 'there', ids, pasts }, () =>
        restoreRows(of, (last, id) => ({ ...values.get(id)!, ...numbersIn(fields, last) })),
      );
    }
    return [];
  } catch (error) {
    if (
      !(error instanceof Problem) ||
      (error.code !== 'PAYLOAD_TOO_LARGE' && (areNew || error.code !== 'NOT_FOUND'))
    )
      throw error;
    if (rows.length === 1) return rows;
    const half = Math.ceil(rows.length / 2);
    return [
      ...(await addMissing(engine, { actor, ...of }, rows.slice(0, half), areNew)),
      ...(await addMissing(engine, { actor, ...of }, rows.slice(half), areNew)),
    ];
  }
}
