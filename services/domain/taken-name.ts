import { nameKey } from '@hzm/contracts/core/name';

interface Named {
  readonly name: string;
}

/** Returns a test for things of a name; the form in which it is compared is made once. */
export const isNamed = (name: string): ((one: Named) => boolean) => {
  const key = nameKey(name);
  return one => nameKey(one.name) === key;
};

/** Whether a name is that of one of some things, except the one with the id `by`. */
export function isNameTaken(all: ReadonlyMap<string, Named>, name: string, by: string): boolean {
  const hasName = isNamed(name);
  return all.entries().some(([id, one]) => id !== by && hasName(one));
}
