import { Suspense } from 'react';
import { part } from '../../../ui/part.ts';
import { useCalm } from '../../../ui/use-calm.ts';

const ChatCount = part(async () => (await import('./ChatCount.tsx')).ChatCount);

/** Counts what is unread in the chat, once the screen is there. */
export function ChatDoor() {
  return (
    useCalm() && (
      <Suspense fallback={null}>
        <ChatCount />
      </Suspense>
    )
  );
}
