import type { ThreadRow } from '@hzm/contracts/features/threads/thread';
import {
  idOfEntry,
  readEntries,
  writeEntries,
  type StorageLike,
} from '../../../lib/entry-storage.ts';

/** A message that the server has not confirmed. */
export interface Unsent {
  /** Idempotency key; ascending in time. */
  readonly id: string;
  readonly thread: string;
  /** The thread that the message opens; `thread` then identifies a queue in this browser only. */
  readonly opens?: { readonly projectId: string; readonly title: string; readonly row: ThreadRow };
  readonly content: string;
  readonly replyTo: string | null;
  readonly attachments: readonly { readonly id: string; readonly file_name: string }[];
  /** Time of writing, as an ISO time. */
  readonly at: string;
  /** `failed` means refused by the server; the author may retry it. */
  readonly state: 'waiting' | 'sending' | 'failed';
  /** Reason of a failure, for a person. */
  readonly reason?: string;
}

export type Outcome =
  | { readonly kind: 'sent' }
  /** Unknown outcome or transient failure; retried after `waitMs` milliseconds. */
  | { readonly kind: 'again'; readonly waitMs: number }
  | { readonly kind: 'refused'; readonly reason: string };

export const added = (all: readonly Unsent[], one: Unsent): readonly Unsent[] => [...all, one];
export const removed = (all: readonly Unsent[], id: string): readonly Unsent[] =>
  all.filter(one => one.id !== id);

const withState = (
  all: readonly Unsent[],
  id: string,
  state: Unsent['state'],
  reason?: string,
): readonly Unsent[] =>
  all.map(one => {
    if (one.id !== id) return one;
    const { reason: _, ...rest } = one;
    return { ...rest, state, ...(reason !== undefined && { reason }) };
  });

/**
 * Returns the messages to send next: the first waiting one of each thread, unless one of that
 * thread is being sent.
 */
export function nextOf(all: readonly Unsent[]): readonly Unsent[] {
  const busy = new Set(all.filter(({ state }) => state === 'sending').map(({ thread }) => thread));
  const first = new Map<string, Unsent>();
  for (const one of all)
    if (one.state === 'waiting' && !busy.has(one.thread) && !first.has(one.thread))
      first.set(one.thread, one);
  return [...first.values()];
}

export const sending = (all: readonly Unsent[], id: string): readonly Unsent[] =>
  withState(all, id, 'sending');
export const again = (all: readonly Unsent[], id: string): readonly Unsent[] =>
  withState(all, id, 'waiting');

/** Applies the outcome of a message. */
export function settled(all: readonly Unsent[], id: string, outcome: Outcome): readonly Unsent[] {
  switch (outcome.kind) {
    case 'sent':
      return removed(all, id);
    case 'again':
      return again(all, id);
    case 'refused':
      return withState(all, id, 'failed', outcome.reason);
  }
}

const prefixOf = (owner: string): string => `hzm-message/${owner}/`;

/** Returns a person's unsent messages in this browser, oldest first. */
export const keptUnsent = (storage: StorageLike, owner: string): readonly Unsent[] =>
  readEntries(storage, prefixOf(owner)) as readonly Unsent[];

/** Updates the storage, one entry for each message. */
export const keepUnsent = (
  storage: StorageLike,
  owner: string,
  before: readonly Unsent[],
  after: readonly Unsent[],
): void => writeEntries(storage, prefixOf(owner), before, after);

/** Returns the id of the message under a key, if it belongs to this person. */
export const unsentIn = (owner: string, key: string | null): string | undefined =>
  idOfEntry(prefixOf(owner), key);
