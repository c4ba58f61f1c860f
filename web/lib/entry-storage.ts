/** Where a browser keeps what is not confirmed, so that it outlives a reload. */
export type StorageLike = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

interface Entry {
  readonly id: string;
  readonly state: string;
}

/**
 * The entries whose names begin with a prefix, with all their members, oldest first. What was under
 * way waits again: nobody knows how it ended.
 */
export function readEntries(storage: StorageLike, prefix: string): readonly Entry[] {
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at)!)
    .filter(key => key.startsWith(prefix))
    .toSorted();
  return keys.flatMap(key => {
    try {
      const one = JSON.parse(storage.getItem(key)!) as Entry;
      return [one.state === 'sending' ? { ...one, state: 'waiting' } : one];
    } catch {
      return [];
    }
  });
}

/**
 * Writes what has changed, one entry for each, so that two tabs do not overwrite each other. A full
 * storage costs only the reload.
 */
export function writeEntries(
  storage: StorageLike,
  prefix: string,
  before: readonly Entry[],
  after: readonly Entry[],
): void {
  const [known, kept] = [new Set(before), new Set(after.map(({ id }) => id))];
  for (const { id } of before) if (!kept.has(id)) storage.removeItem(prefix + id);
  for (const one of after) {
    if (known.has(one)) continue;
    try {
      storage.setItem(prefix + one.id, JSON.stringify(one));
    } catch {
      return;
    }
  }
}

/** The id in an entry's name, if the name begins with the prefix. */
export const idOfEntry = (prefix: string, key: string | null): string | undefined =>
  key?.startsWith(prefix) ? key.slice(prefix.length) : undefined;
