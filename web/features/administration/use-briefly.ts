import { useEffect, useState } from 'react';

/** A text shown for a limited time. */
export function useBriefly(): readonly [
  text: string | null,
  say: (text: string, forMs: number) => void,
] {
  const [said, setSaid] = useState<{ readonly text: string; readonly forMs: number } | null>(null);
  useEffect(() => {
    if (said === null) return undefined;
    const timer = setTimeout(() => setSaid(null), said.forMs);
    return () => clearTimeout(timer);
  }, [said]);
  return [said?.text ?? null, (text, forMs) => setSaid({ text, forMs })];
}
