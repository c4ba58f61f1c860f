import type { Field } from '@hzm/contracts/features/tables/table';
import { rowDocs, type RowDoc } from '@hzm/projections/features/rows/rows';
import { askerOf, type Context } from '@hzm/services/core/engine';
import type { Find, Found } from '@hzm/services/core/ports/read-model';
import type { ValueClock } from '../tables/value-clock.ts';
import { contained } from './choice-query.ts';

/** Maximum bytes of the documents that are read for a list of names. */
export const MAX_PAGE_BYTES = 1_048_576;

/** Finds the rows of a table whose label, which names a row, contains a text. */
export const rowsLabelled = (
  context: Context,
  { tableId, label }: { readonly tableId: string; readonly label: Field },
  { text, clock }: { readonly text: string; readonly clock: ValueClock },
  page: Pick<Find<RowDoc>, 'limit' | 'sort'>,
): Promise<Found<RowDoc>> =>
  context.engine.model.find({
    collection: rowDocs,
    partition: tableId,
    where: contained(label, text, clock),
    ...page,
    bytes: { most: MAX_PAGE_BYTES },
    ...askerOf(context),
  });
