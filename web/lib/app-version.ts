/** The version of what a browser keeps of this application between visits. */
export const APP_VERSION = '2025.09.18.001';
const VERSION_KEY = 'hzm-version';

type StorageLike = Pick<Storage, 'getItem' | 'setItem'>;
type Caches = Pick<CacheStorage, 'keys' | 'delete'>;

/**
 * When another version was here before, forgets the caches that it left and says that the page must
 * be loaded anew; once, since the version is
 * then this one. Who is signed in, what they chose and what they have not sent yet is no cache.
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
