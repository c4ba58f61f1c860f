import type { Field } from '@hzm/contracts/features/tables/table';
import { rowDocs, type RowDoc } from '@hzm/projections/features/rows/rows';
import { askerOf, type Context } from '@hzm/services/core/engine';
import type { Condition, Find, Found, Path } from '@hzm/services/core/ports/read-model';
import { containedChoice, containedText, hasChoices } from './choice-query.ts';

/** Maximum bytes of the documents that are read for a list of names. */
export const MAX_PAGE_BYTES = 1_048_576;

/** Returns the condition that the names of rows contain a text: options by their names. */
export const labelled = (label: Field, text: string): Condition<Path<RowDoc>> =>
  hasChoices(label) ? containedChoice(label, text) : containedText(label, text);

/** Finds the rows of a table whose name contains a text. */
export const rowsLabelled = (
  context: Context,
  { tableId, label }: { readonly tableId: string; readonly label: Field },
  text: string,
  page: Pick<Find<RowDoc>, 'limit' | 'sort'>,
): Promise<Found<RowDoc>> =>
  context.engine.model.find({
    collection: rowDocs,
    partition: tableId,
    where: [labelled(label, text)],
    ...page,
    bytes: { most: MAX_PAGE_BYTES },
    ...askerOf(context),
  });
