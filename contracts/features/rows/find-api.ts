import * as z from 'zod';
import { query } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { list } from '../../core/shapes.ts';
import { queryRows } from './api.ts';

/** Maximum rows with matches that one answer names. */
export const MAX_FOUND_ROWS = 500;
const MAX_FIND_TEXT = 200;
const MAX_FIND_FIELDS = 500;

const { filter, where, sort, order } = queryRows.body.shape;
const { view, fieldKey } = queryRows.query.shape;
const { params } = queryRows;

export const findCells = query({
  name: 'find-cells',
  call: 'POST /data/table/:tableId/find',
  access: 'rows:read',
  holdsRows: true,
  params,
  query: z.strictObject({ view, fieldKey }),
  body: z.strictObject({
    text: z.string().min(1).max(MAX_FIND_TEXT),
    fields: list(z.string().max(200), { min: 1, max: MAX_FIND_FIELDS })
      .optional()
      .meta({ description: 'Only cells of these fields.' }),
    filter,
    where,
    sort,
    order,
  }),
  answer: z.object({
    found: z.object({
      rows: z.array(z.object({ id: Id, fields: z.array(Id) })),
      isAll: z.boolean().meta({ description: 'False if more cells hold the text.' }),
    }),
  }),
  summary: 'Find the cells that hold a text',
  description: `In the rows that a query would find, in their order, ignoring case and accents; related rows and options by their names. At most ${MAX_FOUND_ROWS} rows.`,
});

export const findPlace = query({
  name: 'find-place',
  call: 'POST /data/table/:tableId/rows/:rowId/place',
  access: 'rows:read',
  holdsRows: true,
  params: params.extend({ rowId: Id }),
  query: z.strictObject({ view, fieldKey }),
  body: z.strictObject({ filter, where, sort, order }),
  answer: z.object({
    place: z.int().nullable().meta({
      description: 'Rows before it; null if the query does not find the row.',
    }),
  }),
  summary: 'Find the place of a row among the rows of a query',
});
