import type { WireChange } from '@hzm/contracts/core/realtime';

/** Documents of one kind, with their versions as far as changes have named them. */
export interface Known<Doc> {
  readonly docs: readonly Doc[];
  readonly versions: ReadonlyMap<string, number>;
}

export const knownFrom = <Doc>(docs: readonly Doc[]): Known<Doc> => ({ docs, versions: new Map() });

/**
 * Applies one change from the server, unless it is not newer. A new document goes to `place`.
 * Returns `refetch` if data are missing: a patch of an unknown document, or a skipped version.
 */
export function applyChange<Doc extends { readonly id: string }>(
  known: Known<Doc>,
  change: WireChange,
  place: 'first' | 'last',
): Known<Doc> | 'refetch' {
  const version = known.versions.get(change.id);
  if (version !== undefined && change.version <= version) return known;
  const versions = new Map(known.versions).set(change.id, change.version);
  const at = known.docs.findIndex(({ id }) => id === change.id);
  switch (change.op) {
    case 'drop':
      return { docs: at < 0 ? known.docs : known.docs.toSpliced(at, 1), versions };
    case 'put':
      return { docs: replaced(known.docs, at, change.doc as unknown as Doc, place), versions };
    case 'patch':
      if (at < 0 || (version !== undefined && change.version > version + 1)) return 'refetch';
      return {
        docs: known.docs.with(at, { ...known.docs[at]!, ...(change.patch as Partial<Doc>) }),
        versions,
      };
  }
}

/** Applies a document from an answer, before its change arrives over the socket. */
export const takeIn = <Doc extends { readonly id: string }>(
  known: Known<Doc>,
  doc: Doc,
  place: 'first' | 'last',
): Known<Doc> => ({
  docs: replaced(
    known.docs,
    known.docs.findIndex(({ id }) => id === doc.id),
    doc,
    place,
  ),
  versions: known.versions,
});

export const without = <Doc extends { readonly id: string }>(
  known: Known<Doc>,
  id: string,
): Known<Doc> => ({ docs: known.docs.filter(doc => doc.id !== id), versions: known.versions });

const replaced = <Doc>(
  docs: readonly Doc[],
  at: number,
  doc: Doc,
  place: 'first' | 'last',
): readonly Doc[] => {
  if (at >= 0) return docs.with(at, doc);
  return place === 'first' ? [doc, ...docs] : [...docs, doc];
};
