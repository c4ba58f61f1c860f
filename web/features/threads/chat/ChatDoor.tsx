import { Suspense } from 'react';
import { part } from '../../../ui/part.ts';
import { useCalm } from '../../../ui/use-calm.ts';

const ChatCount = part(async () => (await import('./ChatCount.tsx')).ChatCount);

/** Loads the count of unread threads when the network is idle. */
export function ChatDoor() {
  return (
    useCalm() && (
      <Suspense fallback={null}>
        <ChatCount />
      </Suspense>
    )
  );
}
