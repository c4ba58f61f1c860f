import { useEffect, useState } from 'react';

/** The longest that a timer is set for, in milliseconds. */
const LONGEST_MS = 60 * 60 * 1000;

/** Now, as far as it matters: it is another moment as soon as one of these ISO times has come. */
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
