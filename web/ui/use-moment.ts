import { useEffect, useState } from 'react';

/** Bounds a timer, in milliseconds. */
const LONGEST_MS = 60 * 60 * 1000;

/** The current time, updated when one of these ISO times has passed. */
export function useMoment(instants: readonly (string | null)[]): Date {
  const [now, setNow] = useState(() => new Date());
  const next = Math.min(
    ...instants
      .map(instant => (instant === null ? Number.NaN : Date.parse(instant)))
      .filter(time => time > now.getTime()),
  );
  useEffect(() => {
    if (next === Infinity) return undefined;
    const timer = setTimeout(
      () => setNow(new Date()),
      Math.max(1, Math.min(next - Date.now(), LONGEST_MS)),
    );
    return () => clearTimeout(timer);
  }, [next, now]);
  return now;
}
