import { useCallback, useEffect, useState } from 'react';

/** Time that an announcement stays, in milliseconds; later it may be outdated. */
const SAID_MS = 7_000;

/**
 * A text about the last action, which disappears after a time; the same text is announced again.
 */
export function useSaying(): readonly [string, (text: string) => void] {
  const [{ text, count }, setSaid] = useState({ text: '', count: 0 });
  useEffect(() => {
    if (text === '') return undefined;
    const timer = setTimeout(() => setSaid(now => ({ ...now, text: '' })), SAID_MS);
    return () => clearTimeout(timer);
  }, [text, count]);
  return [
    text,
    useCallback((next: string) => setSaid(now => ({ text: next, count: now.count + 1 })), []),
  ];
}

/** Whether something that came at a moment is still news, for so many milliseconds. */
export function useIsNews(at: string | undefined, forMs: number): boolean {
  const [old, setOld] = useState<string>();
  useEffect(() => {
    if (at === undefined) return undefined;
    const timer = setTimeout(() => setOld(at), forMs);
    return () => clearTimeout(timer);
  }, [at, forMs]);
  return at !== undefined && at !== old;
}
