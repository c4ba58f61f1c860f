/** Pauses before retries, in milliseconds. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000];

/** Loads when online, and retries while the server does not answer. @throws the last error */
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

/** Resolves when the browser is online. */
export async function whenOnline(): Promise<void> {
  while (!navigator.onLine)
    await new Promise(resolve => {
      window.addEventListener('online', resolve, { once: true });
    });
}
