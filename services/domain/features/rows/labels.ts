import type { Json } from '@hzm/contracts/core/json';
import { formOf } from '@hzm/contracts/features/tables/field-types';
import type { Field } from '@hzm/contracts/features/tables/table';
import { rowDocs, type RowDoc } from '@hzm/projections/features/rows/rows';
import { askerOf, type Context } from '@hzm/services/core/engine';
import type { Find, Found } from '@hzm/services/core/ports/read-model';

const MAX_LABEL_LENGTH = 200;
/** Maximum bytes of the documents that are read for a list of names. */
export const MAX_PAGE_BYTES = 1_048_576;

const isText = ({ type }: Field): boolean =>
  ['text', 'email', 'url', 'phone'].includes(formOf(type));

/** Returns the field that rows of a table are named by: the target field, or the first text. */
export const labelFieldOf = (fields: readonly Field[], targetFieldId: string): Field | undefined =>
  fields.find(field => field.id === targetFieldId && isText(field)) ??
  fields.find(field => isText(field) && field.relationships.length === 0) ??
  fields.find(({ id }) => id === targetFieldId);

/** Returns the text that names a row. */
export const labelIn = (value: Json | undefined): string =>
  value === undefined || value === null
    ? ''
    : (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MAX_LABEL_LENGTH);

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
    where: [{ path: `values.${label.id}`, op: 'contains', text }],
    ...page,
    bytes: { most: MAX_PAGE_BYTES },
    ...askerOf(context),
  });
