import { useEffect, useState } from 'react';

/**
 * Time without network activity that counts as idle, and the upper bound of the wait, in
 * milliseconds.
 */
const CALM_MS = 1_000;
const MAX_WAIT_MS = 10_000;

/** Whether the network is idle, so that deferred data can load. */
export function useCalm(): boolean {
  const [isCalm, setIsCalm] = useState(false);
  useEffect(() => {
    if (isCalm) return undefined;
    const calm = (): void => setIsCalm(true);
    let timer = setTimeout(calm, CALM_MS);
    const latest = setTimeout(calm, MAX_WAIT_MS);
    const observer = new PerformanceObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(calm, CALM_MS);
    });
    observer.observe({ type: 'resource' });
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      clearTimeout(latest);
    };
  }, [isCalm]);
  return isCalm;
}
