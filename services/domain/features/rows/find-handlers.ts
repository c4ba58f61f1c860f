import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/rows/find-api';
import type { RowDoc } from '@hzm/projections/features/rows/rows';
import { handle, type Context } from '@hzm/services/core/engine';
import { BadCursor } from '@hzm/services/core/ports/read-model';
import type { Pause } from '@hzm/services/core/ports/slices';
import { pages, type WholeFind } from '@hzm/services/core/read-model/pages';
import { withPeople } from '../../access/people-as-options.ts';
import { shownFields } from '../../access/shown-fields.ts';
import { tableDoc } from '../../access/table.ts';
import { valueClock } from '../tables/value-clock.ts';
import { COMPUTED_PAGE, inComputingTime, ROWS_AT_ONCE } from './computing.ts';
import { keyedFields } from './field-key.ts';
import { cellSearch, type CellSearch } from './found-cells.ts';
import { askingOf, fieldNamed } from './query.ts';
import { rowDoc } from './snapshot.ts';
import { wholeFind, type AskedRows } from './viewed.ts';

/** Returns the fields that the caller is shown, and the query for all rows of a request. */
async function asked(context: Context, rows: AskedRows) {
  const { engine } = context;
  const { params, query } = rows;
  const table = await tableDoc(engine, params.tableId, params.projectId);
  const shown = await shownFields(context, table);
  const peopled = await withPeople(context, table.projectId, shown, 'read');
  const fields = keyedFields(peopled, query.fieldKey);
  const clock = await valueClock(engine, table.projectId);
  const find = await wholeFind(context, table.id, fields, rows, askingOf(context, clock));
  return { tableId: table.id, fields, find, clock };
}

async function cellsIn(
  { engine }: Context,
  find: WholeFind<RowDoc>,
  { search, fieldsIn, isCut }: CellSearch,
  pause: Pause,
) {
  const rows: { id: string; fields: string[] }[] = [];
  if (!search) return { rows, isAll: !isCut };
  for await (const docs of pages(engine.model, { ...find, ...search, ...COMPUTED_PAGE }, pause))
    for (const doc of docs) {
      if (rows.length >= api.MAX_FOUND_ROWS) return { rows, isAll: false };
      rows.push({ id: doc.id, fields: fieldsIn(doc) });
      if (rows.length % ROWS_AT_ONCE === 0) await pause();
    }
  return { rows, isAll: !isCut };
}

/**
 * Returns the number of rows before a row, by halves: whether it comes after a row in the middle is
 * known by a page that begins there.
 */
async function placeOf(
  { engine }: Context,
  find: WholeFind<RowDoc>,
  rowId: string,
  pause: Pause,
): Promise<number | null> {
  if (find.ids && !find.ids.includes(rowId)) return null;
  const one = { ...find, limit: 1 };
  const isFound = async (cursor?: string): Promise<boolean> => {
    const { docs } = await engine.model.find({
      ...one,
      ids: [rowId],
      ...(cursor !== undefined && { cursor }),
    });
    return docs.length > 0;
  };
  if (!(await isFound())) return null;
  const { total = 0 } = await engine.model.find({ ...one, count: true });
  let [first, last] = [0, Math.max(0, total - 1)];
  while (first < last) {
    await pause();
    const middle = Math.floor((first + last) / 2);
    const { docs, nextCursor } = await engine.model.find({ ...one, skip: middle });
    if (docs[0]?.id === rowId) return middle;
    if (nextCursor !== undefined && (await isFound(nextCursor))) first = middle + 1;
    else last = middle;
  }
  return first;
}

export const findHandlers = [
  handle(
    api.findCells,
    async (context, { params, query, body: { text, fields: only, ...body } }) => {
      const { fields, find, clock } = await asked(context, { params, query, body });
      const within = only
        ? [...new Set(only.map((name, i) => fieldNamed(fields, name, `fields.${i}`)))]
        : fields;
      const found = await context.engine.lists.run(context.source, async () =>
        cellsIn(
          context,
          find,
          await cellSearch(context, within, text, clock),
          inComputingTime(context.pause),
        ),
      );
      return { data: { found } };
    },
  ),

  handle(api.findPlace, async (context, { params, query, body }) => {
    const { tableId, find } = await asked(context, { params, query, body });
    const rowId = params.rowId.toLowerCase();
    if (!(await rowDoc(context.engine, tableId, rowId))) throw new Problem('NOT_FOUND');
    const place = await context.engine.lists
      .run(context.source, () => placeOf(context, find, rowId, inComputingTime(context.pause)))
      .catch((error: unknown) => {
        // The rows were built again while they were halved.
        throw error instanceof BadCursor ? new Problem('NOT_READY', { retryAfter: 1 }) : error;
      });
    return { data: { place } };
  }),
];
