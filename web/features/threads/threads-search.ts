import type { ThreadStatus } from '@hzm/contracts/features/threads/thread';

// The address is read before the screen is there, so without the contracts.
export const filters = ['all', 'waiting_reply', 'replied', 'closed', 'starred'] as const satisfies readonly ('all' | 'starred' | ThreadStatus)[];
export type ThreadFilter = (typeof filters)[number];

/** What the address of the threads says: which are listed, which one is open, and the message that one comes to see. Without a filter: all. */
export interface ThreadsSearch {
  readonly tab: 'chat';
  readonly filter?: ThreadFilter;
  readonly q?: string;
  readonly thread?: string;
  readonly message?: string;
  readonly new?: true;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value.slice(0, 200) : undefined);

/** What of an address is understood. */
export function readThreads({ filter, q, thread, message, new: isNew }: Record<string, unknown>): ThreadsSearch {
  const found = { filter: filters.find(one => one === filter), q: text(q), thread: text(thread), message: text(message) };
  return {
    tab: 'chat',
    ...(found.filter && found.filter !== 'all' && { filter: found.filter }),
    ...(found.q && { q: found.q }),
    ...(found.thread && { thread: found.thread }),
    ...(found.thread && found.message && { message: found.message }),
    ...(isNew === true && { new: true }),
  };
}
