import { nameKey } from '@hzm/contracts/core/name';

/** Returns a name that is not taken, with a number behind it if it is. */
export function freeName(name: string, taken: readonly string[]): string {
  const keys = new Set(taken.map(nameKey));
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? name : `${name} ${n}`;
    if (!keys.has(nameKey(candidate))) return candidate;
  }
}
