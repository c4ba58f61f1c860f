import { useEffect, useState } from 'react';
import { nextRelativeTime, relativeTime } from '../lib/relative-time.ts';
import { useLanguage } from '../lib/use-language.ts';
import { formatMoment } from '../lib/values/date-text.ts';

/**
 * A timer runs for no longer than that, in milliseconds: later ones would overflow, and a machine
 * may have slept.
 */
const LONGEST_MS = 60 * 60 * 1_000;

/**
 * How long ago an ISO time was, which stays true while one looks; the moment itself as its title.
 */
export function RelativeTime({ at, className }: { at: string; className?: string | undefined }) {
  const language = useLanguage();
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const wait = Date.parse(nextRelativeTime(at, now)) - Date.now();
    const timer = setTimeout(() => setNow(new Date()), Math.min(Math.max(1, wait), LONGEST_MS));
    return () => clearTimeout(timer);
  }, [at, now]);
  return (
    <time dateTime={at} title={formatMoment(at, language)} className={className}>
      {relativeTime(at, now, language)}
    </time>
  );
}
