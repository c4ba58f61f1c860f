import { isGroup } from '@hzm/contracts/core/groups';
import type { Field } from '@hzm/contracts/features/tables/table';
import type { Words } from '../../../lib/values/value-text.ts';
import { filterText } from './filter-text.ts';
import type { Filter } from './filter.ts';
import type { WhereItem } from './where.ts';

/** The words that conditions are told in. */
export interface WhereWords {
  readonly and: string;
  readonly or: string;
  readonly created: string;
  readonly updated: string;
}

/** Returns the field of a condition; times of the row are fields of their own. */
function fieldIn(
  fields: readonly Field[],
  id: string,
  { created, updated }: WhereWords,
): Pick<Field, 'name' | 'type' | 'validation'> & Partial<Field> {
  const time = (name: string) => ({ name, type: 'datetime' as const, validation: {} });
  if (id === 'created_at') return time(created);
  if (id === 'updated_at') return time(updated);
  return fields.find(field => field.id === id) ?? { name: id, type: 'string', validation: {} };
}

const conditionText = (
  fields: readonly Field[],
  id: string,
  filter: Filter,
  words: Words & WhereWords,
): string => {
  const field = fieldIn(fields, id, words);
  return `${field.name}: ${filterText(field, filter, words)}`;
};

/** A condition or a group as one line. */
export function whereText(
  fields: readonly Field[],
  item: WhereItem,
  words: Words & WhereWords,
  isWithin = false,
): string {
  if (!isGroup(item)) return conditionText(fields, item.field, item.filter, words);
  const [of, between] = 'all' in item ? [item.all, words.and] : [item.any, words.or];
  const text = of.map(one => whereText(fields, one, words, true)).join(` ${between} `);
  return isWithin && of.length > 1 ? `(${text})` : text;
}
