import type { Doc } from '@hzm/contracts/core/change';
import type { Path } from '@hzm/contracts/core/collection';
import type { Json } from '@hzm/contracts/core/json';
import { valueAt } from './path.ts';

/**
 * Members of the object answered for a document, in order: a name and the path of its value, null
 * if absent. Of duplicate names the last wins.
 */
export type Members<D extends Doc = Doc> = readonly (readonly [
  name: string,
  path: NoInfer<Path<D>>,
])[];

/** Returns a text with one character per byte of its JSON. */
const bytewise = (text: string): string =>
  JSON.parse(Buffer.from(JSON.stringify(text)).toString('latin1')) as string;

/** Returns the members with bytewise names, for bytewise documents (`Found.bytewise`). */
export const bytewiseMembers = <D extends Doc>(members: Members<D>): Members<D> =>
  members.map(([name, path]) => [bytewise(name), path]);

/** Returns the object answered for a document. */
export function shown<D extends Doc>(doc: D, members: Members<D>): Readonly<Record<string, Json>> {
  const object: Record<string, Json> = {};
  for (const [name, path] of members) object[name] = valueAt(doc, path) ?? null;
  return object;
}
