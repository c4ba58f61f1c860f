import { ME } from '../../core/choices.ts';
import { Id } from '../../core/ids.ts';
import { fold, sortKey } from '../../core/turkish.ts';
import { optionColors, type FieldOption } from './options.ts';

/** Somebody who may be a value of a field with people. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** Whether a folded name could be taken for an address, an id or the caller. */
const isMistakable = (name: string): boolean =>
  name === '' || name.includes('@') || name === ME || Id.safeParse(name).success;

/** Returns people as options, in the order of their names; an address parts those of one name. */
export function peopleAsOptions(people: readonly Person[]): FieldOption[] {
  const counts = Map.groupBy(people, ({ name }) => fold(name.trim()));
  return people
    .map(({ id, name, email }): FieldOption => {
      const key = fold(name.trim());
      const isPlain = counts.get(key)!.length === 1 && !isMistakable(key);
      const color = optionColors[Number.parseInt(id.slice(-4), 16) % optionColors.length]!;
      // An address names its person as the id of a merged option does.
      return {
        id,
        name: isPlain ? name.trim() : `${name.trim()} (${email})`,
        color,
        merged: [email],
      };
    })
    .map(option => ({ option, key: sortKey(option.name) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ option }) => option);
}
