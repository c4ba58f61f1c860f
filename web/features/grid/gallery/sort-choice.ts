import type { Field } from '@hzm/contracts/features/tables/table';
import { CREATED } from '../model/sorting.ts';
import type { View } from '../model/view.ts';

/** The choice for the order in which rows were added. */
export const OLDEST = `asc ${CREATED}`;

/** Returns the choice for a view's order: `''` for the newest first, `other` if none is offered. */
export function choiceOf(
  { sort }: Pick<View, 'sort'>,
  fields: readonly Pick<Field, 'id'>[],
): string {
  const [key, ...more] = sort;
  if (!key) return '';
  if (more.length > 0) return 'other';
  const choice = `${key.order} ${key.field}`;
  if (key.field === CREATED) return choice === OLDEST ? OLDEST : '';
  return fields.some(({ id }) => id === key.field) ? choice : 'other';
}
