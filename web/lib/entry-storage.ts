/** Browser storage of unconfirmed entries, which survive a reload. */
export type StorageLike = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

interface Entry {
  readonly id: string;
  readonly state: string;
}

/**
 * Returns the entries under a prefix, oldest first. An entry that was being sent waits again,
 * because its outcome is unknown.
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
 * Writes changed entries under a key each, so that two tabs do not overwrite each other. If the
 * storage is full, entries only fail to survive a reload.
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

/** Returns the id in an entry's key; undefined for another prefix. */
export const idOfEntry = (prefix: string, key: string | null): string | undefined =>
  key?.startsWith(prefix) ? key.slice(prefix.length) : undefined;
