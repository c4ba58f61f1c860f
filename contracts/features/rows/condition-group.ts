import * as z from 'zod';
import { list } from '../../core/shapes.ts';
import { MAX_CONDITIONS } from './row.ts';

const groupOf = <Item extends z.ZodType>(item: Item) => {
  const items = list(item, { min: 1, max: MAX_CONDITIONS });
  return z.union([z.strictObject({ all: items }), z.strictObject({ any: items })]);
};

/** A group of conditions, with groups of conditions in it, but no further ones in these. */
export const conditionGroup = <Condition extends z.ZodType>(condition: Condition) =>
  groupOf(z.union([condition, groupOf(condition)]));
