import { useEffect, useState } from 'react';
import { nextRelativeTime, relativeTime } from '../lib/relative-time.ts';
import { useLanguage } from '../lib/use-language.ts';
import { formatMoment } from '../lib/values/date-text.ts';

/** Bounds a timer, in milliseconds: longer ones overflow, and the machine may sleep. */
const LONGEST_MS = 60 * 60 * 1_000;

/** The age of an ISO time, kept current; the title shows the exact time. */
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
