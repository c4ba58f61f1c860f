import { hasFiles } from '@hzm/contracts/core/everyday';
import { memberOf } from '@hzm/contracts/core/json';
import type { Cells } from '@hzm/contracts/features/rows/row';
import { MAX_BINNED_FIELDS } from '@hzm/contracts/features/tables/bin-limits';
import type { Field } from '@hzm/contracts/features/tables/table';
import { binDocs } from '@hzm/projections/features/tables/bin';
import type { Engine } from '@hzm/services/core/engine';

/** Returns the ids of a table's fields in the bin. */
const binnedFields = async (
  { model }: Pick<Engine, 'model'>,
  tableId: string,
): Promise<readonly string[]> =>
  (
    await model.find({
      collection: binDocs,
      where: [{ path: 'tableId', op: 'eq', value: tableId }],
      limit: MAX_BINNED_FIELDS,
    })
  ).docs.map(({ id }) => id);

/**
 * Returns the ids of fields whose values come back with a removed row as they were: those in the
 * bin, which may come back after it, and those of files, which no write names.
 */
export const unwrittenFields = async (
  engine: Pick<Engine, 'model'>,
  tableId: string,
  fields: readonly Field[],
): Promise<readonly string[]> => [
  ...(await binnedFields(engine, tableId)),
  ...fields.filter(({ type }) => hasFiles(type)).map(({ id }) => id),
];

/** Returns the cells of these fields. */
export const cellsIn = (fieldIds: readonly string[], cells: Cells): Cells =>
  Object.fromEntries(
    fieldIds.flatMap(id => {
      const value = memberOf(cells, id);
      return value === undefined ? [] : [[id, value]];
    }),
  );
