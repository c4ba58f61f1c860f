import type { Field } from '@hzm/contracts/features/tables/table';

export const visibleOf = (fields: readonly Field[]): readonly Field[] =>
  fields.filter(({ isHidden }) => !isHidden);

/** Returns a field's position in the whole list for rank `to` among the visible ones. */
export function positionFor(fields: readonly Field[], id: string, to: number): number {
  const others = fields.filter(field => field.id !== id);
  const after = visibleOf(others)[to];
  return after === undefined ? others.length : others.indexOf(after);
}

export function moved(fields: readonly Field[], id: string, position: number): Field[] {
  const field = fields.find(one => one.id === id);
  const others = fields.filter(one => one.id !== id);
  return field === undefined ? [...fields] : others.toSpliced(position, 0, field);
}

export const withField = (fields: readonly Field[], field: Field): Field[] => {
  const at = fields.findIndex(({ id }) => id === field.id);
  return at < 0 ? [...fields, field] : fields.with(at, field);
};

/** Returns an unused name for a copy: `fiyat 2`. */
export function copyName(name: string, names: readonly string[]): string {
  const base = name.replace(/ \d+$/, '');
  const taken = new Set(names.map(one => one.toLocaleLowerCase('tr')));
  for (let n = 2; ; n++)
    if (!taken.has(`${base} ${n}`.toLocaleLowerCase('tr'))) return `${base} ${n}`;
}
