/** Version of the data that a browser caches for this application. */
export const APP_VERSION = '2025.09.18.001';
const VERSION_KEY = 'hzm-version';

type StorageLike = Pick<Storage, 'getItem' | 'setItem'>;
type Caches = Pick<CacheStorage, 'keys' | 'delete'>;

/**
 * Deletes the caches of another version and returns true, once, if the page must reload. The
 * session, choices and unsent changes are no caches and stay.
 */
export async function isOutdated(
  storage: StorageLike,
  caches: Caches | undefined,
): Promise<boolean> {
  const before = storage.getItem(VERSION_KEY);
  if (before === APP_VERSION) return false;
  storage.setItem(VERSION_KEY, APP_VERSION);
  for (const name of (await caches?.keys()) ?? []) await caches?.delete(name);
  return before !== null;
}
