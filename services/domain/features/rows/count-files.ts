import { memberOf } from '@hzm/contracts/core/json';
import type { Cells } from '@hzm/contracts/features/rows/row';

/** Returns the number of a row's files in these fields. */
export const countFiles = (fieldIds: readonly string[], values: Cells): number =>
  fieldIds
    .map(id => memberOf(values, id))
    .reduce((sum: number, files) => sum + (Array.isArray(files) ? files.length : 0), 0);
