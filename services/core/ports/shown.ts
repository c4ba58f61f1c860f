import type { Doc } from '@hzm/contracts/core/change';
import type { Path } from '@hzm/contracts/core/collection';
import type { Json } from '@hzm/contracts/core/json';
import { valueAt } from './path.ts';

/**
 * Members of an object that is answered for a document, in order: a name, and the path of the
 * value, null where there is none. Of two with one name the last one counts.
 */
export type Members<D extends Doc = Doc> = readonly (readonly [
  name: string,
  path: NoInfer<Path<D>>,
])[];

/** A text whose letters are the bytes that JSON writes of it. */
const bytewise = (text: string): string =>
  JSON.parse(Buffer.from(JSON.stringify(text)).toString('latin1')) as string;

/**
 * The same members, named by texts whose letters are bytes: for documents whose texts are
 * (`Found.bytewise`).
 */
export const bytewiseMembers = <D extends Doc>(members: Members<D>): Members<D> =>
  members.map(([name, path]) => [bytewise(name), path]);

/** The object that is answered for a document. */
export function shown<D extends Doc>(doc: D, members: Members<D>): Readonly<Record<string, Json>> {
  const object: Record<string, Json> = {};
  for (const [name, path] of members) object[name] = valueAt(doc, path) ?? null;
  return object;
}
