import { useCallback, useEffect, useRef, useState } from 'react';
import type { Member } from '../../realtime/presence.ts';
import { onPresence, setPresence } from '../../realtime/socket.ts';

/** Pause after which a person no longer types, in milliseconds. */
const STOPPED_MS = 4_000;

/** Names of others who are typing in a thread, and a function to announce one's own typing. */
export function useTyping(
  threadId: string,
  readerId: string,
): { readonly names: readonly string[]; readonly tell: (isTyping: boolean) => void } {
  const topic = `thread:${threadId}`;
  const [others, setOthers] = useState<readonly Member[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => onPresence(topic, setOthers), [topic]);
  useEffect(() => {
    setPresence(topic, { mode: 'view' });
    return () => {
      clearTimeout(timer.current);
      setPresence(topic, null);
    };
  }, [topic]);
  const tell = useCallback(
    (isTyping: boolean): void => {
      clearTimeout(timer.current);
      setPresence(topic, { mode: isTyping ? 'edit' : 'view' });
      if (isTyping)
        timer.current = setTimeout(() => setPresence(topic, { mode: 'view' }), STOPPED_MS);
    },
    [topic],
  );
  const typing = new Map(
    others
      .filter(({ userId, state }) => userId !== readerId && state.mode === 'edit')
      .map(({ userId, name }) => [userId, name]),
  );
  return { names: [...typing.values()], tell };
}
