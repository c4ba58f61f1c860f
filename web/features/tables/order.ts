import type { Field } from '@hzm/contracts/features/tables/table';

/** The fields that people are shown. */
export const visibleOf = (fields: readonly Field[]): readonly Field[] =>
  fields.filter(({ isHidden }) => !isHidden);

/**
 * Where a field goes in the whole list, hidden ones among them, when it takes the `to`-th place of
 * the visible ones.
 */
export function positionFor(fields: readonly Field[], id: string, to: number): number {
  const others = fields.filter(field => field.id !== id);
  const after = visibleOf(others)[to];
  return after === undefined ? others.length : others.indexOf(after);
}

/** The fields with one of them at another place. */
export function moved(fields: readonly Field[], id: string, position: number): Field[] {
  const field = fields.find(one => one.id === id);
  const others = fields.filter(one => one.id !== id);
  return field === undefined ? [...fields] : others.toSpliced(position, 0, field);
}

/** The fields with one new, or in its new form. */
export const withField = (fields: readonly Field[], field: Field): Field[] => {
  const at = fields.findIndex(({ id }) => id === field.id);
  return at < 0 ? [...fields, field] : fields.with(at, field);
};

/** A name for a copy that none of the others has: `fiyat 2`. */
export function copyName(name: string, names: readonly string[]): string {
  const base = name.replace(/ \d+$/, '');
  const taken = new Set(names.map(one => one.toLocaleLowerCase('tr')));
  for (let n = 2; ; n++)
    if (!taken.has(`${base} ${n}`.toLocaleLowerCase('tr'))) return `${base} ${n}`;
}
