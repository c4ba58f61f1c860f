/** The pauses before what could not be loaded is loaded again, in milliseconds. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000];

/**
 * Loads something when there is a network, and again while the server does not answer. @throws what
 * the last attempt failed with
 */
export async function whenReachable<T>(load: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES_MS) {
    await whenOnline();
    try {
      return await load();
    } catch {
      await new Promise(resolve => {
        setTimeout(resolve, pause);
      });
    }
  }
  return load();
}

/** Resolves when there is a network, as far as the browser knows. */
export async function whenOnline(): Promise<void> {
  while (!navigator.onLine)
    await new Promise(resolve => {
      window.addEventListener('online', resolve, { once: true });
    });
}
