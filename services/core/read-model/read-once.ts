import type { Engine } from '../engine.ts';
import type { Collection, Doc } from '../ports/read-model.ts';

/**
 * Returns a memoised reader of a collection, for answers that need some documents many times, such
 * as names of people.
 */
export function readOnce<D extends Doc>(
  { model }: Pick<Engine, 'model'>,
  collection: Collection<D>,
): (id: string) => Promise<D | undefined> {
  const known = new Map<string, Promise<D | undefined>>();
  return id => {
    const doc = known.get(id) ?? model.get(collection, id);
    known.set(id, doc);
    return doc;
  };
}
